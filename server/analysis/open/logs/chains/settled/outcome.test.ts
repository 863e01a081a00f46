import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const two = (value: number): string => String(value).padStart(2, '0');

const BLOCK = '0a1b2c3d-1111-4222-8333-444455556666';
const tempo = (minute: number, level: string, rest: string): string =>
  `level=${level} ts=2025-03-04T05:${two(minute)}:07.5Z caller=compactor.go:9 ${rest}`;
const CYCLE = [1, 2, 3].map((minute) => tempo(minute, 'info', 'msg="Compaction complete" hashString=shop-3-1'));
const FAILED = tempo(4, 'error', 'msg="error during compaction cycle" err="error iterating input blocks: error '
  + `iterating through block ${BLOCK}: error in range read from s3 backend: unexpected EOF"`);
const AGAIN = tempo(5, 'info', `msg="compacting block" blockID=${BLOCK} tenantID=shop`);

it('an error on a block that is worked on again without one passed', () => {
  expect(of(...CYCLE, FAILED, AGAIN, tempo(6, 'info', 'msg="Compaction complete" hashString=shop-3-1')))
    .toContain(`It passed: the log takes up ${BLOCK} again at 2025-03-04T05:05:07Z ("compacting block"), "Compaction `
      + 'complete" follows at 2025-03-04T05:06:07Z, and no error comes after that.');
  expect(of(...CYCLE, FAILED, tempo(6, 'info', 'msg="Compaction complete" hashString=shop-3-1')))
    .not.toContain('It passed');
  expect(of(...CYCLE, FAILED, tempo(5, 'info', `msg="deleting block" blockID=${BLOCK}`),
    tempo(6, 'info', 'msg="Compaction complete" hashString=shop-3-1'))).not.toContain('It passed');
  expect(of(...CYCLE, FAILED, AGAIN, tempo(6, 'info', 'msg="Compaction complete" hashString=shop-3-1'),
    tempo(7, 'warn', `msg="unable to delete block" blockID=${BLOCK}`))).not.toContain('It passed');
});

const vmalert = (second: number, level: string, rest: string): string =>
  `2025-03-04T05:06:${two(second)}.100Z\t${level}\tapp/vmalert/remotewrite/client.go:9\t${rest}`;
const attempt = (n: number, cause: string): string => vmalert(n, 'warn', `attempt ${n} to send request failed: error `
  + `while sending request to http://10.0.0.9:1/api/v1/write: Post "http://10.0.0.9:1/api/v1/write": ${cause}; Data `
  + 'len 12(12) (retriable: true)');
const REFUSED = 'dial tcp4 10.0.0.9:1: connect: connection refused';
const DROPPED = vmalert(9, 'error', 'attempts to send remote-write request failed 3 times, dropping 77 time series');

it('an error that gives up has the cause of its attempts, and a success before it is none', () => {
  const said = of('$ ./vmalert -rule=r.yml -remoteWrite.url=http://10.0.0.9:1',
    vmalert(1, 'info', 'replay finished! Imported 77 samples'), attempt(2, REFUSED),
    attempt(3, REFUSED), DROPPED, 'exit: 0');
  expect(said).toContain('The address is that of the flag -remoteWrite.url');
  expect(said).toContain('Each of the 2 attempts before it failed with ');
  expect(said).toContain('connection refused');
  expect(said).toContain('That it says "replay finished! Imported 77 samples" is no proof that they arrived, nor is '
    + 'the exit code 0: these 77 were dropped. Run it again');
  expect(of(attempt(2, REFUSED), attempt(3, 'i/o timeout'), DROPPED)).not.toContain('Each of the');
});

const GOSSIP = 'level=warn ts=2025-03-04T05:06:07.991Z caller=cluster.go:8 component=cluster msg="failed to join '
  + 'cluster" err="1 error occurred:\\n\\t* Failed to resolve am-0.am.shop.svc:9094: lookup am-0.am.shop.svc on '
  + '10.0.0.10:53: no such host\\n\\n"';
const SETTLED = 'level=info ts=2025-03-04T05:06:17.993Z caller=cluster.go:6 component=cluster msg="gossip settled; '
  + 'proceeding" elapsed=10.0s';

