import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};
const named = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).name;

describe('a text of no known form says what its structure says', () => {
  it.each([
    ['a table between bars', ['| store | series | size |', '|---|---:|---|', '| a | 1,200 | 3 GiB |',
      '| b | 900 | 900 MiB |'],
      'It has 2 rows. a has the highest series: 1,200. a has the highest size: 3 GiB.'],
    ['aligned columns behind prose and a fence', ['We saw:', '```', 'tenant   queue  lag time', 'one      7      1m3s',
      'two      9      2s', '```'], 'It has 2 rows. one has the highest lag time: 1m3s.'],
    ['sides of a change', ['| what | before | after |', '|--|--|--|', '| rss | 10 GB | 8 GB |', '| cpu | 2 | 3 |'],
      'It has 2 rows. rss: 10 GB before, 8 GB after (−20 %). cpu: 2 before, 3 after (+50 %).'],
    ['rows whose names have no title', ['     MAX    AVG', 'CPU  24.9%  12.8%', 'MEM  2.4%   2.2%'],
      'It has 2 rows. CPU has the highest AVG: 12.8%.'],
    ['a sum is no row', ['name  bytes', 'a  10', 'b  20', 'total  30'], 'It has 2 rows. b has the highest bytes: 20.'],
    ['values of two kinds are not compared', ['name,size', 'a,3 MiB', 'b,2 s'], 'It has 2 rows.'],
    ['names and values between bars', ['+---------+-----+', '| samples | 134 |', '| ns/op   |  80 |',
      '| B/op    |  33 |'],
      'It has samples 134, ns/op 80, B/op 33.'],
    ['means come before how far values are from them', ['| Variant | Mean | Error | Allocated |', '|--|--|--|--|',
      '| Old | 1.2 us | 0.1 us | 512 B |', '| New | 0.8 us | 0.2 us | 128 B |'],
    'It has 2 rows. Old has the highest Mean: 1.2 us. Old has the highest Allocated: 512 B.'],
    ['several tables', ['| a | bytes |', '|--|--|', '| x | 3 |', '| y | 4 |', '| z | 9 |', '', 'And then:', '',
      '| b | time |', '|--|--|', '| p | 3 s |', '| q | 4 s |'],
    'It has 3 rows. z has the highest bytes: 9. Another table, with the columns b, time, has 2 rows. q has the highest '
      + 'time: 4 s.'],
    ['names and values', ['Appended  12', 'Dropped  3', 'Age  5m'], 'It has Appended 12, Dropped 3, Age 5m.'],
  ])('%s', (_, lines, fact) => {
    expect(told(...lines)).toEqual(['unknown', fact]);
  });

  it('of a table that goes on after what is looked at nothing is the most', () => {
    const rows = Array.from({ length: 1200 }, (_, i) => `n${i},${i}`);
    expect(told('name,size', ...rows)).toEqual(['unknown', null]);
  });

  it.each([
    ['YAML', ['My values:', '```yaml', 'store:', '  chunks: 3', '  limits:', '    - size: 4', '      per: day', '```'],
      'YAML with the keys store of no form that is known here'],
    ['JSON without its head', ['      "lag": 3,', '      "peer": "a"', '    },', '    {', '      "lag": 4', '    }'],
      'a part of JSON with the keys lag, peer of no form that is known here'],
    ['a document with a small table', [...Array.from({ length: 40 }, (_, i) => `This is line ${i} of prose.`), '',
      '| a | b |', '|---|---|', '| c | 1 |', '| d | 2 |'], 'text of no form that is known here'],
    ['prose', ['It was slow.', 'Then it was not: 3 of 4 were fine, I think.'], 'text of no form that is known here'],
  ])('%s is named', (_, lines, name) => {
    expect(named(...lines)).toBe(name);
  });
});

