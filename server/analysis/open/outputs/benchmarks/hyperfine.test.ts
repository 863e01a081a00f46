import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const run = (number: number, mean: string): string[] => [
  `Benchmark ${number}: sleep 0.$((${number} + 1))`,
  `  Time (mean ± σ):     ${mean} ms ±  87.5 ms    [User: 0.7 ms, System: 0.0 ms]`, '',
];

it('two commands of few runs, of which the slower one has less CPU time', () => {
  const of = (name: string, mean: string, user: string, count: number): string[] => [`Benchmark 1: ${name}`,
    `  Time (mean ± σ):      ${mean} s ±  0.110 s    [User: ${user} s, System: 100.0 ms]`,
    `  Range (min … max):    5.900 s …  6.900 s    ${count} runs`, ''];
  const told = (count: number): string | null => recognize(new TextEncoder().encode([
    ...of('./old', '6.000', '5.700', count), ...of('./new', '6.180', '5.500', count), 'Summary', '  ./old ran',
    '    1.03 ± 0.05 times faster than ./new',
  ].join('\n'))).interest;
  expect(told(3)).toBe('./old is not distinguishable from ./new (1.03 ± 0.05 times). In the order of the text they '
    + 'take 6 s and 6.18 s in the mean. From ./old to ./new the CPU time (user and system) falls by 3.45 % while the '
    + 'time rises: it is 96.7 % and 90.6 % of the time, so ./new does not work more, it waits more, such as for the '
    + 'disk, the network or other programs. 3 runs each can show neither a difference nor that there is none: the '
    + 'smallest possible p is 0.10. Run both in turns, at least 10 times each.');
  expect(told(10)).not.toContain('runs each');
  // Its CPU time is that of several CPUs.
  expect(recognize(new TextEncoder().encode([...of('./a', '6.000', '12.700', 10), ...of('./b', '6.180', '11.500', 10)]
    .join('\n'))).interest).not.toContain('CPU time');
});

it('a summary that is cut within a name has the name from its benchmark, and all means are told', () => {
  expect(recognize(new TextEncoder().encode([
    ...run(1, '210.7'), ...run(2, '310.7'), ...run(3, '490.8'), 'Summary', "  'sleep 0.$((1 + 1))' ran",
    "    1.47 ± 0.67 times faster than 'sleep 0.$((2 + ",
  ].join('\n'))).interest).toBe("'sleep 0.$((1 + 1))' is not distinguishable from 'sleep 0.$((2 + 1))' (1.47 ± 0.67 "
    + 'times). In the order of the text they take 211 ms, 311 ms and 491 ms in the mean.');
});

it('a difference far beyond the spread is likely with three runs, and so is one with a slow first run', () => {
  const of = (name: string, mean: string, user: string): string[] => [`Benchmark 1: ${name}`,
    `  Time (mean ± σ):      ${mean} s ±  0.020 s    [User: ${user} s, System: 0.010 s]`,
    '  Range (min … max):    1.900 s …  6.900 s    3 runs', ''];
  const slow = (seconds: string): string => '  Warning: The first benchmarking run for this command was significantly '
    + `slower than the rest (${seconds} s). This could be caused by (filesystem) caches.`;
  const told = (...rows: string[]): string | null => recognize(new TextEncoder().encode([
    '$ hyperfine --warmup 1 -r 3 ./one ./two', ...of('./one', '2.000', '1.900'), ...of('./two', '6.000', '5.900'),
    ...rows, '', 'Summary', '  ./one ran', '    3.00 ± 0.03 times faster than ./two',
  ].join('\n'))).interest;
  expect(told(slow('6.040'))).toBe('./one is 3.00 ± 0.03 times faster than ./two. In the order of the text they '
    + 'take 2 s and 6 s in the mean. The difference is at least 63 times the standard deviation of the runs, so it '
    + 'is likely, but not tested: with 3 runs each the smallest possible p of a rank test is 0.10; to show a '
    + 'difference of a few per cent, run both in turns, at least 10 times each. The warning about a '
    + 'slow first run does not change that: it took 40 ms more than the mean, 1 % of the difference, and a warmup '
    + 'was already set.');
  expect(told(slow('9.000'))).not.toContain('does not change that');
});
