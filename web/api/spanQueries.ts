/** Hooks of profiles over a span of time, and of automatic profiles. */
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { systemClock } from '../../core/time/clock.ts';
import type { CpuBySubsystem, Profiling, SpanProfile, Target } from '../../core/contract/contract.ts';
import type { RulesRequest } from '../../core/contract/questions/bodies.ts';
import type { SpanKind } from '../../core/profileSpan.ts';
import { windowQuery } from '../../core/url/panelWindow.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { get, put, remove } from './client.ts';
import { usePollEvery } from './polling/polls.ts';
import { keys } from './queries.ts';

export interface SpanOfTarget { target: string; kind: SpanKind; start: number; end: number }

/** Reads the profile of a span; no request for null. Reloaded when profiles are added or removed. */
export function useSpanProfile(span: SpanOfTarget | null): UseQueryResult<SpanProfile> {
  return useQuery({
    queryKey: [...keys.profiles, 'span', span], enabled: span !== null,
    queryFn: ({ signal }) => {
      if (span === null) throw new Error('A span was asked for without one.');
      const { target, ...query } = span;
      return get('/targets/{target}/profile', {
        path: { target }, query: { ...query, start: query.start.toFixed(3), end: query.end.toFixed(3) }, signal,
      }, ['ids', 'covered', 'coverageRatio', 'profile']);
    },
  });
}

/** Reads CPU by subsystem; refreshed with the panels, because its key is below the target's. */
export function useCpuSplit(target: Target | null, range: TimeRange | null): UseQueryResult<CpuBySubsystem> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: [...keys.target(name), 'cpu-by-subsystem', range], enabled: target !== null,
    queryFn: ({ signal }) => {
      if (target === null) throw new Error('A split was asked for without a target.');
      const asked = { path: { target: name }, query: windowQuery(range, target, systemClock.nowMs() / 1_000), signal };
      return get('/targets/{target}/cpu-by-subsystem', asked, ['steps', 'subsystems', 'coverageRatio', 'gcAgreement']);
    },
    placeholderData: (previous, query) => (query?.queryKey[1] === name ? previous : undefined),
  });
}

const profilingKey = (target: string): readonly unknown[] => ['profiling', target];

/** Reads the automatic profiling of a live target; no request for null. */
export function useProfiling(target: string | null): UseQueryResult<Profiling> {
  return useQuery({
    queryKey: profilingKey(target ?? ''), enabled: target !== null, refetchInterval: usePollEvery(5_000),
    queryFn: ({ signal }) =>
      get('/targets/{target}/profiling', { path: { target: target ?? '' }, signal }, ['on', 'plans', 'triggers']),
  });
}

export function useSwitchProfiling(target: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => put('/targets/{target}/profiling', { path: { target }, json: { on } }, ['on']),
    onSuccess: (profiling) => { client.setQueryData(profilingKey(target), profiling); },
  });
}

/** Sets the rules; null restores those of the configuration. */
export function useSetRules(target: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: RulesRequest | null) => (rules === null
      ? remove('/targets/{target}/profiling/rules', { path: { target } }, ['on'])
      : put('/targets/{target}/profiling/rules', { path: { target }, json: rules }, ['on'])),
    onSuccess: (profiling) => { client.setQueryData(profilingKey(target), profiling); },
  });
}
