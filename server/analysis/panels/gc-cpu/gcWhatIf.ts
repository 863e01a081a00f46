/**
 * Estimates what another GOGC or GOMEMLIMIT would cost and save, from this window's own figures. The model is in
 * docs/reference/gc-cpu.md.
 */
import type { GcCpuPanel, GcEstimate, GcWhatIf, GcWhatIfRow } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { hasGogcInConfig } from '../../advice/advice.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import { lastValue } from '../../signals/lastValue.ts';
import { FORCED_PERIOD_SECONDS } from './gcRuntime.ts';
import { meanRate, type CounterSteps } from '../../signals/counterSteps.ts';
import { valueAt } from '../../signals/valueAt.ts';
import { median } from '../../../../core/statistics/quantiles.ts';

const GOGC_ROWS = [25, 40, 50, 75, 100, 150, 200, 300, 400];
/** Limits as multiples of the minimum: live heap and non-heap memory. */
const LIMIT_ROWS = [1.05, 1.1, 1.25, 1.5, 2];
/** Limit from which there is none: the largest int64, or anything near it. */
const NO_LIMIT = 2 ** 60;
/** GOGC=off reads as -1 in 64 unsigned bits; a million per cent is never set. */
const GOGC_OFF = 1e6;
/** Room above the live heap below which a limit makes GC run without a pause. */
const MIN_ROOM = 0.05;
const MIN_HEAPS = 3;
/** Growth of the heap goal from the first third of a window to the last above which it is a ramp. */
const RAMP = 1.5;
const SAME_GOAL = 0.1;
/** GOGC inferred from the heap within these factors of the usual one counts as the usual one. */
const MIN_OF_USUAL = 0.6;
const MAX_OF_USUAL = 1.15;

const ASSUMPTIONS = [
  'The live heap, the allocation rate and the CPU per cycle stay as in this window: a cycle marks what is '
    + 'live, whenever it runs.',
  'The time between cycles grows with the room between live heap and heap goal, from its mean in this '
    + 'window; Go forces a cycle after 120 s.',
  'Resident memory changes one to one with the heap goal; pages that Go releases late are ignored.',
  'With a memory limit the heap goal is the lower of GOGC\'s goal and the limit minus non-heap memory.',
];

export interface WhatIfInput {
  window: RoleWindow;
  facts: TargetFacts;
  gc: GcCycles;
  alloc: CounterSteps;
  best: GcEstimate | null;
  period: GcCpuPanel['periodSeconds'];
}

export type WhatIfAnswer = { whatIf: GcWhatIf; why: string } | { whatIf: null; why: string };

