import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { cyclePeriod, gcLimiter, gcPauses } from './gcRuntime.ts';
import { counterSteps } from '../../signals/counterSteps.ts';
import { freshScrapes } from '../../signals/windowFrame.ts';

const START = 1_800_000_000;

/** Returns a window of one tick per second; a cycle ends 0.2 s before each given tick. */
function collectingAt(
  ends: number[], ticks: number, pauseSeconds = 0.001, limiter?: (number | null)[]
): ReturnType<typeof handMadeWindow> {
  const before = (tick: number): number[] => ends.filter((end) => end <= tick);
  const all = Array.from({ length: ticks }, (_, tick) => tick);
  return handMadeWindow({ roles: {
    gcCycles: all.map((tick) => 10 + before(tick).length),
    lastGcSeconds: all.map((tick) => START + (before(tick).at(-1) ?? -20) - 0.2),
    gcPauseSeconds: all.map((tick) => 1 + pauseSeconds * before(tick).length),
    ...(limiter === undefined ? {} : { gcLimiterCycle: limiter }),
  } });
}

const every = (seconds: number, count: number): number[] => Array.from({ length: count }, (_, k) => 5 + k * seconds);

describe('times between cycles', () => {
  it.each([
    ['all two minutes apart', every(120, 10), 'forced'],
    ['every sixth two minutes apart', [5, 125, 155, 185, 215, 245, 275, 395, 425, 455, 485, 515], 'some'],
    ['half a minute apart', every(30, 20), 'none'],
    ['a minute short of forced', every(117, 10), 'none'],
    ['two of them', [5, 125], 'unknown'],
  ])('%s', (_, ends, verdict) => {
    const { gaps } = cyclePeriod(findGcCycles(collectingAt(ends, 1300)), new Set());
    expect(gaps.verdict).toBe(verdict);
    expect(gaps.sentence).not.toBe('');
    expect(gaps.counts.reduce((sum, count) => sum + count, 0)).toBe(ends.length - 1);
    expect(gaps.counts.length).toBeLessThanOrEqual(41);
  });

  it('put each gap into its bin', () => {
    const { gaps } = cyclePeriod(findGcCycles(collectingAt(every(30, 20), 700)), new Set());
    expect(gaps.counts[Math.floor(30 / gaps.binSeconds)]).toBe(19);
  });

  it('skip a gap over a restart', () => {
    const { gaps } = cyclePeriod(findGcCycles(collectingAt(every(30, 20), 700)), new Set([100]));
    expect(gaps.counts.reduce((sum, count) => sum + count, 0)).toBe(18);
  });

  it('say nothing without cycles', () => {
    expect(cyclePeriod(findGcCycles(handMadeWindow({ roles: {} })), new Set()))
      .toMatchObject({ period: null, gaps: { verdict: 'unknown', counts: [] } });
  });
});

describe('pauses', () => {
  const pausesOf = (pauseSeconds: number): ReturnType<typeof gcPauses> => {
    const window = collectingAt(every(30, 20), 700, pauseSeconds);
    return gcPauses(
      window, counterSteps(window.scrapes, window.role('gcPauseSeconds'), freshScrapes(window.scrapes), new Set()),
      findGcCycles(window)
    );
  };

  it.each([[0.001, 'ruled-out'], [0.2, 'possible']])('of %d s a cycle are %s', (pauseSeconds, verdict) => {
    const pauses = pausesOf(pauseSeconds);
    expect(pauses.verdict).toBe(verdict);
    expect(pauses.secondsPerCycle).toBeCloseTo(pauseSeconds, 6);
    expect(pauses.worstSeconds).toBeCloseTo(pauseSeconds, 6);
    expect(pauses.ratio).toBeCloseTo(20 * pauseSeconds / 699, 6);
  });

  it('are unknown where no metric states them, naming the one expected', () => {
    const window = handMadeWindow({ roles: {} });
    expect(gcPauses(window, counterSteps(window.scrapes, undefined, new Int32Array(), new Set()), findGcCycles(window)))
      .toMatchObject(
        { verdict: 'unknown', ratio: null, sentence: expect.stringContaining('expected_gcPauseSeconds') as string }
      );
  });
});

describe('the limiter', () => {
  it.each([
    ['never', [0, 0, 0], 'never', null],
    ['before the window', [7, 7, 7], 'earlier', null],
    ['in the window', [0, 0, 12, 12], 'alarm', START + 2],
    ['again in the window', [7, 7, 8], 'alarm', START + 2],
    ['not, in a new process', [7, 7, 0, 0], 'never', null],
  ])('worked %s', (_, values, state, time) => {
    expect(gcLimiter(collectingAt([2], values.length, 0.001, values))).toMatchObject({ state, time });
  });

  it('is unknown where the target does not say', () => {
    expect(gcLimiter(handMadeWindow({ roles: {} })).state).toBe('unknown');
  });
});
