import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};
const HEAD = ['      flat  flat%   sum%        cum   cum%'];
const row = (flat: string, share: number, cum: string, cumShare: number, name: string): string =>
  `    ${flat} ${share}% ${share}%     ${cum} ${cumShare}%  ${name}`;
const VENDOR = 'github.com/prometheus/prometheus/vendor/';

describe('the subsystems of a table of pprof', () => {
  it('a heap of Prometheus: self values are summed, cumulative ones are not', () => {
    const { name, interest } = of(
      'Showing nodes accounting for 7GB, 70% of 10GB total', ...HEAD,
      row('3GB', 30, '3GB', 30, `${VENDOR}github.com/json-iterator/go.(*Iterator).ReadString`),
      row('2GB', 20, '5GB', 50, `${VENDOR}k8s.io/api/core/v1.decodeNode`),
      row('1.50GB', 15, '1.50GB', 15, `${VENDOR}github.com/prometheus/tsdb/index.newReader`),
      row('0.50GB', 5, '0.50GB', 5, 'github.com/prometheus/prometheus/promql.(*evaluator).eval'),
    );
    expect(name).toBe('a table that go tool pprof printed (Prometheus)');
    expect(interest).toBe('Of 10GB in all, github.com/json-iterator/go.(*Iterator).ReadString has the highest self '
      + `value: 3GB (30%). ${VENDOR}k8s.io/api/core/v1.decodeNode has most with what it calls: 5GB (50%).`
      + ' Next by self value: index.newReader 1.50GB (15%). By subsystem, the self values of the 4 functions listed '
      + 'are: Kubernetes service discovery (its objects and their decoding) 5GB (50 %); index of the TSDB 1.5GB '
      + '(15 %); Queries 0.5GB (5 %). '
      + 'k8s.io/api/core/v1.decodeNode is of the subsystem Kubernetes service discovery (its objects and their '
      + 'decoding). Its values are bytes, of a heap or allocs profile: which type is not in the text. Fewer objects in '
      + 'kubernetes_sd_configs (roles, namespaces, selectors) need less; whether it grows is shown by a second profile '
      + 'taken later.');
  });

  it('a CPU profile: the runtime by self values, the query by what it calls', () => {
    const { interest } = of(
      'Type: cpu', 'Showing nodes accounting for 8s, 80% of 10s total', ...HEAD,
      row('3s', 30, '3s', 30, 'runtime.scanobject'), row('2s', 20, '2.50s', 25, 'runtime.mallocgc'),
      row('0.10s', 1, '6s', 60, 'github.com/prometheus/prometheus/promql.(*evaluator).rangeEval'),
      row('0.10s', 1, '1s', 10, 'github.com/prometheus/prometheus/scrape.(*scrapeLoop).run'),
    );
    expect(interest).toContain('are: Garbage collection 3s (30 %); Memory allocation 2s (20 %); '
      + 'other functions listed 0.2s (2 %).');
    expect(interest).toContain('github.com/prometheus/prometheus/promql.(*evaluator).rangeEval has most with what it '
      + 'calls: 6s (60%).');
    expect(interest).toContain('(*evaluator).rangeEval is of the subsystem Queries.');
    expect(interest).not.toContain('bytes');
  });

  it('a heap with write requests: the largest rows are no less work because they call nothing', () => {
    const thanos = 'github.com/thanos-io/thanos/pkg/store/';
    const tsdb = 'github.com/prometheus/prometheus/tsdb';
    const table = (requests: string): string => of(
      'File: thanos', 'Type: inuse_space', 'Showing nodes accounting for 800MB, 80% of 1000MB total', ...HEAD,
      row('300MB', 30, '300MB', 30, requests), row('200MB', 20, '250MB', 25, `${tsdb}.newMemSeries`),
      row('100MB', 10, '100MB', 10, `${tsdb}/chunkenc.(*bstream).writeByte`),
      row('50MB', 5, '50MB', 5, `${tsdb}.newTxRing (inline)`), row('60MB', 6, '60MB', 6, `${tsdb}.newThing`),
    ).interest ?? '';
    const receive = table(`${thanos}storepb/prompb.(*TimeSeries).Unmarshal`);
    expect(receive).toContain('Write requests next to a head of series are those of Thanos Receive. By subsystem, the '
      + 'self values of the 5 functions listed are: series and chunks of the TSDB 350MB (35 %); write requests and '
      + 'their labels 300MB (30 %); other code of the TSDB 60MB (6 %).');
    expect(receive).not.toContain('(cum)');
    expect(table(`${thanos}bucket.read`)).not.toContain('Receive');
    expect(of('File: thanos', 'Showing nodes accounting for 800MB, 80% of 1000MB total', ...HEAD,
      row('300MB', 30, '300MB', 30, `${thanos}storepb/prompb.(*TimeSeries).Unmarshal`),
      row('100MB', 10, '100MB', 10, `${tsdb}/chunkenc.(*XORChunk).Bytes`),
      row('50MB', 5, '50MB', 5, 'main.a')).interest)
      .toContain('are: decoding of JSON or protobuf 300MB (30 %); series and chunks of the TSDB 100MB (10 %); other '
        + 'functions listed 50MB (5 %).');
  });

  it('a heap in use of Prometheus: queries, the WAL, series, scrapes and labels, and its step', () => {
    const own = 'github.com/prometheus/prometheus/';
    const table = (heading: string): { name: string; interest: string | null } => of(
      'It takes more every day.', '', heading, '', '```', '(pprof) top8',
      'Showing nodes accounting for 860MB, 86% of 1000MB total', ...HEAD,
      row('200MB', 20, '350MB', 35, `${own}promql.(*evaluator).eval`),
      row('120MB', 12, '120MB', 12, `${own}tsdb/encoding.(*Decbuf).UvarintStr (inline)`),
      row('110MB', 11, '200MB', 20, `${own}tsdb/record.(*Decoder).Series`),
      row('100MB', 10, '100MB', 10, `${own}pkg/labels.(*Builder).Labels`),
      row('100MB', 10, '120MB', 12, `${own}tsdb.newMemSeries`),
      row('90MB', 9, '90MB', 9, `${own}scrape.(*scrapeCache).trackStaleness`),
      row('80MB', 8, '90MB', 9, `${own}tsdb.(*baseChunkSeries).Next`),
      row('60MB', 6, '60MB', 6, 'github.com/beorn7/perks/quantile.newStream'), '```',
    );
    const { name, interest } = table('inuse space:');
    expect(name).toContain('(Prometheus)');
    expect(interest).toMatch(/^Of 1000MB of inuse_space in all, /);
    expect(interest).toContain('are: Queries 280MB (28 %); Write-ahead log 230MB (23 %); labels of series 100MB (10 '
      + '%); series and chunks of the TSDB 100MB (10 %); Scraping 90MB (9 %); other functions listed 60MB (6 %).');
    expect(interest).toContain('(*evaluator).eval has most of the memory listed: 350MB (35%; Queries).');
    expect(interest).toContain('Queries and rules that were running hold that memory: query_log_file');
    expect(interest).not.toContain('not in the text');
    expect(table('alloc_space:').interest).not.toContain('hold that memory');
  });

  it('functions of no group are named by the largest, if they have much', () => {
    expect(of('Type: inuse_space', 'Showing nodes accounting for 80MB, 80% of 100MB total', ...HEAD,
      row('40MB', 40, '40MB', 40, 'github.com/prometheus/prometheus/tsdb.newMemSeries'),
      row('15MB', 15, '15MB', 15, 'example.test/a.load'), row('10MB', 10, '10MB', 10, 'example.test/b.keep')).interest)
      .toContain('series and chunks of the TSDB 40MB (40 %); other functions listed 25MB (25 %, most of it '
        + 'example.test/a.load). The number of series decides on that');
  });

  it('not of another program', () => {
    expect(of('Showing nodes accounting for 7s, 70% of 10s total', ...HEAD, row('3s', 30, '3s', 30, 'main.a'),
      row('3s', 30, '3s', 30, 'k8s.io/x.b'), row('1s', 10, '1s', 10, 'encoding/json.c'))
      .interest).not.toContain('subsystem');
  });

  it('a listed function names its subsystem', () => {
    expect(of(
      'Total: 10GB', 'ROUTINE ======================== github.com/prometheus/prometheus/tsdb.(*Head).getOrCreate in '
        + '/app/tsdb/head.go', '     1GB       4GB (flat, cum) 40% of Total',
      '     1GB       4GB     12:   s := newSeries()',
    ).interest).toContain('github.com/prometheus/prometheus/tsdb.(*Head).getOrCreate (subsystem: Head append) has 1GB');
  });

  it('the update of discovered targets is not called scraping, and a lock of the head not other code', () => {
    const own = 'github.com/prometheus/prometheus/';
    expect(of(
      'Type: cpu', 'Showing nodes accounting for 8s, 80% of 10s total', ...HEAD,
      row('3s', 30, '3s', 30, 'runtime.cmpstring'), row('1s', 10, '4s', 40, `${own}model/labels.Labels.Less`),
      row('0', 0, '7s', 70, `${own}scrape.(*Manager).reload.func1`),
    ).interest).toContain('(*Manager).reload.func1 has most of the server’s work listed: 7s (70%; the update of '
      + 'discovered targets, with their relabelling).');
    expect(of(
      'Total: 60s', `ROUTINE ======================== ${own}tsdb.(*isolation).lowWatermark in /app/tsdb/isolation.go`,
      '     7s       43s (flat, cum) 71.67% of Total', '      .       9.41s     91:   i.appendMtx.Lock()',
      '     1s       31s     99:   for k := range i.appendsOpen {', '      .       10ms     103:   return k',
    ).interest).toMatch(
      /isolation\)\.lowWatermark \(part of the isolation .* head\) has 7s .*; then 91 \(9\.41s\): i\.appendMtx\.Lock/
    );
  });
});
