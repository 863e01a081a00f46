/**
 * Whether a difference between two sides exceeds sampling error. Each kind of profile is converted to effective
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
import { MAX_CHANCE, MAX_FALSE, qValues } from '../../statistics/falseDiscovery.ts';
import { gcSamples } from '../query/gcStacks.ts';
import type { Pair } from '../query/pair.ts';
import { at, type Profile } from '../decode/profile.ts';
import { rateDifferencePValue } from '../../statistics/rateDifference.ts';
import { scaleUnit } from '../query/units.ts';
import type { Column } from '../decode/values.ts';

/**
 * Variance over mean of CPU samples per function between profiles of the same load, GC apart:
 * docs/reference/profiles.md has the figures.
 */
const DISPERSION = 1.2;
/**
 * Relative standard deviation of total CPU between profiles of one load: machines are not always equally fast or idle.
 */
const WHOLE_VARIES = 0.07;
/** CPU time of a collection of a heap of some hundred MiB; 0.2 to 0.56 s in the recordings. */
const GC_CYCLE_SECONDS = 0.5;
/**
 * Where the Go runtime preempts a goroutine: depends on the load of its core, so a change of it is not a change of the
 * program. Not tested.
 */
export const INTERRUPTION = 'runtime.asyncPreempt';
/** With fewer effective counts on both sides together, even all against none is not evidence among many rows. */
const LEAST_COUNT = 10;

/** What is summed for every row, and how the sums are tested. */
export interface Evidence {
  method: 'counts' | 'sampled-bytes' | 'none';
  sentence: string;
  /** The verdict beyond sampling error: `unknown` where it may hold only at the moment of one snapshot. */
  beyond: Sureness;
  /** To be summed like values, in the order `pValue` reads them. */
  columns: Column[];
  /** p-value of one row from its sums of `columns`; null: too little to test, or not available for this kind. */
  pValue: (sum: (column: number) => number) => number | null;
  /** Samples on each side behind one row, where the method counts them. */
  samples?: (sum: (column: number) => number) => { before: number; after: number };
  /** Of the whole profile, where it is not tested like a row. */
  totalPValue?: number;
}

export interface Called { pValue: number | null; qValue: number | null; sure: Sureness }

export function evidenceOf(pair: Pair): Evidence {
  return countEvidence(pair) ?? sampledBytesEvidence(pair) ?? {
    method: 'none', beyond: 'unknown', columns: [], pValue: () => null,
    sentence:
      'This kind of profile does not tell how far chance reaches; take several '
        + 'profiles on each side to compare groups.',
  };
}

/** How to interpret the tests of a diff. */
export interface Reading {
  method: HowSure['method'];
  beyond: Sureness;
}

/**
 * Calls rows by their q-values: `beyond` up to 5 %, else noise; `delta` 0 is noise even where nothing can be tested.
 */
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
  const counts = countColumn(combined);
  if (counts === null) return null;
  const inGc = gcSamples(combined);
  const columnOf = (from: number, to: number, gc: 0 | 1): Column => numbersOf(combined.sampleCount, (sample) => (
    sample >= from && sample < to && inGc[sample] === gc ? at(counts, sample) : 0
  ));
  const columns = [
    columnOf(beforeStart, combined.sampleCount, 0), columnOf(0, beforeStart, 0),
    columnOf(beforeStart, combined.sampleCount, 1), columnOf(0, beforeStart, 1),
  ];
  const cycle = Math.max(1, GC_CYCLE_SECONDS / samplePeriodSeconds(combined));
  const total = (column: number): number => columns[column]?.numbers.reduce((sum, each) => sum + each, 0) ?? 0;
  const gcGate = rateDifferencePValue(total(2) / cycle, total(3) / cycle, ratio) ?? 1;
  const poisson = (before: number, after: number, scale = ratio): number =>
    rateDifferencePValue(before / DISPERSION, after / DISPERSION, scale) ?? 1;
  const [allBefore, allAfter] = [total(0) + total(2), total(1) + total(3)];
  const wholeDispersion = DISPERSION + (WHOLE_VARIES ** 2 * (allBefore + allAfter)) / 2;
  const totalPValue = rateDifferencePValue(allBefore / wholeDispersion, allAfter / wholeDispersion, ratio) ?? 1;
  // A small speedup or slowdown of everything is not a change of any function: then shares must differ as well.
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
      if (!(all >= LEAST_COUNT) || Math.min(before, after, gcBefore, gcAfter) < 0) return null;
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

