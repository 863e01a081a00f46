/** Tests what is said of two tables of benchstat together. */
import { expect, it } from 'vitest';
import { comparedFiles } from './comparedFiles.ts';

const table = (...rows: readonly (readonly [name: string, old: string, now: string, change: string])[]): string => [
  '            \u2502   old.txt   \u2502              new.txt               \u2502',
  '            \u2502   sec/op    \u2502   sec/op     vs base              \u2502',
  ...rows.map(([name, old, now, change]) =>
    `${name}-8      ${old} \u00b1 1%   ${now} \u00b1 1%  ${change} (p=0.000 n=10)`),
].join('\n');
const compared = (one: string, other: string): string | null => comparedFiles(
  { name: 'mon.txt', format: 'benchstat', text: one }, { name: 'tue.txt', format: 'benchstat', text: other });

it('changes that the other table does not have are not reproduced', () => {
  expect(compared(table(['Get', '20.00m', '24.00m', '+20.00%'], ['Put', '5.000m', '4.900m', '-2.00%']),
    table(['Get', '19.60m', '19.21m', '-2.00%'], ['Put', '5.050m', '4.949m', '-2.00%']))).toBe(
    'tue.txt beside mon.txt, sec/op: of the 2 benchmarks in both, 1 contradicts (Get-8: +20 % in mon.txt, \u22122 % in '
      + 'tue.txt), so that change is not reproduced; 1 agrees in direction. Their old sides differ by \u22122 % to '
      + '+1 % themselves, which the p of one table does not cover: if the old code is the same, take only larger '
      + 'changes as real, and run both sides in turns.');
});

it('tables of other benchmarks have nothing in common', () => {
  expect(compared(table(['Get', '20.00m', '24.00m', '+20.00%'], ['Put', '5.000m', '4.900m', '-2.00%']),
    table(['A', '19.60m', '19.21m', '-2.00%'], ['B', '5.050m', '4.949m', '-2.00%']))).toBeNull();
});
