import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../../core/elementAt.ts';
import type { ReplayPhase } from '../../../../core/contract/contract.ts';
import { goDurationMs } from '../../logs/goDuration.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { restartLog } from '../../../../testdata/logs/replayLogs.ts';
import { recordedReplays } from '../../../../testdata/replays.ts';
import { measureReplays } from './replayHistory.ts';
import { analyseReplayLog } from './replayLogAnswer.ts';

const window = roleWindow(loadRecording(recordings.walReplay), 'prometheus', '2.42.0');
const measured = measureReplays(window, {}, false);
const replay = elementAt(measured, 0);
const log = analyseReplayLog(Buffer.from(restartLog));

describe('the recorded restart, measured from outside', () => {
  it('is one start that became ready', () => {
    expect(measured).toHaveLength(1);
    expect(replay).toMatchObject(
      { outcome: 'finished', version: '2.42.0', segments: { min: 0, max: 34, loaded: 35 }, walBytes: null }
    );
    expect(replay.reportedSeconds).toBeCloseTo(64.163219391, 9);
    expect(replay.peakRssBytes).toBeCloseTo(1091e6, -7);
  });
  it('has the phases, total and segments of the server\'s own log within half a second', () => {
    if (!('replays' in log)) throw new Error('The log was not read.');
    const told = elementAt(log.replays, 0);
    expect(Math.abs((replay.totalSeconds ?? NaN) - (told.totalSeconds ?? NaN))).toBeLessThan(0.5);
    for (const name of ['mmapped-chunks', 'segments', 'finishing'] as const) {
      const [own, theirs] = [replay, told].map(({ phases }) => phases.find((phase) => phase.name === name));
      expect(Math.abs((own?.durationSeconds ?? NaN) - (theirs?.durationSeconds ?? NaN))).toBeLessThan(0.5);
    }
    expect(replay.segmentTimes.length).toBeGreaterThan(28);
    for (const { segment, end, seconds, count } of replay.segmentTimes) {
      const theirs = told.segmentTimes.filter((time) => time.segment <= segment && time.segment > segment - count);
      expect(Math.abs(end - (theirs.at(-1)?.end ?? NaN))).toBeLessThan(0.5);
      expect(Math.abs(seconds * count - theirs.reduce((sum, time) => sum + time.seconds, 0))).toBeLessThan(0.5);
    }
  });
  it('without a replay cursor has fewer parts, and says no segments', () => {
    const blind = loadRecording(recordings.walReplay);
    const [coarse] = measureReplays(
      roleWindow(
        { ...blind, series: blind.series.filter(({ name }) => !name.startsWith('tsdbscope_')) }, 'prometheus', '2.42.0'
      ),
      {}, false
    );
    expect(coarse).toMatchObject({ outcome: 'finished', segments: null, segmentTimes: [], segmentsPerSecond: null });
  });
});

describe.each(
  recordedReplays().filter(({ name }) => name !== 'demo')
)('a replay of the lab: $name', ({ window: seen, truth }) => {
  const kept = measureReplays(seen, {}, false).at(-1);
  const seconds = (part: ReplayPhase['name']): number => kept?.phases.filter((phase) => phase.name === part)
    .reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) ?? NaN;
  it('has the total and the phases of its log within half a second, and nine of ten segments', () => {
    expect(kept?.outcome).toBe('finished');
    expect(Math.abs((kept?.end ?? NaN) * 1000 - truth.readyMs)).toBeLessThan(1100);
    expect(kept?.reportedSeconds).toBeCloseTo((goDurationMs(truth.stated.total ?? '') ?? NaN) / 1000, 6);
    expect(
      Math.abs(
        (seconds('checkpoint') + seconds('segments') + seconds('wbl')) * 1000 - (truth.replayedMs - truth.walBeginsMs)
      )
    ).toBeLessThan(500);
    expect(kept?.segments?.loaded).toBe(truth.segments.length);
    const told = new Map(truth.segments.map(({ segment, ms }) => [segment, ms]));
    const errors = (kept?.segmentTimes ?? []).flatMap(
      ({ segment, end }) => { const ms = told.get(segment); return ms === undefined ? [] : [Math.abs(end * 1000 - ms)];
      }
    );
    // Excludes the first segment, and those that one poll saw together.
    expect(errors.length).toBeGreaterThan(Math.min(8, truth.segments.length / 2));
    const sorted = errors.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(0.9 * (sorted.length - 1))]).toBeLessThan(500);
    expect(sorted.at(-1)).toBeLessThan(600);
  });
});
