/** Tests logs of several containers: their starts and ends are not counted together. */
import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { analyse } from '../../../../testdata/measuredLog.ts';

const line = (time: string, rest: string): string => `ts=2026-11-20T${time}Z caller=a.go:1 level=info ${rest}`;
const start = (of: string, minute: string): string[] => [
  line(`10:${minute}:00`, 'msg="Starting TSDB ..."'), line(`10:${minute}:05`, 'msg="TSDB started"'),
  line(`10:${minute}:05`, 'msg="Server is ready to receive web requests."'),
].map((text) => `${of}  | ${text}`);

it('a server that gives up is named, and the one beside it is not counted with it', () => {
  const { finding } = analyse([
    ...start('prom-a-1', '00'),
    `prom-b-1  | ${line('10:01:00', 'err="opening storage failed: lock DB directory: resource temporarily '
      + 'unavailable"')}`,
  ].join('\n'));
  const [claim, ...evidence] = statements(finding);
  expect(claim).toMatch(/^prom-b-1: The server gave up/);
  expect(evidence.join(' ')).toMatch(/prom-a-1: The start took 5 s/);
  expect(finding.sentence).toBe(claim);
});

it('a container that ended is not the server beside it, of which it says nothing', () => {
  const of = (exited: string): string | undefined => analyse([...start('prometheus-1', '00'),
    'app-1  | some text without a time', `${exited} exited with code 137`].join('\n')).replays[0]?.ending;
  expect(of('app-1')).toBe(of('nothing'));
  expect(of('prometheus-1')).not.toBe(of('app-1'));
});

it('another container that ended after its own lines is not the server, either', () => {
  const { replays } = analyse([...start('prometheus-1', '00'),
    `loki-1  | ${line('10:00:06', 'msg="Starting Loki"')}`, 'loki-1 exited with code 1'].join('\n'));
  expect(replays).toHaveLength(1);
  expect(replays[0]?.ending).not.toMatch(/exited/);
});

it('a server that no envelope names is said to be another one', () => {
  const { finding } = analyse([
    ...start('prom-a-1', '00').map((text) => text.replace('prom-a-1  | ', '')),
    `prom-b-1  | ${line('10:01:00', 'err="opening storage failed: lock DB directory: resource temporarily '
      + 'unavailable"')}`,
  ].join('\n'));
  expect(statements(finding).join(' ')).toMatch(/^prom-b-1: .* Lines of another server: The start took 5 s/);
});

it('a shell prompt before a line is the name of no server', () => {
  const { finding, replays } = analyse([
    `[root@node prometheus]# ${line('10:00:00', 'msg="Starting TSDB ..."')}`,
    line('10:00:05', 'msg="TSDB started"'), line('10:00:05', 'msg="Server is ready to receive web requests."'),
  ].join('\n'));
  expect(replays).toHaveLength(1);
  expect(finding.sentence).toMatch(/^The start took 5 s/);
});

const tenant = (name: string, time: string, rest: string): string =>
  line(time, `component=receive component=multi-tsdb tenant=${name} ${rest}`);

it('tenants of one receiver are no starts: the one that still replays is named, with its progress', () => {
  const stamps = ['10:01:00', '10:01:10', '10:01:20', '10:01:30', '10:01:50', '10:02:20', '10:02:50', '10:03:20'];
  const { finding } = analyse([
    tenant('a', '10:00:00', 'msg="Replaying WAL, this may take a while"'),
    tenant('b', '10:00:00', 'msg="Replaying WAL, this may take a while"'),
    tenant('b', '10:00:01', 'msg="WAL segment loaded" segment=0 maxSegment=0'),
    tenant('b', '10:00:01', 'msg="WAL replay completed" total_replay_duration=1s'),
    tenant('a', '10:00:50', 'msg="WAL checkpoint loaded"'),
    ...stamps.map((time, i) => tenant('a', time, `msg="WAL segment loaded" segment=${40 + i} maxSegment=55`)),
  ].join('\n'));
  const said = statements(finding).join(' ');
  expect(said).toMatch(/^Tenant a: The log ends 3m 20s into the start, at segment 47 of 55\. /);
  expect(said).toContain('It read 8 of 16 segments (50 %), 10 s each at first and 30 s at last; the other 8 need about '
    + '4m.');
  expect(said).toContain('1 of 2 tenants became ready (b).');
  expect(said).not.toContain('starts in the log');
});

it('tenants that are all ready, and a tenant alone', () => {
  const ready = (name: string, second: string): string[] => [
    tenant(name, '10:00:00', 'msg="Replaying WAL, this may take a while"'),
    tenant(name, `10:00:${second}`, `msg="WAL replay completed" total_replay_duration=${Number(second)}s`),
  ];
  expect(analyse([...ready('a', '04'), ...ready('b', '09'), ...ready('c', '02')].join('\n')).finding.sentence)
    .toMatch(/^3 tenants became ready; b took longest: /);
  expect(statements(analyse(ready('a', '04').join('\n')).finding).join(' ')).not.toContain('enant');
});
