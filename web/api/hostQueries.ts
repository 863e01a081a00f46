/** Hooks for a target's host, its cardinality, queries and rule groups. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { systemClock } from '../../core/time/clock.ts';
import type {
  HostView, Target, TargetCardinality, TargetQueryLists, TargetTrains,
} from '../../core/contract/contract.ts';
import { windowQuery } from '../../core/url/panelWindow.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { get } from './client.ts';
import { keys } from './queries.ts';

/**
 * Reads the host; refreshed with the panels, because its key is below the target's. The pages of one target share one
 * answer.
 */
export function useHost(target: Target | null, range: TimeRange | null): UseQueryResult<HostView> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: [...keys.target(name), 'host', range], enabled: target !== null,
    queryFn: ({ signal }) => {
      if (target === null) throw new Error('A host was asked for without a target.');
      const asked = { path: { target: name }, query: windowQuery(range, target, systemClock.nowMs() / 1_000), signal };
      return get('/targets/{target}/host', asked, ['range', 'state', 'sentence', 'series', 'perCore', 'figures']);
    },
    placeholderData: (previous, query) => (query?.queryKey[1] === name ? previous : undefined),
  });
}

/** Refresh interval, equal to the server's. */
const EVERY_MS = 60_000;

/**
 * Reads the cardinality; its key is not below the target's, so new scrapes do not cause requests. A page in the
 * background asks nothing.
 */
export function useCardinality(target: Target | null, range: TimeRange | null): UseQueryResult<TargetCardinality> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: ['cardinality', name, range], enabled: target !== null, refetchInterval: EVERY_MS,
    staleTime: EVERY_MS / 2,
    queryFn: ({ signal }) => {
      if (target === null) throw new Error('Series were asked for without a target.');
      const asked = { path: { target: name }, query: windowQuery(range, target, systemClock.nowMs() / 1_000), signal };
      return get('/targets/{target}/cardinality', asked, ['state', 'cost', 'readings']);
    },
    placeholderData: (previous, query) => (query?.queryKey[1] === name ? previous : undefined),
  });
}

/** Reads what a VictoriaMetrics evaluates, once a minute. */
export function useQueryLists(target: Target | null): UseQueryResult<TargetQueryLists> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: ['query-lists', name], enabled: target !== null, refetchInterval: EVERY_MS, staleTime: EVERY_MS / 2,
    queryFn: ({ signal }) => get('/targets/{target}/queries', { path: { target: name }, signal }, ['top', 'running']),
  });
}

/** Reads rule groups and the phases of scrapes in the window, once a minute, because they do not change faster. */
export function useTrains(target: Target | null, range: TimeRange | null): UseQueryResult<TargetTrains> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: ['trains', name, range], enabled: target !== null, refetchInterval: EVERY_MS, staleTime: EVERY_MS / 2,
    queryFn: ({ signal }) => {
      if (target === null) throw new Error('Rule groups were asked for without a target.');
      const asked = { path: { target: name }, query: windowQuery(range, target, systemClock.nowMs() / 1_000), signal };
      return get('/targets/{target}/trains', asked, ['trains', 'groups', 'readings']);
    },
    placeholderData: (previous, query) => (query?.queryKey[1] === name ? previous : undefined),
  });
}
