import { elementAt } from '../../../../core/elementAt.ts';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPrometheus3, part, restartLog } from '../../../../testdata/logs/replayLogs.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { analyse, only } from '../../../../testdata/measuredLog.ts';
import { analyseReplayLog } from './replayLogAnswer.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`) / 1000;

describe('a log cut anywhere', () => {
  const whole = { '2.x': only(restartLog), '3.x': only(asPrometheus3(restartLog)) };
  it('tells nothing that the whole one does not: its segments, its stated totals, phases in order', () => {
    const forms = fc.constantFrom('2.x' as const, '3.x' as const);
    fc.assert(fc.property(forms, fc.nat(11_500), fc.nat(11_500), (form, a, b) => {
      const text = form === '2.x' ? restartLog : asPrometheus3(restartLog);
      const answer = analyseReplayLog(Buffer.from(text).subarray(Math.min(a, b), Math.max(a, b)));
      for (const replay of 'replays' in answer ? answer.replays : []) {
        const truth = new Map(whole[form].segmentTimes.map((time) => [time.segment, time]));
        for (const time of replay.segmentTimes) {
          expect(time.end).toBe(truth.get(time.segment)?.end);
          // Lines cut in the middle are lost, and segments then share the time; that of a whole line is exact.
          if (time.count === 1 && form === '2.x')
            expect(time.seconds).toBeCloseTo(truth.get(time.segment)?.seconds ?? NaN, 6);
        }
        if (replay.reportedSeconds !== null) expect(replay.reportedSeconds).toBe(whole[form].reportedSeconds);
        if (replay.outcome === 'finished') expect(replay.end).toBe(whole[form].end);
        else expect(replay.outcome).toMatch(/unknown|stopped/);
        for (const [i, phase] of replay.phases.entries()) {
          expect(phase.durationSeconds).toBeGreaterThanOrEqual(0);
          if (i > 0) expect(phase.start)
            .toBeGreaterThanOrEqual((elementAt(replay.phases, i - 1).end ?? Infinity) - 1e-6);
        }
        const ratios = replay.points.flatMap(({ progressRatio }) => (progressRatio === null ? [] : [progressRatio]));
        expect(ratios).toEqual(ratios.toSorted((left, right) => left - right));
        if (replay.outcome !== 'finished') expect(Math.max(0, ...ratios)).toBeLessThan(1);
      }
    }), {
      // Cuts in the key of a time, and in the line after it: the first line has no time, and must not take the next.
      numRuns: 1500, examples: [['3.x', 4916, 4743], ['3.x', 4629, 4455]],
    });
  });

  it('ends with the phase it was in', () => {
    const replay = only(part(restartLog, null, 'segment=20'));
    expect(replay)
      .toMatchObject({ outcome: 'unknown', end: null, totalSeconds: null, segments: { min: 0, max: 34, loaded: 20 }, });
    expect(quantitiesOf(replay.finding).slice(0, 3)).toEqual([expect.closeTo(32, 1), 19, 34]);
    expectGolden('wal-replay', 'log: cut', replay.finding);
    expect(replay.phases.at(-1)).toMatchObject({ name: 'segments', end: null, segments: 20 });
    expect(replay.phases.at(-1)?.durationSeconds).toBeCloseTo(31.583, 6);
  });

  it('begins with what is there: the server\'s own durations give the rest', () => {
    const replay = only(part(restartLog, 'segment=20 ', null));
    expect(replay).toMatchObject({
      outcome: 'finished', startSeen: false, totalSeconds: null,
      notes: ['The log begins after the server had started: segments before 20 are missing.'],
    });
    expect(replay.reportedSeconds).toBeCloseTo(64.163219391, 9);
    expect(replay.phases[0]).toMatchObject({ name: 'segments' });
    expect(elementAt(replay.phases, 0).start).toBeCloseTo(at('16:53:01.294'), 2);
    expect(replay.segmentTimes[0]).toMatchObject({ segment: 21, count: 1 });
  });
});

describe('what is no log of a start', () => {
  it.each([
    ['a running server', part(restartLog, 'Received SIGTERM', null)],
    ['blocks alone', 'ts=2026-11-20T10:00:00Z msg="Found healthy block" mint=1 maxt=2'],
  ])('%s has none', (name, text) => {
    const answer = analyse(text);
    expect(answer.replays).toEqual([]);
    expect(answer.finding).toMatchObject({ code: 'log-without-starts', severity: 'unknown' });
    expectGolden('wal-replay', `log without a start: ${name}`, answer.finding);
  });
  it.each(
    [['nothing', Buffer.alloc(0)], ['a gzip file that was not unpacked', gzipSync(restartLog)]]
  )('%s is no log', (_name, bytes) => {
    expect(analyseReplayLog(bytes)).toHaveProperty('unreadable');
  });
  it('any text is read without a throw', () => {
    const word = fc.constantFrom(
      'ts=2026-11-20T10:00:00Z', 'msg="WAL segment loaded"', 'segment=1', 'segment=-1', 'maxSegment=999999999999',
      'msg="WAL replay completed"', 'total_replay_duration=9e99s', 'duration=-1s', 'msg="Starting Prometheus Server"',
      'version="(version=', 'tenant=__proto__', '\n', '{"msg":', '"'
    );
    fc.assert(fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const answer = analyseReplayLog(Buffer.from(words.join(' ')));
      for (const { phases } of 'replays' in answer ? answer.replays : []) for (const { durationSeconds } of phases)
        expect(durationSeconds).toBeGreaterThanOrEqual(0);
    }), { numRuns: 300 });
  });
});
