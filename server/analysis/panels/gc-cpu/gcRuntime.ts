/**
 * Reads other exports of the Go runtime: gaps between cycles, stop-the-world pauses, its limiter of GC CPU. See
 * docs/reference/gc-cpu.md.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { GcCpuPanel, GcGaps, GcLimiter, GcPauses } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import type { CounterSteps } from '../../signals/counterSteps.ts';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';
import { formatRatio, formatSeconds } from '../../../../core/text/format.ts';
import { count, render } from '../../../../core/text/parts.ts';

/** Go forces a cycle when none ran for two minutes. */
export const FORCED_PERIOD_SECONDS = 120;
const FORCED_WITHIN_SECONDS = 2;
const FORCED_SHARE = 0.5;
const SOME_SHARE = 0.1;
const MIN_GAPS = 3;
const MAX_BINS = 40;
const NICE_BINS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 5, 10, 20, 30, 60];

export interface CyclePeriod { period: GcCpuPanel['periodSeconds']; gaps: GcGaps }

/** Returns the gaps between cycle ends, except over a restart. Cycles without a time share their gap evenly. */
export function cyclePeriod(gc: GcCycles, newProcessRows: ReadonlySet<number>): CyclePeriod {
  const gaps: number[] = [];
  const starts = [...newProcessRows].sort((a, b) => a - b);
  let nextStart = 0;
  for (const [i, { row, endMs, endedSincePrevious }] of gc.cycles.slice(1).entries()) {
    const previous = elementAt(gc.cycles, i);
    while (nextStart < starts.length && elementAt(starts, nextStart) <= previous.row) nextStart++;
    if (nextStart < starts.length && elementAt(starts, nextStart) <= row) continue;
    const gap = (endMs - previous.endMs) / 1000 / endedSincePrevious;
    for (let k = 0; k < endedSincePrevious && k < 1000; k++) gaps.push(gap);
  }
  const sorted = sortedFinite(gaps);
  const [p10, median, p90] = [quantile(sorted, 0.1), quantile(sorted, 0.5), quantile(sorted, 0.9)];
  const period = p10 === null || median === null || p90 === null || sorted.length < 2 ? null
    : { mean: sorted.reduce((sum, gap) => sum + gap, 0) / sorted.length, median, p10, p90, count: sorted.length };
  return { period, gaps: gapsOf(sorted) };
}

function gapsOf(sorted: Float64Array): GcGaps {
  const reach = quantile(sorted, 0.99) ?? 0;
  const binSeconds = NICE_BINS.find((bin) => reach / bin < MAX_BINS) ?? Math.ceil(reach / MAX_BINS);
  const counts = new Array<number>(sorted.length === 0 ? 0 : Math.floor(reach / binSeconds) + 1).fill(0);
  for (const gap of sorted) {
    const bin = Math.max(0, Math.min(counts.length - 1, Math.floor(gap / binSeconds)));
    counts[bin] = elementAt(counts, bin) + 1;
  }
  if (sorted.length < MIN_GAPS) {
    const sentence = `Only ${render(count(sorted.length, 'gap'))} between cycles: too few to identify forced cycles.`;
    return { binSeconds, counts, forcedShareRatio: null, verdict: 'unknown', sentence };
  }
  const forced = sorted.filter((gap) => Math.abs(gap - FORCED_PERIOD_SECONDS) <= FORCED_WITHIN_SECONDS).length;
  const ratio = forced / sorted.length;
  const verdict = ratio >= FORCED_SHARE ? 'forced' : ratio >= SOME_SHARE ? 'some' : 'none';
  const lasts = forced === 0 ? 'No gap between cycles lasts 118 to 122 s'
    : `${forced} of ${sorted.length} gaps between cycles last 118 to 122 s`;
  const sentence = `${lasts}: ${{
    forced: 'Go forces most cycles after two minutes without one; the heap hardly grows',
    some: 'Go forces some cycles after two minutes without one',
    none: 'heap growth triggers the cycles, not Go\'s two-minute rule',
  }[verdict]}.`;
  return { binSeconds, counts, forcedShareRatio: ratio, verdict, sentence };
}

