/** Merges samples with the same stack and labels, like the reference's Merge. */
import { at, type Profile } from '../decode/profile.ts';

/**
 * Adds up equal samples and drops those whose values are then all zero. Order: first appearance. `values` (row-major,
 * as in Profile) may be passed separately, if they were scaled or negated.
 */
export function mergeSamples(profile: Profile, values = profile.values, exactValues = profile.exactValues): Profile {
  const width = profile.sampleTypes.length;
  const rowOf = new Map<string, number>();
  const firstOf: number[] = [];
  const sums: number[] = [];
  const exactSums: bigint[] = [];
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const key = sampleKey(profile, sample);
    let row = rowOf.get(key);
    if (row === undefined) {
      row = firstOf.push(sample) - 1;
      rowOf.set(key, row);
    }
    for (let type = 0; type < width; type++) {
      const from = sample * width + type;
      const to = row * width + type;
      sums[to] = (sums[to] ?? 0) + (values[from] ?? 0);
      if (exactValues !== null) exactSums[to] = BigInt.asIntN(64, (exactSums[to] ?? 0n) + (exactValues[from] ?? 0n));
    }
  }
  return pickSamples(profile, firstOf, sums, exactValues === null ? null : exactSums);
}

/** Drops samples whose values are all zero. */
export function withoutZeros(profile: Profile): Profile {
  const all = Array.from({ length: profile.sampleCount }, (_, sample) => sample);
  const { values, exactValues } = profile;
  return pickSamples(profile, all, [...values], exactValues === null ? null : [...exactValues]);
}

function pickSamples(profile: Profile, samples: number[], sums: number[], exactSums: bigint[] | null): Profile {
  const width = profile.sampleTypes.length;
  const { labels } = profile;
  const values: number[] = [];
  const exact: bigint[] = [];
  const frameStart = [0];
  const frames: number[] = [];
  const start = [0];
  const rows: number[] = [];
  samples.forEach((sample, row) => {
    const own = sums.slice(row * width, (row + 1) * width);
    const ownExact = exactSums?.slice(row * width, (row + 1) * width);
    if (ownExact === undefined ? own.every((value) => value === 0) : ownExact.every((value) => value === 0n)) return;
    for (let type = 0; type < width; type++) {
      values.push(ownExact === undefined ? (own[type] ?? 0) : Number(ownExact[type] ?? 0n));
      if (ownExact !== undefined) exact.push(ownExact[type] ?? 0n);
    }
    for (let frame = at(profile.frameStart, sample); frame < at(profile.frameStart, sample + 1); frame++)
      frames.push(at(profile.frames, frame));
    for (let label = at(labels.start, sample); label < at(labels.start, sample + 1); label++) rows.push(label);
    frameStart.push(frames.length);
    start.push(rows.length);
  });
  return {
    ...profile,
    sampleCount: frameStart.length - 1,
    values: Float64Array.from(values),
    exactValues: exactSums === null ? null : BigInt64Array.from(exact),
    frameStart: Uint32Array.from(frameStart),
    frames: Uint32Array.from(frames),
    labels: {
      start: Uint32Array.from(start),
      key: Uint32Array.from(rows, (label) => at(labels.key, label)),
      text: Int32Array.from(rows, (label) => at(labels.text, label)),
      number: BigInt64Array.from(rows, (label) => labels.number[label] ?? 0n),
      unit: Uint32Array.from(rows, (label) => at(labels.unit, label)),
      strings: labels.strings,
    },
  };
}

function sampleKey(profile: Profile, sample: number): string {
  const { start, key, text, number, unit } = profile.labels;
  const stack = profile.frames.subarray(at(profile.frameStart, sample), at(profile.frameStart, sample + 1)).join(',');
  const labels: string[] = [];
  for (let label = at(start, sample); label < at(start, sample + 1); label++) {
    labels.push(`${at(key, label)}=${at(text, label)}:${number[label] ?? 0n}:${at(unit, label)}`);
  }
  // The order of different keys is irrelevant.
  return `${stack};${labels.sort().join(';')}`;
}
