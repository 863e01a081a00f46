import { expect, test } from 'vitest';
import { elementAt } from '../../elementAt.ts';
import { answerOf } from '../../../testdata/answers.ts';
import { riskText } from './replayForecastView.ts';
import { etaText, goneSince, memoryText, phaseBars, progressText, walReplayView } from './walReplayView.ts';

const panel = answerOf('replaying');
const done = answerOf('wal-replay');

test('phases share the bar by their durations; one that runs says so', () => {
  const total = panel.phases.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const share = (i: number): number => elementAt(panel.phases, i).durationSeconds / total;
  expect(phaseBars(panel.phases)).toEqual([
    { name: 'unreachable', word: 'unreachable', shareRatio: share(0), durationText: '1.92 s', isRunning: false },
    { name: 'opening', word: 'opening', shareRatio: share(1), durationText: '284 ms', isRunning: false },
    { name: 'mmapped-chunks', word: 'm-mapped chunks', shareRatio: share(2), durationText: '300 ms', isRunning: false },
    { name: 'segments', word: 'WAL segments', shareRatio: share(3), durationText: '30.5 s', isRunning: true },
  ]);
  expect(phaseBars(done.phases).map(({ word, isRunning }) => [word, isRunning]).slice(3))
    .toEqual([['WAL segments', false], ['finishing', false], ['warm-up', false]]);
  expect(phaseBars([])).toEqual([]);
});

test('the time left is a value with its range, and honest when not known', () => {
  expect(etaText(panel)).toBe('about 43 s left (32 s to 68 s)');
  expect(etaText({ ...panel, etaSeconds: null })).toBe('time left not yet known');
  expect(etaText(done)).toBe('–');
  expect(etaText({ ...panel, etaSeconds: null, stall: { since: 0, seconds: 362, kind: 'no-answer' } }))
    .toBe('no progress for 6m 2s');
});

test('progress is rounded down: 100 % means done', () => {
  expect([panel, done].map(progressText)).toEqual([
    '54 %, segment 18 (first 0, last 34)', '100 %, segment 34 (first 0, last 34)',
  ]);
  expect(progressText({ progressRatio: 0.999, segments: { min: 0, max: 34, current: 34 } }))
    .toBe('99 %, segment 34 (first 0, last 34)');
  expect(progressText({ progressRatio: null, segments: null })).toBe('progress not yet known');
});

test('memory says risk and limit', () => {
  expect(memoryText(panel)).toBe('close to the limit, limit 1 GiB');
  expect(memoryText(done)).toBe('limit not known');
});

test('a start that died has no time left, no risk ahead of it, and lived until nobody answered', () => {
  const last = elementAt(panel.phases, 3);
  const died = {
    ...panel,
    phases: [
      ...panel.phases.slice(0, -1), { ...last, end: last.start + 20, durationSeconds: 20 },
      { name: 'unreachable' as const, start: last.start + 20, end: null, durationSeconds: 35, segments: null },
    ],
  };
  expect(goneSince(panel)).toBeNull();
  expect(goneSince(died)).toBe(last.start + 20);
  expect(etaText(died)).toBe('the target does not answer');
  expect(memoryText(died)).toBe('limit 1 GiB');
  expect(riskText({ ...died, memory: { ...died.memory, risk: 'high' } })).toBeNull();
  expect(walReplayView(died, 'utc', 0).soFar).toBe('20.6 s');
});

test('a start that is done says when it began, how long it was down and how long it took', () => {
  const view = walReplayView(done, 'utc', done.range.end);
  expect(view.context).toBe(
    'started 2026-11-20 16:53:00 UTC · down for 1.92 s before · took 64.9 s '
      + '· reported by the target for the replay: 64.2 s'
  );
  expect(view.soFar).toBe('64.9 s');
});

test('charts stand over the replay, not over the whole window; without values they keep their room only while it '
  + 'replays', () => {
  const view = walReplayView(panel, 'utc', 0);
  // Starts with the process: a long time without an answer before it would fill most of the axis.
  const from = elementAt(panel.phases, 1).start;
  expect(view.segments?.x).toMatchObject({ min: from - 2, max: panel.range.end });
  const length = elementAt(done.phases, 5).start + elementAt(done.phases, 5).durationSeconds - from;
  expect(walReplayView(done, 'utc', 0).x.min).toBeCloseTo(from - 0.04 * length, 3);
  expect(view.segments?.lines[0]?.values).toEqual(panel.points.map(({ segment }) => segment));
  expect(view.segments?.lines[0]?.values.slice(0, 3)).toEqual([null, null, null]);
  expect(view.memory?.lines.map(({ key }) => key)).toEqual(['rss', 'projected', 'limit']);
  expect(view.memory?.lines[0]?.values).toEqual(panel.points.map(({ rssBytes }) => rssBytes));
  expect(view.memory?.lines[1]?.values[0]).toBe(panel.memory.projectedPeakBytes);
  expect(view.memory?.marks[0]?.times).toEqual(panel.restarts.map(({ time }) => time));
  expect(panel.restarts).toHaveLength(1);
  const silent = answerOf('replaying');
  silent.points = silent.points.map((point) => ({ ...point, cpuCores: null }));
  expect(walReplayView(silent, 'utc', 0).cpu?.x.min).toBe(from - 2);
  expect(walReplayView({ ...silent, state: 'done' }, 'utc', 0).cpu).toBeNull();
});
