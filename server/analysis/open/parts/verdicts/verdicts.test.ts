/** Tests that what names no fault ends in a judgement, with at most one step, and that a near limit is reported. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { tableVerdict } from './tools.ts';

const of = (...lines: string[]): { interest: string; remedy: string | null } => {
  const { interest, remedy } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { interest: interest ?? '', remedy };
};
const json = (data: object): { interest: string; remedy: string | null } =>
  of(JSON.stringify({ status: 'success', data }));

describe('targets', () => {
  const target = (instance: string, lastScrapeDuration: number, health = 'up'): object => ({
    labels: { instance, job: 'node' }, scrapePool: 'node', scrapeUrl: `http://${instance}/metrics`, lastError: '',
    lastScrape: '2026-01-02T03:04:05Z', lastScrapeDuration, health, scrapeInterval: '15s', scrapeTimeout: '10s',
  });

  it('whose scrapes all end early', () => {
    expect(json({ activeTargets: [target('a:9100', 0.01), target('b:9100', 0.02)] }).interest).toContain(
      'Nothing in it names a fault: each scrape ended well before its timeout, the longest after 20 ms of 10 s.'
    );
  });

  it('of which one is near its timeout, and one that was not scraped yet', () => {
    expect(json({ activeTargets: [target('a:9100', 0.01), target('b:9100', 9)] }).interest)
      .toMatch(/The scrape of b:9100 \(node\) took 9 s of its timeout of 10 s: it is close to failing, .*\.$/);
    expect(json({ activeTargets: [target('a:9100', 0.01), target('b:9100', 0, 'unknown')] }).interest)
      .toContain('1 of them was not scraped yet, as just after a start.');
  });

  it('one that is down is reported alone', () => {
    expect(json({ activeTargets: [target('a:9100', 0.01), target('b:9100', 0, 'down')] }).interest)
      .not.toContain('names a fault');
  });

  it('none at all', () => {
    expect(json({ activeTargets: [], droppedTargets: [] }).interest)
      .toContain('It has no active target, so it scrapes nothing');
    expect(json({ activeTargets: [], droppedTargets: [{ discoveredLabels: { a: 'b' } }] }).interest)
      .toContain('unless only the dropped ones were asked for');
  });
});

describe('rules and alerts', () => {
  const group = (evaluationTime: number, health = 'ok'): object => ({
    name: 'g', file: 'r.yml', interval: 30, evaluationTime, rules: [{
      name: 'a', query: 'up', health, lastError: health === 'ok' ? '' : 'bad', evaluationTime, type: 'recording',
    }],
  });

  it('that work, and a group that is near its interval', () => {
    expect(json({ groups: [group(0.3)] }).interest).toContain(
      'No rule fails, and each group is done within its interval (the longest takes 300 ms of 30 s).'
    );
    expect(json({ groups: [group(27)] }).interest).toContain('The group g takes 27 s of its interval of 30 s');
    expect(json({ groups: [group(0.3, 'err')] }).interest).not.toContain('No rule fails');
  });

  it('no alert', () => {
    expect(json({ alerts: [] }).interest).toMatch(/No alert is pending or firing\.$/);
  });
});

it('the run of a server, and its build', () => {
  const run = { startTime: '2026-01-02T03:04:05Z', GOMAXPROCS: 4, storageRetention: '15d' };
  expect(json({ ...run, reloadConfigSuccess: true, corruptionCount: 0 }).interest)
    .toMatch(/its last reload of the configuration succeeded, and it found no damage in its WAL\.$/);
  expect(json({ ...run, reloadConfigSuccess: false, corruptionCount: 0 }).interest).not.toContain('names a fault');
  expect(json({ version: '2.52.0', buildUser: 'a', goVersion: 'go1.22' }).interest)
    .toMatch(/nothing of how the server/);
});

describe('cardinality', () => {
  const head = (series: number, most: number): string => json({
    headStats: { numSeries: series, chunkCount: 9, minTime: 1_717_228_800_000, maxTime: 1_717_236_000_000 },
    seriesCountByMetricName: [{ name: 'a_bucket', value: most }], labelValueCountByLabelName: [],
  }).interest;

  it.each([
    [200_000, 4000, /No metric name has a tenth of the series, .*; the span of the head is usual \(up to 3 h\)/],
    [200_000, 90_000, /If there are too many series, begin with a_bucket: count by \(LABEL\) \(a_bucket\)/],
    [200_000, 30_000, /Its head spans 2h\.$/], [2000, 900, /Its head spans 2h\.$/],
  ])('%i series, of which a metric has %i', (series, most, words) => { expect(head(series, most)).toMatch(words); });
});

it('the replay of a WAL that is done', () => {
  const { interest, remedy } = json({ min: 2, max: 5, current: 5, state: 'done' });
  expect(interest).toBe('The replay of its WAL is done, so that it no longer delays the start.');
  expect(remedy).toBeNull();
  expect(json({ min: 2, max: 5, current: 3, state: 'in progress' }).interest).toContain('Until it is done');
});

describe('members', () => {
  const shard = (id: string, second: number): object =>
    ({ id, state: 'ACTIVE', address: 'a:9095', timestamp: `2026-01-02T03:04:0${second}Z`, zone: '' });
  const ring = (minute: number): string => of(JSON.stringify({
    shards: [shard('ingester-0', 1), shard('ingester-1', 3)], now: `2026-01-02T03:0${minute}:05Z`,
  })).interest;
  const STATUS = '|    ENDPOINT    |        ID        | VERSION | DB SIZE | IS LEADER | IS LEARNER | RAFT TERM '
    + '| RAFT INDEX | RAFT APPLIED INDEX | ERRORS |';
  const member = (host: number, leads: boolean, term: number, index: number): string => `| 10.0.0.${host}:2379 `
    + `| 8e9e05c52164694d | 3.5.9 | 120 MB | ${String(leads)} | false | ${term} | ${index} | ${index} | |`;

  it('of a ring, by their heartbeats', () => {
    expect(ring(4)).toContain('Nothing in it names a fault: all are active, with heartbeats at most 4 s old.');
    expect(ring(9)).toContain('ingester-0 sent its last heartbeat 5m 4s before the answer, which is late');
  });

  it('of etcd: one leader, one term, none behind', () => {
    expect(of(STATUS, member(1, true, 7, 900), member(2, false, 7, 900)).interest)
      .toContain('Nothing in it names a fault: one member leads, all are of term 7, and none is behind.');
    expect(of(STATUS, member(1, true, 7, 90_000), member(2, false, 7, 900)).interest)
      .toContain('A member is 89,100 entries behind the others');
    expect(of(STATUS, member(1, true, 7, 900), member(2, false, 6, 900)).interest).toContain('not of one term (7, 6)');
    expect(of(STATUS, member(1, false, 7, 900), member(2, false, 7, 900)).interest).not.toContain('names a fault');
  });
});

describe('a host', () => {
  const df = (percent: number): string =>
    of('Filesystem Size Used Avail Use% Mounted on', `/dev/sdb1 100G ${percent}G 3G ${percent}% /data`).interest;

  it('by its file systems', () => {
    expect(df(40)).toMatch(/No file system is near full by its bytes\.$/);
    expect(df(88)).toContain('/data is not full yet, but little is left');
    expect(df(99)).toBe('/data is the fullest: 99 %. It has 100 GiB, of which 3 GiB is free.');
  });

  it('by its memory', () => {
    const free = (available: number): string => of('   total  used  free  shared  buff/cache  available',
      `Mem:  8000  1000  200  1  ${available}  ${available}`, 'Swap:  0  0  0').interest;
    expect(free(4000)).toContain('Memory was not short at that moment.');
    expect(free(400)).toContain('Little memory is left (5 %): when memory runs out, the kernel kills a process');
    expect(free(1200)).not.toMatch(/short|Little/);
  });

  it('by vmstat, which says nothing of swapping without its columns', () => {
    const HEADER = ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st';
    const row = (idle: number): string => ` 1  0  0 4312211 212211 6211221  0  0  1  12  102  201  3  1 ${idle}  0  0`;
    expect(of(HEADER, row(96)).interest)
      .toContain('Neither the CPU nor the disk was short in that time, and nothing was swapped.');
    expect(of(HEADER, row(6)).interest).not.toContain('Neither');
  });
});

describe('steps that hold for all texts of a form', () => {
  it('not beside a table of functions of which more than the first row is reported', () => {
    const top = recognize(new TextEncoder().encode([
      'Showing nodes accounting for 9s, 90% of 10s total', '      flat  flat%   sum%        cum   cum%',
      '        5s 50.00% 50.00%         9s 90.00%  main.work', '        4s 40.00% 90.00%         4s 40.00%  main.other',
    ].join('\n')));
    expect(top.remedy).toContain('(.pb.gz)');
    expect(tableVerdict('', 'main.a has 9s (90 %) with what it calls, called by main.b.', top)?.next).toBeNull();
  });

  it('results with a test or a spread of their own need no single runs', () => {
    const { remedy } = of('a    time:   [31.758 ns 31.901 ns 32.083 ns]',
      '     change: [+2.5000% +3.0000% +3.5000%] (p = 0.00 < 0.05)', '     Performance has regressed.');
    expect(remedy).toBeNull();
  });
});

describe('short answers', () => {
  const up = (...values: string[]): { interest: string; remedy: string | null } => json({
    resultType: 'vector', result: values.map((value, i) =>
      ({ metric: { __name__: 'up', instance: `h${i}:9100`, job: 'node' }, value: [1_767_323_045, value] })),
  });

  it('up of all targets, of some, and none', () => {
    expect(up('1', '1', '1', '1').interest).toContain('up is 1 for all of them: the last scrape of each succeeded.');
    expect(up('1', '0').interest).not.toContain('up is 1 for');
    expect(up().remedy).toContain('Ask for the metric name alone');
  });

  it('events of which none is a warning', () => {
    const HEADER = 'LAST SEEN   TYPE     REASON      OBJECT       MESSAGE';
    const event = (type: string, reason: string): string => `5m          ${type}   ${reason}   pod/loki-0   A message`;
    expect(of(HEADER, event('Normal', 'Pulled'), event('Normal', 'Started')).interest)
      .toMatch(/^Its 2 events are all of the type Normal: nothing in them names a fault\./);
    expect(of(HEADER, event('Normal', 'Pulled'), event('Warning', 'Unhealthy')).interest).not.toContain('type Normal');
  });

  it('a control group that is rarely or often throttled', () => {
    expect(of('nr_periods 10000', 'nr_throttled 3', 'throttled_time 120000').interest)
      .toMatch(/That is rare: its CPU limit hardly slows it\.$/);
    expect(of('nr_periods 10000', 'nr_throttled 6000', 'throttled_time 120000').interest)
      .toMatch(/That is often: raise its CPU limit/);
  });

  it('claims that are bound', () => {
    expect(of('NAME     STATUS   VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   AGE',
      'data-0   Bound    pvc-1    50Gi       RWO            gp3            12d').interest)
      .toBe('It lists 1 claim, all bound. Nothing in it names a fault.');
  });
});
