import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

interface Kind { every: number; count: number; live: number; goal: number; start?: number; forced?: boolean }

/** Returns the lines of cycles of several kinds, one kind after the other. */
function trace(...kinds: readonly Kind[]): string {
  let [seconds, number] = [0, 0];
  return kinds.flatMap(({ every, count, live, goal, start = goal - 8, forced = false }) =>
    Array.from({ length: count }, () => {
      seconds += every;
      number += 1;
      return `gc ${number} @${seconds.toFixed(3)}s 1%: 0.1+200+0.1 ms clock, 0.8+40/760/90+0.8 ms cpu, ${start}->${
        start + 5}->${live} MB, ${goal} MB goal, 0 MB stacks, 0 MB globals, 16 P${forced ? ' (forced)' : ''}`;
    })).join('\n');
}

const said = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';
const START = { every: 0.05, count: 14, live: 20, goal: 41 };
const CALM = { every: 15, count: 5, live: 1500, goal: 3000 };
const TIGHT = { every: 0.25, count: 40, live: 1510, goal: 1580 };

it('cycles that come densely for a time lead, with their cost there and the limit that holds the goal down', () => {
  const facts = said(trace(START, CALM, TIGHT, CALM));
  expect(facts).toContain('From gc 19 (75.7 s after the start) to gc 59 (85.7 s) GC ran most of the time: 41 cycles in '
    + '10 s, one every 250 ms, with 3.21 cores of CPU (32.1 s, 20 % of 16 P) and marking for 80 % of that time. '
    + 'Outside of it one came every 15 s, with 0.0534 cores');
  expect(facts).toContain(', as outside, but the heap goal (1.54 GiB last) is only 1.05 times as large, against 2.0 '
    + 'times outside, which leaves');
  expect(facts).toContain('as at a memory limit (GOMEMLIMIT) that is little above the live heap');
  expect(facts).toContain('Over the whole trace, GC takes');
  expect(facts).not.toContain('GOGC about');
  expect(said(`GOMEMLIMIT=1700MiB\n${trace(START, CALM, TIGHT, CALM)}`)).toContain('(GOMEMLIMIT is 1.66 GiB)');
});

it('a stretch with the usual goal is of faster allocation, or of forced cycles', () => {
  const fast = { ...CALM, every: 0.5, count: 30 };
  const facts = said(trace(START, CALM, fast, CALM));
  expect(facts).toMatch(/The program allocated [\d.]+ GiB\/s in it, against [\d.]+ MiB\/s/);
  expect(facts).not.toContain('memory limit');
  expect(said(trace(START, CALM, { ...fast, forced: true }, CALM))).toContain('30 of these cycles were forced: find');
});

it('even cycles, and a start with many of them, are no dense stretch', () => {
  expect(said(trace(START, { ...CALM, count: 30 }))).not.toContain('Outside of it');
  expect(said(trace(START, CALM))).not.toContain('Outside of it');
});

it('no GOGC near 0 is reported of a goal that is close to the live heap all the time', () => {
  const facts = said(trace({ ...TIGHT, goal: 1540 }));
  expect(facts).toContain('the heap goal 1.02 times the live heap of the cycle before (as at a memory limit');
  expect(facts).not.toContain('GOGC about');
});
