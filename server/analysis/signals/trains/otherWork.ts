/** Measures what work without a train, such as queries of users, adds to the measured cost of a pulse. Pure. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import { robustMean } from '../../../../core/statistics/robustMean.ts';
import type { CurveSample } from './trainColumns.ts';
import type { Pulse } from './trainSources.ts';

/** Moments of the period at which it is measured, where no train works. */
const BETWEEN = [1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6];
const MIN_COVER = 0.8;
/** Pulses, evenly over the window, between which spans are read: enough for the shift, and bounded over a day. */
const MAX_PULSES = 60;
/** Minimum number of spans to estimate other work. */
const MIN_SPANS = 16;
/** Groups of spans, each left out once for the error (jackknife). */
const GROUPS = 8;
/** Middles of nine equal parts of a standard normal distribution. */
const NORMAL = [-1.593, -0.967, -0.589, -0.282, 0, 0.282, 0.589, 0.967, 1.593];
const MAD_FACTOR = 1.4826;
/** Below this share of a pulse, and below two of its errors, subtracting would add noise only. */
const MIN_SHARE = 0.03;

export interface OtherWorkInput {
  samples: readonly CurveSample[];
  /** The curve without its level and without the trains. */
  own: Float64Array;
  /** Columns of all trains. */
  columns: readonly Float64Array[];
  periodMs: number;
  padMs: number;
}

export interface OtherWork { area: number; error: number }

const NONE: OtherWork = { area: 0, error: 0 };

/**
 * Returns by how much other work lifts the robust mean of `areas`, one of each pulse. Bursts are rare in the level, but
 * where many pulses meet one, their mean has a part of it. Equal spans between the pulses show how much others use; the
 * shift is that of the same mean over values that scatter as the pulses do.
 */
export function otherWork(areas: Float64Array, pulses: readonly Pulse[], input: OtherWorkInput): OtherWork {
  const every = Math.ceil(pulses.length / MAX_PULSES);
  const between = pulses.filter((_, k) => k % every === 0).flatMap((pulse) => spansBetween(pulse, input));
  if (between.length < MIN_SPANS || areas.length < 2) return NONE;
  const scatter = Math.sqrt(Math.max(0, scatterOf(areas) ** 2 - scatterOf(Float64Array.from(between)) ** 2));
  const shiftOf = (spans: readonly number[]): number => (
    robustMean(Float64Array.from(spans.flatMap((area) => NORMAL.map((part) => area + scatter * part))))?.mean ?? 0
  );
  const area = shiftOf(between);
  const drops = Array.from({ length: GROUPS }, (_, group) => (
    shiftOf(between.filter((_area, k) => k % GROUPS !== group))
  ));
  const error = Math.sqrt((GROUPS - 1) / GROUPS * drops.reduce((sum, drop) => sum + (drop - area) ** 2, 0));
  if (!(area > 2 * error && area > MIN_SHARE * (median(areas) ?? NaN))) return NONE;
  // The bursts that lift the mean also make it less certain than its clipped scatter says.
  const mean = areas.reduce((sum, value) => sum + value, 0) / areas.length;
  const squares = areas.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { area, error: Math.hypot(error, Math.sqrt(squares / (areas.length - 1) / areas.length)) };
}

/** Returns the areas of spans as long as the pulse, up to the next one, in which no train works. */
function spansBetween(
  { startMs, endMs, mass }: Pulse, { samples, own, columns, periodMs, padMs }: OtherWorkInput
): number[] {
  const spanMs = endMs - startMs + 2 * padMs;
  const endAt = (k: number): number => elementAt(samples, k).endMs;
  const areas: number[] = [];
  let freeMs = -Infinity;
  for (const part of BETWEEN) {
    const fromMs = startMs - padMs + part * periodMs;
    // Spans that overlap would count the same burst twice.
    if (fromMs < freeMs) continue;
    let [area, sampledMs, isFree] = [0, 0, true];
    for (let k = countBelow(samples.length, endAt, fromMs + 1); isFree && k < samples.length; k++) {
      const sample = elementAt(samples, k);
      if (sample.startMs >= fromMs + spanMs) break;
      area += numberAt(own, k) * sample.weight;
      sampledMs += Math.min(sample.endMs, fromMs + spanMs) - Math.max(sample.startMs, fromMs);
      isFree = columns.every((column) => numberAt(column, k) === 0);
    }
    if (!isFree || sampledMs < MIN_COVER * spanMs) continue;
    areas.push(area / mass);
    freeMs = fromMs + spanMs;
  }
  return areas;
}

function scatterOf(values: Float64Array): number {
  const middle = median(values) ?? 0;
  return MAD_FACTOR * (median(values.map((value) => Math.abs(value - middle))) ?? 0);
}
