/**
 * Tests whether a difference between two sides exceeds sampling error. Each kind of profile is converted to effective
 * counts: numbers that vary like Poisson counts, which `rateDifferencePValue` compares.
 *
 * - CPU: samples taken, divided by a dispersion measured between profiles of the same work. Samples of garbage
 *   collection come in cycles, of which a short profile has few, so their change counts only if the number of cycles
 *   must have changed too, with up to `GC_CYCLE_SECONDS` of CPU per cycle.
 * - heap, allocs: a sampled object of size s stands for 1 / (1 - e^(-s / rate)) objects
 *   (https://go.dev/src/runtime/pprof/protomem.go), so a sum over samples worth w each varies like w times a count.
 *   Memory in use drifts by more than sampling error without any change of the program: a difference beyond sampling
 *   error is `unknown` there, not `different`.
 */
import type { HowSure, Sureness } from '../../../core/contract/contract.ts';
import { MAX_CHANCE, MAX_FALSE, qValues } from '../../../core/statistics/falseDiscovery.ts';
import { gcSamples } from '../query/gcStacks.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import { rateDifferencePValue } from '../../../core/statistics/rateDifference.ts';
import { scaleUnit } from '../query/units.ts';
import type { Column } from '../decode/values.ts';

/**
 * Variance over mean of CPU samples per function between profiles of the same load, without GC:
 * docs/reference/profiles.md has the figures.
 */
const DISPERSION = 1.2;
/** Relative standard deviation of total CPU between profiles of one load: machines vary in speed and idle time. */
const WHOLE_VARIES = 0.07;
/** CPU time of one GC cycle of a heap of some hundred MiB; 0.2 to 0.56 s in the recordings. */
const GC_CYCLE_SECONDS = 0.5;
/**
 * Function in which the Go runtime preempts a goroutine: depends on the load of its core, so a change of it is no
 * change of the program. Not tested.
 */
export const INTERRUPTION = 'runtime.asyncPreempt';
/** With fewer effective counts on both sides together, even all against none is no evidence among many rows. */
const MIN_COUNT = 10;

/** Columns to sum for every row, and the test of the sums. */
export interface Evidence {
  method: 'counts' | 'sampled-bytes' | 'none';
  sentence: string;
  /** Verdict beyond sampling error: `unknown` if it may hold only at the moment of one snapshot. */
  beyond: Sureness;
  /** Columns to sum like values, in the order in which `pValue` reads them. */
  columns: Column[];
  /**
   * Returns the p-value of one row from its sums of `columns`; null: too little to test, or not available for this
   * kind.
   */
  pValue: (sum: (column: number) => number) => number | null;
  /** Returns the samples on each side behind one row, if the method counts them. */
  samples?: (sum: (column: number) => number) => { before: number; after: number };
  /** p-value of the whole profile, if it is not tested like a row. */
  totalPValue?: number;
}

export interface Called { pValue: number | null; qValue: number | null; sure: Sureness }

export function evidenceOf(pair: Pair): Evidence {
  return countEvidence(pair) ?? sampledBytesEvidence(pair) ?? {
    method: 'none', beyond: 'unknown', columns: [], pValue: () => null,
    sentence:
      'This kind of profile does not show how large its noise is; take several '
        + 'profiles on each side to compare groups.',
  };
}

/** Method and verdict that interpret the tests of a diff. */
export interface Reading {
  method: HowSure['method'];
  beyond: Sureness;
}

/** Calls rows by their q-values: `beyond` up to 5 %, else noise; `delta` 0 is noise even if nothing can be tested. */
export function callRows(
  rows: readonly { delta: number; pValue: number | null }[], { method, beyond }: Reading
): Called[] {
  const q = qValues(rows.map((row) => row.pValue));
  return rows.map(({ delta, pValue }, row) => {
    const qValue = q[row] ?? null;
    const sure = delta === 0 ? 'noise' : method === 'none' ? 'unknown' : qValue !== null && qValue <= MAX_FALSE ? beyond
      : 'noise';
    return { pValue, qValue, sure };
  });
}

