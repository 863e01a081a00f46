import { expect, it } from 'vitest';
import { sizeGrowth } from './sizeGrowth.ts';

const of = (...rows: [name: string, value: number][]): string | null =>
  sizeGrowth(rows.map(([name, value]) => ({ name, value })), 'sec/op');

it('time that grows linearly with the number in the names, with a fixed part', () => {
  expect(of(['Gather1-8', 12e-6], ['Gather10-8', 30e-6], ['Gather100-8', 210e-6], ['Gather1000-8', 2100e-6]))
    .toBe('From Gather1 to Gather1000 the time grows nearly linearly: 2 µs to 2.1 µs per unit of the number '
      + 'after Gather, and about 10 µs fixed.');
  expect(of(['A/10_series', 10e-6], ['A/100_series', 100e-6], ['A/1k_series', 1000e-6]))
    .toBe('From A/10_series to A/1k_series the time grows nearly linearly: 1 µs per unit of series.');
  expect(of(['S/n=10-4', 10e-6], ['S/n=100-4', 100e-6], ['S/n=1000-4', 1000e-6])).toContain('1 µs per unit of n.');
});

it('other growth, and names that differ otherwise', () => {
  expect(of(['S/n=10-4', 1e-6], ['S/n=100-4', 100e-6], ['S/n=1000-4', 9000e-6]))
    .toBe('From S/n=10 to S/n=1000 the time grows faster than linearly: 9,000 times for 100 times the number.');
  expect(of(['S/10', 1e-6], ['S/100', 2e-6], ['S/1000', 3e-6])).toContain('more slowly than linearly: 3 times for 100');
  expect(of(['S/10', 1e-6], ['S/100', 2e-6])).toBeNull();
  expect(of(['A/10', 1e-6], ['B/100', 2e-6], ['C/1000', 3e-6])).toBeNull();
  expect(of(['S/1', 1e-6], ['S/2', 2e-6], ['S/3', 3e-6])).toBeNull();
});