describe('tables of commands', () => {
  it.each([
    ['pidstat', ['10:00:01 PM   UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command',
      '10:00:03 PM     0        77   2048.00   1024.00      0.00      87  influxd'],
    'influxd reads 2 MiB per second and writes 1 MiB per second, at most.'],
    ['iotop', ['Total DISK READ :  0.00 B/s | Total DISK WRITE :  3.00 M/s',
      '  TID  PRIO  USER     DISK READ  DISK WRITE  SWAPIN     IO>    COMMAND',
      '   12 be/4 influxdb    0.00 B/s    2.00 M/s  0.00 %  5.17 % /usr/bin/influxd -config a'],
    'The host reads 0.00 B/s; it writes 3.00 M/s; influxd has the thread with most: it reads 0.00 B/s and writes '
      + '2.00 M/s.'],
    ['sar', ['12:00:01 AM     CPU     %user   %iowait     %idle', '12:10:01 AM     all      1.00     2.00     97.00',
      'Average:        all      1.50     2.00     96.50'], 'In the mean: %user 1.50, %iowait 2.00, %idle 96.50.'],
    ['jstat', ['  S0     S1     E      O      P     YGC     YGCT    FGC    FGCT     GCT',
      '  0.00   0.00 100.00  99.99  26.31     42   21.917   198 1484.830 1506.747',
      '  0.00   0.00 100.00  99.99  26.31     42   21.917   200 1500.000 1521.917'],
    'The heap is full: its old generation is 99.99 % full. 200 full collections took 25m, 7.5 s each; 2 of them while '
      + 'it was watched.'],
    ['sockets', ['State  Recv-Q  Send-Q  Local Address:Port', 'ESTAB 0 0 a:1 b:2', 'ESTAB 0 0 a:1 b:3',
      'LISTEN 0 1 a:1'],
      'It lists 3 sockets: 2 ESTAB, 1 LISTEN.'],
    ['lsof', ['COMMAND PID USER FD TYPE DEVICE SIZE/OFF NODE NAME', 'prom 7 p 5r REG 8,1 9 3 /d/wal/1 (deleted)',
      'prom 7 p 6u IPv4 1 0t0 TCP *:9090'],
    'It lists 2 open files, by type 1 REG, 1 IPv4. 1 of them are deleted and still take space on the disk.'],
    ['limits', ['Limit                     Soft Limit           Hard Limit           Units',
      'Max open files            1024                 524288               files'],
    'It may have 1024 files open. A server with many blocks and connections needs more (LimitNOFILE).'],
    ['load-average', [' 10:00:01 up 3 days,  2:04,  1 user,  load average: 1.00, 2.00, 3.00'],
      'Its load is 1.00, 2.00, 3.00 over 1, 5 and 15 minutes.'],
    ['proc-stat', [`7 (prom) S 0 1 1 0 -1 1 2 0 0 0 1 4 0 0 20 0 13 0 4844074 15734 256 ${'0 '.repeat(10)}0`],
      'prom has 256 pages of resident memory, 1 MiB where a page has 4 KiB.'],
    ['vmagent-targets', ['job="a" (1/2 up)', '  state=up, endpoint=http://a/metrics, error=""',
      '  state=down, endpoint=http://b/metrics, error="refused"'],
    'It lists 2 targets, 1 of them down; the first error is: refused.'],
    ['tsdb-analyze', ['Highest cardinality metric names:', '60 a_bucket', '54 b_bucket', '51 c'],
      'The metric name a_bucket has most series: 60.'],
    ['curl-times', ['time_connect:  0.1', 'time_starttransfer:  0.2', '   time_total:  1.5'],
      'The request took 1.5 s, of which 1.3 s (87 %) went to transfer the answer. All else took 200 ms. Look at its '
        + 'size, and at the bandwidth between the two.'],
    ['kubectl-nodes', ['NAME   STATUS     ROLES    AGE   VERSION', 'a   Ready   <none>   1d   v1.20.6',
      'b   NotReady   <none>   1d   v1.20.6'],
    'It lists 2 nodes, of version v1.20.6, not ready or not schedulable: b.'],
    ['kubectl-top', ['mimir-ingester-0    16m   540Mi', 'mimir-ingester-1    20m   640Mi'],
      'mimir-ingester-1 uses most memory: 640Mi, with 20m of CPU.'],
    ['label-cardinality', ['+-----------+-------------+', '| LABELNAME | VALUE COUNT |', '+-----------+-------------+',
      '| pod       |       7,397 |', '| instance  |         438 |'],
    'It has 2 rows. pod has the highest VALUE COUNT: 7,397.'],
  ])('%s', (format, lines, fact) => {
    expect(told(...lines)).toEqual([format, fact]);
  });
});

