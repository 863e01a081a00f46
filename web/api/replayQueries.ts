/** Hooks of stored replays: the list with its verdicts, one with its timeline, reading a log, deleting one. */
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Replay, ReplayList } from '../../core/contract/contract.ts';
import { get, post, remove } from './client.ts';

export const replayKeys = { all: ['replays'] as const };

/** Reads the replays; reloaded on each live event, without a stream every 5 s while one runs, else every 30 s. */
export function useReplays(target: string, budgetSeconds: number | null): UseQueryResult<ReplayList> {
  return useQuery({
    queryKey: [...replayKeys.all, 'list', target, budgetSeconds], placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      get('/replays', { query: { target, budget: budgetSeconds }, signal }, ['replays', 'crashLoops', 'notices']),
    refetchInterval: (query) =>
      (query.state.data?.replays.some(({ outcome }) => outcome === 'going') === true ? 5_000 : 30_000),
  });
}

/** Reads one replay; no request for null. A finished one changes only by later measurements. */
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

/** Reads a log and stores each start in it. `target`: the log's target; null if not given. */
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
