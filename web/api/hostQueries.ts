/** The hooks that read what the host of a target did, and ask the target what its series are. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { systemClock } from '../../core/time/clock.ts';
import type {
  HostView, Target, TargetCardinality, TargetQueryLists, TargetTrains,
} from '../../core/contract/contract.ts';
import { windowQuery } from '../../core/url/panelWindow.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { get } from './client.ts';
import { keys } from './queries.ts';

/** Read again with the panels, since its key is below the target's. The pages of one target share one answer. */
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

/** As often as the server asks the target. */
const EVERY_MS = 60_000;

/** Not below the target's key: new scrapes do not make it ask again. Nothing is asked by a page in the background. */
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

/** What a VictoriaMetrics evaluates, which it is asked once a minute. */
export function useQueryLists(target: Target | null): UseQueryResult<TargetQueryLists> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: ['query-lists', name], enabled: target !== null, refetchInterval: EVERY_MS, staleTime: EVERY_MS / 2,
    queryFn: ({ signal }) => get('/targets/{target}/queries', { path: { target: name }, signal }, ['top', 'running']),
  });
}

/** Rule groups and the phases of scrapes in the window. Read once a minute, as often as they can change. */
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
