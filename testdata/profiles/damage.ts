/**
 * Damaged profiles, and what may come of them: a refusal in one sentence, or tables that agree with each other.
 * A case is its number: the same number is the same bytes, so a case that fails can be looked at again.
 */
import { readdirSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FlameNode } from '../../core/contract/contract.ts';
import { decode } from '../../server/profile/decode/decode.ts';
import { diffTop } from '../../server/profile/diff/diff.ts';
import { encode } from '../../server/profile/decode/encode.ts';
import { pairOf } from '../../server/profile/query/pair.ts';
import { at, type Profile } from '../../server/profile/decode/profile.ts';
import { typeIndex } from '../../server/profile/decode/sampleType.ts';
import { flameGraph } from '../../server/profile/tree/stackTree.ts';
import { top } from '../../server/profile/query/top.ts';
import { profileBytes, unwrap } from './oracles.ts';

export interface Seeds { small: Uint8Array[]; large: Uint8Array[] }

const FOLDERS = [
  'edge', 'foreign', 'goprofiles/after', 'goprofiles/before', 'live', 'malformed', 'otel', 'seed-wal', 'synthetic',
];
const SMALL_BYTES = 70_000;
const LARGE_SHARE = 0.005;

/** Every valid profile of the test data, expanded. */
export function damageSeeds(root = new URL('.', import.meta.url)): Seeds {
  const seeds: Seeds = { small: [], large: [] };
  for (const folder of FOLDERS) {
    for (const file of readdirSync(new URL(folder, root))) {
      if (!/\.pb(\.gz)?$/.test(file) || (folder === 'malformed' && !file.startsWith('valid-'))) continue;
      const bytes = profileBytes(`${folder}/${file}`, root);
      const expanded = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
      seeds[expanded.length <= SMALL_BYTES ? 'small' : 'large'].push(expanded);
    }
  }
  return seeds;
}

/** mulberry32: https://github.com/cprosche/mulberry32 */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Damage = (bytes: Uint8Array, random: () => number, other: Uint8Array) => Uint8Array;

const below = (random: () => number, limit: number): number => Math.floor(random() * limit);
const joined = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);

const DAMAGES: Record<string, Damage> = {
  'bit flips': (bytes, random) => {
    const copy = Uint8Array.from(bytes);
    for (let i = random() < 0.5 ? 0 : below(random, 8); i >= 0; i--) {
      const place = below(random, copy.length);
      copy[place] = at(copy, place) ^ (1 << below(random, 8));
    }
    return copy;
  },
  'bytes of their own mind': (bytes, random) => {
    const copy = Uint8Array.from(bytes);
    const tempting = [0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x12, 0x22];
    for (let i = random() < 0.5 ? 0 : below(random, 4); i >= 0; i--) {
      copy[below(random, copy.length)] = random() < 0.5 ? below(random, 256)
        : (tempting[below(random, tempting.length)] ?? 0);
    }
    return copy;
  },
  'a cut end': (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  'a cut start': (bytes, random) => bytes.subarray(below(random, bytes.length)),
  'a piece cut out': (bytes, random) => {
    const from = below(random, bytes.length);
    return joined(bytes.subarray(0, from), bytes.subarray(from + below(random, Math.min(200, bytes.length - from))));
  },
  'a piece twice': (bytes, random) => {
    const from = below(random, bytes.length);
    const to = from + below(random, Math.min(400, bytes.length - from));
    return joined(bytes.subarray(0, to), bytes.subarray(from));
  },
  'the head of one and the tail of another': (bytes, random, other) => (
    joined(bytes.subarray(0, below(random, bytes.length)), other.subarray(below(random, other.length)))),
  'a piece of another': (bytes, random, other) => {
    const place = below(random, bytes.length);
    const from = below(random, other.length);
    return joined(bytes.subarray(0, place), other.subarray(from, from + below(random, 300)), bytes.subarray(place));
  },
  'two after each other': (bytes, _random, other) => joined(bytes, other),
  'a huge number': (bytes, random) => {
    const place = below(random, bytes.length);
    return joined(
      bytes.subarray(0, place), Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01),
      bytes.subarray(place + 1)
    );
  },
};
const KINDS = Object.keys(DAMAGES);
const GZIP_SHARE = 0.1;

