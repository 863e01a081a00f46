/**
 * Makes two profiles comparable: returns the factor for the values of the after side, each rounded separately. The
 * before side never changes, so its numbers are always those of its own profile.
 */
import type { Normalize } from '../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { accumulate } from './accumulate.ts';
import { nameFrames } from './frameNames.ts';
import type { Profile } from '../decode/profile.ts';
import { prunedProfile } from './prune.ts';
import { sumOf, type Column } from '../decode/values.ts';

export interface SideFacts {
  /** Sum of the durations of the side's profiles, 0 if one lacks it. */
  durationNanos: bigint;
  /** Samples the target had ingested when the profiles were taken; null if unknown for any of them. */
  samplesIngested: number | null;
}

/** `combined` holds both sides; each column is 0 for the samples of the other side. */
export interface Comparable {
  combined: Profile; before: Column; after: Column; beforeFacts: SideFacts; afterFacts: SideFacts
}

/**
 * Returns the ratio of sums: `none` and `sum` 1; `total` their ratio (0 if the after side has none, like `-normalize`);
 * `duration` and `samples-ingested` ratio of those; `function:NAME` ratio of NAME's cum. Error `bad_data` if a side
 * lacks the needed value.
 */
export function afterRatio(pair: Comparable, normalize: Normalize): Result<number> {
  if (normalize === 'none' || normalize === 'sum') return ok(1);
  if (normalize === 'total') {
    const after = sumOf(pair.after);
    return ok(after === 0 ? 0 : sumOf(pair.before) / after);
  }
  if (normalize === 'duration') {
    const durations = [Number(pair.beforeFacts.durationNanos), Number(pair.afterFacts.durationNanos)] as const;
    const side = lacking(...durations);
    return ratio(
      ...durations, `normalize=duration needs a duration in both profiles, missing on ${side}; use normalize=total`
    );
  }
  if (normalize === 'samples-ingested') {
    const { samplesIngested: before } = pair.beforeFacts;
    const { samplesIngested: after } = pair.afterFacts;
    if (before === null || after === null) {
      return fail(
        'bad_data', 'normalize=samples-ingested needs profiles captured here from a target that counts ingested '
          + `samples, and of ${lacking(before ?? 0, after ?? 0)} that is not known; use normalize=total`
      );
    }
    return ratio(
      before, after, 'normalize=samples-ingested: the counter of ingested samples did not move between the scrapes '
        + `around the profile of ${lacking(before, after)}; take a longer one, or use normalize=total`
    );
  }
  const name = normalize.slice('function:'.length);
  const [before, after] = cumOf(pair, name);
  const quoted = JSON.stringify(name.slice(0, 200));
  return ratio(
    before, after, `normalize=function: ${quoted} has no value on ${lacking(before, after)}; `
      + 'name a function that both profiles have'
  );
}

function lacking(before: number, after: number): string {
  return before > 0 ? 'the after side' : after > 0 ? 'the before side' : 'both sides';
}

function ratio(before: number, after: number, message: string): Result<number> {
  return before > 0 && after > 0 ? ok(before / after) : fail('bad_data', message);
}

function cumOf(pair: Comparable, name: string): [number, number] {
  const [before = 0, after = 0] = cumsOf(pair.combined, [pair.before, pair.after], name);
  return [before, after];
}

/** Returns cum of a function in each column, without filters; 0 where it does not occur. */
export function cumsOf(profile: Profile, columns: Column[], name: string): number[] {
  const view = prunedProfile(profile);
  const names = nameFrames(profile, view, 'functions', { noInlines: false });
  const slot = names.names.indexOf(name);
  if (slot < 0) return columns.map(() => 0);
  return accumulate(profile, view, names, columns).map((sums) => sums.cum.value(slot));
}