function countEvidence(pair: Pair): Evidence | null {
  const { combined, beforeStart, ratio } = pair;
  const counts = countColumn(pair);
  if (counts === null) return null;
  const [periodBefore, periodAfter] = [
    samplePeriodSeconds(combined, beforeStart, combined.sampleCount), samplePeriodSeconds(combined, 0, beforeStart),
  ];
  // At another sampling rate the same CPU time has another number of samples; counts as values keep their ratio.
  const isCount = combined.sampleTypes[pair.type]?.unit === 'count';
  const countRatio = isCount || ratio === 0 ? ratio : ratio * (periodAfter / periodBefore);
  const inGc = gcSamples(combined);
  const columnOf = (from: number, to: number, gc: 0 | 1): Column => numbersOf(combined.sampleCount, (sample) => (
    sample >= from && sample < to && inGc[sample] === gc ? at(counts, sample) : 0
  ));
  const columns = [
    columnOf(beforeStart, combined.sampleCount, 0), columnOf(0, beforeStart, 0),
    columnOf(beforeStart, combined.sampleCount, 1), columnOf(0, beforeStart, 1),
  ];
  const cycle = (period: number): number => Math.max(1, GC_CYCLE_SECONDS / period);
  const total = (column: number): number => columns[column]?.numbers.reduce((sum, each) => sum + each, 0) ?? 0;
  const gcGate = rateDifferencePValue(total(2) / cycle(periodBefore), total(3) / cycle(periodAfter), ratio) ?? 1;
  const testedAt = onceEach((before, after, scale) =>
    rateDifferencePValue(before / DISPERSION, after / DISPERSION, scale) ?? 1);
  const poisson = (before: number, after: number, scale = countRatio): number => testedAt(before, after, scale);
  const [allBefore, allAfter] = [total(0) + total(2), total(1) + total(3)];
  const wholeDispersion = DISPERSION + (WHOLE_VARIES ** 2 * (allBefore + allAfter)) / 2;
  const totalPValue = rateDifferencePValue(allBefore / wholeDispersion, allAfter / wholeDispersion, countRatio) ?? 1;
  // A small speedup or slowdown of everything is no change of any function: then shares must differ as well.
  const shareScale = totalPValue > MAX_CHANCE && allBefore > 0 && allAfter > 0 ? allBefore / allAfter : null;
  return {
    totalPValue,
    method: 'counts', beyond: 'different', columns,
    sentence: `By sample counts (near Poisson, dispersion ${DISPERSION}; garbage collection by whole cycles), at `
      + `most ${100 * MAX_FALSE} % of the rows called different expected to be false.`,
    samples: (sum) => ({ before: sum(0) + sum(2), after: sum(1) + sum(3) }),
    pValue: (sum) => {
      const [before, after, gcBefore, gcAfter] = [sum(0), sum(1), sum(2), sum(3)];
      const all = before + after + gcBefore + gcAfter;
      if (!(all >= MIN_COUNT) || Math.min(before, after, gcBefore, gcAfter) < 0) return null;
      const asIs = poisson(before + gcBefore, after + gcAfter);
      const whole = shareScale === null ? asIs
        : Math.max(asIs, poisson(before + gcBefore, after + gcAfter, shareScale));
      if (gcBefore + gcAfter === 0) return whole;
      // Either part may carry the change: two chances, so the smaller p-value is doubled.
      const carried = before + after === 0 ? gcGate : Math.min(1, 2 * Math.min(gcGate, poisson(before, after)));
      return Math.max(whole, carried);
    },
  };
}

/** Integers below this fit in pairs into a key that a double holds exactly. */
const KEY_BASE = 2 ** 26;

/**
 * Caches the test: many functions of a profile have the same two counts, so each pair of integers is tested once per
 * scale.
 */
function onceEach(
  test: (before: number, after: number, scale: number) => number
): (before: number, after: number, scale: number) => number {
  const known = new Map<number, Map<number, number>>();
  return (before, after, scale) => {
    if (!Number.isInteger(before) || !Number.isInteger(after) || Math.max(before, after) >= KEY_BASE)
      return test(before, after, scale);
    const ofScale = known.get(scale) ?? new Map<number, number>();
    known.set(scale, ofScale);
    const key = before * KEY_BASE + after;
    const found = ofScale.get(key) ?? test(before, after, scale);
    ofScale.set(key, found);
    return found;
  };
}

/**
 * Returns how often each stack was sampled: `samples/count` besides `cpu`, where the compared type has a value. Null
 * for other times and bytes that a profile has besides CPU.
 */
function countColumn({ combined: profile, type: asked }: Pair): Float64Array | null {
  const own = profile.sampleTypes[asked];
  if (!profile.sampleTypes.some((type) => type.type === 'cpu')) return null;
  if (own === undefined || (own.type !== 'cpu' && own.unit !== 'count')) return null;
  const type = profile.sampleTypes.findIndex((each) => each.type === 'samples' && each.unit === 'count');
  if (type < 0) return null;
  const values = valuesOf(profile, asked);
  return valuesOf(profile, type).map((count, sample) => (at(values, sample) === 0 ? 0 : count));
}

const DEFAULT_PERIOD_SECONDS = 0.01;

