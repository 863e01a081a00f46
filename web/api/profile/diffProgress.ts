/** Hook for the server's progress on a diff, read while waiting for the answer. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DiffProgress } from '../../../core/contract/contract.ts';
import { get } from '../client.ts';

const EVERY_MS = 500;

export function useDiffProgress(before: string[], after: string[]): UseQueryResult<DiffProgress> {
  return useQuery({
    queryKey: ['diff-progress', before, after], refetchInterval: EVERY_MS, gcTime: 0,
    queryFn: ({ signal }) => get('/diff/progress', { query: { before, after }, signal }, ['doneRatio']),
  });
}
