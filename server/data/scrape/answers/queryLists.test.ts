import { describe, expect, it } from 'vitest';
import { statedActiveQueries, statedTopQueries } from './queryLists.ts';

const NOW = 1_795_788_900;

describe('top queries of VictoriaMetrics', () => {
  it('are those of topBySumDuration, the longest first', () => {
    // As VictoriaMetrics 1.79 answers.
    const body = `{"topN":"50","maxLifetime":"10m0s","search.queryStats.lastQueriesCount":20000,
      "search.queryStats.minQueryDuration":"1ms","topByCount":[{"query":"up","timeRangeSeconds":0,"count":9}],
      "topByAvgDuration":[],"topBySumDuration":[
        {"query":"up","timeRangeSeconds":0,"sumDurationSeconds":0.018,"count":9},
        {"query":"sum(rate(x[5m]))","timeRangeSeconds":3600,"sumDurationSeconds":1.5,"count":3}]}`;
    expect(statedTopQueries(Buffer.from(body))).toEqual([
      { text: 'sum(rate(x[5m]))', sumSeconds: 1.5, count: 3, rangeSeconds: 3600 },
      { text: 'up', sumSeconds: 0.018, count: 9, rangeSeconds: 0 },
    ]);
  });
  it('are read of versions that also rank by memory, and of a cluster, which names tenants', () => {
    const rows = (tenant: object): string => JSON.stringify([
      { ...tenant, query: 'up', timeRangeSeconds: 0, sumDurationSeconds: 0.018, count: 9 },
    ]);
    const newer = `{"topN":"50","maxLifetime":"10m0s","search.queryStats.lastQueriesCount":20000,
      "search.queryStats.minQueryDuration":"1ms","search.queryStats.minQueryMemoryUsage":"1024","topByCount":[],
      "topByAvgDuration":[],"topBySumDuration":${rows({})},
      "topByAvgMemoryUsage":[{"query":"max(x)","timeRangeSeconds":0,"avgMemoryBytes":4096,"count":1}]}`;
    const cluster = `{"topN":"50","topBySumDuration":${rows({ accountID: 3, projectID: 0 })}}`;
    for (const body of [newer, cluster]) {
      expect(statedTopQueries(Buffer.from(body)))
        .toEqual([{ text: 'up', sumSeconds: 0.018, count: 9, rangeSeconds: 0 }]);
    }
  });
  it('are read where texts are quoted as Go quotes them, which is not JSON', () => {
    // x{a="<bell><byte 7><byte 255>", b="<U+1F600>", c="\\x41"}, the last one a backslash in the query itself.
    const quoted = String.raw`"x{a=\"\a\x07\xff\", b=\"\U0001f600\", c=\"\\x41\"}"`;
    const body = `{"topBySumDuration":[{"query":${quoted},"sumDurationSeconds":1,"count":2}]}`;
    expect(statedTopQueries(Buffer.from(body))?.map(({ text }) => text))
      .toEqual(['x{a="\u0007\u0007\ufffd", b="\u{1f600}", c="\\x41"}']);
    const none = body.replace(quoted, String.raw`"\Uffffffff"`);
    expect(statedTopQueries(Buffer.from(none))?.map(({ text }) => text)).toEqual(['\ufffd']);
  });
  it.each(['', 'no', '{}', '[]', '{"topBySumDuration":{}}'])('are unknown by %j', (body) => {
    expect(statedTopQueries(Buffer.from(body))).toBeNull();
  });
  it('omits rows of another form', () => {
    const rows = [null, 5, {}, { query: 'up', count: 'x', sumDurationSeconds: 1 }, { query: 'up', count: 0 }];
    expect(statedTopQueries(Buffer.from(JSON.stringify({ topBySumDuration: rows })))).toEqual([]);
  });
});

describe('active queries of VictoriaMetrics', () => {
  const expected = [{
    id: '18EBEC528B321961', text: 'sum(x{a="b\nc"}) by (job)', client: '127.0.0.1', start: NOW - 0.7, seconds: 0.7,
    rangeSeconds: 3600,
  }];
  it.each<[string, string]>([
    // As VictoriaMetrics 1.79 answers.
    ['lines', '\tduration: 0.700s, id=18EBEC528B321961, remote_addr="127.0.0.1:5612", '
      + 'query="sum(x{a=\\"b\\nc\\"}) by (job)", start=1795788600000, end=1795792200000, step=300000\n'],
    ['an object', JSON.stringify({ status: 'ok', data: [{
      duration: '0.700s', id: '18EBEC528B321961', remote_addr: '127.0.0.1:5612', query: 'sum(x{a="b\nc"}) by (job)',
      start: 1795788600000, end: 1795792200000, step: 300000,
    }] })],
    ['lines of a cluster', '\tduration: 0.700s, id=18EBEC528B321961, remote_addr="127.0.0.1:5612", accountID=3, '
      + 'projectID=0, query="sum(x{a=\\"b\\nc\\"}) by (job)", start=1795788600000, end=1795792200000, step=300000\n'],
    ['an object of a cluster', JSON.stringify({ status: 'ok', data: [{
      duration: '0.700s', id: '18EBEC528B321961', remote_addr: '127.0.0.1:5612', account_id: '3', project_id: '0',
      query: 'sum(x{a="b\nc"}) by (job)', start: 1795788600000, end: 1795792200000, step: 300000,
      is_multitenant: false,
    }] })],
  ])('are read from %s', (_, body) => {
    const [first] = statedActiveQueries(Buffer.from(body), NOW) ?? [];
    expect([first]).toEqual([{ ...expected[0], start: expect.closeTo(NOW - 0.7, 6) as number }]);
  });
  it('are read where texts are quoted as Go quotes them, which is not JSON', () => {
    const row = String.raw`{"duration":"2.000s","id":"A","remote_addr":"[::1]:8","query":"x{a=\"\x01\v\"}","start":0}`;
    expect(statedActiveQueries(Buffer.from(`{"status":"ok","data":[${row}]}`), NOW))
      .toMatchObject([{ text: 'x{a="\u0001\u000b"}', seconds: 2, client: '[::1]' }]);
  });
  it('are none where nothing runs, and unknown where the answer is another', () => {
    expect(statedActiveQueries(Buffer.from(''), NOW)).toEqual([]);
    expect(statedActiveQueries(Buffer.from('{"status":"ok","data":[]}'), NOW)).toEqual([]);
    expect(statedActiveQueries(Buffer.from('{"status":"error"}'), NOW)).toBeNull();
    expect(statedActiveQueries(Buffer.from('<html>\nlogin\n</html>'), NOW)).toBeNull();
  });
  it('keep a client behind a proxy, and are bounded', () => {
    const line = (k: number): string => `\tduration: ${k}.000s, id=A${k}, `
      + 'remote_addr="[::1]:8, X-Forwarded-For: 10.0.0.1", query="up", start=0, end=0, step=1';
    const read = statedActiveQueries(Buffer.from(Array.from({ length: 5000 }, (_, k) => line(k)).join('\n')), NOW);
    expect(read).toHaveLength(200);
    expect(read?.[0]?.client).toBe('[::1], X-Forwarded-For: 10.0.0.1');
  });
});
