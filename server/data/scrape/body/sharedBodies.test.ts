import { expect, it } from 'vitest';
import { SharedBodies } from './sharedBodies.ts';

it('returns different memory for each body, and the same again after its release', () => {
  const bodies = new SharedBodies();
  const all = Array.from({ length: 8 }, (_, i) => bodies.take(10 + i));
  expect(all.map(({ length }) => length)).toEqual([10, 11, 12, 13, 14, 15, 16, 17]);
  expect(new Set(all.map(({ buffer }) => buffer)).size).toBe(8);
  expect(all.every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true);
  const [first = new Uint8Array()] = all;
  bodies.release(first);
  const again = bodies.take(30_000);
  expect([again.buffer === first.buffer, again.length]).toEqual([true, 30_000]);
});

it('never uses memory for two bodies, also if one is released twice or is not its own', () => {
  const bodies = new SharedBodies();
  const body = bodies.take(10);
  for (const one of [body, body, null, new Uint8Array(5), new Uint8Array(new SharedArrayBuffer(5))])
    bodies.release(one);
  const all = Array.from({ length: 9 }, () => bodies.take(10));
  expect(new Set(all.map(({ buffer }) => buffer)).size).toBe(9);
  expect(all.map(({ buffer }) => buffer instanceof SharedArrayBuffer).filter((is) => !is)).toHaveLength(1);
});

it('does not share large bodies, and replaces memory that is too small', () => {
  const bodies = new SharedBodies();
  expect(bodies.take(2 ** 22 + 1).buffer).toBeInstanceOf(ArrayBuffer);
  const small = bodies.take(10);
  bodies.release(small);
  const large = bodies.take(100_000);
  expect([small.buffer.byteLength, large.buffer.byteLength]).toEqual([2 ** 15, 2 ** 17]);
});
