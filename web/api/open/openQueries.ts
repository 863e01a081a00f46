/** The one door for files: opening one of any kind, and the logs that came through it. */
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { OpenedFile, OpenedLog } from '../../../core/contract/contract.ts';
import { get, post } from '../client.ts';
import { keys } from '../queries.ts';
import { replayKeys } from '../replayQueries.ts';

const logKey = (id: string | null): readonly unknown[] => ['opened-log', id];
const logFields = ['id', 'name', 'finding', 'what'] as const;

/** Opens one file. Throws what a refused one is, and what to do; profiles and targets are read again after it. */
export function useOpenFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File): Promise<OpenedFile> => {
      const { files } = await post('/open', { query: { name: file.name.slice(-300) }, body: file }, ['files']);
      const [opened] = files;
      if (opened === undefined) throw new Error('The file did not arrive; send it again.');
      if (opened.outcome === 'refused') throw new Error(opened.sentence);
      return opened;
    },
    onSuccess: async ({ profiles, target, log }) => {
      if (profiles.length > 0) await client.invalidateQueries({ queryKey: keys.profiles });
      if (target !== null) await client.invalidateQueries({ queryKey: keys.targets });
      if (log !== null) await client.invalidateQueries({ queryKey: logKey(log) });
    },
  });
}

/** null = nothing asked. */
export function useOpenedLog(id: string | null): UseQueryResult<OpenedLog> {
  return useQuery({
    queryKey: logKey(id), enabled: id !== null, retry: false, staleTime: Infinity,
    queryFn: ({ signal }) => get('/logs/{id}', { path: { id: id ?? '' }, signal }, logFields),
  });
}

/** Says whose log it is; the starts and the panels of that target are read again. */
export function useJoinLog(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (target: string) => post('/logs/{id}/join', { path: { id }, query: { target } }, logFields),
    onSuccess: (joined, target) => {
      client.setQueryData(logKey(id), joined);
      const stale = [replayKeys.all, keys.target(target)];
      return Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
