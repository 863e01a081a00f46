/**
 * Makes two profiles, or two groups of profiles, comparable: one set of tables, samples of both sides after each other.
 */
import type { Normalize } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { combine, commonTypes } from './combine.ts';
import { mergeSamples } from './mergeSamples.ts';
import { afterRatio, type SideFacts } from './normalize.ts';
import type { Profile } from '../decode/profile.ts';
import { typeIndex } from '../decode/sampleType.ts';
import { columnOf, scaleColumn, type Column } from '../decode/values.ts';

export interface SideProfile {
  profile: Profile;
  /** The target's counter of ingested samples at start and end of the capture, if known. */
  samplesIngested?: { start: number; end: number };
  target?: TargetAtCapture;
  span?: SpanCoverage;
}

/** Coverage of a time span: its number of profiles, and how many of its seconds they cover. */
export interface SpanCoverage { profiles: number; coveredSeconds: number; seconds: number }

/** Facts about the process at the time of a capture. */
export interface TargetAtCapture { version?: string; goVersion?: string; cores?: number; uptimeSeconds?: number }

export interface Pair {
  combined: Profile;
  /** Samples from here on are the before side's; those below are the after side's, whose header the combination has. */
  beforeStart: number;
  type: number;
  /** Values of each side, summed over a group, 0 for samples of the other side. `divisors` convert them to answers. */
  before: Column;
  after: Column;
  /**
   * Divisors of sums of `before` and `after` in an answer: for means of groups, and for normalization. After values of
   * a single profile are already normalized in the column, each rounded, like in the reference.
   */
  divisors: { before: number; after: number };
  /** Factor that makes a recorded sum of the after side comparable with that of the before side. */
  ratio: number;
  normalize: Normalize;
  /** The original profiles. */
  sides: { before: SideProfile[]; after: SideProfile[] };
  beforeFacts: SideFacts;
  afterFacts: SideFacts;
}

/**
 * `before` and `after` each hold one or more profiles. A group counts as the mean of its profiles, which is the cost of
 * one run, so groups of unequal size compare evenly; with `normalize=sum` as their sum, like several files given to `go
 * tool pprof`. The sample type is the requested one or the after side's default. Error `bad_data`: nothing in common,
 * or a side lacks the sample type or a figure for `normalize`.
 */
export function pairOf(
  before: SideProfile[], after: SideProfile[], sampleType: string | undefined, normalize: Normalize
): Result<Pair> {
  if (before.length === 0 || after.length === 0)
    return fail('bad_data', 'a diff needs a profile on each side; name one in before and one in after');
  const all = [...after, ...before].map((side) => side.profile);
  if (commonTypes(all).length === 0) {
    return fail(
      'bad_data', 'the profiles have no sample type in common '
        + `(before: ${typeNames(before)}; after: ${typeNames(after)}); compare profiles of one kind`
    );
  }
  const { profile: combined, sampleStart } = combine([merged(after), merged(before)]);
  const beforeStart = sampleStart[1] ?? 0;
  const type = typeIndex(combined, sampleType);
  if (!type.ok) return fail('bad_data', `${type.error.message} on both sides; choose one of those`);
  const column = columnOf(combined, type.value);
  const values = {
    combined, beforeFacts: factsOf(before), afterFacts: factsOf(after),
    before: part(column, beforeStart, combined.sampleCount), after: part(column, 0, beforeStart),
  };
  const ratio = afterRatio(values, normalize);
  if (!ratio.ok) return ratio;
  return ok({
    ...values, ...scaled(values.after, ratio.value, { before: before.length, after: after.length }, normalize),
    sides: { before, after }, beforeStart, type: type.value, normalize,
  });
}

/** `ratio`: between the sums of both sides, from `afterRatio`. */
export function scaled(
  after: Column, ratio: number, profiles: { before: number; after: number }, normalize: Normalize
): Pick<Pair, 'after' | 'divisors' | 'ratio'> {
  if (normalize === 'sum') return { after, divisors: { before: 1, after: 1 }, ratio };
  if (normalize === 'none') return { after, divisors: profiles, ratio: profiles.before / profiles.after };
  if (profiles.before === 1 && (profiles.after === 1 || normalize === 'total'))
    return { after: scaleColumn(after, ratio), divisors: { before: 1, after: 1 }, ratio };
  return { after, divisors: { before: profiles.before, after: profiles.before / ratio }, ratio };
}

function typeNames(sides: SideProfile[]): string {
  return [
    ...new Set(sides.flatMap((side) => side.profile.sampleTypes.map((each) => `${each.type}/${each.unit}`)))
  ].join(', ');
}

function merged(sides: SideProfile[]): Profile {
  const [only, ...others] = sides.map((side) => side.profile);
  if (only !== undefined && others.length === 0) return only;
  return mergeSamples(combine(sides.map((side) => side.profile)).profile);
}

function factsOf(sides: SideProfile[]): SideFacts {
  const durations = sides.map((side) => side.profile.durationNanos);
  const ingested = sides.map(ingestedBy);
  return {
    durationNanos: durations.some((duration) => duration <= 0n) ? 0n : durations.reduce((sum, each) => sum + each, 0n),
    samplesIngested: ingested.some((each) => each === null) ? null
      : ingested.reduce<number>((sum, each) => sum + (each ?? 0), 0),
  };
}

/**
 * Returns the samples ingested in the profile's duration (cpu), or all so far for one that counts from the start
 * (allocs).
 */
export function ingestedBy({ profile, samplesIngested }: SideProfile): number | null {
  if (samplesIngested === undefined) return null;
  return profile.durationNanos > 0n ? samplesIngested.end - samplesIngested.start : samplesIngested.end;
}

/** Returns the column with zeros outside `from` to `to`. */
export function part(column: Column, from: number, to: number): Column {
  const numbers = new Float64Array(column.numbers.length);
  numbers.set(column.numbers.subarray(from, to), from);
  if (column.exact === null) return { numbers, exact: null };
  const exact = new BigInt64Array(column.exact.length);
  exact.set(column.exact.subarray(from, to), from);
  return { numbers, exact };
}