/** Returns the CPU time per sample of a side: the average of its samples, else the period in the profile. */
function samplePeriodSeconds(profile: Profile, from: number, to: number): number {
  const width = profile.sampleTypes.length;
  const cpu = profile.sampleTypes.findIndex(({ type }) => type === 'cpu');
  const sumOf = (type: number): number => {
    let sum = 0;
    for (let sample = from; sample < to; sample++)
      if (at(profile.values, sample * width + cpu) !== 0) sum += at(profile.values, sample * width + type);
    return sum;
  };
  const time = scaleUnit(sumOf(cpu), profile.sampleTypes[cpu]?.unit ?? '', 'seconds');
  const samples = sumOf(profile.sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count'));
  if (time.unit === 's' && time.value > 0 && samples > 0) return time.value / samples;
  const period = scaleUnit(Number(profile.period), profile.periodType.unit, 'seconds');
  return period.unit === 's' && period.value > 0 ? period.value : DEFAULT_PERIOD_SECONDS;
}

function sampledBytesEvidence(pair: Pair): Evidence | null {
  const { combined, beforeStart, ratio } = pair;
  const asked = combined.sampleTypes[pair.type]?.type ?? '';
  const family = /^(inuse|alloc)_(objects|space)$/.exec(asked);
  const [rateBefore, rateAfter] = [rateOf(pair.sides.before), rateOf(pair.sides.after)];
  if (family === null || combined.periodType.type !== 'space' || !(rateBefore > 0) || !(rateAfter > 0)) return null;
  const typeOf = (what: string): number =>
    combined.sampleTypes.findIndex((type) => type.type === `${family[1] ?? ''}_${what}`);
  const [objectsType, spaceType] = [typeOf('objects'), typeOf('space')];
  if (objectsType < 0 || spaceType < 0) return null;
  const isInUse = family[1] === 'inuse';
  const objects = valuesOf(combined, objectsType);
  const space = valuesOf(combined, spaceType);
  const values = family[2] === 'objects' ? objects : space;
  /** Returns the value that one sampled object represents, in the requested unit. */
  const weight = (sample: number): number => {
    const size = at(objects, sample) === 0 ? 0 : at(space, sample) / at(objects, sample);
    if (!(size > 0)) return 0;
    const rate = sample < beforeStart ? rateAfter : rateBefore;
    const chance = rate <= 1 ? 1 : -Math.expm1(-size / rate);
    return (family[2] === 'objects' ? 1 : size) / chance;
  };
  const columnOf = (from: number, to: number, of: (sample: number) => number): Column =>
    numbersOf(combined.sampleCount, (sample) => (sample >= from && sample < to ? of(sample) : 0));
  const value = (sample: number): number => at(values, sample);
  const weighted = (sample: number): number => at(values, sample) * weight(sample);
  const rates = rateBefore === rateAfter ? `one sample each ${rateBefore} bytes allocated on average`
    : `one sample each ${rateBefore} bytes allocated on average before, each ${rateAfter} after`;
  return {
    method: 'sampled-bytes',
    beyond: isInUse ? 'unknown' : 'different',
    columns: [
      columnOf(beforeStart, combined.sampleCount, value), columnOf(0, beforeStart, value),
      columnOf(beforeStart, combined.sampleCount, weighted), columnOf(0, beforeStart, weighted),
    ],
    sentence: isInUse
      ? `By sampled objects (${rates}): rows within sampling error are `
        + 'noise. What is in use goes up and down under one and the same load, so of more than that '
        + 'one snapshot a side cannot show whether it stays; 4 snapshots or more on each side can.'
      : `By sampled objects (${rates}), `
        + `at most ${100 * MAX_FALSE} % of the rows called different expected to be false.`,
    pValue: (sum) => {
      const [before, after, weightedBefore, weightedAfter] = [sum(0), sum(1), sum(2), sum(3)];
      if (before < 0 || after < 0 || !(weightedBefore + weightedAfter > 0)) return null;
      const each = (weightedBefore + weightedAfter) / (before + after);
      // At equal rates, both sides' samples weigh the same; else each side's its own weight, if it has any.
      const own = (value: number, weightedSum: number): number =>
        (rateBefore === rateAfter || !(value > 0) ? each : weightedSum / value);
      const [eachBefore, eachAfter] = [own(before, weightedBefore), own(after, weightedAfter)];
      const [countBefore, countAfter] = [before / eachBefore, after / eachAfter];
      if (!(countBefore + countAfter >= MIN_COUNT)) return null;
      return rateDifferencePValue(countBefore, countAfter, ratio * (eachAfter / eachBefore));
    },
  };
}

/** Returns the mean bytes between two samples; for a group the longest, as for a combined profile. */
function rateOf(side: Pair['sides']['before']): number {
  return Math.max(0, ...side.map(({ profile }) => Number(profile.period)));
}

function valuesOf(profile: Profile, type: number): Float64Array {
  const width = profile.sampleTypes.length;
  return numbersOf(profile.sampleCount, (sample) => at(profile.values, sample * width + type)).numbers;
}

function numbersOf(count: number, of: (sample: number) => number): Column {
  const numbers = new Float64Array(count);
  for (let sample = 0; sample < count; sample++) numbers[sample] = of(sample);
  return { numbers, exact: null };
}
