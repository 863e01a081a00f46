import { expect, it } from 'vitest';
import { LIKELY_CHANCE } from '../../../../../core/text/format.ts';
import { seededRandom } from '../../../../../core/statistics/random.ts';
import { chanceOfRate, type RowState } from './compactionChance.ts';
import { compareRates } from './compactionCost.ts';

const ROWS = 900;

/** Returns the probability for rows of one second with `rate`, and episodes of `seconds` from the given rows on. */
function chance(rate: (row: number) => number, starts: readonly number[], seconds: number): number | null {
  const inside = new Float64Array(ROWS);
  for (const start of starts) inside.fill(1, start, start + seconds);
  const states = Array.from(inside, (one, row): RowState => (
    one > 0 ? 'compaction' : inside[row - 1] === 1 || inside[row + 1] === 1 ? 'edge' : 'quiet'
  ));
  const steps = {
    increase: Float64Array.from({ length: ROWS }, (_, row) => rate(row)), seconds: new Float64Array(ROWS).fill(1),
  };
  return compareRates(steps, states, { inside, isTested: true }).pValue;
}

it('bursts that come at any time pass for the cost of episodes as seldom as its level says', () => {
  let passed = 0;
  const seeds = 400;
  for (let seed = 1; seed <= seeds; seed++) {
    const random = seededRandom(seed);
    const isBurst = Array.from({ length: ROWS }, () => random() < 0.15);
    const starts = Array.from({ length: 6 }, (_, i) => 40 + 140 * i + Math.floor(60 * random()));
    const p = chance((row) => (isBurst[row] === true ? 1 : 0.05) + 0.02 * random(), starts, 2);
    if (p !== null && p <= LIKELY_CHANCE) passed++;
  }
  expect(passed).toBeLessThanOrEqual(3 * LIKELY_CHANCE * seeds);
});

it('a cost of half a burst is found among them, also with one episode in sixty seconds', () => {
  let found = 0;
  for (let seed = 1; seed <= 50; seed++) {
    const random = seededRandom(seed);
    const isBurst = Array.from({ length: ROWS }, () => random() < 0.15);
    const starts = Array.from({ length: 14 }, (_, i) => 30 + 60 * i);
    const isOwn = new Set(starts.flatMap((start) => [start, start + 1]));
    const p = chance((row) => (isBurst[row] === true ? 1 : 0.05) + (isOwn.has(row) ? 0.5 : 0), starts, 2);
    if (p !== null && p <= LIKELY_CHANCE) found++;
  }
  expect(found).toBeGreaterThan(45);
});

it('is not told without episodes, without quiet time, or where a step is unknown in all of them', () => {
  expect(chance(() => 1, [], 2)).toBeNull();
  expect(chance(() => 1, [10], 800)).toBeNull();
  expect(chanceOfRate(
    { increase: new Float64Array(ROWS).fill(NaN), seconds: new Float64Array(ROWS).fill(NaN) },
    Array.from({ length: ROWS }, () => 'quiet' as const), { inside: new Float64Array(ROWS), during: null }
  )).toBeNull();
});

it('hundreds of episodes are tested by sixty of them', () => {
  const starts = Array.from({ length: 200 }, (_, i) => 1 + 4 * i);
  const own = new Set(starts);
  expect(chance((row) => (own.has(row) ? 1 : 0.1), starts, 1)).toBe(0.002);
  expect(chance(() => 0.1, starts, 1)).toBeGreaterThan(0.5);
});
