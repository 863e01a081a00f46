/** Tests what is said of the errors beside the gravest one of a log. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { follows, withoutSteps } from './besides.ts';

const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('another answer to the same request', () => {
  const block = (time: string, retry: number, rest: string): string => JSON.stringify({
    ts: `2026-01-02T${time}Z`, level: 'error', caller: 'VictoriaMetrics/app/vmagent/remotewrite/client.go:1',
    msg: `unexpected status code received after sending a block with size 900 bytes to "1:secret-url" during retry #${
      retry}: ${rest}; re-sending the block in 4.000 seconds`,
  });
  const full = '503; response body="cannot store metrics: the storage is in read-only mode; check '
    + '-storage.minFreeDiskSpaceBytes command-line flag value"';
  const LINES = [
    block('03:04:05.000', 8, full), block('03:05:05.000', 9, full), block('03:09:05.000', 1, '502; response body=""'),
    block('03:09:09.000', 2, '502; response body=""'),
  ];

  it('later is reported as the state since then, and the step of the first one is over', () => {
    const facts = said(...LINES);
    expect(facts).toMatch(/^The error "unexpected status code .* 503".* occurs 2 times from 2026-01-02T03:04:05Z to /);
    expect(facts).toContain('The storage takes no new rows, because its disk has less free space than '
      + '-storage.minFreeDiskSpaceBytes. Later, from 2026-01-02T03:09:05Z to 2026-01-02T03:09:09Z, the answer is '
      + 'another one: "unexpected status code received after sending a block with size 900 bytes to "1:secret-url" '
      + 'during retry #1: 502" (2 times). A proxy before the receiver got no good answer from it: see whether the ');
    expect(facts).toContain('The sender keeps such a block and sends it again');
    expect(facts).not.toContain('enlarge that disk');
  });

  it('in lines of a terminal, with the answer of the receiver', () => {
    const plain = (minute: number, retry: number, rest: string): string => `2026-01-02T03:0${minute}:05.000Z\terror\t`
      + 'VictoriaMetrics/app/vmagent/remotewrite/client.go:1\tunexpected status code received after sending a block '
      + `with size 900 bytes to "1:secret-url" during retry #${retry}: ${rest}; re-sending the block in 4.000 seconds`;
    const facts = said(plain(1, 8, full), plain(2, 9, full), plain(5, 1, '429; response body="slower"'));
    expect(facts).toContain('The cause given is "cannot store metrics: the storage is in read-only mode; check');
    expect(facts).toContain('Later, at 2026-01-02T03:05:05Z, the answer is another one: "unexpected status code');
  });

  it('before it is only another error', () => {
    const facts = said(LINES[2] ?? '', block('03:10:05.000', 3, full), block('03:11:05.000', 4, full));
    expect(facts).toContain('enlarge that disk or free space');
    expect(facts).toContain(' Also: "unexpected status code');
  });

  it('of Telegraf', () => {
    const line = (second: number, answer: string): string =>
      `2026-01-02T03:04:0${second}Z E! [outputs.influxdb] When writing to [http://db.test:8086]: ${answer}`;
    expect(said(line(1, '503 Service Unavailable'), line(2, '503 Service Unavailable'), line(5, '401 Unauthorized')))
      .toContain('Later, at 2026-01-02T03:04:05Z, the answer is another one: "[outputs.influxdb] When writing to [');
  });

  it('in the causes of one message, with what the later one means', () => {
    const line = (minute: number, status: string): string => `ts=2026-01-02T03:0${minute}:00Z caller=a.go:1 level=warn `
      + `component=remote msg="Failed to send batch, retrying" err="server returned HTTP status ${status}"`;
    const [gone, limited] = ['502 Bad Gateway', '429 Too Many Requests'];
    const facts = said(line(1, gone), line(2, gone), line(3, limited), line(4, limited));
    expect(facts).toContain('The cause given is "server returned HTTP status 502 Bad Gateway", and later "server '
      + 'returned HTTP status 429 Too Many Requests".');
    expect(facts).toContain('limit of the receiver is reached');
    expect(facts).not.toContain('see whether the receiver runs');
    expect(said(line(1, gone), line(2, limited), line(3, gone), line(4, limited)))
      .toContain('Bad Gateway" and "server');
  });

  it('of Fluent Bit, with what each means', () => {
    const line = (second: number, status: string): string =>
      `[2026/01/02 03:04:0${second}] [error] [output:es:es.0] HTTP status=${status}, response:`;
    const facts = said(line(1, '429 URI=/_bulk'), line(2, '429 URI=/_bulk'), line(5, '503 URI=/_bulk'));
    expect(facts).toContain('takes no more at this rate, a limit. Later, at 2026-01-02 03:04:05, the answer');
    expect(facts).toContain('takes no requests for now: see its log.');
  });

  it('a block that is skipped is not kept', () => {
    expect(said(...LINES, JSON.stringify({
      ts: '2026-01-02T03:10:00.000Z', level: 'error', caller: 'VictoriaMetrics/app/vmagent/remotewrite/client.go:2',
      msg: 'sending a block with size 9 bytes to "1:secret-url" was rejected (skipping the block): status code 400',
    }))).not.toContain('The sender keeps');
  });
});

it('a beginning without its time has no time of the other lines', () => {
  const line = (time: string): string => `${time}Z","level":"error","caller":"VictoriaMetrics/lib/a/a.go:1",`
    + '"msg":"cannot read the list of things"}';
  expect(said(line('2T03:04:05.123'), line('{"ts":"2026-01-02T03:05:05.123')))
    .toMatch(/ occurs 2 times, one of them at 2026-01-02T03:05:05Z\./);
});

describe('the same error', () => {
  const line = (second: number, who: string): string => `05/10 14:06:4${second}.048407 00001596 DND ERROR user:${who}, `
    + 'auth msg received from mnodes, error:Unable to establish connection';
  const warning = '05/10 14:06:40.048307 00001186 RPC WARN DND-C (nil), connection error. numOfTry=3 msgType=121';

  it('of another user is no other error; the warning before it says why', () => {
    const facts = said(warning, line(1, 'app'), line(2, 'app'), line(3, 'monitor'));
    expect(facts).toMatch(/^The error "user:app, auth msg received from mnodes, error:Unable to establish connect/);
    expect(facts).toContain(' It logged the same with user:monitor. This dnode does not reach the mnodes, which is no '
      + 'wrong password: see whether taosd runs there');
    expect(facts).toContain('Its warnings say: "DND-C (nil), connection error.".');
    expect(facts).not.toContain('Also:');
  });

  it('behind other words has the same cause', () => {
    const status = '05/10 14:06:41.048407 00001596 DND ERROR status rsp is received, error:Unable to establish '
      + 'connection';
    expect(said(status, status.replace('41.0', '42.0'), line(3, 'app'))).toContain(
      'Also: "user:app, auth msg received from mnodes, error:Unable to establish connection", with the same cause.'
    );
  });

  it('of several objects, which are counted', () => {
    const open = (name: string): string =>
      `ts=2026-01-02T03:04:05Z caller=a.go:1 level=error msg="cannot open the table t_${name} of this shard"`;
    expect(said(...['a', 'a', 'b', 'c', 'd', 'e'].map(open))).toContain(
      ' It logged the same with t_b, t_c, t_d and 1 other name.'
    );
  });

  it('at the end of two messages is one cause', () => {
    const open = (message: string): string => `2026-01-02T03:04:05Z E! ${message}: cache maximum memory size exceeded`;
    expect(said(open('[store] failed to open shard 1'), open('[store] failed to open shard 1'),
      open('[write] write failed on it'))).toContain('exceeded", with the same cause.');
  });
});

it('what follows from the gravest is reported as that', () => {
  const at = (second: number, rest: string): string => `2026-01-02T03:04:0${second}Z E! ${rest}`;
  const failed = '[outputs.influxdb] When writing to [http://db.test:8086]: 403 Site Disabled';
  const lines = [1, 2].flatMap((second) => [
    at(second, failed), at(second, '[agent] Error writing to outputs.influxdb: could not write any address'),
  ]);
  expect(said(...lines, at(3, failed))).toContain(
    ' From this follows "[agent] Error writing to outputs.influxdb: could not write any address" (2 times).'
  );
  expect(follows('failed to send metrics to any configured server(s)', '[outputs.influxdb_v2] a')).toBe(true);
  expect(follows('could not write any address', 'nothing of it')).toBe(false);
});

it('steps are removed, and nothing else', () => {
  expect(withoutSteps('It is full, so it waits: free space. The sender drops it. A: B.'))
    .toBe('It is full, so it waits. The sender drops it. A: B.');
});

it('a warning on the setup is reported only without another one', () => {
  const line = (second: number, message: string): string =>
    `ts=2026-01-02T03:04:0${second}Z caller=a.go:1 level=warn msg="${message}"`;
  const setup = line(1, 'experimental feature in use');
  expect(said(setup)).toContain('experimental feature in use');
  expect(said(setup, line(2, 'a member left the ring late'), line(3, 'flag -a is deprecated, use -b')))
    .toBe('It logged the warning "a member left the ring late" at 2026-01-02T03:04:02Z.');
});

describe('no second matter', () => {
  const line = (second: number, rest: string): string =>
    `ts=2026-01-02T03:04:0${second}Z caller=a.go:1 level=error ${rest}`;

  it('is a cause that a caller passes on', () => {
    const cause = 'compaction: group 0@1: write compaction: chunk 8 not found';
    const facts = said(
      line(1, `msg="the compaction ended" err="${cause}"`), line(2, `err="error executing compaction: ${cause}"`)
    );
    expect(facts).toContain(`The cause given is "${cause}".`);
    expect(facts).not.toContain('error executing');
  });

  it('is the end of a request of Grafana, whose level is spelled eror', () => {
    const grafana = (rest: string): string => `t=2026-01-02T03:04:05+0000 lvl=eror msg=${rest}`;
    const facts = said(
      grafana('"Failed to get dashboard" logger=context error="database is locked"'),
      grafana('"Request Completed" logger=context method=GET path=/api/a status=500'),
    );
    expect(facts).toMatch(/^It logged the error "Failed to get dashboard" at /);
    expect(facts).not.toContain('Request Completed');
  });

  it('is that vminsert reaches no node', () => {
    expect(follows('cannot store 10 rows on any of the 2 storage nodes because all the storage nodes are unhealthy',
      'cannot send 9 bytes with 10 rows to -storageNode="a:8400"')).toBe(true);
  });
});

it('gives the meaning of another error that comes as often, and not of one that is rarer', () => {
  const line = (second: number, rest: string): string => `ts=2026-02-03T04:05:${10 + second}.000Z level=error ${rest}`;
  const files = (second: number): string => line(second,
    'msg="failed to read textfile collector directory" path=/text err="open /text: permission denied"');
  const arp = (second: number): string => line(second, 'msg="collector failed" name=arp err="could not get ARP '
    + 'entries: rtnetlink NeighMessage has a wrong attribute data length"');
  expect(said(files(0), arp(1), files(15), arp(16), files(30), arp(31))).toContain('--no-collector.arp.netlink');
  expect(said(files(0), files(15), arp(16), files(30))).not.toContain('--no-collector.arp.netlink');
});
