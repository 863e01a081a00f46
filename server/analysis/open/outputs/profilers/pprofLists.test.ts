import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { listFacts } from './pprofLists.ts';

const TOP = [
  'File: app', 'Type: cpu', '      flat  flat%   sum%        cum   cum%',
  '     4.98s 57.24% 57.24%      4.98s 57.24%  cpuid',
  '     0.76s  8.74% 65.98%      0.76s  8.74%  decrypt',
];
const LISTS = [
  'ROUTINE ======================== main.work in /src/app.go', '      20ms      8.14s (flat, cum) 93.56% of Total',
  '         .          .     31:\tfor {', '      10ms       10ms     36:\t\tk = next()',
  '         .      5.95s     37:\t\tblock := newCipher(k)', '         .      1.67s     43:\t\tblock.crypt()',
  'ROUTINE ======================== newCipher in /src/c.go', '      60ms      5.95s (flat, cum) 68.39% of Total',
  '         .      4.99s     39:\tif cpuid() {',
  'ROUTINE ======================== cpuid in /src/c.s', '     4.98s      4.98s (flat, cum) 57.24% of Total',
  '     4.95s      4.95s     80:\tMOVQ CX, DX',
];
const SAID = 'main.work has 8.14s (93.56%) with what it calls, 5.95s of it in line 37: block := newCipher(k).';

it('the lists after a table say which line calls most', () => {
  expect(listFacts(LISTS.join('\n'), '')).toBe(SAID);
  expect(listFacts(LISTS.map((line) => `    ${line}`).join('\n'), '')).toBe(SAID);
  expect(recognize(new TextEncoder().encode([...TOP, '', ...LISTS].join('\n'))).interest).toContain(SAID);
});

it('a function that the table has told is not told again', () => {
  expect(listFacts(LISTS.join('\n'), 'main.work has most with what it calls: 8.14s (93.56%).'))
    .toBe('In main.work, 5.95s is in line 37: block := newCipher(k).');
});

it('a function that works itself has no such line', () => {
  expect(listFacts(LISTS.slice(9).join('\n'), '')).toBeNull();
  expect(listFacts(TOP.join('\n'), '')).toBeNull();
});
