/**
 * CPU profiles as large as one likes, the same for the same numbers: a program's calls drawn by chance, with recursion
 * and inlining.
 */
import { gzipSync } from 'node:zlib';
import { seededRandom } from '../../core/statistics/random.ts';
import { ByteWriter } from '../../server/data/wire/byteWriter.ts';

export interface LargeProfile {
  samples: number;
  functions: number;
  /** Profiles of one seed are of one program; those of another side share most stacks, in other numbers. */
  seed: number;
  side: 'before' | 'after';
}

/** 200,000 samples, each with a stack of its own, 30,000 functions: about 20 MB before gzip. */
export const LARGE: Omit<LargeProfile, 'side'> = { samples: 200_000, functions: 30_000, seed: 1 };

const NANOS_PER_SAMPLE = 10_000_000;
const LINES_OF_FUNCTION = 2;
const ONLY_ONE_SIDE = 0.15;
const PACKAGES = [
  'tsdb', 'tsdb/index', 'tsdb/chunkenc', 'promql', 'scrape', 'storage/remote', 'rules', 'web/api/v1', 'model/labels',
  'discovery',
];
const VERBS = [
  'append', 'read', 'compact', 'merge', 'encode', 'decode', 'lookup', 'flush', 'iterate', 'commit', 'parse', 'hash',
];

/** The profile, gzip as the runtime writes it (level 1, the fastest). */
export function largeProfile(shape: LargeProfile): Uint8Array {
  return gzipSync(largeProfileBytes(shape), { level: 1 });
}

export function largeProfileBytes(shape: LargeProfile): Uint8Array {
  const { functions, side } = shape;
  const locations = functions * LINES_OF_FUNCTION;
  const strings = ['', 'samples', 'count', 'cpu', 'nanoseconds', '/usr/bin/tsdb'];
  const out = new ByteWriter();
  out.message(1, (type) => { type.number(1, 1); type.number(2, 2); });
  out.message(1, (type) => { type.number(1, 3); type.number(2, 4); });
  out.message(3, (mapping) => {
    for (const [field, value] of [[1, 1], [2, 0x400000], [3, 0x8000000], [5, 5], [7, 1]] as const)
      mapping.number(field, value);
  });
  writeSamples(out, shape, locations);
  for (let location = 1; location <= locations; location++) {
    const called = ((location - 1) % functions) + 1;
    out.message(4, (row) => {
      row.number(1, location);
      row.number(2, 1);
      row.number(3, 0x400000 + 64 * location);
      // Every tenth location has a small function inlined.
      if (location % 10 === 0)
        row.message(4, (line) => { line.number(1, (called * 7) % functions + 1); line.number(2, 12); });
      row.message(4, (line) => { line.number(1, called); line.number(2, 10 + (location % 400)); });
    });
  }
  for (let called = 1; called <= functions; called++) {
    const name = strings.push(nameOf(called)) - 1;
    const file = strings.push(
      `/go/src/github.com/example/tsdb/${PACKAGES[called % PACKAGES.length] ?? ''}/file${called % 977}.go`
    ) - 1;
    out.message(5, (row) => { row.number(1, called); row.number(2, name); row.number(3, name); row.number(4, file); });
  }
  for (const text of strings) out.text(6, text);
  out.number(9, side === 'before' ? 1_700_000_000_000_000_000 : 1_700_000_600_000_000_000);
  out.number(10, 60_000_000_000);
  out.message(11, (type) => { type.number(1, 3); type.number(2, 4); });
  out.number(12, NANOS_PER_SAMPLE);
  return out.finish();
}

function nameOf(called: number): string {
  const verb = VERBS[called % VERBS.length] ?? '';
  return `github.com/example/tsdb/${PACKAGES[called % PACKAGES.length] ?? ''}.(*Type${called % 613}).${verb}${called}`;
}

/** Stacks grow from each other as calls do: most share a long way from the root with one that is there. */
function writeSamples(out: ByteWriter, { samples, seed, side }: LargeProfile, locations: number): void {
  const random = seededRandom(seed);
  const parent: number[] = [0];
  const location: number[] = [1];
  const depth: number[] = [1];
  for (let stack = 0, written = 0; written < samples; stack++) {
    // Not from the leaves of stacks alone, nor mostly from the root.
    let node = Math.floor(random() * parent.length);
    const wanted = 8 + Math.floor(random() * 36);
    while ((depth[node] ?? 0) > wanted) node = parent[node] ?? 0;
    do {
      const under = node;
      // A function calls few others: the more often called ones have low numbers.
      const callee = random() < 0.03 ? (location[under] ?? 1) : 1 + Math.floor(random() ** 2 * locations);
      node = parent.push(under) - 1;
      location.push(callee);
      depth.push((depth[under] ?? 0) + 1);
    } while ((depth[node] ?? 0) < wanted);
    const count = random() < 0.9 ? 1 : 1 + Math.floor(random() * 20);
    const fate = random();
    const other = 1 + Math.floor(random() * 3);
    if (fate < ONLY_ONE_SIDE && side === (fate < ONLY_ONE_SIDE / 2 ? 'before' : 'after')) continue;
    const leaf = node;
    const value = side === 'before' ? count : other;
    out.message(2, (sample) => {
      sample.packed(1, (numbers) => {
        for (let at = leaf; ; at = parent[at] ?? 0) {
          numbers.varint(location[at] ?? 1);
          if (at === 0) break;
        }
      });
      sample.packed(2, (numbers) => { numbers.varint(value); numbers.varint(value * NANOS_PER_SAMPLE); });
    });
    written++;
  }
}
