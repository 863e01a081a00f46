/**
 * Damaged execution traces, and what may come of them: a refusal in one sentence, or a view whose numbers hold. A case
 * is its number: the same number is the same bytes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { cpuSampleProfile } from '../../server/profile/foreign/traceSamples.ts';
import { readTrace } from '../../server/profile/trace/readTrace.ts';

/** Half a second each, so that thousands of cases take seconds. */
export function traceSeeds(root = new URL('.', import.meta.url)): Uint8Array[] {
  return readdirSync(root).filter((file) => file.startsWith('short-') && file.endsWith('.gz')).sort()
    .map((file) => gunzipSync(readFileSync(new URL(file, root))));
}

/** mulberry32: https://github.com/cprosche/mulberry32 */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Below = (limit: number) => number;
type Damage = (bytes: Uint8Array, below: Below) => Uint8Array;
const joined = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);
const some = (bytes: Uint8Array, below: Below): Uint8Array => {
  const at = below(bytes.length);
  return bytes.subarray(at, at + 1 + below(5000));
};

const DAMAGES: Record<string, Damage> = {
  'bit flips': (bytes, below) => {
    const copy = Uint8Array.from(bytes);
    for (let i = below(8); i >= 0; i--) {
      const at = below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
    }
    return copy;
  },
  'other bytes': (bytes, below) => {
    const copy = Uint8Array.from(bytes);
    for (let i = below(40); i >= 0; i--) copy[below(copy.length)] = below(256);
    return copy;
  },
  'a number without an end': (bytes, below) => {
    const copy = Uint8Array.from(bytes);
    const at = below(copy.length);
    return copy.fill(0xff, at, at + 1 + below(12));
  },
  'cut off': (bytes, below) => bytes.subarray(0, below(bytes.length)),
  'a piece missing': (bytes, below) => {
    const at = below(bytes.length);
    return joined(bytes.subarray(0, at), bytes.subarray(at + 1 + below(3000)));
  },
  'a piece twice': (bytes, below) => {
    const at = below(bytes.length);
    return joined(bytes.subarray(0, at), some(bytes, below), bytes.subarray(at));
  },
  'another version': (bytes, below) => joined(Buffer.from(`go 1.${20 + below(9)} trace\0\0\0`), bytes.subarray(16)),
  'two files in one': (bytes) => joined(bytes, bytes),
};

export function damagedTrace(seeds: readonly Uint8Array[], number: number): { what: string; bytes: Uint8Array } {
  const random = randomFrom(number);
  const below: Below = (limit) => Math.floor(random() * limit);
  const kinds = Object.entries(DAMAGES);
  const seed = seeds[number % seeds.length];
  const kind = kinds[below(kinds.length)];
  if (seed === undefined || kind === undefined) throw new Error('there is nothing to damage');
  return { what: kind[0], bytes: kind[1](seed, below) };
}

/** Whether it was read; throws where what was read or said does not hold. */
export function survive(bytes: Uint8Array): boolean {
  const read = readTrace(bytes);
  if (!read.ok) {
    const { message, errorType } = read.error;
    if (errorType !== 'unprofilable' || message.length > 300 || /undefined|NaN|\[object/.test(message))
      throw new Error(`refused as ${errorType}: ${message}`);
    return false;
  }
  const { series, gcCores, durationSeconds, cycles, pauses, cpuSamples } = read.value;
  const holds = (value: number, least = 0): void => {
    if (!Number.isFinite(value) || value < least) throw new Error(`a figure is ${value}`);
  };
  holds(durationSeconds);
  Object.values(gcCores).forEach((cores) => { holds(cores, -1e-9); });
  for (const { atSeconds, durationSeconds: length, ...work } of cycles) {
    holds(atSeconds);
    holds(length);
    holds(work.dedicatedCoreSeconds, -1e-9);
    holds(work.idleCoreSeconds, -1e-9);
  }
  for (const pause of pauses) holds(pause.durationSeconds);
  const { stepSeconds, ...columns } = series;
  for (const column of Object.values(columns)) {
    if (column.length !== series.atSeconds.length) throw new Error('the columns differ in length');
    for (const value of column) if (value !== null) holds(value);
  }
  holds(stepSeconds);
  surviveSamples(bytes, cpuSamples);
  if (JSON.stringify(read.value).length > 2_000_000) throw new Error('the answer is larger than 2 MB');
  return true;
}

/** A profile has all of the samples; or a sentence says why there is none. */
function surviveSamples(bytes: Uint8Array, count: number): void {
  const profile = cpuSampleProfile(bytes);
  if (!profile.ok) {
    const { message, errorType } = profile.error;
    if ((errorType === 'not_found') !== (count === 0) || /undefined|NaN|\[object/.test(message))
      throw new Error(`${count} CPU samples are refused as ${errorType}: ${message}`);
    return;
  }
  const { values, sampleCount } = profile.value;
  const sum = values.reduce((all, value, i) => (i % 2 === 0 ? all + value : all), 0);
  if (sum !== count || sampleCount > count) throw new Error(`of ${count} CPU samples ${sum} are in the profile`);
}
