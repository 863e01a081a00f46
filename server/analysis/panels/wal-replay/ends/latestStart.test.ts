/** Tests that the progress of starts is that of the latest one, and what a signal did not end. */
import { expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { analyse } from '../../../../../testdata/measuredLog.ts';

const line = (time: string, rest: string): string =>
  `ts=2026-01-02T${time}Z caller=head.go:1 level=info component=tsdb ${rest}`;
const opens = (minute: string): string[] => [
  line(`${minute}:00.000`, 'msg="Starting Prometheus Server" mode=server version="(version=2.41.0, branch=HEAD)"'),
  line(`${minute}:01.000`, 'msg="Replaying WAL, this may take a while"'),
  line(`${minute}:02.000`, 'msg="WAL checkpoint loaded"'),
];
const segment = (time: string, number: number, max: number): string =>
  line(time, `msg="WAL segment loaded" segment=${number} maxSegment=${max}`);

it('tells how far the latest start is, and that the one before it is lost', () => {
  const said = statements(analyse([
    ...opens('10:00'),
    ...[1, 2, 3, 4, 5, 6].map((n) => segment(`10:0${n}:00.000`, 39 + n, 59)),
    line('10:06:30.000', 'msg="Received SIGTERM, exiting gracefully..."'),
    segment('10:07:00.000', 46, 59), segment('10:08:00.000', 47, 59),
    ...opens('10:10'),
    ...[1, 2, 3, 4].map((n) => segment(`10:1${n}:00.000`, 39 + n, 60)),
  ].join('\n')).finding).join(' ');
  expect(said).toContain('2 starts in the log: none became ready, 1 ended before.');
  expect(said).toContain('After that signal its lines go on for 90 s, and none says that it ended');
  expect(said).toMatch(/The latest start read 4 of 21 segments \(19 %\), 60 s each; the other 17 need about 17m\./);
  expect(said).toContain('The one before it had read 8 of 20 segments when it ended');
});
