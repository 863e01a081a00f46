import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

const mapping = (start: string, end: string, rights: string, file: string): string =>
  `${start}-${end} ${rights} 00000000 08:03 3807907                    ${file}`;

it.each([
  ['proc-maps', [mapping('7e5bf0000000', '7e5bf0100000', 'r--s', '/data/A/index'),
    mapping('7e63f0000000', '7e63f0100000', 'r--s', '/data/A/index'),
    mapping('7e64f0000000', '7e64f0100000', 'rw-p', '')],
  'It has 3 mappings, 3 MiB of address space, 2 MiB of it files. /data/A/index is mapped 2 times: it was opened again '
    + 'without being closed.'],
  ['smaps', ['Rss:                5952 kB', 'Pss:                1024 kB', 'Rss:                 192 kB', 'Pss: 0 kB'],
    '6 MiB resident, 1 MiB as its share of what others map too.'],
  ['pmap', ['00003fff93890000    640K r-x-- libjemalloc.so', ' total         2048K'],
    '2 MiB of address space, how much of it is resident is not said (pmap -x does).'],
  ['proc-meminfo', ['MemTotal:       2097152 kB', 'MemFree:  1 kB', 'MemAvailable:    524288 kB', 'Cached:  1024 kB'],
    '25 % of the memory is available (512 MiB of 2 GiB), 1 MiB page cache.'],
  ['proc-vmstat', ['nr_free_pages 256', 'nr_file_pages 512', 'oom_kill 1'],
    '1 kill for lack of memory since the host started, 1 MiB free, 2 MiB of files in the page cache.'],
  ['pressure', ['some avg10=0.00 avg60=12.50 avg300=0.1 total=1', 'full avg10=0.00 avg60=3.10 avg300=0.1 total=1'],
    'In the last minute some task waited 12.50 % of the time, all of them 3.10 %.'],
  ['delve', ['  Thread 1 at 0x4797e3 /go/sys_linux_amd64.s:555 runtime.futex',
    '* Thread 2 at 0x479 /a/b.go:5 main.work'],
    'It has 2 threads: 1 in runtime.futex, 1 in main.work. 1 of them wait.'],
  ['delve', ['  Goroutine 1 - User: ./main.go:12 main.main (0x4a1)'], 'It has 1 goroutine, in main.main.'],
  ['lldb', ['* thread #1, stop reason = signal SIGSTOP', '  * frame #0: 0x00007fff kernel`__psynch_cvwait + 10',
    '    frame #1: 0x000000000106de30 go`runtime.semasleep + 141'],
  'It has 1 thread, in __psynch_cvwait. It waits: it is not busy there.'],
  ['gdb', ['Thread 2 (LWP 12):', '#0  main.spin () at main.go:5', '', 'Thread 1 (LWP 11):',
    '#0  0x00007f01 in epoll_wait () from /lib/libc.so'], 'It has 2 threads: 1 in main.spin, 1 in epoll_wait. '
    + '1 of them wait.'],
  ['promtool-metrics', ['a_B_c metric names should be written in \'snake_case\' not \'camelCase\'', 'd no help text',
    'e no help text'], 'It finds fault with 3 metrics; 2 times: no help text.'],
  ['promtool-cardinality', ['Metric   Cardinality   Percentage', 'a_total   120   60.00%'],
    'a_total has most of the series: 120 (60.00%).'],
  ['promtool-check', ['Checking rules.yml', '  FAILED:', 'rules.yml: bad'], 'It failed: rules.yml: bad.'],
  ['vmctl', ['Prometheus import mode',
    'Prometheus snapshot stats:', '  blocks found: 1;', '  samples: 3290;', '  series: 93.',
    '0 / 1 [______] 0.00% ? p/s'], 'It has 1 block, 93 series, 3,290 samples. 0 of 1 blocks are done: it counts whole '
    + 'blocks, and stays at 0 while the first is read.'],
  ['influx-tsm', ['Summary:', '  File: /data/1.tsm', '  Duration: 5h59m50s   Series: 28   File Size: 24397'],
    'It has 28 series over 5h59m50s in 24,397 bytes.'],
  ['influx-report', ['DB\tRP\tShard\tFile\tSeries\tNew (est)\tLoad Time', 'Statistics', '  Series:',
    '    Total (est): 1200'], 'It has 1,200 series.'],
  ['rbspy-summary', ['% self  % total  name',
    ' 27.80   100.00  <c function> - unknown', '  7.64    19.35  run - /a/b.rb'],
    '<c function> has the highest self share: 27.80 %.'],
  ['py-spy-top', ['20.47s behind in sampling, results may be inaccurate.',
    '  %Own   %Total  OwnTime  TotalTime  Function (f)',
    '  5.00%   9.00%    1.50s     9.1s   a (a.py)', ' 80.00%  80.00%   149.1s    149.1s   acquire (b.py)'],
  'acquire (b.py) has most time itself: 149.1 s. The sampler was 20.47s behind, so its shares are not exact.'],
  ['jeprof-text', ['Total: 45.3 MB',
    '    40.0  88.3%  88.3%     45.0  99.3% fill', '     5.3  11.7% 100.0%  5.3  11.7% b'],
    'Of 45.3 MB in all, fill has most itself: 40.0 (88.3 %).'],
  ['jeprof-text', ['Total: 7 MB',
    '    7.0 100.0% 100.0%    7.0 100.0% 00003fff938f1d28 je_prof_backtrace /s/prof.c:367'],
    'All of 7 MB is in je_prof_backtrace, which takes the stacks: they could not be unwound. Build the program with '
      + 'frame pointers, or the allocator with libunwind.'],
  ['heaptrack', ['MOST CALLS TO ALLOCATION FUNCTIONS',
    '1520 calls to allocation functions with 0B peak consumption from',
    'peak heap memory consumption: 50.1MB', 'total memory leaked: 2.3MB'],
  'At most 50.1MB of heap, 2.3MB not freed at its end, 1520 calls to allocation functions with 0B peak consumption.'],
  ['ms-print', ['Number of snapshots: 2', '  1      1,000      2,048      2,000      48      0',
    '  2      2,000      4,096      4,000      96      0'], 'Its heap has at most 4,096 bytes, in 2 snapshots.'],
  ['perf-table', ['  12.34%  prometheus  prometheus  [.] runtime.scanobject',
    '   3.10%  prometheus  [kernel]  [k] clear_page'],
    'runtime.scanobject has the highest share listed: 12.34 %.'],
  ['systemd-unit', ['[Service]', 'ExecStart=/opt/prometheus-2.2.1.linux-amd64/prometheus --storage.tsdb.retention=15d',
    'LimitNOFILE=9', 'Restart=always'], 'It runs prometheus 2.2.1 with storage.tsdb.retention 15d. Restart always, at '
    + 'most 9 open files, TimeoutStopSec is not set, so systemd kills it 90 s after it asks it to stop.'],
  ['compose', ['services:', '  prometheus:', '    image: prom/prometheus:v2.5.0', '    command:',
    '      - \'--storage.tsdb.retention.time=90d\''], 'It runs prometheus 2.5.0 with storage.tsdb.retention.time 90d. '
    + 'Prometheus before 2.7 does not know storage.tsdb.retention.time and refuses to start.'],
  ['prometheus-settings', ['  prometheusSpec:', '    retention: 10m', '    additionalArgs:',
    '      - name: storage.tsdb.max-block-duration', '        value: 10m'],
  'It sets storage.tsdb.max-block-duration 10m, retention 10m. Block durations are changed: compactions, the size of '
    + 'the head and retention follow them.'],
  ['resources', ['resources:', '  requests:', '    cpu: 100m', '  limits:', '    cpu: 250m', '    memory: 4Gi'],
    'It sets memory limit 4Gi, CPU limit 250m. With less than one core it is throttled in compactions and starts.'],
  ['server-flags', ['prometheus --config.file=a.yml --query.max-samples=500'], 'It sets query.max-samples 500.'],
  ['prometheus-config', ['global:', '  scrape_interval: 15s # By default', 'scrape_configs:', '  - job_name: \'a\'',
    '    scrape_interval: 5s', '    scrape_timeout: 3s', '  - job_name: b'],
  '2 scrape jobs; scrape interval 15s; a every 5s with a timeout of 3s.'],
  ['strace', ['[pid 7] futex(0xc8, FUTEX_WAIT, 0, NULL <unfinished ...>', '[pid 8] futex(0xc8) = -1 EAGAIN (Try again)',
    '[pid 8] openat(AT_FDCWD, "a") = -1 EMFILE (Too many open files)'],
  'Most frequent are futex (2), openat (1), of 3 calls; failed with EMFILE (1).'],
  ['jemalloc-stats', ['___ Begin jemalloc statistics ___', 'Allocated: 1048576, active: 2097152, metadata: 1, '
    + 'resident: 4194304, mapped: 1, retained: 0'], '1 MiB allocated, 2 MiB in active pages, 4 MiB resident, 0 B kept '
    + 'as address space.'],
  ['viewed-answer', ['metric\t', '__name__\t"a_bucket"', 'le\t"+Inf"', 'value\t', '0\t1555576363.96', '1\t"200"',
    'metric\t', '__name__\t"a_bucket"', 'le\t"0.5"', 'value\t', '0\t1555576363.96', '1\t"199"'],
  'It has 2 series of a_bucket. Of 200 observations 99.5 % are within 0.5.'],
  ['prombench', ['**Compared versions:** [**`PR-7`**](http://a) and [**`v2.16.0`**](http://b)'],
    'It compares PR-7 with v2.16.0; the results are in its dashboards.'],
  ['block-names', ['   DIR  s3://a/01ER2E8M3JTSNWY3NAH6RHFZ22/', '   DIR  s3://a/01ER2H96B29Y8MQK9XQA6QJPNR/'],
    'It lists 2 blocks.'],
  ['block-names', ['01ER2E8M3JTSNWY3NAH6RHFZ22  01ER2H96B29Y8MQK9XQA6QJPNR.tmp  chunks_head  lock  wal'],
    'It lists 1 block. 01ER2H96B29Y8MQK9XQA6QJPNR.tmp is unfinished: a compaction or checkpoint was still writing it, '
    + 'or was interrupted.'],
  ['iostat', ['avg-cpu:  %user   %nice %system %iowait  %steal   %idle',
    '  34.65    0.00    9.16    0.03    0.00   56.16',
    'Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn', 'nvme2n1 772.00 0.00 315392.00 0 315552',
    'sda 16.00 0.00 164.00 0 164'], 'nvme2n1 has most load: it reads 0 B and writes 308 MiB per second. The CPUs are '
    + '56.16 % idle and wait 0.03 % for the disk.'],
  ['jemalloc-heap', ['heap_v2/524288', '  t*: 30: 1048576 [0: 0]', '  t1: 30: 1048576 [0: 0]', '@ 0x4a1 0x4b2',
    '  t*: 30: 1048576 [0: 0]'], 'It samples 1 MiB in 30 live objects.'],
  ['jemalloc-heap', ['heap_v2/524288', '  t*: 30: 1048576 [0: 0]', '@', '  t*: 30: 1048576 [0: 0]', '',
    'MAPPED_LIBRARIES:', '00008000-00009000 r-xp 00000000 b3:02 17093      /usr/bin/java'],
  'It samples 1 MiB in 30 live objects. Its stacks have no frames: they could not be unwound, so no tool can say who '
    + 'allocated them; build jemalloc with libunwind or frame pointers.'],
  ['metrics', ['a_seconds_bucket{le="0.5"} 10', 'a_seconds_bucket{le="1"} 199', 'a_seconds_bucket{le="+Inf"} 200',
    'a_seconds_count 200'], 'Of 200 observations 99.5 % are within 1.'],
])('%s', (format, lines, said) => { expect(told(...lines)).toEqual([format, said]); });
