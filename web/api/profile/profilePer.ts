/** Hook for the possible divisors of profile values. */
import { useQueries } from '@tanstack/react-query';
import type { ProfilePer } from '../../../core/contract/contract.ts';
import { get } from '../client.ts';

/**
 * Reads divisors by id; `figures` is null until all are known. Reloaded on each view, because a recording can continue.
 */
export function useProfilePer(
  ids: readonly string[], sampleType: string
): { figures: ReadonlyMap<string, ProfilePer> | null; error: string | null } {
  const all = [...new Set(ids)];
  return useQueries({
    queries: all.map((id) => ({
      queryKey: ['profile', id, 'per', sampleType],
      queryFn: ({ signal }: { signal: AbortSignal }) => get(
        '/profiles/{id}/per', { path: { id }, query: sampleType === '' ? {} : { sampleType }, signal },
        ['second', 'sample']
      ),
    })),
    combine: (answers) => {
      const error = answers.find((answer) => answer.error !== null)?.error?.message ?? null;
      const known = answers.flatMap(({ data }, i): [string, ProfilePer][] => (
        data === undefined ? [] : [[all[i] ?? '', data]]));
      return { figures: known.length === all.length ? new Map(known) : null, error };
    },
  });
}
