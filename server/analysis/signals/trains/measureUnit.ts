/** Measures the cost per pulse of one unit of trains, and whether the unit itself causes it. Pure. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { aboveZeroPValue, reachOf95, robustMean } from '../../../../core/statistics/robustMean.ts';
import { otherWork } from './otherWork.ts';
import { pulseColumn, type CurveSample } from './trainColumns.ts';
import type { TrainUnit } from './trainUnits.ts';

/** Minimum number of pulses for a measurement. */
const MIN_PULSES = 6;
/** Minimum sampled share of a pulse for it to count. */
const MIN_COVER = 0.8;
/** Probability of naming any train by chance, over all trains of the target. */
const FAMILY_P = 0.01;
/**
 * A pulse shows the rise with this share of the mean, and this share of pulses must. Random work such as queries fails.
 */
const RISE_SHARE = 0.5;
const MIN_RISING = 0.6;
/** Minimum share of the overall mean that each half of the pulses must show. */
const HALF_SHARE = 1 / 3;
/** Shifts at which the rise must not fit better by this factor; else something else causes it. */
const SHIFTS_MS = [-3000, -2000, -1500, -1000, 1000, 1500, 2000, 3000];
const BETTER = 1.5;
/** Tolerance of a pulse's ends, at least half a tick of the CPU counter. */
const MIN_ERROR_MS = 30;
const MAX_ERROR_MS = 500;

export interface UnitMeasure {
  /** Number of measured pulses, or of periods for a job with several phases. */
  pulses: number;
  /** Cost of one evaluation or scrape, or of one of each source. */
  area: number;
  /** Bounds of the 95 % confidence interval. */
  low: number;
  high: number;
  /** Share of the measured pulses that show at least half of the mean. */
  risingRatio: number;
  pValue: number;
  /** Whether the rise is the unit's own, corrected for the number of trains. */
  isClear: boolean;
}

export interface MeasureInput {
  samples: readonly CurveSample[];
  /** The curve without its level and without the other units' parts. */
  own: Float64Array;
  columns: readonly Float64Array[];
  /** Standard errors of the columns' weights. */
  errors: Float64Array;
  /** Index of the unit's column. */
  at: number;
  /** Number of trains of the target. */
  tests: number;
  leastArea: number;
}

/** Returns null with too few pulses among the samples. */
export function measureUnit(unit: TrainUnit, input: MeasureInput): UnitMeasure | null {
  const measured = unit.isSpread ? byPeriods(unit, input) : byPulses(unit, input);
  if (measured.length < MIN_PULSES) return null;
  const others = unit.isSpread ? { area: 0, error: 0 } : otherWork(measured, unit.pulses, {
    samples: input.samples, own: input.own, columns: input.columns.slice(0, -1), padMs: padOf(unit),
    periodMs: elementAt(unit.sources, 0).periodMs,
  });
  const areas = measured.map((area) => area - others.area);
  const all = robustMean(areas);
  if (all === null) return null;
  const error = Math.hypot(all.error, errorOfOthers(unit, input), others.error);
  const reach = reachOf95(all.freedom) * error;
  const pValue = aboveZeroPValue({ ...all, error });
  const risingRatio = areas.filter((area) => area >= RISE_SHARE * all.mean).length / areas.length;
  const half = areas.length >> 1;
  const halves = [
    areas.subarray(0, half), areas.subarray(half),
    areas.filter((_, k) => k % 2 === 0), areas.filter((_, k) => k % 2 === 1),
  ];
  const agree = halves.every((part) => (robustMean(part)?.mean ?? 0) >= HALF_SHARE * all.mean);
  return {
    pulses: areas.length, area: all.mean, low: all.mean - reach, high: all.mean + reach, risingRatio, pValue,
    isClear: all.mean * massOf(unit, input.samples) >= input.leastArea && all.mean > reach
      && pValue * input.tests < FAMILY_P && risingRatio >= MIN_RISING && agree && isAtItsPhase(unit, input),
  };
}

/** Returns the mass of pulses seen as one: with several phases, how far they stand out where most coincide. */
function massOf({ pulses, column, isSpread }: TrainUnit, samples: readonly CurveSample[]): number {
  if (!isSpread) return pulses.reduce((sum, { mass }) => sum + mass, 0) / pulses.length;
  let [most, sum, weights] = [0, 0, 0];
  for (let k = 0; k < samples.length; k++) {
    const { weight } = elementAt(samples, k);
    most = Math.max(most, numberAt(column, k) * weight);
    sum += numberAt(column, k) * weight;
    weights += weight;
  }
  return most - sum / weights * elementAt(samples, 0).weight;
}

