/** Tests that every block of a text is told, the heaviest first, and that headings tell apart what has one form. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../recognize.ts';
import { headedBlocks } from './blocks.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));
const fence = (...lines: string[]): string[] => ['```', ...lines, '```', ''];

const PERF = ['# Overhead  Command  Shared Object      Symbol', '# ........  .......  .................  ......', '#'];
const row = (share: string, name: string, mark = 'k'): string =>
  `     ${share}%  a.out    [kernel.vmlinux]   [${mark}] ${name}`;
const time = (seconds: string): string[] =>
  ['root# time ./a.out', `real\t0m${seconds}s`, 'user\t0m0.200s', 'sys\t0m1.800s', ''];
const BLOCK = (number: number): string => `01H4G8YDPS4PDVDW52FC6808H${number}  2026-07-04 0${number}:00:00 +0000 UTC  `
  + `2026-07-04 0${number + 2}:00:00 +0000 UTC  2h0m0s  1000  90  70  1MiB512KiB`;
const healthy = (number: number): string => 'ts=2026-07-10T17:01:57.794Z caller=repair.go:56 level=info component=tsdb '
  + `msg="Found healthy block" mint=17831${number}0000000 maxt=17831${number}7200000 `
  + `ulid=01H4G8YDPS4PDVDW52FC6808H${number}`;
const LOKI = ['failed parsing config: /etc/loki/local.yaml: yaml: unmarshal errors:',
  '  line 34: field shared_store not found in type indexshipper.Config',
  '  line 53: field x not found in type config.Y'];

describe('every block is told', () => {
  it('a target that is down and an alert lead the lists around them', () => {
    const { name, interest } = of(
      '$ curl http://p:9090/api/v1/query?query=process_resident_memory_bytes',
      JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [
        { metric: { __name__: 'process_resident_memory_bytes', instance: 'a:1', job: 'p' }, value: [1767312000,
          '1048576'] },
        { metric: { __name__: 'process_resident_memory_bytes', instance: 'b:1', job: 'q' }, value: [1767312000,
          '2097152'] },
      ] } }, null, 1),
      '$ kubectl top pods -n x', 'NAME   CPU(cores)   MEMORY(bytes)', 'a-1    2m           64Mi',
      'a-2    2m           67Mi', '', '$ curl -fsS http://g:3000/api/health',
      '{ "database": "ok", "version": "13.2.3", "commit": "9" }', '````', '',
      '### monitoring.txt', '', '````text', 'Captured 2026-01-01T23:44:00+00:00',
      '$ curl http://p:9090/api/v1/targets',
      '[ { "job": "p", "health": "up", "lastError": "" },',
      ' { "job": "q", "health": "down", "lastError": "Get \\"http://b:1/metrics\\": dial tcp 1.2.3.4:1: connect: '
        + 'connection refused" } ]',
      '$ curl http://p:9090/api/v1/alerts',
      JSON.stringify({ status: 'success', data: { alerts: [{
        labels: { alertname: 'QUnavailable', job: 'q', severity: 'warning' }, annotations: { summary: 'No scrape' },
        state: 'firing', activeAt: '2026-01-01T23:40:00.19Z', value: '0e+00',
      }] } }),
      '$ curl http://p:9090/api/v1/query?query=up',
      JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [
        { metric: { __name__: 'up', instance: 'b:1', job: 'q' }, value: [1767311040, '0'] },
        { metric: { __name__: 'up', instance: 'a:1', job: 'p' }, value: [1767311040, '1'] },
      ] } }), '````',
    );
    expect(name).toBe('an answer of Prometheus about its targets');
    expect(interest).toMatch(/^The target q was down: Get "http:\/\/b:1\/metrics": dial tcp 1\.2\.3\.4:1: connect: /);
    expect(interest).toContain('the alert QUnavailable was firing (warning, q) since 2026-01-01T23:40:00Z: No scrape.');
    expect(interest).toContain('up was 0 for q (b:1): its scrape failed.');
    expect(interest).toContain('a-2 uses most memory: 67Mi');
    expect(interest).toContain('The values are 1 MiB of p (a:1) and 2 MiB of q (b:1).');
    expect(interest).not.toContain('4 series');
    expect(interest).toMatch(/ q \(b:1\) was scraped again: it has a sample at 2026-01-02 00:00:00 UTC, 16m after /);
  });

  it('a list of blocks leads the lines of a start that only checked them', () => {
    const { name, door, interest } = of(
      '- The range of times', '    ```bash', '    $ podman exec -ti p promtool tsdb list -r /prometheus',
      '    BLOCK ULID                  MIN TIME   MAX TIME   DURATION   NUM SAMPLES  NUM CHUNKS   NUM SERIES   SIZE',
      `    ${BLOCK(1)}`, `    ${BLOCK(3)}`, '    ```', '    ```bash', '    # From the log of the container',
      '    $ podman logs p | grep mint', `    ${healthy(1)}`, `    ${healthy(3)}`, '    ```',
    );
    expect([name, door]).toEqual(['a log of Prometheus', 'log']);
    expect(interest).toMatch(/^It also has the output of promtool tsdb list: it lists 2 blocks over 4h, 2h each, with/);
    expect(interest).toContain('They have 2,000 samples in 3 MiB, from 2026-07-04 01:00:00 to 2026-07-04 05:00:00 '
      + 'UTC.');
    expect(interest).toContain('2 blocks were checked');
  });

  it('two configurations that are rejected, one of them without a time, and a health check', () => {
    const { name, interest } = of(
      '## What failed', '', '### \u274c 1. Loki - old settings', '', '**The log:**', ...fence(...LOKI),
      '### \u274c 2. Prometheus', '', ...fence(
        'time=2026-04-01T03:31:48.773Z level=ERROR source=main.go:672 msg="Error loading config '
          + '(--config.file=/etc/p/prometheus.yml)" err="parsing YAML file /etc/p/prometheus.yml: yaml: unmarshal '
          + 'errors:',
        '  line 86: field wal_compression not found in type config.plain"',
      ),
      '### 3. Tempo works', '', ...fence('level=info msg="Starting Tempo" version="v2.9.0"', 'level=info msg="Tempo '
        + 'is ready"'),
      '### 4. Grafana - it depends on them', '', ...fence('Attempt #11 failed with service unavailable',
        '1/1 replicas never became healthy!', 'Healthcheck failed!'),
    );
    expect(name).toBe('a log of Prometheus, with lines of Tempo 2.9.0 and messages of Loki');
    expect(interest).toContain('Loki rejects its configuration /etc/loki/local.yaml: line 34: field shared_store not '
      + 'found in type indexshipper.Config; line 53: field x not found in type config.Y.');
    expect(interest).toContain('Error loading config');
    expect(interest).toContain('It also has a failed health check (Grafana): the health check failed (attempt 11: '
      + 'service unavailable); 1 of 1 replicas never became healthy.');
  });

  it('four messages of a guide, without times', () => {
    const { name, interest } = of(
      '### A target answers too much', '', ...fence('Cannot read stream body in 1 seconds: the response from '
        + '"https://x:6443/metrics" exceeds -promscrape.maxScrapeSize=16777216; either reduce the response size for '
        + 'the target or increase -promscrape.maxScrapeSize'),
      '### Pods restart', '', ...fence('cannot read "/etc/vmagent/env.yaml": cannot parse Prometheus config from '
        + '"/etc/vmagent/env.yaml": cannot parse `scrape_config`: cannot parse auth config for `job_name` "a/b/0": '
        + 'missing `username` in `basic_auth` section'),
      'or:', '', ...fence('ts=2026-03-26T06:58:37.006Z caller=coordinator.go:118 level=error component=configuration '
        + 'msg="Loading configuration file failed" file=/etc/alertmanager/a.yaml err="missing to address in email '
        + 'config"'),
      '### Writes are rejected', '', ...fence('warn storage.go:669 switching the storage at /data to read-only mode, '
        + 'since it has less than -storage.minFreeDiskSpaceBytes=838860800 of free space: 838803456 bytes left'),
    );
    expect(name).toBe('a log of Alertmanager, with messages of VictoriaMetrics');
    expect(interest).toContain('vmagent rejects its configuration /etc/vmagent/env.yaml (job a/b/0): missing '
      + '`username` in `basic_auth` section.');
    expect(interest).toContain('became read-only: 838,803,456 bytes are free, less than -storage.minFreeDiskSpaceBytes '
      + '(800 MiB)');
    expect(interest).toContain('the response from "https://x:6443/metrics"');
    expect(interest).toContain('missing to address in email config');
  });

  it('more than nine blocks: how many are not told', () => {
    const lists = Array.from({ length: 11 }, (_, i) => [`### Host ${i}`, '', ...fence(
      '       total   used   free   shared  buff/cache   available', `Mem:    ${8000 + i}    500   1000   10  `
        + `6500   ${6000 + i}`,
    )]).flat();
    expect(of(...lists).interest).toMatch(/\d more parts are not reported here\.$/);
  });
});

describe('sides of one form', () => {
  it('two profiles of goroutines, below the headings of their programs', () => {
    const profile = (total: number, name: string): string[] => fence(
      `goroutine profile: total ${total}`, `${total - 6} @ 0x1 0x2`, '#\t0x1\ttime.Sleep+0x14f\t/go/time.go:363',
      `#\t0x2\tmain.${name}+0x27\t/a/main.go:90`, '',
    );
    const { format, interest } = of(
      '### Running the Leaky Version', '', ...fence('pprof server running', '', 'WARNING: growth detected!',
        '[AFTER 2s] Goroutines: 1921'), '### Profile', '', ...profile(4730, 'bad'), '**What it shows**:', '',
      '### Running the Fixed Version', '', ...fence('[AFTER 2s] Goroutines: 103'), '### Profile (Fixed)', '',
      ...profile(106, 'good'),
    );
    expect(format).toBe('text-goroutine');
    expect(interest).toMatch(/^Running the Leaky Version: it has 4,730 goroutines: 4,724 \(99\.9 %\) in time\.Sleep/);
    expect(interest).toContain('Profile (Fixed): it has 106 goroutines: 100 (94.3 %) in time.Sleep, called by '
      + 'main.good.');
  });

  it.each([
    ['bold labels', ['**Before**', ''], ['**After**', '']], ['words alone', ['Before', ''], ['After', '']],
    ['titles of HTML', ['<details><summary>Before</summary>', ''], ['<details><summary>After</summary>', '']],
    ['headings with numbers', ['### 1. Before (v1)', ''], ['### 2. After (v2)', '']],
  ])('two runs of wrk below %s', (_, first, second) => {
    const run = (rate: string): string[] => fence('Running 30s test @ http://a', '  2 threads and 40 connections',
      '  Thread Stats   Avg      Stdev     Max   +/- Stdev', '    Latency    77.42ms    9.42ms 338.57ms   85.77%',
      `Requests/sec:   ${rate}`);
    expect(of('We compare:', '', ...first, ...run('8248.1'), ...second, ...run('9364.2')).interest)
      .toBe('Before: 8,248 requests per second with 40 connections (latency 77.42ms in the mean, at most 338.57ms). '
        + 'After: 9,364 requests per second with 40 connections (latency 77.42ms in the mean, at most 338.57ms).');
  });

  it('two runs of perf stat, before and after', () => {
    const run = (seconds: string): string[] => fence(' Performance counter stats for \'./a\':', '',
      '     6,000,000,000      instructions              #    2.00  insn per cycle', '',
      `            ${seconds} +- 0.0025 seconds time elapsed  ( +-  0.20% )`);
    expect(of('Before:', '', ...run('1.2370'), 'After:', '', ...run('0.6370')).interest)
      .toBe('Before: it says: 1.24 s elapsed, 2.00 instructions per cycle. After: it says: 0.637 s elapsed, 2.00 '
        + 'instructions per cycle.');
  });

  it('comments in a fence name the sides, too', () => {
    expect(of('```', '# before', ...time('9.000'), '# after', ...time('3.000'), '```', '', 'And the version of it:', '',
      ...fence('prometheus, version 2.19.1 (branch: HEAD, revision: x)')).interest).toContain('2.19.1');
    expect(headedBlocks(['```', '# before', 'a=1', '# after', 'b=2', '```'].join('\n')).map(({ side }) => side))
      .toEqual(['before', 'after']);
  });

  it('time and perf report, without and with a patch', () => {
    const { name, interest } = of(
      'I ran a benchmark of it. There are good improvements.', '', 'without patch (flush shows 7 %, even with',
      'one thread)', '==================', ...time('24.000'), ...PERF, row('7.19', 'flush'), row('5.63', 'spin'),
      row('3.21', 'main', '.'), '', 'with patch', '============', ...time('8.000'), ...PERF, row('5.10', 'spin'),
      row('3.55', 'state'), row('3.13', 'main', '.'), '',
    );
    expect(name).toBe('the output of perf report');
    expect(interest).toMatch(new RegExp('^It also has the output of time: its two runs took: without patch 24 s, '
      + 'with patch 8 s, 3 times as fast; of CPU 2 s and 2 '
      + 's\\. It is one run of each\\. Without patch: flush has the highest'));
    expect(interest).toContain('With patch: spin has the highest share listed: 5.10 %. Then come state (3.55 %) and '
      + 'main (3.13 %).');
  });

  it('perf stat and perf report in comments of a program', () => {
    const { interest } = of(
      '#include <thread>', 'int main() { run(); }', '', '/*', ' Performance counter stats for \'./a.out\':', '',
      '         274270.05 msec task-clock                #    9.911 CPUs utilized',
      '     1599081642008      instructions              #    1.57  insn per cycle', '',
      '      27.673571541 seconds time elapsed', '', '     139.784478000 seconds user', '     134.493930000 seconds '
        + 'sys',
      '*/', '', '/*', ...PERF, row('37.11', 'work', '.'), row('9.26', 'clock'), row('8.15', 'entry'), '*/',
    );
    expect(interest).toContain('work has the highest share listed: 37.11 %. Then come clock (9.26 %) and entry (8.15 '
      + '%). The rows of the kernel have 17.4 % in all.');
    expect(interest).toContain('it says: 27.7 s elapsed, 9.91 CPUs in use, 49 % of the CPU time in the kernel, 1.57 '
      + 'instructions per cycle.');
  });

  it('a load generator and a profile of goroutines that was shortened, beside a table of pprof', () => {
    const { interest } = of(
      '### go-wrk', '', ...fence('Running 30s test @ http://127.0.0.1:8080/vote', '  50 goroutine(s) running '
        + 'concurrently',
        '64782 requests in 29.98s, 8.83MB read', 'Requests/sec:\t\t2160.64', 'Avg Req Time:\t\t23.14ms',
        'Slowest Request:\t356.543ms', 'Number of Errors:\t0'),
      '### Heap', '', ...fence('File: a', 'Type: inuse_space', 'Showing nodes accounting for 8MB, 100% of 8MB total',
        '      flat  flat%   sum%        cum   cum%', '       8MB   100%   100%       8MB   100%  main.run'),
      '### Goroutines', '', ...fence('goroutine profile: total 43', '30 @ ... mysql.(*mysqlConn).startWatcher.func1',
        ' 1 @ ... gin.(*Engine).ServeHTTP (worker goroutine)'),
    );
    expect(interest).toContain('64,782 requests in 30 s, 2,161 per second, 0 errors, 23.14ms each in the mean, '
      + '356.543ms at most.');
    expect(interest).toContain('main.run has the highest self value');
    expect(interest).toContain('it has 43 goroutines: 30 (69.8 %) in mysql.(*mysqlConn).startWatcher.func1. Each '
      + 'belongs to an open connection of MySQL, which is normal.');
  });
});

