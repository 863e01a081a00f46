/**
 * Hooks of the kept replays: the list with its verdicts, one with its timeline, a log to be read, one to be forgotten.
 */
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Replay, ReplayList } from '../../core/contract/contract.ts';
import { get, post, remove } from './client.ts';

export const replayKeys = { all: ['replays'] as const };

/** Read again with each event of the live stream; without a stream every 5 s while one goes on, else every 30 s. */
export function useReplays(target: string, budgetSeconds: number | null): UseQueryResult<ReplayList> {
  return useQuery({
    queryKey: [...replayKeys.all, 'list', target, budgetSeconds], placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      get('/replays', { query: { target, budget: budgetSeconds }, signal }, ['replays', 'crashLoops', 'notices']),
    refetchInterval: (query) =>
      (query.state.data?.replays.some(({ outcome }) => outcome === 'going') === true ? 5_000 : 30_000),
  });
}

/** null = nothing asked. One that is over does not change but for what is measured after it. */
export function useReplay(id: string | null): UseQueryResult<Replay> {
  return useQuery({
    queryKey: [...replayKeys.all, 'one', id], enabled: id !== null, retry: false,
    queryFn: ({ signal }) => get(
      '/replays/{id}', { path: { id: id ?? '' }, signal },
      ['id', 'phases', 'points', 'segmentTimes', 'finding', 'outcome'],
    ),
    refetchInterval: (query) => (query.state.data?.outcome === 'going' ? 5_000 : false),
  });
}

/** Reads a log; each start in it is kept from then on. `target`: whose log it is; null if that is not said. */
export function useOpenReplayLog() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, target }: { file: File; target: string | null }) =>
      post('/replays', { query: { name: file.name, target }, body: file }, ['finding', 'replays', 'lines', 'notes']),
    onSuccess: () => client.invalidateQueries({ queryKey: replayKeys.all }),
  });
}

export function useForgetReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove('/replays/{id}', { path: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: replayKeys.all }),
  });
}
