import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareLines } from '../logs/bareLines.ts';
import { LOOK_BYTES } from './look/look.ts';
import { FORMATS, recognize } from './recognize.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const of = (words: string): string => recognize(text(words)).format;

const PROM = 'ts=2026-01-02T03:04:05.678Z caller=head.go:613 level=info component=tsdb msg="WAL segment loaded" '
  + 'segment=1 maxSegment=4';
const SLOG = 'time=2026-01-02T03:04:05.678Z level=INFO source=head.go:793 msg="WAL segment loaded" segment=1 '
  + 'maxSegment=4';
const PROM_JSON = '{"time":"2026-01-02T03:04:05.678Z","level":"INFO","source":"head.go:793",'
  + '"msg":"WAL segment loaded"}';
const BUILD = 'level=info ts=2026-01-02T03:04:05Z caller=main.go:500 msg="Starting Prometheus Server" '
  + 'mode=server version="(version=2.45.0, branch=HEAD, revision=x)"';
const QUERY = '{"params":{"end":"2026-01-02T03:04:05.678Z","query":"up{job=\\"traceEvents\\"}","start":'
  + '"2026-01-02T03:04:05.678Z","step":0},"stats":{"timings":{"evalTotalTime":1,"execTotalTime":1}},'
  + '"ts":"2026-01-02T03:04:05.678Z"}';
const GC = 'gc 7 @2.053s 0%: 0.13+52+0.31 ms clock, 3.2+9.2/128/15+7.5 ms cpu, 241->242->213 MB, 253 MB goal, 40 P';

