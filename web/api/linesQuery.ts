/** The hook for what a page draws before its analysis is available. */
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { systemClock } from '../../core/time/clock.ts';
import type { Target, TargetLines } from '../../core/contract/contract.ts';
import { windowQuery } from '../../core/url/panelWindow.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { get } from './client.ts';
import { keys } from './queries.ts';

/** Returns the query options; the pages of one target share one answer, whose key is below the target's. */
export function linesOptions(target: Target | null, range: TimeRange | null) {
  const name = target?.name ?? '';
  return queryOptions({
    queryKey: [...keys.target(name), 'lines', range], enabled: target !== null,
    queryFn: ({ signal }): Promise<TargetLines> => {
      if (target === null) throw new Error('Lines were asked for without a target.');
      const asked = { path: { target: name }, query: windowQuery(range, target, systemClock.nowMs() / 1_000), signal };
      const fields = ['range', 'restarts', 'gapSpans', 'compactions', 'cycles', 'series'] as const;
      return get('/targets/{target}/lines', asked, [...fields]);
    },
  });
}

export function useLines(target: Target | null, range: TimeRange | null): UseQueryResult<TargetLines> {
  return useQuery(linesOptions(target, range));
}
