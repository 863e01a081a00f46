/** Detects when a target's container was throttled, from one reading of its counters to the next; pure. */
import { elementAt } from '../../../../core/elementAt.ts';
import type { ContainerRun } from '../../../../core/containerSamples.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import type { SpanMs } from '../windowFrame.ts';

/** Maximum length of a rise, in usual steps; a longer one belongs to a gap. */
const LONGEST_STEPS = 2.5;

export interface ThrottleStep extends SpanMs { periods: number; throttledPeriods: number; throttledSeconds: number }

/**
 * Returns the rises between neighbouring readings of one cgroup, ascending; a fall of any counter is a reset and gives
 * no step. A reading at the same time as the previous one is skipped.
 */
export function throttleSteps(runs: readonly ContainerRun[]): { steps: ThrottleStep[]; usualMs: number | null } {
  const gaps = runs.flatMap(({ timeMs }) => timeMs.slice(1).map((at, i) => at - elementAt(timeMs, i)));
  const usualMs = median(gaps.filter((ms) => ms > 0));
  const steps = usualMs === null ? [] : runs.flatMap((run) => stepsOf(run, LONGEST_STEPS * usualMs));
  return { steps: steps.sort((a, b) => a.startMs - b.startMs), usualMs };
}

function stepsOf(
  { timeMs, periods, throttledPeriods, throttledSeconds }: ContainerRun, mostMs: number
): ThrottleStep[] {
  const rise = (values: readonly number[], i: number): number => elementAt(values, i) - elementAt(values, i - 1);
  return timeMs.flatMap((endMs, i) => {
    const startMs = timeMs[i - 1];
    if (startMs === undefined || endMs <= startMs || endMs - startMs > mostMs) return [];
    const step = {
      startMs, endMs, periods: rise(periods, i), throttledPeriods: rise(throttledPeriods, i),
      throttledSeconds: rise(throttledSeconds, i),
    };
    return step.periods >= 0 && step.throttledPeriods >= 0 && step.throttledSeconds >= 0 ? [step] : [];
  });
}

export interface ThrottleRates {
  /** Share of the elapsed periods; NaN if none elapsed. */
  periodsRatio: Float64Array;
  secondsPerSecond: Float64Array;
}

/**
 * Returns the rates at spans of time (rows of a window); NaN if no step touches one. A step's counts are spread evenly
 * over it; both ascend.
 */
export function throttleRates(steps: readonly ThrottleStep[], spans: readonly SpanMs[]): ThrottleRates {
  const rates = {
    periodsRatio: new Float64Array(spans.length).fill(NaN), secondsPerSecond: new Float64Array(spans.length).fill(NaN),
  };
  let first = 0;
  spans.forEach(({ startMs, endMs }, row) => {
    while (first < steps.length && elementAt(steps, first).endMs <= startMs) first++;
    const sum = { ms: 0, periods: 0, throttled: 0, seconds: 0 };
    for (let k = first; k < steps.length && elementAt(steps, k).startMs < endMs; k++) {
      const step = elementAt(steps, k);
      const ms = Math.min(endMs, step.endMs) - Math.max(startMs, step.startMs);
      const share = ms / (step.endMs - step.startMs);
      sum.ms += ms;
      sum.periods += share * step.periods;
      sum.throttled += share * step.throttledPeriods;
      sum.seconds += share * step.throttledSeconds;
    }
    if (sum.periods > 0) rates.periodsRatio[row] = Math.min(1, sum.throttled / sum.periods);
    if (sum.ms > 0) rates.secondsPerSecond[row] = sum.seconds / (sum.ms / 1000);
  });
  return rates;
}
