/** Tests what is said of the last lines of a start, and of a start that goes on without a line that it is ready. */
import { expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { readLog } from '../../../logs/readLog.ts';
import { isReplayMessage, startsOfLog } from '../replayLog.ts';
import { analyse } from '../../../../../testdata/measuredLog.ts';

const line = (second: number, rest: string): string =>
  `ts=2026-01-02T10:00:${String(second).padStart(2, '0')}.000Z caller=head.go:1 level=info ${rest}`;
const segment = (second: number, number: number): string =>
  line(second, `msg="WAL segment loaded" segment=${number} maxSegment=131`);
const said = (...lines: string[]): string => statements(analyse(lines.join('\n')).finding).join(' ');

it('gives no share of the segments if the lines begin within the replay', () => {
  const tail = said(segment(0, 118), segment(2, 119), segment(4, 120), segment(6, 121),
    line(9, 'msg="Received SIGTERM, exiting gracefully..."'));
  expect(tail).toContain('The lines begin within its replay, and show the segments 118 to 121 of 131, 2 s each; the '
    + 'other 10 need about 20 s.');
  expect(tail).not.toContain('%');
  expect(tail).not.toContain('startup probe must allow');
  expect(tail).toContain('3 WAL segments in 6 s');
});

it('says of an agent whose remote write has read the WAL that it ran', () => {
  const opened = [
    line(0, 'msg="Starting Prometheus Server" mode=agent version="(version=2.49.0, branch=HEAD)"'),
    line(1, 'msg="Starting WAL storage ..."'), line(2, 'msg="WAL checkpoint loaded"'), segment(4, 130),
    segment(6, 131), line(7, 'msg="Agent WAL storage started"'),
  ];
  expect(said(...opened)).toMatch(/^The log ends 7 s into the start, after its storage was opened\./);
  expect(said(...opened, line(40, 'component=remote msg="Done replaying WAL" duration=33s')))
    .toMatch(/^The server ran at 10:00:40 UTC; no line says when it became ready\./);
});

it('ends the last phase of a start where the server runs, and not at the end of the log', () => {
  const started = said(line(0, 'msg="Starting WAL storage ..."'), line(1, 'msg="replaying WAL, this may take a while" '
    + 'dir=/wal'), line(2, 'msg="WAL checkpoint loaded"'), segment(4, 131), line(7, 'msg="Agent WAL storage started"'),
  line(8, 'component=remote msg="Done replaying WAL" duration=1s'), line(59, 'msg="series GC completed" duration=1s'));
  expect(started).toContain('The server ran at 10:00:08 UTC');
  expect(started).not.toMatch(/5\d s/);
});

const startsIn = (text: string): readonly unknown[] =>
  startsOfLog(readLog(new TextEncoder().encode(text), isReplayMessage).wanted).starts;

it('takes no line of remote write for a replay, by any of its fields', () => {
  for (const field of ['component=remote', 'subcomponent=rw', 'remote_name=a', 'queue=0:b'])
    expect(startsIn(line(1, `msg="Replaying WAL" ${field}\n`)), field).toEqual([]);
});

it('tells the replay of a tenant, and not a start, by what the server reports of it', () => {
  expect(said(line(1, 'user=a msg="Replaying on-disk memory mappable chunks if any"'),
    line(2, 'user=a msg="WAL replay completed" checkpoint_replay_duration=201.7ms wal_replay_duration=4.11s '
      + 'total_replay_duration=4.4s'))).toMatch(/^The replay took 4\.4 s\b/);
});
