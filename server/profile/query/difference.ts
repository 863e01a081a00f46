/** Returns after minus before as a profile, as `go tool pprof -proto -base before after` writes it. */
import { fail, ok, type Result } from '../../../core/result.ts';
import { encode } from '../decode/encode.ts';
import { mergeSamples } from './mergeSamples.ts';
import { afterRatio } from './normalize.ts';
import { pairOf, part, scaled, type Pair } from './pair.ts';
import { at, type Labels, type Profile } from '../decode/profile.ts';
import { filtered, type Question } from './question.ts';
import type { StackView } from '../decode/stackView.ts';
import { columnOf, roundHalfAway, totalOf } from '../decode/values.ts';

const NANOS = 1e9;

/**
 * Returns uncompressed pprof bytes with every sample type that both sides have. Values of the before side are negative;
 * samples with the same stack and labels on both sides become one, dropped if zero. Applies filters and `normalize`, so
 * that `go tool pprof -top` of it prints the deltas of `diffTop`.
 */
export function encodeDifference(pair: Pair, question: Question): Result<Uint8Array> {
  const what = filtered(pair.combined, question);
  if (!what.ok) return what;
  const { view } = what.value;
  const { values, exactValues, ...difference } = mergeSamples(
    visible({ ...pair.combined, ...signedValues(pair) }, view)
  );
  // Means of groups are fractions; a profile holds integers.
  return ok(encode({ ...difference, values: values.map(roundHalfAway), exactValues }, view));
}

const BASE_KEY = 'pprof::base';

/**
 * Returns the pair as one profile, as the reference does: values of the before side are negative, equal samples are
 * added up. `base`: `diff_base` keeps both sides apart by a label, so that shares refer to the before side's total;
 * `base` adds up samples of both sides, so that shares refer to what differs.
 */
export function signedProfile(pair: Pair, base: 'base' | 'diff_base'): Profile {
  const { combined, beforeStart } = pair;
  const labels = base === 'base' ? combined.labels : labelledFrom(combined.labels, combined.sampleCount, beforeStart);
  const signed = signedValues(pair);
  return mergeSamples({ ...combined, labels }, signed.values, signed.exactValues);
}

/** Adds the label `pprof::base=true` to samples from `from` on. */
function labelledFrom(labels: Labels, samples: number, from: number): Labels {
  const count = labels.key.length + samples - from;
  const start = new Uint32Array(samples + 1);
  const key = new Uint32Array(count);
  const text = new Int32Array(count);
  const number = new BigInt64Array(count);
  const unit = new Uint32Array(count);
  let next = 0;
  for (let sample = 0; sample < samples; sample++) {
    for (let label = at(labels.start, sample); label < at(labels.start, sample + 1); label++, next++) {
      key[next] = at(labels.key, label);
      text[next] = at(labels.text, label);
      number[next] = labels.number[label] ?? 0n;
      unit[next] = at(labels.unit, label);
    }
    if (sample >= from) {
      key[next] = labels.strings.length;
      text[next++] = labels.strings.length + 1;
    }
    start[sample + 1] = next;
  }
  return { start, key, text, number, unit, strings: [...labels.strings, BASE_KEY, 'true'] };
}

/** Returns the base of `-base` shares: the magnitudes of the differences, sample by sample, before filters. */
export function changedTotal(pair: Pair): number {
  const profile = signedProfile(pair, 'base');
  return totalOf(profile, columnOf(profile, pair.type));
}

/** Types that only grow while a process runs. */
export const GROWING = /^(alloc_|contentions$|delay$)/;

/**
 * Returns the change between two snapshots of one process, `seconds` apart, as a profile, like a target's own
 * `?seconds=N` (https://go.dev/src/net/http/pprof/pprof.go). Types that can shrink (in use) may have negative values.
 * Error `target_error` if a value fell that only grows: the process was restarted.
 */
export function encodeChange(earlier: Profile, later: Profile, seconds: number): Result<Uint8Array> {
  const pair = pairOf([{ profile: earlier }], [{ profile: later }], undefined, 'none');
  if (!pair.ok) return pair;
  const { combined, beforeStart } = pair.value;
  for (const [type, { type: name }] of combined.sampleTypes.entries()) {
    const { numbers } = columnOf(combined, type);
    const sum = (from: number, to: number): number =>
      numbers.subarray(from, to).reduce((total, value) => total + value, 0);
    if (GROWING.test(name) && sum(0, beforeStart) < sum(beforeStart, numbers.length)) {
      return fail(
        'target_error', `the process was restarted between the two snapshots (its ${name} fell); take the profile again`
      );
    }
  }
  const durationNanos = BigInt(Math.round(seconds * NANOS));
  return encodeDifference(
    { ...pair.value, combined: { ...combined, durationNanos, timeNanos: earlier.timeNanos } }, {}
  );
}

function signedValues(pair: Pair): Pick<Profile, 'values' | 'exactValues'> {
  const { combined, beforeStart } = pair;
  const width = combined.sampleTypes.length;
  const values = new Float64Array(combined.values.length);
  const exactValues = combined.exactValues === null ? null : new BigInt64Array(values.length);
  const sizes = { before: pair.sides.before.length, after: pair.sides.after.length };
  for (let type = 0; type < width; type++) {
    const column = columnOf(combined, type);
    const after = part(column, 0, beforeStart);
    const before = part(column, beforeStart, combined.sampleCount);
    // Each type has its own ratio; one without values of the named function is scaled like the requested type.
    const ratio = afterRatio({ ...pair, before, after }, pair.normalize);
    const own = scaled(after, ratio.ok ? ratio.value : pair.ratio, sizes, pair.normalize);
    for (let sample = 0; sample < combined.sampleCount; sample++) {
      const cell = sample * width + type;
      const isAfter = sample < beforeStart;
      const { numbers, exact } = isAfter ? own.after : before;
      const divisor = isAfter ? own.divisors.after : own.divisors.before;
      const sign = isAfter ? 1 : -1;
      values[cell] = sign * (at(numbers, sample) / divisor) + 0;
      if (exactValues === null) continue;
      const whole = divisor === 1 ? exact?.[sample] : undefined;
      exactValues[cell] = BigInt(sign) * (whole ?? BigInt(roundHalfAway(at(numbers, sample) / divisor)));
    }
  }
  return { values, exactValues };
}

/** Returns the profile with only the samples and frames that the view keeps. */
export function visible(profile: Profile, view: StackView): Profile {
  const width = profile.sampleTypes.length;
  const frameStart = new Uint32Array(profile.sampleCount + 1);
  const frames: number[] = [];
  const values = profile.values.slice();
  const exactValues = profile.exactValues?.slice() ?? null;
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (view.kept[sample] === 0) {
      // Samples of zeros are dropped on merging.
      values.fill(0, sample * width, (sample + 1) * width);
      exactValues?.fill(0n, sample * width, (sample + 1) * width);
    }
    for (let frame = at(view.from, sample); frame < at(view.to, sample); frame++) {
      const location = at(profile.frames, frame);
      if (view.hidden[location] === 0) frames.push(location);
    }
    frameStart[sample + 1] = frames.length;
  }
  return { ...profile, values, exactValues, frameStart, frames: Uint32Array.from(frames) };
}
