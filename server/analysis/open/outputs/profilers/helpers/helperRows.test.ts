/** Tests tables whose first function works for its callers. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a copy at the top of perf report is not blamed, but its callers', () => {
  const rows = ['    40.00%  shop  libc.so.6  [.] __memmove_avx_unaligned_erms',
    '    30.00%  shop  shop  [.] shop::sum', '    10.00%  shop  shop  [.] shop::send'];
  expect(of(...rows)).toBe('__memmove_avx_unaligned_erms has the highest share listed: 40.00 %. It works for its '
    + 'callers: perf report -g caller shows these, if it was recorded with -g. Then come shop::sum (30 %) and '
    + 'shop::send (10 %).');
  expect(of(rows[0] ?? '', '            |', '            ---shop::load', '               main', ...rows.slice(1)))
    .toContain('It works for its callers, here shop::load.');
  expect(of(...rows.slice(1), '     5.00%  shop  shop  [.] shop::log')).not.toContain('works for');
});

it('the difference of two profiles says that its first function works for others', () => {
  expect(of('$ go tool pprof -top -base a b', 'Type: inuse_space',
    'Showing nodes accounting for 5MB, 83% of 6MB total', '      flat  flat%   sum%        cum   cum%',
    '      3MB 50% 50%      3MB 50%  bytes.growSlice',
    '      2MB 33% 83%      2MB 33%  a.b/shop.keep')).toContain('bytes.growSlice works for its callers. The table has '
    + "no callers: go tool pprof -peek 'bytes\\.growSlice$' shows them.");
});

it('a record of a heap as text is of the function that a helper works for', () => {
  const { caveat } = recognize(new TextEncoder().encode([
    'heap profile: 9: 8388608 [20: 9000000] @ heap/1048576', '1: 2097152 [1: 2097152] @ 0x1 0x2 0x3',
    '#\t0x1\tbytes.growSlice+0x5\t/go/b.go:1', '#\t0x2\tshop/cache.(*Cache).Set+0x5\t/go/c.go:10',
    '#\t0x3\tshop.main+0x7\t/go/m.go:3',
  ].join('\n')));
  expect(caveat).toContain('is of cache.(*Cache).Set, with bytes.growSlice, called by shop.main.');
});