describe('configurations of collectors', () => {
  it('the OpenTelemetry Collector, whose limiter no pipeline uses', () => {
    expect(told(
      'receivers:', '  otlp:', 'processors:', '  memory_limiter:', '    limit_mib: 500', 'exporters:', '  debug:',
      'service:', '  pipelines:', '    metrics:', '      receivers: [otlp]', '      processors: [batch]',
      '      exporters: [debug]',
    )).toEqual([
      'otel-config', 'Metrics go from otlp to debug; the memory limiter refuses data above its soft limit, 400 MiB '
        + '(limit_mib 500 less the spike limit, by default 20 % of it); none of these pipelines uses the memory '
        + 'limiter.',
    ]);
  });

  it('Grafana Alloy', () => {
    expect(told(
      'prometheus.scrape "a" {', '  scrape_interval = "30s"', '}', 'prometheus.remote_write "b" {', '}',
    )).toEqual([
      'alloy-config', 'It has 2 components: prometheus.scrape, prometheus.remote_write; scrape interval 30s.',
    ]);
  });
});

describe('JSON, also without its head', () => {
  it.each([
    ['query-statistics', ['It says:', '    "stats": {', '        "seriesFetched": "12",',
      '        "executionTimeMsec": 2000',
      '    },'], 'The query took 2 s, it read 12 series.'],
    ['loki-statistics', ['   "summary": {', '     "totalBytesProcessed": 2048,', '     "totalLinesProcessed": 3,',
      '     "execTime": 0.5', '   }'], 'The query took 500 ms, it processed 2 KiB, in 3 lines.'],
    ['top-queries', ['    {', '      "query": "up{a=\\"b\\"}",', '      "timeRangeSeconds": 60,',
      '      "avgDurationSeconds": 2', '    },'],
    'Of 1 query listed, the longest takes 2 s in the mean, over 60 s: up{a="b"}'],
    ['query-trace', ['{"duration_msec": 900, "message": "query", "children": [',
      '{"duration_msec": 700, "message": "fetch"}]}'],
      'The query took 900 ms. The longest step within it took 700 ms: fetch.'],
    ['targets-part', ['   "labels": {', '     "job": "a"', '   },', '   "scrapePool": "a",'],
      'It is of the job a.'],
    ['pod-metrics', ['{"kind": "PodMetricsList", "apiVersion": "metrics.k8s.io/v1beta1", "items": [{"containers": [',
      '{"name": "a", "usage": {"cpu": "0", "memory": "2048Ki"}}]}]}'],
    'It has 1 container; a uses most memory: 2 MiB.'],
    ['influx-disk', ['{"Summary": {"tsm_files": 8, "total_tsm_size": 2048},',
      '"Measurement": [{"db": "a", "rp": "b", "measurement": "cpu", "size": 1024}]}'],
    'It has 2 KiB, in 8 TSM files, the largest measurement is cpu of a (1 KiB).'],
    ['server-state', ['{"status": "success", "data": [[{"labels": {"job": "a"}, "lastError": "refused",',
      '"lastScrape": "x", "health": "down"}, {"health": "up"}]]}'],
    'The target a was down: refused. It is /api/v1/targets.'],
    ['query-answer', ['{"request": {"url": "a"}, "response": {"status": "success", "data": {"resultType": "vector",',
      '"result": []}}}'], 'Its result is empty: no series matches, or none has a sample then.'],
  ])('%s', (format, lines, fact) => {
    expect(told(...lines)).toEqual([format, fact]);
  });
});

it('a table of benchstat with three sides says each against the first', () => {
  expect(told(
    '        │   a    │          b           │          c           │',
    '        │ sec/op │ sec/op   vs base     │ sec/op   vs base     │',
    'Read-2   2µ ± 1%   1µ ± 1%  -50.00% (p=0.002 n=6)   4µ ± 2%  +100.00% (p=0.002 n=6)',
    'geomean  2µ        1µ       -50.00%                 4µ       +100.00%',
  )).toEqual(['benchstat', 'Each side is against a. b, sec/op: 1 faster (Read-2, −50 %). c, sec/op: 1 '
    + 'slower (Read-2, +100 %). Each value is of 6 runs.']);
});
