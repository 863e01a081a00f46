import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const PROFILE = ['```', 'Type: alloc_space', 'Showing nodes accounting for 310MB, 77.5% of 400MB total',
  '      flat  flat%   sum%        cum   cum%', '     210MB 52.50% 52.50%      210MB 52.50%  shop/enc.(*Encoder).grow',
  '     100MB 25.00% 77.50%      310MB 77.50%  shop/enc.(*Encoder).Encode', '```', ''];

it('a table beside a profile is reported, the largest change first', () => {
  expect(told(...PROFILE, '| Benchmark | \u0414\u043e | \u041f\u043e\u0441\u043b\u0435 |', '|---|---|---|',
    '| Retry | 900 B/op, 12 allocs | 1350 B/op, 12 allocs |', '| Batch | 5120 B/op, 40 allocs | 640 B/op, 5 allocs |'))
    .toContain(' A table beside it compares before and after: Batch 5120 B/op to 640 B/op (\u221287.5 %), 40 allocs to '
      + '5 allocs (\u221287.5 %); Retry 900 B/op to 1350 B/op (+50 %), 12 allocs to 12 allocs (no change).');
});

it('amounts of several units, and a unit of the title', () => {
  expect(told(...PROFILE, '| block | old (ms) | new (ms) |', '|---|---|---|', '| a | 40 | 10 |'))
    .toContain('a 40 ms to 10 ms (\u221275 %).');
  expect(told(...PROFILE, '| block | before | after |', '|---|---|---|', '| a | 2 GiB | 512 MiB |', '| b | 9 | 3 |'))
    .toMatch(/before and after: a 2 GiB to 512 MiB \(\u221275 %\)\.$/);
});

it('other tables are not', () => {
  expect(told(...PROFILE, '| target | before last | state |', '|---|---|---|', '| a | 2 s | up |'))
    .not.toContain('beside');
});
