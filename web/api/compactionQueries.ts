/** Hooks of the compaction page besides its panel: an opened log, and several targets on one clock. */
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { CompactionHerd } from '../../core/contract/contract.ts';
import { get, post } from './client.ts';
import { keys } from './queries.ts';

/** Reads a log's compactions; with a target, its panel includes them from then on, and is reloaded. */
export function useOpenLog(target: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => post(
      '/logs/compaction', { query: { target }, body: file },
      ['finding', 'compactions', 'blocks', 'alignment', 'keepingUp', 'notes', 'figures', 'others'],
    ),
    onSuccess: () => (target === null ? undefined : client.invalidateQueries({ queryKey: keys.target(target) })),
  });
}

/**
 * Reads the folds of several targets; no request for fewer than two. `window`: Unix seconds, or null for each target's
 * own.
 */
export function useCompactionHerd(
  targets: readonly string[], window: { start: number; end: number } | null
): UseQueryResult<CompactionHerd> {
  const query = { targets, start: window?.start.toFixed(3), end: window?.end.toFixed(3) };
  return useQuery({
    queryKey: ['herd', query], enabled: targets.length > 1, placeholderData: keepPreviousData, staleTime: 10_000,
    queryFn: ({ signal }) =>
      get('/herd/compaction', { query, signal }, ['finding', 'targets', 'offsetSeconds', 'totalCpuCores']),
  });
}
