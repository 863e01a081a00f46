/** Hooks of the kept replays: the list with its verdicts, one with its timeline, a log to be read, one to be forgotten. */
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Replay, ReplayList, ReplayLog } from '../../core/contract/contract.ts';
import { hasFields, request } from './client.ts';

const isList = hasFields<ReplayList>('replays', 'crashLoops', 'notices');
const isReplay = hasFields<Replay>('id', 'phases', 'points', 'segmentTimes', 'finding', 'outcome');
const isLog = hasFields<ReplayLog>('finding', 'replays', 'lines', 'notes');
const isAnything = (_data: unknown): _data is unknown => true;

const replayKeys = { all: ['replays'] as const };

/** Read again every 5 s while one goes on, else every 30 s. */
export function useReplays(target: string, budgetSeconds: number | null): UseQueryResult<ReplayList> {
  return useQuery({
    queryKey: [...replayKeys.all, 'list', target, budgetSeconds], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request('/replays', isList, { signal, query: { target, budget: budgetSeconds } }),
    refetchInterval: (query) => (query.state.data?.replays.some(({ outcome }) => outcome === 'going') === true ? 5_000 : 30_000),
  });
}

/** null = nothing asked. One that is over does not change but for what is measured after it. */
export function useReplay(id: string | null): UseQueryResult<Replay> {
  return useQuery({
    queryKey: [...replayKeys.all, 'one', id], enabled: id !== null, retry: false,
    queryFn: ({ signal }) => request(`/replays/${id ?? ''}`, isReplay, { signal }),
    refetchInterval: (query) => (query.state.data?.outcome === 'going' ? 5_000 : false),
  });
}

/** Reads a log; each start in it is kept from then on. */
export function useOpenReplayLog() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => request('/replays', isLog, { method: 'POST', query: { name: file.name }, body: file }),
    onSuccess: () => client.invalidateQueries({ queryKey: replayKeys.all }),
  });
}

export function useForgetReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(`/replays/${id}`, isAnything, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: replayKeys.all }),
  });
}
