import { setFlagsFromString } from 'node:v8';
import { expect, it, vi } from 'vitest';
import { heapsMayGrow, keepHeapsSmall } from './heapGrowth.ts';

vi.mock('node:v8', () => ({ setFlagsFromString: vi.fn() }));

const told = (): unknown[] => vi.mocked(setFlagsFromString).mock.calls.flat();

it('heaps are kept small from when they shall be, but while any thread works', () => {
  const before = heapsMayGrow();
  before();
  expect(told()).toEqual([]);
  const one = heapsMayGrow();
  keepHeapsSmall();
  expect(told()).toEqual(['--no-optimize-for-size']);
  const other = heapsMayGrow();
  one();
  expect(told()).toHaveLength(1);
  other();
  expect(told().at(-1)).toBe('--optimize-for-size');
  heapsMayGrow();
  expect(told().at(-1)).toBe('--no-optimize-for-size');
});
