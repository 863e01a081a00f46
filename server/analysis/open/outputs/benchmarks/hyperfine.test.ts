import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const run = (number: number, mean: string): string[] => [
  `Benchmark ${number}: sleep 0.$((${number} + 1))`,
  `  Time (mean ± σ):     ${mean} ms ±  87.5 ms    [User: 0.7 ms, System: 0.0 ms]`, '',
];

it('a summary that is cut within a name has the name from its benchmark, and all means are told', () => {
  expect(recognize(new TextEncoder().encode([
    ...run(1, '210.7'), ...run(2, '310.7'), ...run(3, '490.8'), 'Summary', "  'sleep 0.$((1 + 1))' ran",
    "    1.47 ± 0.67 times faster than 'sleep 0.$((2 + ",
  ].join('\n'))).interest).toBe("'sleep 0.$((1 + 1))' is not distinguishable from 'sleep 0.$((2 + 1))' (1.47 ± 0.67 "
    + 'times). In the order of the text they take 211 ms, 311 ms and 491 ms in the mean.');
});