describe('a text is told by its content', () => {
  it.each([
    ['a query log', QUERY, 'prometheus-query-log'],
    ['a query log in Docker lines', JSON.stringify({ log: QUERY, stream: 'stdout' }), 'prometheus-query-log'],
    ['Prometheus 2', PROM, 'prometheus-log'], ['Prometheus 3', SLOG, 'prometheus-log'],
    ['Prometheus as JSON', PROM_JSON, 'prometheus-log'],
    [
      'Prometheus 2.0 beta', 'time="2017-09-14T06:47:08+08:00" level=info msg="Starting tsdb" source="main.go:216"',
      'prometheus-log',
    ],
    [
      'VictoriaMetrics', '2026-01-02T03:04:05.678Z\tinfo\tVictoriaMetrics/app/vmstorage/main.go:100\topening storage',
      'victoriametrics-log',
    ],
    [
      'Thanos', 'level=error ts=2026-01-02T03:04:05Z caller=compact.go:5 msg="critical error detected; halting"',
      'thanos-log',
    ],
    ['Mimir', 'ts=2026-01-02T03:04:05Z caller=mimir.go:5 level=info msg="Starting application"', 'mimir-log'],
    ['Loki', 'level=info ts=2026-01-02T03:04:05Z caller=loki.go:505 msg="Loki started"', 'loki-log'],
    [
      'InfluxDB', 'ts=2026-01-02T03:04:05Z lvl=info msg="InfluxDB starting" log_id=0abcdefg000 version=v2.7.1',
      'influxdb-log',
    ],
    [
      'etcd', '{"level":"info","ts":"2026-01-02T03:04:05Z","caller":"etcdmain/etcd.go:73","msg":"Running: "}',
      'etcd-log',
    ],
    [
      'the Collector', '2026-01-02T03:04:05.678Z\tinfo\tservice@v0.88.0/service.go:169\tEverything is ready.',
      'otelcol-log',
    ],
    ['the kubelet', 'I0102 03:04:05.678901    1234 prober.go:107] "Probe failed" probeType="Startup"', 'kubelet-log'],
    [
      'the kernel', '[12345.678901] Out of memory: Killed process 77 (prometheus) total-vm:9kB, anon-rss:8kB',
      'kernel-log',
    ],
    [
      'systemd', 'Jan 02 03:04:05 host systemd[1]: prometheus.service: Main process exited, code=killed, status=9/KILL',
      'systemd-log',
    ],
    ['kubectl describe', 'Name:         prometheus-0\nNamespace:    monitoring\nStatus: Running\n', 'kubectl-describe'],
    [
      'Thanos that ends', 'Jan 02 03:04:05 h thanos@compact[9]: ts=2026-01-02T03:04:05Z caller=main.go:161 level=error '
        + 'err="group 0@1: overlaps\\ncritical error detected\\nmain.runCompact.func8.1"', 'thanos-log',
    ],
    [
      'an ingester of Mimir', 'ts=2026-01-02T03:04:05Z caller=ingester_compaction.go:393 level=warn '
        + 'msg="TSDB blocks compaction for user has failed" user=a err="compact ooo head"', 'mimir-log',
    ],
    ['remote write', 'ts=2026-01-02T03:04:05Z caller=dedupe.go:112 level=warn remote_name=a msg="x"', 'prometheus-log'],
    ['tests of Go', 'goos: linux\npkg: a/b\nPASS\nok  \ta/b\t0.003s\n', 'go-test'],
    [
      'an exception of Java', 'java.lang.OutOfMemoryError: Java heap space\n'
        + '\tat java.base/java.util.Arrays.copyOf(Arrays.java:3537)\n', 'java-exception',
    ],
    ['gctrace in Docker’s JSON', JSON.stringify({ log: `${GC}\n`, time: 'x' }).replaceAll('>', '\\u003e'), 'gctrace'],
    ['a crash', 'panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n', 'go-crash'],
    ['gctrace', `starting\n${GC}\nother output\n`, 'gctrace'],
    ['a heap profile, debug=1', 'heap profile: 1: 2 [3: 4] @ heap/1048576\n1: 2 [3: 4] @ 0x1\n', 'text-heap'],
    ['gperftools heap', 'heap profile:    1:  2 [  3:  4] @ heapprofile\n', 'gperftools-heap'],
    ['goroutines, debug=1', 'goroutine profile: total 12\n1 @ 0x1 0x2\n', 'text-goroutine'],
    ['leaked goroutines, debug=1', 'goroutineleak profile: total 2\n2 @ 0x1 0x2\n', 'text-goroutineleak'],
    ['goroutines, debug=2', 'goroutine 1 [running]:\nmain.main()\n\t/x/main.go:3 +0x1\n', 'goroutine-dump'],
    ['threads', 'threadcreate profile: total 7\n', 'text-threadcreate'],
    ['Java contention', '--- contentionz 1 ---\nformat = java\nresolution = microseconds\n', 'text-contention'],
    ['V8 heap', '{"head":{"callFrame":{"functionName":"(root)"},"selfSize":0,"children":[]}}', 'v8-heap-profile'],
    ['V8 CPU', '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}}],"startTime":1,"samples":[]}', 'cpuprofile'],
    ['stackprof', '{"version":1.2,"mode":"wall","interval":1000,"samples":10,"frames":{}}', 'stackprof'],
    ['Chrome trace', '{"traceEvents":[{"ph":"B","ts":0,"name":"a","pid":0,"tid":0}]}', 'chrome-trace'],
    ['a list of Chrome events', '[{"pid":0,"tid":0,"ph":"X","ts":0,"dur":4,"name":"a"}]', 'chrome-trace'],
    [
      'speedscope', '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{},"profiles":[]}',
      'speedscope',
    ],
    ['collapsed', 'main;run;work 12\nmain;run;rest 3\n', 'collapsed'],
    ['collapsed with fractions', 'main;a b;[T; _] 1.5\njunk\nmain;x 2.25\nmain;y 3\n', 'collapsed'],
    ['perf script', 'main 12/12 1.234567: cpu-clock:\n\t    7f12 main+0x1 (/usr/bin/main)\n\n', 'perf'],
    [
      'perf script with a CPU', 'main  12 [001]  1.234567:     250000 cycles:u: \n\t    7f12 main (/usr/bin/main)\n',
      'perf',
    ],
    ['Prometheus text', '# HELP up x\n# TYPE up gauge\nup{job="a"} 1\nup 0\n', 'metrics'],
    ['metrics without types', 'go_goroutines 12\nprocess_cpu_seconds_total 1.5e+03\nup NaN\n', 'metrics'],
    ['OpenMetrics', '# TYPE a counter\na_total 1 # {trace_id="x"} 1\n# EOF\n', 'metrics'],
    ['benchmarks', 'goos: linux\nBenchmarkA-8   100   12.5 ns/op\nPASS\n', 'go-benchmark'],
    ['benchmarks in a CI log', '2026-01-02T03:04:05.1234567Z BenchmarkA-8   100   12.5 ns/op\n', 'go-benchmark'],
    [
      'go test -json of tests', '{"Time":"2026-01-02T03:04:05Z","Action":"fail","Package":"p","Test":"TestA"}\n',
      'go-test-events',
    ],
    [
      'go test -json', '{"Time":"2026-01-02T03:04:05Z","Action":"output","Package":"p","Output":"BenchmarkA"}\n',
      'go-test-json',
    ],
    ['GNU time', '1.23user 0.4system 0:01.70elapsed 98%CPU (0avgtext+0avgdata 1maxresident)k\n', 'time-output'],
    ['BSD time', '        1.70 real         1.23 user         0.40 sys\n', 'time-output'],
    ['shell time', '\nreal\t0m1.230s\nuser\t0m1.000s\nsys\t0m0.1s\n', 'time-output'],
    ['tsdb analyze', 'Block ID: 01H\nDuration: 2h0m0s\nTotal Series: 77\nLabel names: 5\n', 'tsdb-analyze'],
    [
      'tsdb list', 'BLOCK ULID                  MIN TIME       MAX TIME       DURATION  NUM SAMPLES\n01H 1 2 2h 9\n',
      'tsdb-list',
    ],
    ['meta.json', '{\n\t"ulid": "01H",\n\t"minTime": 1,\n\t"maxTime": 2,\n\t"stats": {}\n}', 'block-meta'],
    ['a recording', '{"path":"/metrics","t":1795192058002,"dur_ms":4.31,"status":200,"body":"up 1"}\n', 'recording'],
    [
      'pprof -top',
      'Type: cpu\nShowing nodes accounting for 1s, 99% of 1s total\n      flat  flat%   sum%        cum   cum%\n',
      'pprof-text',
    ],
    ['benchstat', '        │ old.txt │ new.txt │\n        │ sec/op  │ sec/op  vs base │\n', 'benchstat'],
    ['a web page', '<!DOCTYPE html><html><title>/debug/pprof/</title>', 'web-page'],
    ['prometheus.yml', 'global:\n  scrape_interval: 15s\nscrape_configs:\n', 'prometheus-config'],
    ['another log', '2026-01-02 03:04:05 INFO something happened\n2026-01-02 03:04:06 INFO again\n', 'log'],
    ['prose', 'The quick brown fox jumps over the lazy dog.\n', 'unknown'], ['nothing', '', 'empty'],
  ])('%s', (_, words, format) => { expect(of(words)).toBe(format); });
});

