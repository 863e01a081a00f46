import { describe, expect, it } from 'vitest';
import type { ReplayOutcome, ReplaySummary } from '../../../../core/contract/contract.ts';
import { findCrashLoops, judgeBudget } from './replayVerdicts.ts';

const T = 1_800_000_000;

function replay(
  start: number, end: number | null, outcome: ReplayOutcome, more: Partial<ReplaySummary> = {}
): ReplaySummary {
  return {
    id: `${start}`, source: 'live', target: 'prom', name: 'prom', version: '2.42.0', outcome, ending: '',
    start: T + start, end: end === null ? null : T + end, startSeen: true,
    totalSeconds: outcome === 'finished' && end !== null ? end - start
      : null, reportedSeconds: null, phases: [], segments: null, segmentsPerSecond: null, walBytes: null,
    peakRssBytes: null, cpuSeconds: null, warmUpSeconds: null, profiles: [], alsoIn: [], ...more,
  };
}

describe('a crash loop', () => {
  it('is told after the second start in a row that did not become ready', () => {
    const first = replay(0, 60, 'killed');
    expect(findCrashLoops([first], T + 61)).toEqual([]);
    const [loop] = findCrashLoops([replay(70, null, 'going'), first], T + 100);
    expect(loop).toMatchObject({ target: 'prom', starts: 2, since: T, until: T + 100, replayIds: ['0', '70'] });
    expect(loop?.sentence).toMatch(/2 starts within 100 s.*60 s.*still running/);
    expect(loop?.steps[0]).toMatch(/memory limit/);
  });
  it('names the probe first where each was asked to stop', () => {
    const [loop] = findCrashLoops([replay(0, 900, 'stopped'), replay(910, 1810, 'stopped')], T + 1820);
    expect(loop?.sentence).toMatch(/a probe that gives too little time/);
    expect(loop?.steps[0]).toMatch(/startup probe/);
  });
  it.each<[string, ReplaySummary[]]>([
    [
      'one that became ready ends it',
      [replay(0, 60, 'killed'), replay(70, 130, 'killed'), replay(140, 200, 'finished')],
    ],
    [
      'one whose end was not seen ends it',
      [replay(0, 60, 'killed'), replay(70, null, 'unknown'), replay(140, 200, 'killed')],
    ],
    ['starts far apart are none', [replay(0, 60, 'killed'), replay(5000, 5060, 'killed')]],
    [
      'those of an opened recording are the past',
      [replay(0, 60, 'killed', { source: 'recording' }), replay(70, 130, 'killed', { source: 'recording' })],
    ],
    ['those of two targets are two', [replay(0, 60, 'killed'), replay(70, 130, 'killed', { target: 'other' })]],
  ])('%s', (_name, replays) => { expect(findCrashLoops(replays, (replays.at(-1)?.start ?? 0) + 130)).toEqual([]); });
  it('of a log counts the last start as far as the log goes', () => {
    const phases: ReplaySummary[
      'phases'
    ] = [{ name: 'segments', start: T + 70, end: null, durationSeconds: 20, segments: 3 }];
    const [loop] = findCrashLoops(
      [replay(0, 60, 'killed', { source: 'log' }), replay(70, null, 'unknown', { source: 'log', phases })], T + 500
    );
    expect(loop).toMatchObject({ starts: 2, until: T + 90 });
    expect(loop?.sentence).toMatch(/within 90 s.*longest ran for 60 s/);
  });
  it('is past when nothing was heard for half an hour', () => {
    expect(findCrashLoops([replay(0, 60, 'killed'), replay(70, 130, 'killed')], T + 130 + 1801)).toEqual([]);
  });
});

describe('the probe\'s budget', () => {
  const done = (seconds: number): ReplaySummary => replay(0, seconds, 'finished');
  it.each<[string, ReplaySummary[], Parameters<typeof judgeBudget>[3], Partial<ReturnType<typeof judgeBudget>>]>([
    [
      'against the forecast', [done(100)], { elapsedSeconds: 300, left: { low: 780, median: 840, high: 900 } },
      {
        verdict: 'too-short', basis: 'forecast', neededSeconds: 1200,
        sentence: expect.stringMatching(/gives 15m, this start needs 18m to 20m: .*Raise it now/) as string,
      },
    ],
    [
      'that may just do', [], { elapsedSeconds: 300, left: { low: 500, median: 580, high: 700 } },
      { verdict: 'tight', neededSeconds: 1000 },
    ],
    [
      'with room', [], { elapsedSeconds: 30, left: { low: 50, median: 55, high: 60 } },
      { verdict: 'enough', sentence: expect.stringMatching(/gives 15m, this start needs 80 s to 90 s/) as string },
    ],
    ['used up already', [], { elapsedSeconds: 1000, left: null }, { verdict: 'too-short', neededSeconds: 1000 }],
    [
      'against the slowest of earlier starts, while nothing is forecast', [done(100), done(1140), done(90)],
      { elapsedSeconds: 10, left: null },
      {
        verdict: 'too-short', basis: 'earlier', neededSeconds: 1140,
        sentence: expect.stringMatching(/gives 15m, the slowest of the last 3 starts needed 19m: .*Raise it/) as string,
      },
    ],
    [
      'against one start', [done(64)], null,
      { verdict: 'enough', sentence: expect.stringMatching(/gives 15m, the last start needed 64 s/) as string },
    ],
    [
      'without any start seen', [replay(0, 60, 'killed')], null,
      { verdict: 'unknown', neededSeconds: null, basis: null },
    ],
  ])('%s', (_name, replays, forecast, expected) => {
    expect(judgeBudget(900, 'configuration', replays, forecast))
      .toMatchObject({ budgetSeconds: 900, from: 'configuration', ...expected });
  });
});
