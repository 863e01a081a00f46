import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { foldRate, type FoldedRate } from './fold.ts';
import { counterSteps } from '../../signals/counterSteps.ts';
import { freshScrapes } from '../../signals/windowFrame.ts';

/** Folds CPU from cores per second (null: the scrape fails) at 10 s, with scrapes every second. */
function fold(cores: (number | null)[], periodMs = 10_000): FoldedRate {
  let total = 0;
  const cpuSeconds = [0, ...cores].map((value) => (value === null ? null : (total += value)));
  const window = handMadeWindow({
    roles: { cpuSeconds },
    ticks: cpuSeconds.map((value) => (value === null ? 'timeout' : 'ok')),
  });
  const { scrapes } = window;
  return foldRate(
    scrapes, counterSteps(scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), new Set()), periodMs,
    { scrapeStepMs: 1000, longestSeconds: 2.5 }
  );
}

const cycle = [1, 1, 1, 5, 1, 1, 1, 1, 1, 1];

describe('fold', () => {
  it('puts a spike of every cycle at its offset', () => {
    const { fold: folded, cycles, band } = fold([...cycle, ...cycle, ...cycle]);
    expect(folded.offsetSeconds).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]);
    expect(folded.cpuCores.mean).toEqual(cycle);
    expect(folded.cycles.map(({ cpuCores }) => cpuCores)).toEqual([cycle, cycle, cycle]);
    expect(folded.cycles.map(({ start }) => start % 10)).toEqual([0, 0, 0]);
    expect([cycles, band]).toEqual([3, 'extremes']);
  });

  it('with few cycles the band runs from the smallest to the largest', () => {
    const { fold: folded } = fold([...cycle, ...cycle.map((value) => value + 2)]);
    expect(folded.cpuCores.low).toEqual(cycle);
    expect(folded.cpuCores.high).toEqual(cycle.map((value) => value + 2));
  });

  it('with twenty cycles the band excludes the rarest', () => {
    const cores = Array.from({ length: 60 }, (_, i) => cycle.map((value) => (i === 30 ? value + 50 : value))).flat();
    const { fold: folded, band } = fold(cores);
    expect(band).toBe('quantiles');
    expect(folded.cpuCores.high[0]).toBeLessThan(30);
    expect(folded.cycles).toHaveLength(60);
  });

  it('a gap longer than 2.5 scrape steps is null, not 0 and not spread over', () => {
    const { fold: folded } = fold([1, 1, null, null, null, 1, 1, 1, 1, 1]);
    expect(folded.cpuCores.mean).toEqual([1, 1, null, null, null, null, 1, 1, 1, 1]);
  });

  it('half a cycle is half a fold', () => {
    const { fold: folded, cycles } = fold([2, 2, 2]);
    expect(folded.cpuCores.mean).toEqual([2, 2, 2, null, null, null, null, null, null, null]);
    expect(cycles).toBe(1);
  });

  it('has at most 120 bins, whatever the period', () => {
    expect(fold(new Array<number>(50).fill(1), 7_200_000).fold.offsetSeconds).toHaveLength(120);
  });

  it('nothing scraped, nothing folded', () => {
    const { fold: folded, cycles } = fold([]);
    expect([cycles, folded.cycles, folded.cpuCores.mean.every((value) => value === null)]).toEqual([0, [], true]);
  });
});
