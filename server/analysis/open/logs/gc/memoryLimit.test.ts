import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { limitBytes } from './memoryLimit.ts';

interface Trace { live: readonly number[]; goal: (before: number) => number; slowFrom?: number }

/** Returns the lines of a trace: a cycle per 2 s, then one per 0.5 s with more CPU and assists. */
function trace({ live, goal, slowFrom = live.length }: Trace): string {
  let seconds = 0;
  return live.map((now, i) => {
    const isSlow = i >= slowFrom;
    seconds += isSlow ? 0.5 : 2;
    const target = Math.round(goal(live[i - 1] ?? now));
    return `gc ${i + 1} @${seconds.toFixed(3)}s 4%: 0.1+300+0.1 ms clock, 0.4+${
      isSlow ? '300/500/10' : '5/200/90'}+0.4 ms cpu, `
      + `${target - 10}->${target}->${now} MB, ${target} MB goal, 0 MB stacks, 0 MB globals, 4 P`;
  }).join('\n');
}

const said = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';
const GROWING = Array.from({ length: 24 }, (_, i) => 1000 + 40 * i);
const AT_LIMIT = { live: GROWING, goal: (live: number) => Math.min(2 * live, 2000), slowFrom: 14 };
const START = 'time=2026-02-03T04:05:06.000Z level=INFO source=memlimit.go:198 msg="GOMEMLIMIT is updated" '
  + 'component=automemlimit GOMEMLIMIT=2097152000 previous=9223372036854775807';

it('a heap at the limit of the text: how full, how often, what it costs, and no other GOGC', () => {
  const facts = said(`time=2026-02-03T04:05:05.999Z level=INFO source=main.go:687 msg="Starting Prometheus Server"\n${
    START}\n${trace(AT_LIMIT)}`);
  expect(facts).toContain('The live heap grew from 1,000 MiB to 1.88 GiB in 31 s, 96 % of the memory limit (GOMEMLIMIT '
    + 'is 1.95 GiB): the goal stays at 1.95 GiB, which leaves 80 MiB to allocate until the next cycle.');
  expect(facts).toContain('The first 6 cycles came one every 2 s, with 2.57 % of 4 P for GC, the last 6 one every 500 '
    + 'ms, with 40 % of 4 P; 37.5 % of that are assists');
  expect(facts).toContain('A larger GOGC does not help at the limit');
  expect(facts).toContain('fewer series');
  expect(facts).not.toContain('GC freed none of that');
});

it('a goal that stays while the live heap grows shows a limit that the text does not name', () => {
  const facts = said(trace(AT_LIMIT));
  expect(facts).toContain('and the heap goal no longer grows with it, as at a memory limit (GOMEMLIMIT): the goal of ');
  expect(facts).toContain('or let it hold less; a heap profile');
});

it('a heap that only fills the limit from the first cycle on is called full, not growing', () => {
  const facts = said(`GOMEMLIMIT=2000MiB ./ingest\n${trace({
    live: Array.from({ length: 16 }, () => 1900), goal: () => 1990, slowFrom: 0,
  })}`);
  expect(facts).toContain('The live heap is 1.86 GiB, 95 % of the memory limit (GOMEMLIMIT is 1.95 GiB)');
});

it('a low GOGC, a limit that is far, and a limit that costs little are not called a limit', () => {
  expect(said(trace({ live: GROWING, goal: (live) => 1.15 * live, slowFrom: 14 }))).toContain('(GOGC about 15)');
  expect(said(`${START.replace('2097152000', '9663676416')}\n${trace({ ...AT_LIMIT, goal: (live) => 1.2 * live })}`))
    .not.toContain('of the memory limit');
  expect(said(`${START}\n${trace({ ...AT_LIMIT, slowFrom: 24 })}`)).not.toContain('of the memory limit');
});

it.each([
  ['GOMEMLIMIT=1610612736', 1_610_612_736], ['export GOMEMLIMIT="3GiB"', 3 * 2 ** 30],
  ['"GOMEMLIMIT": "750MiB"', 786_432_000],
  ['GOMEMLIMIT=9223372036854775807', null], ['GOMEMLIMIT=off', null],
])('reads the limit of %s', (text, bytes) => {
  expect(limitBytes(text)).toBe(bytes);
});
