/** Turns pulses into columns: each sample's share of them, for pulses with an area of 1. Pure. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { SpanMs } from '../windowFrame.ts';
import type { Pulse } from './trainSources.ts';

/** A mean over `startMs` to `endMs`, whose rise counts for `weight` in an area. */
export interface CurveSample extends SpanMs { value: number; weight: number }

/** Spreads each pulse evenly over its time; parts between samples are lost. `shiftMs` delays all pulses. */
export function pulseColumn(samples: readonly CurveSample[], pulses: readonly Pulse[], shiftMs = 0): Float64Array {
  const column = new Float64Array(samples.length);
  let first = 0;
  for (const { startMs, endMs, mass } of pulses) {
    const [fromMs, toMs] = [startMs + shiftMs, endMs + shiftMs];
    while (first < samples.length && elementAt(samples, first).endMs <= fromMs) first++;
    for (let k = first; k < samples.length; k++) {
      const sample = elementAt(samples, k);
      if (sample.startMs >= toMs) break;
      const within = Math.min(toMs, sample.endMs) - Math.max(fromMs, sample.startMs);
      column[k] = numberAt(column, k) + mass * within / (toMs - fromMs) / sample.weight;
    }
  }
  return column;
}

/** Weighted sums over the samples from `from` up to `to`, of the columns, the target curve, and a constant. */
export interface Moments { weight: number; sums: Float64Array; products: Float64Array }

/** Returns the moments of `columns`, whose last one is the target curve. */
export function momentsOf(
  samples: readonly CurveSample[], columns: readonly Float64Array[], from: number, to: number
): Moments {
  const width = columns.length;
  const moments: Moments = { weight: 0, sums: new Float64Array(width), products: new Float64Array(width * width) };
  const row = new Float64Array(width);
  for (let k = from; k < to; k++) {
    const { weight } = elementAt(samples, k);
    moments.weight += weight;
    for (let a = 0; a < width; a++) row[a] = numberAt(elementAt(columns, a), k);
    for (let a = 0; a < width; a++) {
      const value = numberAt(row, a) * weight;
      // Most values of a column are 0.
      if (value === 0) continue;
      moments.sums[a] = numberAt(moments.sums, a) + value;
      for (let b = 0; b < width; b++)
        moments.products[a * width + b] = numberAt(moments.products, a * width + b) + value * numberAt(row, b);
    }
  }
  return moments;
}

/** Sums all parts, or all but one. */
export function summed(parts: readonly Moments[], without = -1): Moments {
  const first = elementAt(parts, 0);
  const total: Moments = {
    weight: 0, sums: new Float64Array(first.sums.length), products: new Float64Array(first.products.length),
  };
  parts.forEach(({ weight, sums, products }, at) => {
    if (at === without) return;
    total.weight += weight;
    sums.forEach((value, k) => { total.sums[k] = numberAt(total.sums, k) + value; });
    products.forEach((value, k) => { total.products[k] = numberAt(total.products, k) + value; });
  });
  return total;
}

/** Returns products around the means: a constant level absorbs what is the same everywhere. */
export function centred({ weight, sums, products }: Moments): Float64Array {
  const width = sums.length;
  return products.map((value, at) => (
    weight > 0 ? value - numberAt(sums, Math.floor(at / width)) * numberAt(sums, at % width) / weight : 0
  ));
}
