/** Hook for the samples of a profile over time. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Timeline } from '../../../core/contract/contract.ts';
import type { ViewChoice } from '../../../core/url/profileChoices.ts';
import { get } from '../client.ts';
import type { ProfileParams } from '../queries.ts';

/** Reads a window in seconds since the first sample; null for all of it. A profile never changes. */
export function useTimeline(
  id: string, { per: _, limit: _l, minRatio: _m, ...params }: ProfileParams, window: ViewChoice['timeWindow']
): UseQueryResult<Timeline> {
  const query = { ...params, ...(window === null ? {} : { from: window.start, to: window.end }) };
  return useQuery({
    queryKey: ['profile', id, 'timeline', query], staleTime: Infinity, placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      get('/profiles/{id}/timeline', { path: { id }, query, signal }, ['frames', 'lanes', 'window', 'unit']),
  });
}