it('peers that joined later make the failure harmless; a gossip that settles alone does not', () => {
  expect(of(GOSSIP, SETTLED, '', 'alertmanager_cluster_failed_peers 0', 'alertmanager_cluster_members 3'))
    .toContain('it passed: the gossip settled at 2025-03-04T05:06:17Z, and alertmanager_cluster_members is 3');
  const alone = of(GOSSIP, SETTLED);
  expect(alone).toContain('harmless if it stops');
  expect(alone).toContain('which it also does alone');
  expect(of(GOSSIP, SETTLED, '', 'alertmanager_cluster_failed_peers 1', 'alertmanager_cluster_members 3'))
    .not.toContain('it passed');
});

const late = (minute: number, entry: string): string => `level=error ts=2025-03-04T05:${two(minute)}:00.000Z `
  + 'caller=client.go:9 component=client host=loki msg="final error sending batch" status=400 error="server returned '
  + `HTTP status 400 Bad Request (400): entry with timestamp ${entry} +0000 UTC ignored, reason: 'entry too far `
  + `behind, oldest acceptable timestamp is: 2025-03-04T04:00:00Z' for stream: {job=\\"a\\"},"`;

it('refused entries whose age grows are a backlog, and those of a fixed whole hour a clock', () => {
  expect(of(late(0, '2025-03-03 05:00:00.1'), late(5, '2025-03-03 05:01:00.1'), late(10, '2025-03-03 05:02:00.1')))
    .toMatch(/lines are 24h 8m old[^;]{0,40}; in 10m their times advance by 2m, so the sender works off a backlog/);
  expect(of(late(0, '2025-03-04 03:00:00.1'), late(5, '2025-03-04 03:05:00.1'), late(10, '2025-03-04 03:10:00.1')))
    .toContain('points to a time zone or a clock');
});

const sent = (minute: number, why: string): string => JSON.stringify({
  level: 'error', ts: `2025-03-04T05:${two(minute)}:00.000Z`, caller: 'prometheusremotewriteexporter@v0.1.0/wal.go:2',
  msg: 'error processing WAL entries', 'otelcol.component.id': 'prometheusremotewrite', 'otelcol.component.kind':
    'exporter', error: `Permanent error: remote write returned HTTP status 400 Bad Request; err = <nil>: ${why}`,
});

it('samples that are first out of order and then out of bounds only age', () => {
  const [order, bounds] = ['out of order sample', 'out of bounds'];
  expect(of(...[1, 2, 3, 4].map((at) => sent(at, order)), ...[5, 6, 7].map((at) => sent(at, bounds))))
    .toContain('all are "out of bounds" from 2025-03-04T05:05:00Z on: what is sent does not change and only grows '
      + 'older');
  expect(of(...[1, 2, 3, 4, 5, 6].map((at) => sent(at, at % 2 === 0 ? order : bounds)))).not.toContain('grows older');
});

const unit = (second: number, who: string, rest: string): string => `Mar 04 05:06:${two(second)} h ${who}: ${rest}`;
const opens = (second: number, shard: number): string => unit(second, 'influxd[7]', `ts=2025-03-04T05:06:${
  two(second)}.1Z lvl=info msg="Opened shard" log_id=0abc0000 service=store path=/v/data/t/a/${shard} duration=9s`);
const influx = (...shards: string[]): string => of(
  unit(1, 'systemd[1]', 'Starting InfluxDB is an open-source, distributed, time series database...'),
  unit(2, 'influxd[7]', 'ts=2025-03-04T05:06:02.1Z lvl=info msg="InfluxDB starting" log_id=0abc0000 version=1.8.10'),
  ...shards, unit(41, 'systemd[1]', 'influxdb.service: start operation timed out. Terminating.'),
  unit(42, 'systemd[1]', "influxdb.service: Failed with result 'timeout'."), 'root@h:~# ls /v/data/t/a | wc -l', '12',
);

it('a start that was at work until its time-out is slow, and needs a longer time', () => {
  const said = influx(opens(10, 1), opens(20, 2), opens(30, 3), opens(38, 4));
  expect(said).toContain('it was at work and only slow, as the start opened 4 parts of its data within 40 s, of 12, so '
    + 'a whole start takes about 2m');
  expect(influx(opens(5, 1), opens(9, 2))).toContain('else see whether Type= fits');
});
