import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { counterSteps, gaugePoints, momentaryRates, pointGrid, reduceToPoints } from './counterSteps.ts';
import { freshScrapes } from './windowFrame.ts';

const START = 1_800_000_000;

describe('points', () => {
  it('are the scrapes themselves when the step is the scrape interval or less', () => {
    const grid = pointGrid(handMadeWindow({ ticks: ['ok', 'timeout', 'ok'], roles: {} }).scrapes, 500);
    expect(grid).toMatchObject({ time: [START, START + 1, START + 2], stepMs: 1000, thinned: false });
  });

  it('of an hour at 1 s are about 1,200', () => {
    const grid = pointGrid(handMadeWindow({ ticks: new Array<'ok'>(3600).fill('ok'), roles: {} }).scrapes, null);
    expect(grid.stepMs).toBe(3000);
    expect(grid.time).toHaveLength(1200);
  });

  it.each([['thinned', 10_000], ['not thinned', 1000]])('break where nobody scraped, %s', (_, stepMs) => {
    const ticks = Array.from({ length: 300 }, (_tick, tick) => (tick >= 100 && tick < 200 ? null : 'ok' as const));
    const window = handMadeWindow({ ticks, roles: { heapInuseBytes: ticks.map(() => 5) } });
    const grid = pointGrid(window.scrapes, stepMs);
    const values = gaugePoints(grid, window.role('heapInuseBytes'));
    expect(grid.time.filter((time) => time >= START + 100 && time < START + 200).length).toBeGreaterThan(0);
    grid.time.forEach((time, p) => expect(values[p]).toBe(time >= START + 100 && time < START + 200 ? null : 5));
    expect(grid.time).toEqual([...grid.time].sort((a, b) => a - b));
  });

  it('of nothing are none', () => {
    expect(pointGrid(handMadeWindow({ ticks: [], roles: {} }).scrapes, null).time).toEqual([]);
  });

  it('keep both extremes of a step beside its mean, and NaN as no value', () => {
    const window = handMadeWindow({
      startMs: START * 1000, roles: { heapInuseBytes: [1, 9, NaN, 2, null, null, null, null] },
      ticks: ['ok', 'ok', 'ok', 'ok', 'timeout', 'timeout', 'timeout', 'timeout'],
    });
    const grid = pointGrid(window.scrapes, 4000);
    const heap = window.role('heapInuseBytes');
    expect([gaugePoints(grid, heap), gaugePoints(grid, heap, 'min'), gaugePoints(grid, heap, 'max')])
      .toEqual([[4, null], [1, null], [9, null]]);
  });
});

describe('rises of a counter', () => {
  it('cover a failed scrape, and are unknown over a reset or a new process', () => {
    const window = handMadeWindow({
      ticks: ['ok', 'ok', 'timeout', 'ok', 'ok', 'ok'], roles: { cpuSeconds: [10, 11, null, 13, 2, 7] },
    });
    const steps = counterSteps(window.scrapes, window.role('cpuSeconds'), freshScrapes(window.scrapes), new Set([5]));
    expect([...steps.increase]).toEqual([NaN, 1, NaN, 2, NaN, NaN]);
    expect(steps.seconds[3]).toBe(2);
    expect([...momentaryRates(steps, window.scrapes)]).toEqual([NaN, 1, NaN, 1, NaN, NaN]);
  });

  it('over a long gap are an increase but no rate of that moment', () => {
    const window = handMadeWindow(
      { ticks: ['ok', 'timeout', 'timeout', 'timeout', 'ok'], roles: { cpuSeconds: [1, null, null, null, 5] } }
    );
    const steps = counterSteps(window.scrapes, window.role('cpuSeconds'), freshScrapes(window.scrapes), new Set());
    expect(steps.increase[4]).toBe(4);
    expect(momentaryRates(steps, window.scrapes)[4]).toBeNaN();
  });

  it('weigh a mean rate by the time each covers', () => {
    const window = handMadeWindow(
      { startMs: START * 1000, ticks: ['ok', 'ok', 'timeout', 'ok'], roles: { cpuSeconds: [0, 3, null, 3] } }
    );
    const steps = counterSteps(window.scrapes, window.role('cpuSeconds'), freshScrapes(window.scrapes), new Set());
    const rates = momentaryRates(steps, window.scrapes);
    expect(reduceToPoints(pointGrid(window.scrapes, 10_000), rates, 'mean', steps.seconds)).toEqual([1]);
  });
});

describe('a rise of CPU time that no machine could have', () => {
  it('is a reset: another program answers there now', () => {
    const cpuSeconds = [10, 10.5, 11, 1_000_011, 1_000_011.5, 2_000_000, 2_000_000.5];
    const window = handMadeWindow({ roles: { cpuSeconds } });
    const { scrapes } = window;
    const { increase } = counterSteps(scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), new Set());
    expect([...increase]).toEqual([NaN, 0.5, 0.5, NaN, 0.5, NaN, 0.5]);
  });

  it('is possible over a gap, and of counters of other things', () => {
    const later = handMadeWindow({ stepMs: 3_600_000, roles: { cpuSeconds: [0, 1e6] } });
    const rise = counterSteps(later.scrapes, later.role('cpuSeconds'), freshScrapes(later.scrapes), new Set());
    expect(rise.increase[1]).toBe(1e6);
    const samples = handMadeWindow({ roles: { samplesAppended: [0, 1e6] } });
    const { increase } = counterSteps(
      samples.scrapes, samples.role('samplesAppended'), freshScrapes(samples.scrapes), new Set()
    );
    expect(increase[1]).toBe(1e6);
  });
});