function padOf({ sources }: TrainUnit): number {
  return Math.min(MAX_ERROR_MS, sources.reduce((most, { phaseErrorMs }) => Math.max(most, phaseErrorMs), MIN_ERROR_MS));
}

/** Returns all area within each pulse, regardless of when in it the work was done. */
function byPulses(unit: TrainUnit, { samples, own }: MeasureInput): Float64Array {
  const { pulses, column } = unit;
  const padMs = padOf(unit);
  const areas: number[] = [];
  let first = 0;
  for (const { startMs, endMs, mass } of pulses) {
    while (first < samples.length && elementAt(samples, first).endMs <= startMs - padMs) first++;
    let [area, covered] = [0, 0];
    for (let k = first; k < samples.length && elementAt(samples, k).startMs < endMs + padMs; k++) {
      const { weight } = elementAt(samples, k);
      area += numberAt(own, k) * weight;
      covered += numberAt(column, k) * weight;
    }
    if (covered >= MIN_COVER * mass) areas.push(area / mass);
  }
  return Float64Array.from(areas);
}

/** Returns, for pulses that alternate, the regression of each period on their column. */
function byPeriods({ pulses, column, sources }: TrainUnit, { samples, own }: MeasureInput): Float64Array {
  const { periodMs } = elementAt(sources, 0);
  const fromMs = elementAt(pulses, 0).startMs;
  const areas: number[] = [];
  for (let from = 0; from < samples.length;) {
    const period = Math.floor((elementAt(samples, from).startMs - fromMs) / periodMs);
    let to = from;
    let [weights, mean, sampledMs] = [0, 0, 0];
    for (; to < samples.length; to++) {
      const { startMs, endMs, weight } = elementAt(samples, to);
      if (Math.floor((startMs - fromMs) / periodMs) !== period) break;
      weights += weight;
      mean += weight * numberAt(column, to);
      sampledMs += endMs - startMs;
    }
    mean /= weights;
    let [top, bottom] = [0, 0];
    for (let k = from; k < to; k++) {
      const off = elementAt(samples, k).weight * (numberAt(column, k) - mean);
      top += off * numberAt(own, k);
      bottom += off * numberAt(column, k);
    }
    if (bottom > 0 && sampledMs >= MIN_COVER * periodMs) areas.push(top / bottom);
    from = to;
  }
  return Float64Array.from(areas);
}

/** Returns the error from other units that run at the same time. */
function errorOfOthers({ column }: TrainUnit, { columns, errors, at, samples }: MeasureInput): number {
  let squares = 0;
  columns.forEach((other, c) => {
    if (c === at) return;
    let [shared, all] = [0, 0];
    for (let k = 0; k < samples.length; k++) {
      const own = numberAt(column, k);
      if (own === 0) continue;
      all += own;
      shared += numberAt(other, k);
    }
    if (all > 0) squares += (numberAt(errors, c) * shared / all) ** 2;
  });
  return Math.sqrt(squares);
}

/** Reports whether the curve does not fit much better seconds earlier or later, where something else causes it. */
function isAtItsPhase({ pulses, column, sources }: TrainUnit, { samples, own }: MeasureInput): boolean {
  const errorMs = sources.reduce((most, { phaseErrorMs }) => Math.max(most, phaseErrorMs), 0);
  const periodMs = elementAt(sources, 0).periodMs;
  const fit = (shifted: Float64Array): number => {
    let [top, bottom, sum, values, weights] = [0, 0, 0, 0, 0];
    for (let k = 0; k < samples.length; k++) {
      const { weight } = elementAt(samples, k);
      const value = numberAt(shifted, k);
      top += weight * value * numberAt(own, k);
      bottom += weight * value * value;
      sum += weight * value;
      values += weight * numberAt(own, k);
      weights += weight;
    }
    const [covers, scatters] = [top - sum * values / weights, bottom - sum * sum / weights];
    return covers > 0 && scatters > 0 ? covers * covers / scatters : 0;
  };
  const here = fit(column);
  return SHIFTS_MS.every((shiftMs) => (
    Math.abs(shiftMs) <= errorMs || Math.abs(shiftMs) > periodMs / 2
      || fit(pulseColumn(samples, pulses, shiftMs)) <= BETTER * here
  ));
}
