import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { SelfStatus } from '../../core/contract/contract.ts';
import { get } from './client.ts';

/** Refresh interval, equal to that of tsdbscope's own measurement. */
const refreshEveryMs = 10_000;

export function useSelf(): UseQueryResult<SelfStatus> {
  return useQuery({
    queryKey: ['self'], refetchInterval: refreshEveryMs,
    queryFn: ({ signal }) => get('/self', { signal }, ['parts', 'scrapes', 'queues', 'dropped', 'storage']),
  });
}
