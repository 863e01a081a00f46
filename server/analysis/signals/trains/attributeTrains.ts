/**
 * Finds which rule groups and scrape jobs make a curve rise, and by how much. Models the curve above its quiet level as
 * a sum of pulses at known times. See docs/reference/rule-spikes.md.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { robustMean } from '../../../../core/statistics/robustMean.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { measureUnit, type UnitMeasure } from './measureUnit.ts';
import { nonNegativeWeights } from './nonNegative.ts';
import type { PulseTrain } from './pulseTrain.ts';
import { centred, momentsOf, pulseColumn, summed, type CurveSample } from './trainColumns.ts';
import { mostPerPulse, trainSources, type Measurable, type Pulse, type TrainSource } from './trainSources.ts';
import { joinAlike, type TrainUnit } from './trainUnits.ts';

/** Uses the newest samples only: 11 hours of 1 s scrapes. */
const MAX_SAMPLES = 40_000;
/** Number of sources tested, longest pulses first; a target has at most this many heavy ones. */
const MAX_TESTED = 40;
/** Number of time blocks, each left out once to estimate the errors of the weights (jackknife). */
const BLOCKS = 16;
/** The allocations of a pulse are collected within this time after it. */
const COLLECTED_MS = 1000;
/** A column that varies by less than this share of its square is as flat as a level. */
const FLAT_SHARE = 0.1;

export interface TrainsInput {
  /** Samples within an event that uses CPU itself (`isBusy`) are skipped. */
  samples: readonly (CurveSample & { isBusy: boolean })[];
  /** Quiet level of each sample. */
  level: Float64Array;
  trains: readonly PulseTrain[];
  /** Other events at known times and of unknown cost: GC cycles. */
  besides: readonly SpanMs[];
  /** Cores that the process may use at once; null if unknown, infinite if the curve is not of CPU. */
  cores: number | null;
  /** Minimum area of a pulse to be visible among samples this far apart. */
  leastArea: number;
}

/**
 * `named`: the curve rises at its pulses. `none`: no rise is detected. `too-short`: a pulse cannot cost enough to be
 * visible. `too-few`: too few pulses. `flat`: samples are too far apart for pulses to stand out.
 */
export type TrainVerdict = 'named' | 'none' | 'too-short' | 'too-few' | 'flat';

export interface TrainResult {
  /** More than one if they cannot be distinguished. */
  sources: TrainSource[];
  verdict: TrainVerdict;
  /** Measured cost; null if not tested. */
  measure: UnitMeasure | null;
  /** Pulses of all its sources; simultaneous ones are merged. */
  pulses: Pulse[];
}

