import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { systemClock } from '../../core/time/clock.ts';
import type { Fleet } from '../../core/contract/contract.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { refreshMs, windowOf } from '../../core/url/panelWindow.ts';
import { get, getText } from './client.ts';

/** Minimum refresh interval; a row of 30 s does not change faster. */
const leastRefreshMs = 5_000;

export function fleetOptions(range: TimeRange | null) {
  return queryOptions({
    queryKey: ['fleet', range] as const,
    queryFn: ({ signal }): Promise<Fleet> => {
      const { start, end } = windowOf(range, null, systemClock.nowMs() / 1_000);
      const query = { start: start.toFixed(3), end: end.toFixed(3) };
      return get('/fleet', { query, signal }, ['range', 'shared', 'targets']);
    },
  });
}

/** Reads all targets in the window, repeatedly while it ends now. */
export function useFleet(range: TimeRange | null): UseQueryResult<Fleet> {
  const seconds = range === null ? 3_600 : range.kind === 'relative' ? range.seconds : range.end - range.start;
  return useQuery({
    ...fleetOptions(range), placeholderData: keepPreviousData,
    refetchInterval: range?.kind === 'absolute' ? undefined : Math.max(leastRefreshMs, refreshMs(seconds)),
  });
}

/** Reads the events on all targets in the last hours, as Markdown. */
export function useHandover(hours: number): UseQueryResult<string> {
  return useQuery({
    queryKey: ['handover', hours], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => getText('/handover.md', { query: { last: `${String(hours)}h` }, signal }),
  });
}
