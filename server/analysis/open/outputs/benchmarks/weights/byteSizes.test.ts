import { expect, it } from 'vitest';
import { byteWords } from './byteSizes.ts';

it('bytes that change both ways are weighed by their amount, in the multiples of the table', () => {
  const rows = [{ name: 'Small', base: 200e3, change: 0.1 }, { name: 'Large', base: 100e6, change: -0.08 }];
  expect(byteWords(rows, 'alloc/op')).toBe('In bytes Large has 8 MB less per operation, those with more at most 20 kB '
    + 'more: weigh them by how often each runs.');
  expect(byteWords(rows, 'B/op')).toContain('7.63 MiB less');
  expect(byteWords(rows, 'sec/op')).toBeNull();
  expect(byteWords(rows.slice(0, 1), 'B/op')).toBeNull();
  expect(byteWords([...rows, { name: 'Other', base: 90e6, change: 0.09 }], 'B/op')).toBeNull();
});