/** Pauses above this share of time, or one interval with more than this, may be noticeable. */
const FELT_RATIO = 0.01;
const FELT_SECONDS = 0.1;

/** Measures stop-the-world time: how much there was, and whether it can slow the target. */
export function gcPauses(window: RoleWindow, pauses: CounterSteps, gc: GcCycles): GcPauses {
  const names = window.expectedNames('gcPauseSeconds');
  if (window.role('gcPauseSeconds') === undefined) {
    return {
      secondsPerCycle: null, ratio: null, worstSeconds: null, verdict: 'unknown',
      sentence: `The target does not export its GC pauses${expected(names)}.`,
    };
  }
  let total = 0, seconds = 0, worst = 0, cycles = 0;
  pauses.increase.forEach((rise, row) => {
    if (Number.isNaN(rise)) return;
    total += rise;
    seconds += numberAt(pauses.seconds, row);
    worst = Math.max(worst, rise);
    if (numberAt(gc.endedByRow, row) > 0) cycles += numberAt(gc.endedByRow, row);
  });
  if (!(seconds > 0)) return {
    secondsPerCycle: null, ratio: null, worstSeconds: null, verdict: 'unknown',
    sentence: 'Too few scrapes to measure GC pauses.',
  };
  const ratio = total / seconds;
  const verdict = ratio < FELT_RATIO && worst < FELT_SECONDS ? 'ruled-out' : 'possible';
  const perCycle = cycles > 0 ? total / cycles : null;
  const figures = `${perCycle === null ? 'no cycle' : `${formatSeconds(perCycle)} per cycle`}, `
    + `${formatRatio(ratio)} of the time, at most ${formatSeconds(worst)} between two scrapes`;
  const sentence = verdict === 'ruled-out'
    ? `Stop-the-world pauses are negligible (${figures}). GC costs CPU by marking concurrently, not by stopping the `
      + 'process.'
    : `Stop-the-world pauses may be noticeable (${figures}).`;
  return { secondsPerCycle: perCycle, ratio, worstSeconds: worst, verdict, sentence };
}

function expected(names: readonly string[]): string {
  return names.length === 0 ? '' : ` (expected ${names.join(' or ')})`;
}

/** Returns whether the runtime had to limit GC to half of the CPU, and when it last began to. */
export function gcLimiter(window: RoleWindow): GcLimiter {
  const series = window.role('gcLimiterCycle');
  if (series === undefined) {
    const names = window.expectedNames('gcLimiterCycle');
    return {
      state: 'unknown', time: null,
      sentence: `The target does not export its GC limiter${expected(names)}.`,
    };
  }
  let last = NaN;
  let first = NaN;
  let time: number | null = null;
  for (let row = 0; row < window.scrapes.length; row++) {
    if (series.present[row] === 0 || window.scrapes.error[row] !== null) continue;
    const value = numberAt(series.values, row);
    if (Number.isNaN(first)) first = value;
    // A new process counts from 0 again.
    else if (value > last) time = numberAt(window.scrapes.startMs, row) / 1000;
    last = value;
  }
  if (Number.isNaN(last))
    return { state: 'unknown', time: null, sentence: 'No scrape in this window holds the state of the GC limiter.' };
  if (time !== null) {
    return {
      state: 'alarm', time,
      sentence: `Go's GC limiter was active in this window, last at cycle ${last}: the memory limit is so tight that `
        + 'GC took half of the CPU. Raise GOMEMLIMIT or reduce the live heap.',
    };
  }
  if (last > 0) return {
    state: 'earlier', time: null, sentence: `Go's GC limiter was active before this window (cycle ${last}), not in it.`,
  };
  return { state: 'never', time: null, sentence: 'Go\'s GC limiter was never active in this process.' };
}