/** Returns each source once, in the order of `trains`; those that cannot be distinguished share a result. */
export function attributeTrains(input: TrainsInput): TrainResult[] {
  const used = input.samples.flatMap((sample, k) => {
    const above = sample.value - numberAt(input.level, k);
    return sample.isBusy || Number.isNaN(above) ? [] : [{ sample, above }];
  }).slice(-MAX_SAMPLES);
  const [first, measuredFirst, last] = [input.samples[0], used[0]?.sample, input.samples.at(-1)];
  if (first === undefined || measuredFirst === undefined || last === undefined) return [];
  const samples = used.map(({ sample }) => sample);
  const isSeen = (source: Measurable): boolean => mostPerPeriod(source, input.cores) >= input.leastArea;
  const time = { fromMs: first.startMs, measuredFromMs: measuredFirst.startMs, toMs: last.endMs };
  const sources = trainSources(input.trains, time, isSeen);
  const tested = sources.filter(isSeen)
    .toSorted((a, b) => mostPerPeriod(b, input.cores) - mostPerPeriod(a, input.cores)).slice(0, MAX_TESTED);
  const columns = new Map(tested.map((source) => [source, pulseColumn(samples, source.pulses)]));
  const uneven = tested.filter((source) => {
    const column = columns.get(source);
    return column !== undefined && !isFlat(samples, column);
  });
  const above = Float64Array.from(used, (one) => one.above);
  const fit = (units: readonly TrainUnit[]): TrainResult[] => (
    fitUnits(units, samples, above, { ...input, tests: sources.length })
  );
  const apart = fit(joinAlike(samples, uneven, columns));
  // Two that overlap may be clear only together.
  const unclear = new Set(apart.flatMap(({ verdict, sources: own }) => (verdict === 'none' ? own : [])));
  const joined = joinAlike(samples, uneven, columns, unclear);
  const results = joined.length < apart.length ? clearer(apart, fit(joined)) : apart;
  const measured = new Set(results.flatMap((result) => result.sources));
  const others = sources.filter((source) => !measured.has(source)).map((source): TrainResult => ({
    sources: [source], measure: null, pulses: source.pulses,
    verdict: !isSeen(source) ? 'too-short' : columns.has(source) && !uneven.includes(source) ? 'flat' : 'none',
  }));
  const placeOf = ({ sources: [one] }: TrainResult): number => (one === undefined ? -1 : sources.indexOf(one));
  return [...results, ...others].toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the fit that names more sources. */
function clearer(apart: TrainResult[], joined: TrainResult[]): TrainResult[] {
  const named = (results: readonly TrainResult[]): number => (
    results.reduce((sum, { verdict, sources }) => sum + (verdict === 'named' ? sources.length : 0), 0)
  );
  return named(joined) > named(apart) ? joined : apart;
}

/** Returns the maximum cost per period, as scrapes of one job may coincide and are then seen together. */
function mostPerPeriod(source: Measurable, cores: number | null): number {
  return source.targets * mostPerPulse(source, cores);
}

function isFlat(samples: readonly CurveSample[], column: Float64Array): boolean {
  const moments = momentsOf(samples, [column], 0, samples.length);
  return numberAt(centred(moments), 0) <= FLAT_SHARE * numberAt(moments.products, 0);
}

/** Fits the weights of all units at once, and measures each unit on the curve without the others. */
function fitUnits(
  units: readonly TrainUnit[], samples: readonly CurveSample[], above: Float64Array,
  { besides, cores, leastArea, tests }: Pick<TrainsInput, 'besides' | 'cores' | 'leastArea'> & { tests: number },
): TrainResult[] {
  if (units.length === 0) return [];
  const columns = [
    ...units.map(({ column }) => column), pulseColumn(samples, ownCycles(besides, units, samples)),
  ];
  const blocks = blockEdges(samples).map(([from, to]) => momentsOf(samples, [...columns, above], from, to));
  const upper = Float64Array.from([
    ...units.map(({ sources }) => sources.reduce((sum, source) => sum + mostPerPulse(source, cores), 0)), Infinity,
  ]);
  const whole = summed(blocks);
  const weights = weightsOf(centred(whole), upper);
  const drops = blocks.map((_, at) => weightsOf(centred(summed(blocks, at)), upper));
  const errors = weights.map((weight, c) => Math.sqrt(
    (drops.length - 1) / drops.length * drops.reduce((sum, drop) => sum + (numberAt(drop, c) - weight) ** 2, 0)
  ));
  const unexplained = above.map((value, k) => (
    value - columns.reduce((sum, column, c) => sum + numberAt(weights, c) * numberAt(column, k), 0)
  ));
  // Robust, because a burst of queries would lift the mean.
  const level = robustMean(unexplained)?.mean ?? 0;
  const rest = unexplained.map((value) => value - level);
  return units.map((unit, at): TrainResult => {
    const own = rest.map((value, k) => value + numberAt(weights, at) * numberAt(unit.column, k));
    const measure = measureUnit(unit, { samples, own, columns, errors, at, tests, leastArea });
    return {
      sources: unit.sources, pulses: unit.pulses, measure,
      verdict: measure === null ? 'too-few' : measure.isClear ? 'named' : 'none',
    };
  });
}

/**
 * Returns cycles as pulses. A cycle within trains' pulses is weighted by how often chance would place it there: work
 * allocates, and collecting a train's allocations is part of its cost.
 */
function ownCycles(
  besides: readonly SpanMs[], units: readonly TrainUnit[], samples: readonly CurveSample[]
): Pulse[] {
  const spans = joinedSpans(units.flatMap(({ pulses }) => (
    pulses.map(({ startMs, endMs }) => ({ startMs, endMs: endMs + COLLECTED_MS }))
  )));
  const endAt = (place: number): number => elementAt(spans, place).endMs;
  const isIn = ({ startMs, endMs }: SpanMs): boolean => (
    (spans[countBelow(spans.length, endAt, startMs)]?.startMs ?? Infinity) < endMs
  );
  const within = besides.map(isIn);
  const count = within.filter(Boolean).length;
  const sampledMs = samples.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const coveredMs = samples.reduce((sum, sample) => sum + (isIn(sample) ? sample.endMs - sample.startMs : 0), 0);
  const byChance = count * (sampledMs - coveredMs) > 0
    ? Math.min(1, (besides.length - count) * coveredMs / (count * (sampledMs - coveredMs))) : 0;
  return besides.map(({ startMs, endMs }, at) => (
    { startMs, endMs: Math.max(endMs, startMs + 1), mass: within[at] === true ? byChance : 1 }
  ));
}

function weightsOf(products: Float64Array, upper: Float64Array): Float64Array {
  const [width, all] = [upper.length, upper.length + 1];
  const own = new Float64Array(width * width);
  const targets = new Float64Array(width);
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) own[a * width + b] = numberAt(products, a * all + b);
    targets[a] = numberAt(products, a * all + width);
  }
  return nonNegativeWeights({ products: own, targets }, upper);
}

/** Returns the sample ranges of blocks of equal time. */
function blockEdges(samples: readonly CurveSample[]): [number, number][] {
  const startAt = (k: number): number => elementAt(samples, k).startMs;
  const fromMs = startAt(0);
  const lengthMs = (elementAt(samples, samples.length - 1).endMs - fromMs) / BLOCKS;
  const edges = Array.from({ length: BLOCKS + 1 }, (_, at) => (
    at === BLOCKS ? samples.length : countBelow(samples.length, startAt, fromMs + at * lengthMs)
  ));
  return edges.slice(1).map((to, at): [number, number] => [elementAt(edges, at), to]).filter(([from, to]) => to > from);
}
