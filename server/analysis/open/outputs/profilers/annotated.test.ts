import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

it('node --prof-process: the total is that of its head, and the tree has percentages of its own', () => {
  expect(told(
    'Statistical profiling result from isolate-0x1-v8.log, (1000 ticks, 250 unaccounted, 0 excluded).', '',
    ' [Shared libraries]:', '   ticks  total  nonlib   name', '     40    4.0%          /usr/lib/libc.so.6', '',
    ' [JavaScript]:', '   ticks  total  nonlib   name', '    300   30.0%   31.2%  LazyCompile: *fib /app/a.js:3:13',
    '', ' [Summary]:', '   ticks  total  nonlib   name', '    400   40.0%   41.7%  JavaScript',
    '    120   12.0%   12.5%  GC', '',
    ' [Bottom up (heavy) profile]:', '   ticks parent  name', '    900  100.0%    LazyCompile: *fib /app/a.js:3:13',
  )).toEqual(['v8-processed', 'Of 1,000 ticks, LazyCompile: *fib /app/a.js:3:13 has most itself: 300 (30.0 %). Garbage '
    + 'collection takes 12.0 %. 25 % of the ticks are in no function.']);
});

it('callgrind_annotate: shares are of the totals of the program', () => {
  const rule = '-'.repeat(80);
  expect(told(
    rule, 'Ir', rule, '40,000,000 (100.0%)  PROGRAM TOTALS', '', rule, 'Ir                   file:function', rule,
    ' 8,000,000 (20.00%)  main.c:main [/app/a.out]', '20,000,000 (50.00%)  work.c:sum(int, int) [/app/a.out]',
  )).toEqual(['valgrind-annotated', 'Of 40,000,000 Ir in all, work.c:sum(int, int) has most: 20,000,000 (50 %).']);
});

it('node --prof-process twice: each table under its heading, and what differs most', () => {
  const table = (ticks: number, own: number): string[] => [
    '```', 'Testing v8 version different from logging version',
    `Statistical profiling result from isolate-0x1-v8.log, (${ticks} ticks, 0 unaccounted, 0 excluded).`,
    ' [Shared libraries]:', '   ticks  total  nonlib   name', `   ${ticks / 2}   50.0%          /bin/node`,
    ' [JavaScript]:', '   ticks  total  nonlib   name',
    `   ${own}   4.0%   5.2%  LazyCompile: *stats /app/a.js:9:1`, '```',
  ];
  expect(told('Leaky', ...table(2000, 80), '', 'Mended', ...table(1000, 4))).toEqual(['v8-processed',
    'It has 2 tables, with 2,000 ticks in the first and 1,000 in the last (2 times as many in the first). '
    + 'LazyCompile: *stats /app/a.js:9:1 differs most: 80 ticks in the first, 4 in the last (20 times as many). '
    + 'Leaky: of 2,000 ticks, /bin/node has most itself: 1,000 (50.0 %). '
    + 'Mended: of 1,000 ticks, /bin/node has most itself: 500 (50.0 %). Ticks depend on how long each run was, too.']);
});

it('an event loop that waits is no work', () => {
  const text = (leaf: string): string => told('Statistical profiling result from a.log, (1000 ticks, 0 unaccounted, 0 '
    + 'excluded).', '', ' [Shared libraries]:', '   ticks  total  nonlib   name', '    900   90.0%          '
    + '/lib/libc.so.6',
  ' [Summary]:', '   ticks  total  nonlib   name', '    900   90.0%          Shared libraries', '',
  ' [Bottom up (heavy) profile]:', '   ticks parent  name', `    900   90.0%  ${leaf}`)[1] ?? '';
  expect(text('epoll_pwait')).toContain('90.0 % of the ticks are in epoll_pwait, in which the event loop waits for '
    + 'work');
  expect(text('memcpy')).not.toContain('event loop');
});
