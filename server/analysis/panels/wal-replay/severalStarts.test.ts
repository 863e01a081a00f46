import { describe, expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { analyse, only } from '../../../../testdata/measuredLog.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`) / 1000;

describe('several starts', () => {
  it('of a Prometheus 1 that listened and cannot open its storage, beside segments of years later', () => {
    const old = (rest: string): string => `time="2018-06-14T04:58:06Z" level=${rest}`;
    const segment = (number: number): string => `level=info ts=2022-01-14T12:40:4${number}.1Z caller=head.go:813 `
      + `component=tsdb msg="WAL segment loaded" segment=${number} maxSegment=9`;
    const { replays } = analyse([
      segment(1), segment(2), '',
      old('info msg="Starting prometheus (version=1.8.1, branch=HEAD, revision=3a7)" source="main.go:87"'),
      old('info msg="Listening on :9090" source="web.go:341"'),
      old('error msg="Error opening memory series storage: resource temporarily unavailable" source="main.go:192"'),
    ].join('\n'));
    expect(replays).toHaveLength(2);
    expect(replays.map(({ outcome }) => outcome)).not.toContain('finished');
  });

  it('what remote write reads of the WAL is no part of a start', () => {
    const line = (time: string, rest: string): string => `ts=2026-11-20T${time}Z caller=a.go:1 level=info ${rest}`;
    const { finding } = analyse([
      line('10:00:00.100', 'component=remote remote_name=c6 msg="Replaying WAL" queue=c6'),
      line('10:00:00.200', 'msg="Server is ready to receive web requests."'),
      line('10:00:05.200', 'component=remote remote_name=c6 msg="Done replaying WAL" duration=5.1s'),
    ].join('\n'));
    expect(statements(finding).join(' ')).toContain('became ready');
    expect(statements(finding).join(' ')).not.toMatch(/WAL|phases/);
  });

  it('that give up within two seconds, with the same words', () => {
    const gaveUp = (time: string): string => `level=error ts=2026-11-20T${time}Z caller=main.go:915 `
      + 'err="opening storage failed: lock DB directory: resource temporarily unavailable"';
    expect(analyse([gaveUp('10:00:00.100'), gaveUp('10:00:00.700'), gaveUp('10:00:01.500')].join('\n')).replays)
      .toHaveLength(3);
    // An export has a line twice.
    expect(analyse([gaveUp('10:00:00.100'), gaveUp('10:00:00.100')].join('\n')).replays).toHaveLength(1);
  });

  it('of Thanos Receive, the second of which has not come to its WAL', () => {
    const line = (time: string, rest: string): string =>
      `level=info ts=2026-11-20T${time}Z caller=head.go:557 component=receive ${rest}`;
    const { replays } = analyse([
      line('10:00:00', 'msg="WAL segment loaded" segment=1 maxSegment=9'),
      line('10:00:05', 'msg="WAL segment loaded" segment=2 maxSegment=9'),
      line('10:00:30', 'msg="setting up receive; the Thanos receive component is EXPERIMENTAL"'),
      line('10:00:31', 'msg="starting receiver"'),
      line('10:00:31', 'msg="hashring has changed; server is not ready to receive web requests"'),
    ].join('\n'));
    expect(replays.map(({ outcome, start }) => [outcome, start])).toEqual([
      ['killed', at('10:00:00')], ['unknown', at('10:00:30')],
    ]);
  });

  it('that are one, whose end somebody quotes before its middle, without the lines of its last segments', () => {
    const line = (time: string, rest: string): string =>
      `ts=2026-11-20T${time}Z caller=head.go:755 level=info component=tsdb ${rest}`;
    const segments = ['10:03:00', '10:03:04', '10:03:08']
      .map((time, i) => line(time, `msg="WAL segment loaded" segment=${40 + i} maxSegment=340`));
    const ends = [
      line('10:00:30', 'msg="On-disk memory mappable chunks replay completed" duration=30s'),
      line('10:24:00', 'msg="WAL replay completed" checkpoint_replay_duration=2m26s wal_replay_duration=21m4s '
        + 'total_replay_duration=24m0s'),
    ];
    const { replays } = analyse([...segments, '...', ...ends].join('\n'));
    expect(replays).toMatchObject([
      { start: at('10:00:00'), reportedSeconds: 1440, segments: { min: 40, loaded: 301 } },
    ]);
    expect(replays[0]?.phases.find(({ name }) => name === 'segments')).toMatchObject(
      { segments: 301, durationSeconds: 1264 }
    );
  });
});

it('a start beside which others log has run until the end of the log', () => {
  const line = (time: string, rest: string): string => `ts=2026-11-20T${time}Z level=info component=receive ${rest}`;
  const begun = [
    line('10:00:00', 'tenant=a msg="Found healthy block" mint=1 maxt=2'),
    line('10:00:01', 'tenant=a msg="Replaying on-disk memory mappable chunks if any"'),
  ];
  const beside = line('10:00:31', 'component=uploader msg="upload phase starting"');
  expect(only([...begun, beside].join('\n')).ending).toMatch(/^The log ends 31 s into the start\./);
  // A server that runs for long became ready, but that line is missing.
  expect(only([...begun, line('19:00:00', 'msg="x"')].join('\n')).ending)
    .toMatch(/^The lines of the start end after 1 s, and the text goes on until 2026-11-20 19:00:00 UTC\./);
});

it('crashes without a start are counted whatever their numbers', () => {
  const crashed = (hour: number): string => `ts=2026-11-20T${hour}:00:02Z level=info component=tsdb msg="write block"\n`
    + `panic: expected newly cut file to have sequence:offset 106${hour}:8, got 107${hour}:8`;
  expect(statements(analyse(`${crashed(10)}\n${crashed(12)}`).finding).join(' ')).toContain('It did so 2 times.');
});

describe('a start of Prometheus 1', () => {
  const line = (level: string, message: string): string =>
    `time="2026-11-20T10:00:00Z" level=${level} msg="${message}" source="main.go:1"`;
  const begun = [line('info', 'Starting prometheus (version=1.8.1, branch=HEAD)'), line('info', 'Listening on :9090')];

  it('that could not open its storage was never ready, although it listened', () => {
    const { outcome, finding } = only([
      ...begun, line('error', 'Could not lock /d/DIRTY, Prometheus already running?'),
      line('error', 'Error opening memory series storage: resource temporarily unavailable'), 'CrashLoopBackOff',
    ].join('\n'));
    expect(outcome).toBe('failed');
    const said = statements(finding).join(' ');
    expect(said).toMatch(/^The server gave up.*: another process holds the lock of its data\. It logged: Error op/);
    expect(said).not.toMatch(/ready|CrashLoopBackOff/);
  });

  it('that listens before it loads its series is one start, ready when they are loaded', () => {
    const later = (time: string, message: string): string =>
      `time="2026-11-20T10:00:${time}Z" level=info msg="${message}" source="storage.go:1"`;
    const loading = [...begun, later('00', 'Loading series map and head chunks...')];
    expect(only([...loading, later('20', '1651 series loaded.')].join('\n')))
      .toMatchObject({ outcome: 'finished', totalSeconds: 20 });
    expect(only(loading.join('\n')).outcome).toBe('unknown');
    expect(only([...loading, line('error', 'Error opening memory series storage: open /d/heads.db: permission denied')]
      .join('\n')).outcome).toBe('failed');
  });

  it('that listened and was stopped later was ready', () => {
    expect(only([...begun, line('warning', 'Received SIGTERM, exiting gracefully...')].join('\n')).outcome)
      .toBe('finished');
  });
});
