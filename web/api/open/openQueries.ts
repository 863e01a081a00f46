/** Hooks to open files of any kind, and for opened logs. */
import { useMutation, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { LogErrors, OpenedFile, OpenedFiles, OpenedLog } from '../../../core/contract/contract.ts';
import { get, post } from '../client.ts';
import { keys } from '../queries.ts';
import { replayKeys } from '../replayQueries.ts';

const logKey = (id: string | null): readonly unknown[] => ['opened-log', id];
const logFields = ['id', 'name', 'finding', 'what'] as const;

/** Opens one file, then reloads profiles and targets. If it is refused, throws what it is and what to do. */
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
    onSuccess: async (opened) => reloadFor(client, opened),
  });
}

/** Opens several files in one request: a log is then explained by what the others show. */
export function useOpenTogether() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (files: readonly File[]): Promise<OpenedFiles> => {
      const form = new FormData();
      for (const file of files) form.append('file', file, file.name);
      return post('/open', { query: {}, body: form }, ['files']);
    },
    onSuccess: async ({ files }) => { for (const opened of files) await reloadFor(client, opened); },
  });
}

/** Reloads what an opened file changed. */
async function reloadFor(client: QueryClient, { profiles, target, log }: OpenedFile): Promise<void> {
  if (profiles.length > 0) await client.invalidateQueries({ queryKey: keys.profiles });
  if (target !== null) await client.invalidateQueries({ queryKey: keys.targets });
  if (log !== null) await client.invalidateQueries({ queryKey: logKey(log) });
}

/** Reads an opened log; no request for null. */
export function useOpenedLog(id: string | null): UseQueryResult<OpenedLog> {
  return useQuery({
    queryKey: logKey(id), enabled: id !== null, retry: false, staleTime: Infinity,
    queryFn: ({ signal }) => get('/logs/{id}', { path: { id: id ?? '' }, signal }, logFields),
  });
}

/** Reads the errors and warnings of an opened log over time. */
export function useLogErrors(id: string): UseQueryResult<LogErrors> {
  return useQuery({
    queryKey: [...logKey(id), 'errors'], retry: false, staleTime: Infinity,
    queryFn: ({ signal }) => get('/logs/{id}/errors', { path: { id }, signal }, ['rows', 'stepSeconds']),
  });
}

/** Assigns the log to a target; reloads the starts and the panels of that target. */
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