/** Estimates the effect of other settings; `why` names what is missing, empty if nothing is. */
export function gcWhatIf({ window, facts, gc, alloc, best, period }: WhatIfInput): WhatIfAnswer {
  if (
    best?.cores === undefined || best.cores === null || best.coreSecondsPerCycle === null
      || !(best.coreSecondsPerCycle > 0)
  ) return without('it needs the CPU per GC cycle');
  const live = median(gc.cycles.flatMap(({ heapAfterBytes }) => heapAfterBytes ?? []));
  const afterCycles = gc.cycles.filter(({ heapAfterBytes }) => heapAfterBytes !== null).length;
  const goal = limitOf(lastValue(window.role('heapGoalBytes')));
  const stated = lastValue(window.role('heapLiveBytes'));
  if ((live === null || afterCycles < MIN_HEAPS) && stated === null)
    return without(`it needs the heap after at least ${MIN_HEAPS} cycles`);
  const allocRate = meanRate(alloc);
  if (allocRate === null || !(allocRate > 0)) return without('it needs the allocation rate');
  const fromMetrics = lastValue(window.role('gogcPercent'));
  const known = fromMetrics ?? facts.gogcPercent ?? null;
  if (isGogcOff(window)) return without('GOGC is off, so cycles run only when the heap nears a memory limit');
  // A stated GOGC and goal give the live heap more exactly than readings a second after a cycle.
  const limit = limitOf(lastValue(window.role('memoryLimitBytes')) ?? facts.memoryLimitBytes ?? null);
  const inferred = goal === null || stated === null && live === null ? null
    : 100 * (goal / (stated ?? live ?? goal) - 1);
  const usual = usualGogc(window);
  // Readings after a cycle still include unswept memory: they give too low a GOGC, never much too high.
  const isUsual = known === null && inferred !== null && inferred > MIN_OF_USUAL * usual
    && inferred < MAX_OF_USUAL * usual;
  const gogcPercent = known ?? (isUsual ? usual : inferred === null ? null : Math.round(inferred));
  const liveBytes = stated ?? (
    (known !== null || isUsual) && gogcPercent !== null && gogcPercent > 0 && goal !== null && limit === null
      ? goal / (1 + gogcPercent / 100) : live ?? 0
  );
  if (gogcPercent === null || !(gogcPercent > 0) || !(liveBytes > 0))
    return without('it needs GOGC, or the heap goal to infer it from');
  if (growthOf(window) > RAMP) return without('the heap still grows in this window, so no level of it can be compared');
  const resident = meanOf(window, 'residentBytes', goal);
  const heapInuse = meanOf(window, 'heapInuseBytes', goal);
  // Non-heap memory, as far as it is known; a limit includes it.
  const beside = resident !== null && heapInuse !== null ? Math.max(0, resident - heapInuse) : 0;
  const goalNow = goal ?? liveBytes * (1 + gogcPercent / 100);
  // Resident memory beyond a heap at its goal, at least what Go itself needs.
  const notHeap = Math.max(0, (resident ?? 0) - goalNow, runtimeBytes(window));
  const [low, high] = [(best.lowCores ?? best.cores) / best.cores, (best.highCores ?? best.cores) / best.cores];
  // Uses the measured cores, so that the row of the current setting has the page's own figures.
  const { cores: coresNow } = best;
  const periodNow = period?.mean ?? best.coreSecondsPerCycle / coresNow;
  const roomNow = Math.max(goalNow - liveBytes, MIN_ROOM * liveBytes);
  const perCycle = best.coreSecondsPerCycle;
  const row = (gogc: number, memoryLimitBytes: number | null, current: boolean): GcWhatIfRow => {
    const wanted = liveBytes * (1 + gogc / 100);
    const allowed = memoryLimitBytes === null ? Infinity : memoryLimitBytes - beside;
    const thrashing = allowed < liveBytes * (1 + MIN_ROOM);
    const heapGoalBytes = Math.max(liveBytes * (1 + MIN_ROOM), Math.min(wanted, allowed));
    const periodSeconds = Math.min(
      Math.max(FORCED_PERIOD_SECONDS, periodNow), periodNow * (heapGoalBytes - liveBytes) / roomNow
    );
    const cores = coresNow * periodNow / periodSeconds;
    return {
      gogcPercent: gogc, memoryLimitBytes, current, heapGoalBytes, periodSeconds, thrashing,
      // Live heap and non-heap memory remain, whatever is set.
      residentBytes: resident === null ? null : Math.max(liveBytes + notHeap, resident + heapGoalBytes - goalNow),
      cores, lowCores: cores * low, highCores: cores * high,
    };
  };
  const gogcRows = [...new Set([...GOGC_ROWS, gogcPercent])].sort((a, b) => a - b);
  const limits = [
    ...LIMIT_ROWS.map((times) => times * (liveBytes + beside)), ...(limit === null ? [] : [limit])
  ].sort((a, b) => a - b);
  return { why: '', whatIf: {
    liveHeapBytes: liveBytes, allocBytesPerSecond: allocRate, coreSecondsPerCycle: perCycle, gogcPercent,
    gogcSource: fromMetrics !== null ? 'metrics' : known !== null ? 'api' : isUsual ? 'default' : 'goal',
    memoryLimitBytes: limit,
    byGogc: gogcRows.map((gogc) => row(gogc, limit, gogc === gogcPercent)),
    byMemoryLimit: limits.map((bytes) => row(gogcPercent, bytes, bytes === limit)),
    assumptions: ASSUMPTIONS,
  } };
}

/** Returns whether the target says that GOGC is off, or shows its effect: no heap goal. */
export function isGogcOff(window: RoleWindow): boolean {
  const stated = lastValue(window.role('gogcPercent'));
  return stated !== null ? stated < 0 || stated >= GOGC_OFF
    : (lastValue(window.role('heapGoalBytes')) ?? 0) >= NO_LIMIT;
}

function without(why: string): WhatIfAnswer {
  return { whatIf: null, why: `The cost of another GOGC cannot be estimated: ${why}.` };
}

/** Returns the default GOGC: Go's own 100; Prometheus and its agent set 75 from 2.53 on, VictoriaMetrics 30. */
function usualGogc({ kind, version }: RoleWindow): number {
  if (kind === 'victoriametrics') return 30;
  return hasGogcInConfig({ kind, version }) ? 75 : 100;
}

/** Returns null for a limit, or a goal, of the largest integer: it is none. */
export function limitOf(bytes: number | null): number | null {
  return bytes === null || bytes <= 0 || bytes >= NO_LIMIT ? null : bytes;
}

/** Returns the mean over the scrapes with about the present heap goal: a smaller one has another level. */
function meanOf(window: RoleWindow, role: 'residentBytes' | 'heapInuseBytes', goalBytes: number | null): number | null {
  const series = window.role(role);
  const goals = window.role('heapGoalBytes');
  if (series === undefined) return null;
  let sum = 0, count = 0;
  for (let row = 0; row < series.values.length; row++) {
    const value = valueAt(series, row);
    const goal = valueAt(goals, row);
    if (value === null || (goalBytes !== null && goal !== null && Math.abs(goal / goalBytes - 1) > SAME_GOAL)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** Returns the bytes of stacks and the runtime itself; 0 if unknown. */
function runtimeBytes(window: RoleWindow): number {
  const of = (role: Role): number => lastValue(window.role(role)) ?? NaN;
  const bytes = of('sysBytes') - of('heapInuseBytes') - of('heapIdleBytes');
  return bytes > 0 ? bytes : 0;
}

/** Returns the growth factor of the heap goal from the first to the last third of the window; 1 if unknown. */
function growthOf(window: RoleWindow): number {
  const seen = [...window.role('heapGoalBytes')?.values ?? []].filter((goal) => limitOf(goal) !== null);
  const third = Math.floor(seen.length / 3);
  const [first, last] = [median(seen.slice(0, third)), median(seen.slice(seen.length - third))];
  return first === null || last === null ? 1 : last / first;
}
