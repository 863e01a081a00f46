import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

it('counts of instructions are compared new against old, whatever a test run prints before them', () => {
  expect(told('running 0 tests', '', 'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured', '',
    'shop::group::bench_sort small:10', '  Instructions:                1100|1000            (+10.0000%) [+1.10000x]',
    '  Estimated Cycles:            2100|2000            (+5.00000%) [+1.05000x]', 'shop::group::bench_sort large:99',
    '  Instructions:                5000|5000            (No change)')).toEqual(['iai-callgrind',
    'Instructions of 2 benchmarks: 1 more (+10 %), 1 the same. The largest change is bench_sort small:10: 1,000 to '
    + '1,100, +10 %. Estimated cycles: +5 %. Counts of instructions hardly differ between runs of one program, so that '
    + 'one run of each side is enough: the code, its input or the compiler changed.']);
});

it('one side alone compares nothing', () => {
  expect(told('shop::group::bench_sort small:10', '  Instructions:                1100|N/A             (*********)')[1])
    .toBe('Nothing is compared: bench_sort small:10 takes 1,100 instructions. Run it again after a change.');
});