/** How often each stack was sampled: `samples/count` beside `cpu`. */
function countColumn(profile: Profile): Float64Array | null {
  if (!profile.sampleTypes.some((type) => type.type === 'cpu')) return null;
  const type = profile.sampleTypes.findIndex((each) => each.type === 'samples' && each.unit === 'count');
  return type < 0 ? null : valuesOf(profile, type);
}

const DEFAULT_PERIOD_SECONDS = 0.01;

function samplePeriodSeconds(profile: Profile): number {
  const period = scaleUnit(Number(profile.period), profile.periodType.unit, 'seconds');
  return period.unit === 's' && period.value > 0 ? period.value : DEFAULT_PERIOD_SECONDS;
}

function sampledBytesEvidence(pair: Pair): Evidence | null {
  const { combined, beforeStart, ratio } = pair;
  const asked = combined.sampleTypes[pair.type]?.type ?? '';
  const family = /^(inuse|alloc)_(objects|space)$/.exec(asked);
  const rate = combined.periodType.type === 'space' ? Number(combined.period) : 0;
  if (family === null || !(rate > 0)) return null;
  const typeOf = (what: string): number =>
    combined.sampleTypes.findIndex((type) => type.type === `${family[1] ?? ''}_${what}`);
  const [objectsType, spaceType] = [typeOf('objects'), typeOf('space')];
  if (objectsType < 0 || spaceType < 0) return null;
  const isInUse = family[1] === 'inuse';
  const objects = valuesOf(combined, objectsType);
  const space = valuesOf(combined, spaceType);
  const values = family[2] === 'objects' ? objects : space;
  /** What one sampled object of the sample stands for, in the requested unit. */
  const weight = (sample: number): number => {
    const size = at(objects, sample) === 0 ? 0 : at(space, sample) / at(objects, sample);
    if (!(size > 0)) return 0;
    const chance = rate <= 1 ? 1 : -Math.expm1(-size / rate);
    return (family[2] === 'objects' ? 1 : size) / chance;
  };
  const columnOf = (from: number, to: number, of: (sample: number) => number): Column =>
    numbersOf(combined.sampleCount, (sample) => (sample >= from && sample < to ? of(sample) : 0));
  const value = (sample: number): number => at(values, sample);
  const weighted = (sample: number): number => at(values, sample) * weight(sample);
  return {
    method: 'sampled-bytes',
    beyond: isInUse ? 'unknown' : 'different',
    columns: [
      columnOf(beforeStart, combined.sampleCount, value), columnOf(0, beforeStart, value),
      columnOf(0, combined.sampleCount, weighted),
    ],
    sentence: isInUse
      ? `By sampled objects (one sample each ${rate} bytes allocated on average): rows within sampling error are `
        + 'noise. What is in use goes up and down under one and the same load, so of more than that '
        + 'one snapshot a side cannot tell whether it stays; 4 snapshots or more on each side can.'
      : `By sampled objects (one sample each ${rate} bytes `
        + `allocated on average), at most ${100 * MAX_FALSE} % of the rows called different expected to be false.`,
    pValue: (sum) => {
      const [before, after, weightedSum] = [sum(0), sum(1), sum(2)];
      if (before < 0 || after < 0 || !(weightedSum > 0)) return null;
      const each = weightedSum / (before + after);
      if (!((before + after) / each >= LEAST_COUNT)) return null;
      return rateDifferencePValue(before / each, after / each, ratio);
    },
  };
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
