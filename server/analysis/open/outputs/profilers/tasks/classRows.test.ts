import { expect, it } from 'vitest';
import { tableFacts } from '../tables/tableFacts.ts';

const table = (type: string, ...rows: (readonly [share: number, name: string])[]): string => [
  `Type: ${type}`, 'Showing nodes accounting for 8s, 80% of 10s total', '      flat  flat%   sum%        cum   cum%',
  ...rows.map(([share, name]) => `    ${share / 10}s ${share}% ${share}%   ${share / 10}s ${share}%  ${name}`),
].join('\n');
const ROWS = [
  [22, 'runtime.memmove'], [12, 'internal/runtime/syscall.Syscall6'], [9, 'runtime.mapaccess2_faststr'],
  [8, 'aeshashbody'], [4, 'regexp.(*Regexp).tryBacktrack'], [3, 'example.com/shop.Run'],
] as const;

it('sums the work that many programs have by its kind', () => {
  expect(tableFacts(table('cpu', ...ROWS))).toContain('By kind of work, the functions listed have at least: copying '
    + 'and clearing memory 22 %, maps and their hashes 17 %, system calls 12 %.');
});

it('says nothing of one kind alone, nor of another type', () => {
  expect(tableFacts(table('cpu', [50, 'runtime.memmove'], [40, 'example.com/shop.Run']))).not.toContain('kind of work');
  expect(tableFacts(table('delay', ...ROWS))).not.toContain('kind of work');
});
