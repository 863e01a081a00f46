import { describe, expect, it } from 'vitest';
import { part, restartLog } from '../../../../testdata/logs/replayLogs.ts';
import { analyse, only } from '../../../../testdata/measuredLog.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`) / 1000;

it('starts of two pods whose lines alternate are two', () => {
  const of = (pod: string, text: string): string[] =>
    text.trimEnd().split('\n').map((line) => `[pod/${pod}/prometheus] ${line}`);
  const [one, other] = [of('prometheus-0', restartLog), of('prometheus-1', restartLog)];
  const { replays } = analyse(`${one.flatMap((line, i) => [line, other[i] ?? '']).join('\n')}\n`);
  expect(replays.map(({ outcome, totalSeconds, segments, notes }) => [outcome, totalSeconds, segments?.loaded, notes]))
    .toEqual([0, 1].map((i) => [
      'finished', 64.702, 35, [`Its lines are those of pod/prometheus-${i}/prometheus.`],
    ]));
  expect(new Set(replays.map(({ key }) => key)).size).toBe(2);
});

it('a terminal that cuts off how many segments there are leaves that unknown', () => {
  const lines = part(restartLog, null, 'segment=20').split('\n');
  const width = lines.find((line) => line.includes('segment=10 '))?.replace(/Segment=\d+$/, '').length;
  const cut = lines.map((line) => line.slice(0, width)).join('\n');
  const log = analyse(`${cut}\n`);
  expect(log.replays[0]).toMatchObject({ outcome: 'unknown', segments: { min: 0, max: null, loaded: 20 } });
  expect(log.replays[0]?.ending).toMatch(/, at segment 19\.$/);
  expect(log.replays[0]?.points.every(({ progressRatio }) => progressRatio === null)).toBe(true);
  expect(log.notes[0]).toMatch(/lines are cut off at the end: what was there is unknown/);
});

describe('head GC', () => {
  const gone = (text: string, line: string): string => text.split('\n').filter((one) => !one.includes(line)).join('\n');
  const said = 'ts=2026-11-20T16:54:05.500Z caller=head.go:1219 level=info component=tsdb msg="Head GC completed" '
    + 'caller=truncateMemory duration=432.25ms';
  const phases = (text: string): (string | number)[][] => only(text).phases.slice(-2)
    .map(({ name, start, durationSeconds }) => [name, start, Math.round(durationSeconds * 1e5) / 1e5]);

  it('lasts as long as a line between the replay and “TSDB started” states', () => {
    expect(phases(restartLog.replace(/^.*fs_type=.*$/m, said)))
      .toEqual([['head-gc', at('16:54:05.045'), 0.43225], ['finishing', at('16:54:05.573'), 0.001]]);
  });

  it('is no phase of its own in a log that lacks its end, nor that of a head compaction after the start', () => {
    expect(phases(gone(restartLog, 'TSDB started'))[1]).toEqual(['finishing', at('16:54:05.045'), 0.529]);
    const later = said.replace('16:54:05.500', '16:58:00.000');
    expect(only(`${restartLog}${later}\n`).phases).toEqual(only(restartLog).phases);
    expect(analyse(`${later}\n`).replays).toEqual([]);
  });
});

it('a snapshot of 2.42, whose time of the m-mapped chunks begins after it, and head GC', () => {
  const line = (time: string, rest: string): string =>
    `ts=2026-11-20T15:31:${time}Z caller=head.go:571 level=info component=tsdb ${rest}`;
  const replay = only([
    'ts=2026-11-20T15:31:05.954Z caller=main.go:551 level=info msg="Starting Prometheus Server" mode=server '
      + 'version="(version=2.42.0+ds, branch=debian/sid, revision=2.42.0+ds-5+deb12u1)"',
    line('05.986', 'msg="Replaying on-disk memory mappable chunks if any"'),
    line('05.986', 'msg="Chunk snapshot is enabled, replaying from the snapshot"'),
    line('17.512', 'msg="chunk snapshot loaded" dir=data/chunk_snapshot.000009.0008028160 num_series=96420 '
      + 'duration=11.52658212s'),
    line('17.513', 'msg="Chunk snapshot loading time" duration=11.527022694s'),
    line('19.484', 'msg="On-disk memory mappable chunks replay completed" duration=1.971174224s'),
    line('19.484', 'msg="Replaying WAL, this may take a while"'),
    line('19.490', 'msg="WAL segment loaded" segment=9 maxSegment=10'),
    line('19.490', 'msg="WAL segment loaded" segment=10 maxSegment=10'),
    line('19.490', 'msg="WAL replay completed" checkpoint_replay_duration=105.737µs '
      + 'wal_replay_duration=5.48561ms wbl_replay_duration=160ns total_replay_duration=13.503902174s'),
    line('22.503', 'msg="TSDB started"'),
    line('22.504', 'msg="Server is ready to receive web requests."'),
  ].join('\n'));
  expect(replay.phases.map(({ name, durationSeconds }) => [name, Math.round(durationSeconds * 1e6) / 1e6])).toEqual([
    ['opening', 0.032], ['snapshot', 11.527023], ['mmapped-chunks', 1.971174], ['segments', 0.005486],
    ['head-gc', 3.013], ['finishing', 0.001],
  ]);
});