const bytesOf = (...bytes: number[]): Uint8Array => Uint8Array.from([...bytes, ...new Array<number>(600).fill(0)]);

describe('a binary file is told by its first bytes', () => {
  it.each([
    ['zip', bytesOf(0x50, 0x4b, 3, 4), 'zip'], ['zstd', bytesOf(0x28, 0xb5, 0x2f, 0xfd), 'zstd'],
    ['JFR', bytesOf(0x46, 0x4c, 0x52, 0), 'jfr'], ['ELF', bytesOf(0x7f, 0x45, 0x4c, 0x46), 'elf'],
    ['gperftools, 64 bits', Uint8Array.from(
      [0, 3, 0, 10_000, 0, 1].flatMap((word) => [word % 256, Math.floor(word / 256), 0, 0, 0, 0, 0, 0])
    ), 'gperftools-cpu'],
    ['gperftools, 32 bits', Uint8Array.from(
      [0, 3, 0, 10_000, 0, 1].flatMap((word) => [word % 256, Math.floor(word / 256), 0, 0])
    ), 'gperftools-cpu'],
    ['an execution trace', text('go 1.22 trace\0\0\0\u0001\u0002'), 'go-trace'],
    ['dotnet', text('Nettrace\u0014\0\0\0!FastSerialization.1'), 'nettrace'],
    ['perf.data', text('PERFILE2\u0068\0\0'), 'perf-data'],
    ['an index of a block', bytesOf(0xba, 0xaa, 0xd7, 0, 2), 'tsdb-index'],
    ['zeros', bytesOf(0), 'unknown'],
  ])('%s', (_, bytes, format) => { expect(recognize(bytes).format).toBe(format); });
});

