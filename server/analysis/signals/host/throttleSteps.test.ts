import { expect, test } from 'vitest';
import { throttleRates, throttleSteps } from './throttleSteps.ts';

const run = (timeMs: number[], throttledPeriods: number[], throttledSeconds = throttledPeriods) => (
  { timeMs, periods: timeMs.map((at) => at / 100), throttledPeriods, throttledSeconds }
);

test('rises between readings; a reset, a gap and a reading repeated are no step', () => {
  const { steps, usualMs } = throttleSteps([
    run([0, 1000, 2000, 2000, 3000, 9000, 10_000, 11_000], [0, 5, 8, 8, 8, 50, 2, 4]),
  ]);
  expect(usualMs).toBe(1000);
  expect(steps.map(({ endMs, throttledPeriods }) => [endMs, throttledPeriods]))
    .toEqual([[1000, 5], [2000, 3], [3000, 0], [11_000, 2]]);
});

test('between two runs there is no step, however the counters go on', () => {
  const { steps } = throttleSteps([run([0, 1000], [0, 5]), run([2000, 3000], [9, 10])]);
  expect(steps.map(({ startMs }) => startMs)).toEqual([0, 2000]);
});

test('nothing from nothing', () => {
  expect(throttleSteps([])).toEqual({ steps: [], usualMs: null });
  expect(throttleSteps([run([1000], [5])])).toEqual({ steps: [], usualMs: null });
});

test('rates at rows, by hand: what a step counts is spread evenly over it', () => {
  const { steps } = throttleSteps([run([0, 10_000, 20_000], [0, 50, 50], [0, 4, 4])]);
  const rates = throttleRates(steps, [
    { startMs: -1000, endMs: 0 }, { startMs: 0, endMs: 1000 }, { startMs: 5000, endMs: 15_000 },
    { startMs: 15_000, endMs: 16_000 }, { startMs: 20_000, endMs: 21_000 },
  ]);
  expect([...rates.periodsRatio]).toEqual([NaN, 0.5, 0.25, 0, NaN]);
  expect([...rates.secondsPerSecond]).toEqual([NaN, 0.4, 0.2, 0, NaN]);
});

test('no period passed while nothing ran: no share, and no time throttled', () => {
  const idle = { timeMs: [0, 1000], periods: [7, 7], throttledPeriods: [3, 3], throttledSeconds: [1, 1] };
  const rates = throttleRates(throttleSteps([idle]).steps, [{ startMs: 0, endMs: 1000 }]);
  expect([...rates.periodsRatio, ...rates.secondsPerSecond]).toEqual([NaN, 0]);
});