describe('what leads', () => {
  const line = (second: number, rest: string): string =>
    `ts=2026-01-02T03:04:0${second}.1Z caller=main.go:8 level=${rest}`;

  it('a log leads the settings of its server, as one log of its two parts', () => {
    const { name, door, interest } = of(
      '## The settings', '', ...fence('global:', '  scrape_interval: 10s', 'scrape_configs:', '  - job_name: a'),
      '## Its first lines', '', ...fence(line(5, 'info msg="Starting Prometheus Server" mode=server')),
      '## Later', '', ...fence(line(6, 'info component=tsdb msg="Replaying WAL, this may take a while"')),
    );
    expect([name, door]).toEqual(['a log of Prometheus', 'log']);
    expect(interest).toMatch(/ among its 2 lines, from 2026-01-02T03:04:05Z on, within 1 s\. It also has a /);
  });

  it('an error in a log leads a list of pods, whose states follow from it', () => {
    const { name, interest } = of(
      '$ kubectl get pods', 'NAME    READY   STATUS             RESTARTS   AGE',
      'prom-0  0/1     CrashLoopBackOff   6          5h', '', 'Its log says why:', '',
      ...fence(line(5, 'error msg="Opening storage failed" err="lock DB directory: resource temporarily unavailable"')),
    );
    expect(name).toBe('a log of Prometheus');
    expect(interest).toContain('It also has a list of pods of kubectl get: prom-0 is CrashLoopBackOff');
  });
});

it('labels of goroutines do not divide their profile', () => {
  const { interest } = of('goroutine profile: total 76', '40 @ 0x1 0x2', '#\t0x1\tmain.parked+0x1\t/a.go:1', '',
    '36 @ 0x1 0x3', '# labels: {"a":"b", "c":"d"}', '#\t0x3\tmain.other+0x1\t/a.go:1', '');
  expect(interest).toBe('It has 76 goroutines: 40 (52.6 %) in main.parked; 36 (47.4 %) in main.other.');
});

it('prose of several parts is no error message, and a row of metrics no heading', () => {
  expect(of('We ran this:', '', ...fence('make all'), 'It said:', '', ...fence('ERROR: cannot open /a/b: permission '
    + 'denied'),
    'What now?', '').name).not.toBe('an error message');
  expect(headedBlocks(['# First', '', '# HELP a_total A.', '# TYPE a_total counter', 'a_total 1', '', '# Second', '',
    'b_total{x="1"} 2'].join('\n'))).toEqual([
    { text: '# HELP a_total A.\n# TYPE a_total counter\na_total 1', heading: 'First', side: null },
    { text: 'b_total{x="1"} 2', heading: 'Second', side: null },
  ]);
});