const WRAPPED: readonly (readonly [name: string, wrap: (line: string, at: number) => string])[] = [
  ['Docker json-file', (line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2026-01-02T03:04:05Z' })],
  ['containerd', (line) => `2026-01-02T03:04:05.678901234Z stderr F ${line}`],
  ['docker compose', (line) => `prometheus-1  | ${line}`],
  ['kubectl --prefix', (line) => `[pod/prometheus-0/prometheus] ${line}`],
  ['kubectl --timestamps', (line) => `2026-01-02T03:04:05.678901234Z ${line}`],
  ['stern', (line) => `prometheus-0 prometheus ${line}`],
  ['journald', (line) => `Jan 02 03:04:05 host prometheus[77]: ${line}`],
  ['journald, iso', (line) => `2026-01-02T03:04:05+0100 host prometheus[77]: ${line}`],
  ['journald, JSON', (line) => JSON.stringify({ __CURSOR: 's=1', MESSAGE: line, _PID: '77' })],
  ['syslog', (line) => `<30>1 2026-01-02T03:04:05Z host prometheus 77 - - ${line}`],
  ['Kibana CSV', (line) => `"Jan 2, 2026 @ 03:04:05.678","${line.replaceAll('"', '""')}"`],
  ['logcli', (line) => JSON.stringify({ labels: {}, line, timestamp: '2026-01-02T03:04:05Z' })],
  ['BuildKit', (line, at) => `#12 ${at}.345 ${line}`],
  ['colours', (line) => `\u001b[36mprometheus-1  |\u001b[0m ${line}`],
  ['CRLF', (line) => `${line}\r`],
];

describe('what wraps the lines of a log does not hide it', () => {
  it.each(WRAPPED)('%s', (_, wrap) => {
    for (const lines of [[BUILD, PROM, PROM], [SLOG, SLOG], [PROM_JSON, PROM_JSON], [GC, GC]]) {
      const wrapped = recognize(text(lines.map(wrap).join('\n')));
      const bare = recognize(text(lines.join('\n')));
      expect(wrapped).toMatchObject({ format: bare.format, version: bare.version });
      // Lines that any program of Go prints are of the program that the wrapping names.
      expect(bare.program === 'Go' ? ['Go', 'Prometheus'] : [bare.program]).toContain(wrapped.program);
    }
  });

  it('is taken off each line, several layers deep', () => {
    const line = `prometheus-1  | ${JSON.stringify({ log: `${PROM}\n`, stream: 'stderr' })}`;
    expect(bareLines(line, [line])).toEqual({
      lines: [PROM], stamps: [null], cuts: [false], writers: ['prometheus-1'],
      envelope: 'docker compose lines',
    });
  });
});

it('says program, version and wrapping in its name', () => {
  expect(recognize(text(`prometheus-1  | ${BUILD}`)).name)
    .toBe('a log of Prometheus 2.45.0 in docker compose lines');
});

it('a file that PowerShell wrote in UTF-16 is the same', () => {
  expect(recognize(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(PROM, 'utf16le')])).format)
    .toBe('prometheus-log');
});

it('every format that nothing opens has a remedy, and every one a name with its article', () => {
  expect(FORMATS.filter(({ door, remedy }) => door === null && (remedy ?? '') === '').map(({ id }) => id)).toEqual([]);
  // A form that is tried at two places in the order is one and the same.
  const forms = new Set(FORMATS.map(({ id, name, door, remedy }) => JSON.stringify([id, name, door, remedy ?? null])));
  expect(forms.size).toBe(new Set(FORMATS.map(({ id }) => id)).size);
  for (const { name } of FORMATS) expect(name).toMatch(/^[a-zA-Z]/);
});

const WORDS = [
  PROM, SLOG, PROM_JSON, BUILD, GC, '{"log":"', '"', '\\', '{', '[', ';', '\n', '\r\n', '\0', '\t', 'a;b 1', '# TYPE ',
  'goroutine 1 [', 'panic: ', 'BenchmarkA 1 2 ns/op', '"head":{', 'heap profile: ', '\u00ff', ' ', '0'.repeat(300),
  'a'.repeat(5000), ' '.repeat(5000), '{'.repeat(3000), '"'.repeat(3000), ';'.repeat(3000), '1.'.repeat(3000),
  '```\n', '| a |\n', 'a:\n', '> a\n',
];

describe('of whatever bytes', () => {
  it('it answers, without an error', () => {
    const parts = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string()), { maxLength: 60 });
    fc.assert(fc.property(parts, fc.constantFrom('', 'x.log', 'x.pb.gz'), (words, name) => {
      expect(recognize(text(words.join('')), name).name).not.toBe('');
    }), { numRuns: 1500 });
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      expect(recognize(bytes).name).not.toBe('');
    }), { numRuns: 1500 });
  });

  it.each([
    ['lists', '[', ']'], ['a list of objects', '[{"a":', '}]'], ['objects', '{"a":', '}'],
    ['the payload of an envelope', '{"jsonPayload":', '}'],
  ])('%s nested 20,000 deep are looked at without an error', (_, open, close) => {
    const deep = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
    for (const whole of [deep, `[${deep}]`, `{"fields":${deep}}`, `{"data":{"result":[${deep}]}}`])
      expect(recognize(text(whole)).name).not.toBe('');
  });

  it('a first megabyte of one repeated word is looked at to its end', () => {
    for (const word of WORDS) {
      const bytes = text(word.repeat(Math.ceil(LOOK_BYTES / word.length))).subarray(0, LOOK_BYTES);
      expect(recognize(bytes).name).not.toBe('');
    }
  });
});
