import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const lines = (apartMs: number, live: number): string => Array.from({ length: 8 }, (_, i) =>
  `gc ${300 + i} @${(20 + i * apartMs / 1000).toFixed(3)}s 2%: 0.10+1.5+0.02 ms clock, 0.40+1.0/1.5/0+0.10 ms cpu, `
    + `${2 * live}->${2 * live}->${live} MB, ${2 * live + 1} MB goal, 0 MB stacks, 0 MB globals, 4 P`).join('\n');
const told = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';

it('GC that runs all the time for a small heap is said to, with GOGC as the step', () => {
  expect(told(lines(5, 2))).toContain('It runs 200 times per second because the heap is so small (at most 4 MiB) that '
    + 'its goal is soon reached again. The 2 % of its last line is the average since the start. Memory is not the '
    + 'problem: raise GOGC (such as GOGC=400)');
});

it('not that of a large heap, or one that is collected now and then', () => {
  expect(told(lines(5, 200))).not.toContain('times per second');
  expect(told(lines(900, 2))).not.toContain('times per second');
});
