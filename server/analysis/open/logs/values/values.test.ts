/** Tests figures and addresses of quiet lines that carry the matter. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const whatIs = (...lines: string[]): { program: string | null; said: string } => {
  const { program, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { program, said: interest ?? '' };
};
const saidOf = (...lines: string[]): string => whatIs(...lines).said;

const JOIN = 'ts=2026-01-02T10:00:01.100Z caller=delegate.go:230 level=debug component=cluster received=NotifyJoin '
  + 'node=01HM0000000000000000000001 addr=172.17.0.2:9094';
const REFRESH = 'ts=2026-01-02T10:00:01.120Z caller=cluster.go:441 level=debug component=cluster msg=refresh '
  + 'result=success addr=10.20.30.41:9094';
const STREAM = { caller: 'cluster.go:339', component: 'cluster', level: 'debug', memberlist: '2026/01/02 10:00:01 '
  + '[DEBUG] memberlist: Stream connection from=10.20.30.41:53334\n', ts: '2026-01-02T10:00:01.1Z' };
const docker = (log: string): string =>
  JSON.stringify({ log: `${log}\n`, stream: 'stderr', time: '2026-01-02T10:00:01.1Z' });

describe('lines of the cluster of Alertmanager', () => {
  it.each([
    ['bare', (line: string) => line], ['in lines of Docker', docker],
    ['in syslog', (line: string) => `Jan  2 10:00:01 mon-a alertmanager[7]: ${line}`],
  ])('announce an address of the network that Docker makes, %s', (_, wrapped) => {
    const { program, said } = whatIs(wrapped(JOIN), wrapped(REFRESH));
    expect(program).toBe('Alertmanager');
    expect(said).toMatch(/^The member 01HM0000000000000000000001 announces itself as 172\.17\.0\.2:9094, an /);
    expect(said).toContain('while a peer is at 10.20.30.41:9094');
    expect(said).toContain('--cluster.advertise-address=HOST:9094');
  });

  it.each([['JSON', JSON.stringify(STREAM)], ['JSON in JSON', docker(JSON.stringify(STREAM))]])(
    'are known as %s', (_, line) => { expect(whatIs(line, line).program).toBe('Alertmanager'); }
  );

  it('are those of Grafana if its logger wrote them', () => {
    expect(whatIs(`logger=ngalert.multiorg.alertmanager t=2026-01-02T10:00:01.1Z level=debug ${
      REFRESH.slice(REFRESH.indexOf('component='))}`).program).toBe('Grafana');
  });

  it('announce an address of another network of Docker, from whose gateway connections come', () => {
    const own = JOIN.replace('172.17', '172.20');
    expect(saidOf(own, REFRESH)).not.toContain('advertise-address');
    const stream = STREAM.memberlist.replace('10.20.30.41', '172.20.0.1').trim();
    expect(saidOf(own, REFRESH, `level=debug component=cluster memberlist="${stream}"`))
      .toContain('an address of a bridge network of Docker (172.20.0.0/16), while a peer is at 10.20.30.41:9094');
  });

  it('have no fault if all members are in one such network', () => {
    expect(saidOf(JOIN, REFRESH.replace('10.20.30.41', '172.17.0.3'))).not.toContain('advertise-address');
  });
});

const calculated = (fields: string): string => 'ts=2026-01-02T10:00:01.1Z caller=dedupe.go:112 component=remote '
  + `level=debug remote_name=abc url=http://x/w msg=QueueManager.calculateDesiredShards ${fields}`;

describe('what remote write calculates', () => {
  it('only looks late where relabeling drops nearly all', () => {
    const said = saidOf(
      calculated('dataInRate=9000 dataKeptRatio=2e-8 dataPending=0.4 desiredShards=1e-5 highestSent=1 highestRecv=141'),
      calculated('dataInRate=9000 dataKeptRatio=1e-8 dataPending=0.1 desiredShards=1e-5 highestSent=1 highestRecv=301'),
    );
    expect(said).toMatch(/^Remote write "abc" only looks late: highestRecv is 2m 20s, later 5m ahead of highestSent/);
    expect(said).not.toContain('No error or warning');
  });

  it('is behind where samples wait', () => {
    expect(saidOf(calculated('dataInRate=50000 dataKeptRatio=1 dataPending=5.6e+06 desiredShards=46 highestSent=1000 '
      + 'highestRecv=1108'))).toMatch(/^Remote write "abc" is behind: highestRecv is 108 s ahead of highestSent/);
  });

  it('keeps up within a minute', () => {
    expect(saidOf(calculated('dataInRate=9 dataKeptRatio=1 dataPending=5 highestSent=1000 highestRecv=1005'),
      calculated('dataInRate=9 dataKeptRatio=1 dataPending=5 highestSent=1010 highestRecv=1015')))
      .not.toContain('Remote write "abc"');
  });
});

describe('a figure with its limit in one line', () => {
  const state = (value: number): string =>
    `level=info ts=2026-01-02T10:00:11.1Z msg="cache state" entries=${value} maxEntries=10000 segment=9 maxSegment=9`;

  it('is reported before the levels', () => {
    expect(saidOf(state(9800), state(9950))).toMatch(/^entries is at 99\.5 % of its limit: 9,950 of 10,000/);
  });

  it('is not told far from it', () => { expect(saidOf(state(980), state(990))).toMatch(/^No error or warning/); });
});

describe('the queue to the disk of Prometheus 1', () => {
  const line = (waiting: number, memory: number): string => 'time="2016-05-02T10:00:01Z" level=info msg="Storage does '
    + `not need throttling anymore." chunksToPersist=${waiting} maxChunksToPersist=524288 `
    + `maxToleratedMemChunks=1153433 memoryChunks=${memory} source="storage.go:714"`;

  it('is nearly full', () => {
    const said = saidOf('Retention time was reduced from 900h to 300h.', '', line(508_000, 600_000));
    expect(said).toMatch(/^The queue to the disk of Prometheus 1 is nearly full: 508,000 of 524,288/);
    expect(said).toContain('Memory is not the limit: 600,000 of 1,153,433');
    expect(said).toContain('After the retention was cut to 300h');
  });

  it('has room', () => { expect(saidOf(line(100_000, 600_000), line(1, 2))).not.toContain('nearly full'); });
});
