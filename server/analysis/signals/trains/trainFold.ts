/** Folds a curve at the pulses of a train: its value at each time since a pulse began. Pure. */
import type { TrainFold } from '../../../../core/contract/contract.ts';
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { quantile, upperMedian } from '../../../../core/statistics/quantiles.ts';
import type { CurveSample } from './trainColumns.ts';
import type { Pulse } from './trainSources.ts';

const MAX_BINS = 120;
/** Uses only the newest pulses. */
const MAX_PULSES = 500;
/** Share of a period drawn before a pulse begins. */
const BEFORE_SHARE = 0.25;
/** Minimum share of a pulse's bin that needs readings. */
const MIN_COVER = 0.5;

/** Folds one period, from a quarter of it before a pulse on. */
export function foldOf(samples: readonly CurveSample[], pulses: readonly Pulse[], periodMs: number): TrainFold {
  const stepMs = Math.max(1, upperMedian(samples.map(({ startMs, endMs }) => endMs - startMs)) ?? 1000);
  const bins = Math.max(1, Math.min(MAX_BINS, Math.round(periodMs / stepMs)));
  const binMs = periodMs / bins;
  const before = Math.round(BEFORE_SHARE * bins);
  const values = Array.from({ length: bins }, (): number[] => []);
  const used = pulses.slice(-MAX_PULSES);
  let first = 0;
  for (const pulse of used) {
    const fromMs = pulse.startMs - before * binMs;
    while (first < samples.length && elementAt(samples, first).endMs <= fromMs) first++;
    const [sums, covered] = [new Float64Array(bins), new Float64Array(bins)];
    for (let k = first; k < samples.length; k++) {
      const { startMs, endMs, value } = elementAt(samples, k);
      if (startMs >= fromMs + periodMs) break;
      const last = Math.min(bins - 1, Math.floor((endMs - fromMs - 1e-6) / binMs));
      for (let bin = Math.max(0, Math.floor((startMs - fromMs) / binMs)); bin <= last; bin++) {
        const within = Math.min(endMs, fromMs + (bin + 1) * binMs) - Math.max(startMs, fromMs + bin * binMs);
        if (!(within > 0)) continue;
        sums[bin] = numberAt(sums, bin) + within * value;
        covered[bin] = numberAt(covered, bin) + within;
      }
    }
    values.forEach((own, bin) => {
      if (numberAt(covered, bin) >= MIN_COVER * binMs) own.push(numberAt(sums, bin) / numberAt(covered, bin));
    });
  }
  const sorted = values.map((own) => own.toSorted((a, b) => a - b));
  return {
    offsetSeconds: sorted.map((_, bin) => (bin - before + 0.5) * binMs / 1000),
    medianCores: sorted.map((own) => quantile(own, 0.5)), lowCores: sorted.map((own) => quantile(own, 0.25)),
    highCores: sorted.map((own) => quantile(own, 0.75)), pulses: used.length,
  };
}
