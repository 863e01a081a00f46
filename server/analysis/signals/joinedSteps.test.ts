/** Windows with two intervals: history of the target at 15 s, then scrapes each second. */
import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { counterSteps, gaugePoints, momentaryRates, pointGrid, reduceToPoints } from './counterSteps.ts';
import { findScrapeGaps, freshScrapes } from './windowFrame.ts';

const COARSE_SECONDS = 15;

/** Returns CPU of half a core at the seconds for which `isThere` is true; history up to `seam`. */
function joined(seam: number, end: number, isThere: (second: number) => boolean = () => true) {
  const known = Array.from({ length: end }, (_, second) => (
    (second >= seam || second % COARSE_SECONDS === 0) && isThere(second) ? second : null
  ));
  return handMadeWindow({
    ticks: known.map((second) => (second === null ? null : 'ok' as const)),
    roles: {
      cpuSeconds: known.map((second) => (second === null ? null : 10 + second / 2)),
      heapInuseBytes: known.map(() => 7),
    },
  });
}

describe.each([['mostly recorded', 450, 900], ['mostly history', 9000, 9300]])('a window, %s', (_, seam, end) => {
  it.each([[null], [1000], [60_000]])('has a rate at each point, also where it is history (step %s)', (stepMs) => {
    const window = joined(seam, end);
    const grid = pointGrid(window.scrapes, stepMs);
    const steps = counterSteps(window.scrapes, window.role('cpuSeconds'), freshScrapes(window.scrapes), new Set());
    const points = reduceToPoints(grid, momentaryRates(steps, window.scrapes), 'mean', steps.seconds);
    expect(points.slice(1)).toEqual(new Array(points.length - 1).fill(0.5));
    expect(gaugePoints(grid, window.role('heapInuseBytes'))).not.toContain(null);
    expect(findScrapeGaps(window.scrapes, null)).toEqual([]);
  });

  it.each([['recorded', seam + 200, 10], ['history', seam - 300, 60]])(
    'has a gap where it was not scraped, in what is %s', (_part, from, seconds) => {
      const window = joined(seam, end, (second) => second <= from || second >= from + seconds);
      const { scrapes } = window;
      const [startSeconds] = [numberOf(window.startMs)];
      const gaps = findScrapeGaps(scrapes, null);
      expect(gaps).toHaveLength(1);
      expect(gaps[0]?.endMs).toBe(1000 * (startSeconds + from + seconds));
      expect(gaps[0]?.startMs).toBeGreaterThanOrEqual(1000 * (startSeconds + from));
      const grid = pointGrid(scrapes, 1000);
      const inside = grid.time.filter((time) => time > startSeconds + from && time < startSeconds + from + seconds);
      expect(inside.length).toBeGreaterThan(0);
      const steps = counterSteps(scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), new Set());
      const rates = momentaryRates(steps, scrapes);
      const unknown = [...rates.keys()].filter((row) => Number.isNaN(rates[row]));
      expect(unknown.slice(1).map((row) => scrapes.startMs[row])).toEqual([1000 * (startSeconds + from + seconds)]);
    }
  );
});

const numberOf = (ms: number): number => ms / 1000;
