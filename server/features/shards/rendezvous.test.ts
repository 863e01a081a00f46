import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shardOf } from './rendezvous.ts';

const NAMES = Array.from({ length: 1200 }, (_, i) => `prometheus-${i}.example.org:9090`);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

it('gives every shard about the same share', () => {
  for (const count of [2, 3, 5, 8]) {
    const counts = upTo(count).map((shard) => NAMES.filter((name) => shardOf(name, upTo(count)) === shard).length);
    for (const one of counts) expect(Math.abs(one / (NAMES.length / count) - 1)).toBeLessThan(0.2);
  }
});

it('moves about 1/n of the targets when the nth shard comes, and only to it', () => {
  for (const count of [2, 3, 5, 8]) {
    const moved = NAMES.filter((name) => shardOf(name, upTo(count)) !== shardOf(name, upTo(count - 1)));
    expect(moved.every((name) => shardOf(name, upTo(count)) === count)).toBe(true);
    expect(Math.abs(moved.length / (NAMES.length / count) - 1)).toBeLessThan(0.2);
  }
});

it('a shard that goes leaves what the others have', () => {
  fc.assert(fc.property(
    fc.string(), fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 2 }),
    (name, shards) => {
      const holder = shardOf(name, shards);
      const [gone] = shards.filter((shard) => shard !== holder);
      expect(shardOf(name, shards.filter((shard) => shard !== gone))).toBe(holder);
      expect(shardOf(name, shards.toReversed())).toBe(holder);
    }
  ));
});

it('is the same in every version', () => {
  expect(NAMES.slice(0, 12).map((name) => shardOf(name, upTo(5)))).toEqual([5, 3, 3, 1, 1, 3, 3, 1, 4, 3, 3, 4]);
  expect(shardOf('a', [])).toBeNull();
});