/** The damaged file of a number; one in ten is gzip, and half of those were damaged after compressing. */
export function damagedFile(seeds: Seeds, number: number): { what: string; bytes: Uint8Array } {
  const random = randomFrom(number);
  const pick = (): Uint8Array => {
    const from = random() < LARGE_SHARE ? seeds.large : seeds.small;
    return from[below(random, from.length)] ?? new Uint8Array(1);
  };
  const what = KINDS[number % KINDS.length] ?? '';
  const damage = DAMAGES[what] ?? ((bytes: Uint8Array) => bytes);
  const [one, other] = [pick(), pick()];
  if (random() >= GZIP_SHARE) return { what, bytes: damage(one, random, other) };
  return random() < 0.5
    ? { what: `${what}, then gzip`, bytes: gzipSync(damage(one, random, other), { level: 1 }) }
    : { what: `gzip, then ${what}`, bytes: damage(gzipSync(one, { level: 1 }), random, gzipSync(other, { level: 1 })) };
}

/**
 * Reads the file and asks for tables, a tree and a diff. Throws, with what is wrong, unless all is as it must be. True:
 * it was read.
 */
export async function survive(bytes: Uint8Array): Promise<boolean> {
  const decoded = await decode(bytes);
  if (!decoded.ok) {
    const { errorType, message } = decoded.error;
    if (errorType !== 'unprofilable' && errorType !== 'too_large')
      throw new Error(`refused as ${errorType}: ${message}`);
    if (message === '' || message.includes('\n') || message.length > 300)
      throw new Error(`not one clear sentence: ${message}`);
    return false;
  }
  const { profile } = decoded.value;
  for (const { type } of profile.sampleTypes.slice(0, 2)) agree(profile, type);
  const again = unwrap(await decode(encode(profile))).profile;
  if (again.sampleCount !== profile.sampleCount) throw new Error('written and read again it has other samples');
  const self = [{ profile }];
  const pair = pairOf(self, self, undefined, 'none');
  if (pair.ok && unwrap(diffTop(pair.value, {})).rows.some((row) => row.flat.delta !== 0 || row.cum.delta !== 0))
    throw new Error('it differs from itself');
  return true;
}

/** flat adds up to the stacks' values, the tree to the same, each frame to no less than what is below it. */
function agree(profile: Profile, sampleType: string): void {
  const table = top(profile, { sampleType });
  const graph = flameGraph(profile, { sampleType, minRatio: 0.0005 });
  const type = unwrap(typeIndex(profile, sampleType));
  const { rows, total } = unwrap(table);
  const { root } = unwrap(graph);
  // Sums wrap at 64 bits, as the reference's do: nothing can be added up then.
  if (!(total <= Number.MAX_SAFE_INTEGER)) return;
  let size = 0;
  for (let sample = 0; sample < profile.sampleCount; sample++)
    size += Math.abs(at(profile.values, sample * profile.sampleTypes.length + type));
  if (root.value !== size) throw new Error(`the flame graph has ${root.value} of ${size}`);
  if (profile.dropFrames === '' && profile.values.every((value) => value >= 0)) {
    const flat = rows.reduce((sum, row) => sum + row.flat, 0);
    if (flat + root.self !== size)
      throw new Error(`flat adds up to ${flat} and ${root.self} without a stack, of ${size}`);
  }
  const check = (node: FlameNode): void => {
    const sum = node.children.reduce((all, child) => all + child.value, node.self);
    if (!(sum <= node.value))
      throw new Error(`${JSON.stringify(node.name.slice(0, 50))} has ${node.value} and ${sum} below it`);
    node.children.forEach(check);
  };
  check(root);
}
