/** Tests traces of databases in Java, by themselves and in their logs. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { innermostCause, lineBelow, withCause, withNext } from './javaCauses.ts';

const of = (...lines: string[]): { name: string; interest: string } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest: interest ?? '' };
};

describe('the innermost cause', () => {
  const lines = ['a', 'x.Outer: b', '\tat a.B.c(B.java:1)', 'Caused by: x.Mid: d', '\t... 3 more',
    'Caused by: x.y.Inner: e', '\tat a.B.d(B.java:2)', 'next'].map((line) => ({ line }));

  it('is the last one of the stack below', () => {
    expect(innermostCause(lines.with(1, { line: 'x.OuterException: b' }), 0)).toBe('x.y.Inner: e');
    expect(innermostCause(lines, 0)).toBeNull();
  });

  it('is added unless the error states it', () => {
    expect(withCause('x.Outer: b', 'x.y.Inner: e')).toBe('x.Outer: b, caused by x.y.Inner: e');
    expect(withCause('x.Outer: x.y.Inner: e', 'x.y.Inner: e')).toBe('x.Outer: x.y.Inner: e');
    expect(withCause('x.Outer: b', null)).toBe('x.Outer: b');
  });
});

describe('the line below an error', () => {
  const thrown = `a.b.BusyException: above the limit, name=${'x'.repeat(60)}, server=h7,16`;
  const of = (...below: string[]): string | undefined => lineBelow(['error', ...below].map((line) => ({ line })), 0);

  it('has the rest of a message that a terminal wrapped, but no other line', () => {
    expect(of(thrown, '020, size=7', '\tat a.B.c(B.java:1)')).toBe(`${thrown}020, size=7`);
    expect(of(thrown, '\tat a.B.c(B.java:1)')).toBe(thrown);
    expect(of('it goes on', 'and on', '\tat a.B.c(B.java:1)')).toBe('it goes on');
    expect(of()).toBeUndefined();
  });
});

it('figures in the brackets of an exception are no keys of the line', () => {
  const map = 'io.questdb.cairo.CairoException: [12] could not mmap [size=4096, offset=0, fd=8]';
  const one = { level: 'error', message: 'it failed', cause: '', cut: null } as const;
  expect(withNext(one, map, () => null).cause).toBe(map);
  const busy = 'a.b.BusyException: Above the limit, size=90, limit=40';
  expect(withNext(one, busy, () => null).cause).toBe(busy);
  expect(withNext(one, 'a.b.LateException: it waited took=3s', () => null).cause).toBe('a.b.LateException: it waited');
});

describe('an exception by itself', () => {
  it('says what its innermost known cause means', () => {
    const { name, interest } = of('java.lang.IllegalStateException: it did not start',
      '\tat org.apache.cassandra.service.StorageService.init(StorageService.java:1)',
      'Caused by: java.lang.RuntimeException: Unable to gossip with any peers', '\t... 3 more');
    expect(name).toContain('Cassandra');
    expect(interest).toContain('it reaches none of its seeds');
  });

  it('says what the exception means where the cause is not known', () => {
    expect(of('org.elasticsearch.ElasticsearchException: failed to obtain node lock',
      '\tat org.elasticsearch.env.NodeEnvironment.a(NodeEnvironment.java:1)', 'Caused by: x.FooException: it is held')
      .interest).toContain('it cannot lock its data folder');
  });
});

describe('logs of databases in Java', () => {
  it('Cassandra, with its version and the cause of its end', () => {
    const { name, interest } = of(
      'INFO  [main] 2026-01-02 03:04:01,101 StorageService.java:596 - Cassandra version: 3.11.4',
      'ERROR [main] 2026-01-02 03:04:05,123 CassandraDaemon.java:803 - Exception encountered during startup',
      'java.lang.IllegalStateException: no', '\tat org.apache.cassandra.a.B.c(B.java:1)',
      'Caused by: java.lang.RuntimeException: Unable to gossip with any peers', '\t... 1 common frames omitted',
    );
    expect(name).toBe('a log of Cassandra 3.11.4');
    expect(interest).toContain('"Exception encountered during startup"');
    expect(interest).toContain('caused by java.lang.RuntimeException');
    expect(interest).toContain('it reaches none of its seeds');
  });

  it('Elasticsearch, with its version', () => {
    const { name, interest } = of(
      '[2026-01-02T03:04:01,123][INFO ][o.e.n.Node               ] [n1] version[7.17.3], pid[7], build[default/docker]',
      '[2026-01-02T03:04:05,123][WARN ][o.e.c.r.a.DiskThresholdMonitor] [n1] flood stage disk watermark [95%] '
        + 'exceeded on [x][n1][/data] free: 1gb[4%], all indices on this node will be marked read-only',
    );
    expect(name).toBe('a log of Elasticsearch 7.17.3');
    expect(interest).toContain('"flood stage disk watermark [95%] exceeded on ');
    expect(interest).toContain('free or add disk');
  });

  it('OpenTSDB', () => {
    expect(of('2026-01-02 03:04:05,123 ERROR [OpenTSDB I/O Worker #1] net.opentsdb.tsd.PutDataPointRpc: put: no',
      'com.stumbleupon.async.PleaseThrottleException: 3 RPCs').name).toBe('a log of OpenTSDB');
  });
});
