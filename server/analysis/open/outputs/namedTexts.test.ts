import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

const mapping = (start: string, end: string, rights: string, file: string): string =>
  `${start}-${end} ${rights} 00000000 08:03 3807907                    ${file}`;

const SAMPLED = 'It samples 1 MiB in 30 live objects, about one sample for each 512 KiB allocated: what is not sampled '
  + 'is not in that figure.';

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
  'At most 50.1MB of heap, 2.3MB not freed at its end, 1,520 allocations from one place.'],
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
  ['server-flags', ['prometheus --config.file=a.yml --query.max-samples=500 --storage.tsdb.no-lockfile --web.x=1'],
    'It sets query.max-samples 500, storage.tsdb.no-lockfile.'],
  ['prometheus-config', ['global:', '  scrape_interval: 15s # By default', 'scrape_configs:', '  - job_name: \'a\'',
    '    scrape_interval: 5s', '    scrape_timeout: 3s', '  - job_name: b'],
  '2 scrape jobs; scrape interval 15s; a every 5s with a timeout of 3s.'],
  ['strace', ['[pid 7] futex(0xc8, FUTEX_WAIT, 0, NULL <unfinished ...>', '[pid 8] futex(0xc8) = -1 EAGAIN (Try again)',
    '[pid 8] openat(AT_FDCWD, "a") = -1 EMFILE (Too many open files)'],
  'Most frequent: futex (2), openat (1), of 3 calls; failed with EMFILE (1).'],
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
    '  t*: 30: 1048576 [0: 0]'], `${SAMPLED} Its stacks are addresses, and the section MAPPED_LIBRARIES, without which `
    + 'nothing can name them, is not in the text: take the whole file.'],
  ['jemalloc-heap', ['heap_v2/524288', '  t*: 30: 1048576 [0: 0]', '@', '  t*: 30: 1048576 [0: 0]', '',
    'MAPPED_LIBRARIES:', '00008000-00009000 r-xp 00000000 b3:02 17093      /usr/bin/java'],
  `${SAMPLED} Its stacks have no frames: they could not be unwound, so no code can be named. Rebuild jemalloc with `
    + 'libunwind or frame pointers, and record it twice, some time apart, to see what grows.'],
  ['metrics', ['a_seconds_bucket{le="0.5"} 10', 'a_seconds_bucket{le="1"} 199', 'a_seconds_bucket{le="+Inf"} 200',
    'a_seconds_count 200'], 'Of 200 observations 99.5 % are within 1 s.'],
  ['metrics', ['a_seconds_bucket{le="1"} 2999', 'a_seconds_bucket{le="+Inf"} 3000', 'a_seconds_count 3000'],
    'Of 3,000 observations more than 99.9 % are within 1 s.'],
  ['tsdb-list', [
    '01F994D9XJ46K81PNFGZTWK52G  1624867200000  1624874400000  2h0m0s  85721263  1113089  828753  257830172',
    '01F99B915MZ5KWQCA183F76Q2C  1624874400000  1624881600000  2h0m0s  83771919  830568  500352  191315291'],
  'It lists 2 blocks over 4h, 2h each, with up to 828,753 series in one. They have 169,493,182 samples in 428 MiB '
    + '(about 11,800 per second), from 2021-06-28 08:00:00 to 2021-06-28 12:00:00 UTC. The blocks follow each other '
    + 'without a gap or an overlap: nothing is wrong in this list.'],
  ['tsdb-dump', ['{__name__="a_total", job="m"} 1 1744633215923', '{__name__="a_total", job="n"} 1.5 1744633215923',
    '{__name__="up", job="m"} 0 1744633125923'], 'It has 3 samples of 3 series over 90 s, to 2025-04-14 12:20:15 UTC; '
    + 'most series are of a_total (2). up is 0 in 1 of its 1 sample: these scrapes failed.'],
  ['chunk-analysis', ['samples per float chunk (min/avg/max): 1/31/120', '[  1,  12]: 5804 ####',
    'bytes per float chunk (min/avg/max): 17/147/1016'], '31 samples per float chunk in the mean (1 to 120); 147 bytes '
    + 'per float chunk in the mean (17 to 1016); a full chunk has 120 samples: short-lived series or slow scrapes take '
    + 'more bytes per sample.'],
  ['chunk-analysis', ['Fullness: Amount of chunks', '     10%: #', '     50%: ', '    100%: ###'],
    'About 25 % of the chunks are at most half full.'],
  ['block-meta-part', ['"parents": [', '{', '"ulid": "01D7RBG9K4ZA1BVQV3RTF9315Q",', '"minTime": 1554336000000,',
    '"maxTime": 1554508800000', '}', ']', '"downsample": { "resolution": 300000 },', '"source": "compactor"'],
  'The block was compacted from 1 block over 2d, it is downsampled to 5m, written by compactor.'],
  ['block-meta-part', ['"version": 1,', '"ulid": "01CRYM9RYN78DFKZ73XB4H4WCP",', '"minTime": 1537401600000,',
    '"maxTime": 1538611200000,', '"stats": {', '"numSamples": 4489,', '"numSeries": 2088', '},'],
  'It has 2,088 series, 4,489 samples, over 14d.'],
  ['head-stats', ['Number of Series | Number of Chunks | Number of Label Pairs | Current Min Time | Current Max Time',
    '-- | -- | -- | -- | --', '397 | 1707 | 712 | 2024-04-29T13:00:00.000Z (1714395600000) | '
    + '2024-04-29T15:24:44.917Z (1714404284917)'], 'It has 397 series. Its head spans 2h 25m.'],
  ['tsdb-status', ['"headStats": {', '"numSeries": 7,', '"minTime": 1768608000000,', '"maxTime": 1768788000000'],
    'It has 7 series. Its head spans 2d 2h, where 2 to 3 h are usual: look for failed compactions in the log.'],
  ['server-flags', ['storage.tsdb.min-block-duration : 2h', '--storage.tsdb.retention | 0s',
    '--storage.tsdb.retention.size | 0B', '--storage.tsdb.retention.time | 1w'],
  'It sets storage.tsdb.min-block-duration 2h, storage.tsdb.retention.time 1w. Block durations are changed: '
    + 'compactions, the size of the head and retention follow them.'],
  ['tsdb-status', ['"headStats": {', '"numSeries": 7607,', '"chunkCount": 9383,', '"minTime": 1768788000000,',
    '"maxTime": 1768793403966', '}'], 'It has 7,607 series. Its head spans 1h 30m.'],
  ['metrics', ['vm_rows{type="storage/big"} 1000', 'vm_rows{type="storage/small"} 234', 'vm_rows{type="indexdb"} 9',
    'vm_rows_inserted_total{type="promremotewrite"} 77', 'vm_rows_inserted_total{type="csvimport"} 0'],
  'It stores 1,234 samples, and 77 came since it started.'],
  ['metrics', ['prometheus_tsdb_retention_limit_bytes 2.147483648e+09', 'prometheus_tsdb_size_retentions_total 0',
    'prometheus_tsdb_storage_blocks_bytes 3.221225472e+09'], 'Its blocks have 3 GiB, more than its retention size '
    + 'of 2 GiB, and none was deleted for it yet.'],
  ['metrics', ['prometheus_tsdb_retention_limit_bytes 2.147483648e+09',
    'prometheus_tsdb_storage_blocks_bytes 2.097152e+09'], 'Its blocks have 1.95 GiB, 97.7 % of its retention size of 2 '
    + 'GiB: the oldest is deleted as new ones come, whatever the retention time.'],
  ['metrics', ['prometheus_tsdb_head_series 1000', 'prometheus_tsdb_head_series_created_total 2000',
    'prometheus_tsdb_compactions_failed_total 3'], '3 failed compactions. Its head has 1,000 series, and 2,000 were '
    + 'created since it started (2 times as many: series come and go).'],
  ['metrics', ['a_bucket{le="1"} 9', 'a_bucket{le="+Inf"} 10', 'a_sum 20', 'a_count 10', 'b_bucket{le="2"} 4'],
    'a: Of 10 observations 90.0 % are within 1. The mean is 2.'],
  ['metrics', ['a_seconds{quantile="0.5"} 0.1', 'a_seconds{quantile="0.99"} 5.04797', 'a_seconds_sum 20',
    'a_seconds_count 10'], 'a_seconds: 99 % of the recent observations are within 5.05 s. The mean of all is 2 s.'],
  ['go-memory-statistics', [' HeapAlloc = 16 MiB', ' Sys = 1024 MiB', ' HeapIdle = 900 MiB', ' HeapRelease = 800 MiB'],
    '16 MiB of heap are allocated, 1 GiB were requested from the system, 900 MiB of the heap are idle, 800 MiB of them '
    + 'returned to the system. Most of it is returned already: what stays resident is memory that the kernel has not '
    + 'taken back yet, as with MADV_FREE in Go 1.12 to 1.15, or not of Go.'],
  ['line-counts', ['$ lsof -p 7 | sort | uniq -c | sort -n', '      1 NAME', '  513 a:https', '```', '9 x'],
    'Of 514 lines 513 are a:https.'],
  ['metric-lines', ['prometheus_local_storage_memory_chunks = 10', 'prometheus_local_storage_memory_series = 5',
    'rate(a_total[5m]) = 6463', 'sum(rate(b_count[5m])) = 1'], 'It has 2 series. It is of a Prometheus older than '
    + '2.0, which has no WAL, blocks or compaction. It keeps 2 chunks per series in memory; at least 3 are needed '
    + '(storage.local.memory-chunks).'],
  ['query-answer', ['{"type":"matrix","value":[', '{"metric":{"__name__":"up"},"values":[[1426873230,"0"],'
    + '[1426873290,"1"]]}],"version":1}'], 'It has 1 series of up over 60 s, to 2015-03-20 17:41:30 UTC.'],
  ['promtool-backfill', ['01FFJ65SW4MQV0Z9TB7QDYW91E  1631455224000  1631462364001  1h59m0.001s  120  1  1  783',
    'block creation: process blocks: fcntl data/x: too many open files; corrupted block y'],
  'It failed: process blocks: fcntl data/x: too many open files. Raise the limit of open files (ulimit -n) of the '
    + 'command.'],
  ['go-test', ['=== RUN   TestA', '--- FAIL: TestA (0.13s)', 'FAIL\tx/tsdb\t0.912s'], 'A test failed: TestA.'],
  ['df', ['$ df -h', 'Filesystem      Size  Used Avail Use% Mounted on', '/dev/vda1       630G  248G  357G  41% /',
    '$ ncdu', 'Total disk usage:  82.1GiB'], '/ is the fullest: 41 %. df counts 248G in use, where du finds 82.1GiB: '
    + 'the rest is outside that folder, or in files that were deleted and are still held open (lsof +L1). '
    + 'No file system is near full by its bytes.'],
  ['df', ['/dev/sdb        894G  684G  211G  77% /data'],
    '/data is the fullest: 77 %. No file system is near full by its bytes.'],
  ['du', ['1.4G\t/d/small/2021_08', '205G\t/d/big/2021_08', '53G\t/d/big/2021_10'],
    'It lists 3 monthly folders, the largest 2021_08 with 205G.'],
  ['folder-list', ['drwxr-xr-x  2 v v 4.0K Jul  3 00:00 2870928520_1416951_20200626221621.921_20200628213534.478_'
    + '1619DB59A36A086F'], 'It lists 1 part of VictoriaMetrics with 2,871 million rows.'],
  ['mimir-blocks', ['01FMA7JQRYV63NY3CPGCN12KBX   2021-11-12T14:07:18Z   2021-11-03T10:36:20Z   2021-11-04T00:00:00Z   '
    + '13h23m39.768s   51 GiB     {__compactor_shard_id__="10_of_16"}'],
  'It lists 1 block with 51 GiB in all, of 1 shard of the compactor.'],
  ['go-memory-statistics', ['stats: HeapAlloc 4096 HeapIdle 1024', 'stats: HeapAlloc 1024 HeapIdle 4096'],
    '1 KiB of heap are allocated, 4 KiB of the heap are idle.'],
  ['du', ['250G . /data', '288K . /cache', '. 217G . /indexdb', '466G .'],
    'It lists data of 250G, indexdb of 217G.'],
  ['thanos-shipper', ['{', '"version": 1,', '"uploaded": null', '}'], 'No block was uploaded from this folder.'],
  ['text-goroutine', ['goroutine profile: total 9', '7 @ 0x1 0x2', '#\t0x1\tsync.(*RWMutex).Lock+0x21\t\t/go/r.go:1',
    '#\t0x2\tgithub.com/a/tsdb.(*isolation).newAppendID+0x46\t/a/i.go:1', '', '2 @ 0x3', '#\t0x3\tmain.x+0x1\t/m.go:1'],
  'It has 9 goroutines: 7 (77.8 %) in sync.(*RWMutex).Lock, called by tsdb.(*isolation).newAppendID.'],
  ['goroutine-dump', ['goroutine 7 [semacquire, 2 minutes]:', 'sync.(*Mutex).Lock(0xc0)', '\t/go/m.go:1 +0x1',
    'github.com/a/log.(*w).Write(0xc0, {0x1, 0x2})', '\t/a/w.go:1 +0x1'],
  'It has 1 goroutine: 1 in "semacquire". The longest wait for a lock is 2m, in "semacquire", called by '
    + 'log.(*w).Write.'],
  ['query-result', ['a_total{} | 12', '-- | --', 'b_total{} | 274210'],
    'It has 2 series. b_total has the highest value: 274,210.'],
  ['query-result', ['topk(2, count by (__name__)(x))', 'a_total{}  62544', 'b_total{}  44600', '',
    'topk(2, count by (job)(x))', '{job="m"}\t525667', '{job="n"}\t50817'],
  'It has the results of 2 queries; highest: 1. a_total 62,544, 2. {job="m"} 525,667.'],
  ['server-flags', ['- \'--storage.tsdb.retention.time=5m\'', '- \'--storage.tsdb.min-block-duration=5m\''],
    'It sets storage.tsdb.retention.time 5m, storage.tsdb.min-block-duration 5m. Block durations are changed: '
      + 'compactions, the size of the head and retention follow them. Prometheus is not made for blocks shorter than '
      + '2 h: it compacts all the time, which takes CPU.'],
  ['exported-samples', ['{"metric": {"__name__": "a", "x": "0"}, "values": [1, 2], "timestamps": [1600, 1700]}',
    '{"metric":{"__name__":"a","x":"1"},"values":[1],"timestamps":[1600]}'], 'It has 2 series of a, with 3 samples.'],
  ['tsdb-status', ['{', '"numSeries": 1369489,', '"chunkCount": -456479,', '"minTime": 1655618400000,',
    '"maxTime": 1655622000000', '}'], 'It has 1,369,489 series. Its head spans 1h. Its number of chunks is negative '
    + '(-456,479), which cannot be: the gauge that counts them has drifted.'],
  ['folder-list', ['total 8G', '-rw-rw-r--    1 1000     2000      1.0M May 16 17:41 000001',
    '-rw-rw-r--    1 1000     2000      2.0M May 16 18:41 000002'],
  'It lists 2 chunk files of 3 MiB in all, written over 1h.'],
  ['file-sizes', ['/data/01ER5VF6AR1BKWW6YD87B0AAC6/chunks/000001: 512M', '/data/wal/000051: 256M'],
    'It lists 2 files with 768 MiB in all, of 1 block and 256 MiB in the WAL; the largest has 512M.'],
  ['proc-maps', ['Anonymous:          9764 kB', '7f2aee410000-7f2aee510000 rw-p 00000000 00:00 0 ',
    'Rss:                1024 kB', 'Anonymous:          1024 kB'],
  'It has 1 mapping, 1 MiB of address space, 0 B of it files. 1 MiB resident, 1 MiB anonymous.'],
  ['promtool-check', ['Checking a.yml', '  FAILED:', 'a.yml: yaml: unmarshal errors:',
    '  line 2: field global not found in type rulefmt.RuleGroups'],
  'It failed: a.yml: yaml: unmarshal errors: line 2: field global not found in type rulefmt.RuleGroups. The file was '
    + 'checked as rules; a configuration is checked with promtool check config.'],
  ['promtool-check', ['promtool check-rules disk.rules', 'Checking disk.rules',
    '  FAILED: parse error at line 3, char 4: unexpected <op:-> in record statement, expected "="'],
  'It failed: parse error at line 3, char 4: unexpected <op:-> in record statement, expected "=". '
    + 'Prometheus 1 or its promtool read the rules, and these do not know rules in YAML: check rules in YAML with '
    + 'promtool check rules of version 2 or later, and load them with such a Prometheus.'],
  ['promtool-check', ['Checking old.rules', '  FAILED:',
    'yaml: unmarshal errors:', '  line 1: cannot unmarshal !!str `ALERT D...` into rulefmt.RuleGroups'],
  'It failed: yaml: unmarshal errors: line 1: cannot unmarshal !!str `ALERT D...` into rulefmt.RuleGroups. A rule '
    + 'file does not begin with groups, as one of Prometheus 1 or one that lists rules alone: put the rules under '
    + 'groups, each with a name and rules.'],
  ['promtool-check', ['Checking a.rules', '  FAILED: parse error: unexpected end of input in aggregation'],
    'It failed: parse error: unexpected end of input in aggregation.'],
  ['server-flags', ['ExecStart=/usr/bin/prometheus --config.file=a.yml --storage.tsdb.path=/data'],
    'No flag sets the retention: it is 15 days where the configuration does not say otherwise.'],
  ['perf-table', ['+   50.35%    50.35%  swapper          [unknown]                 [k] 0xffffffffae45583e',
    '-   49.45%    49.45%  prometheus       [unknown]                 [k] 0xffffffffae455598',
    '   - 49.38% runtime.goexit.abi0', '      - 46.75% runtime.selectgo'],
  'prometheus has the highest share listed: 49.45 %, in code without a name, below runtime.selectgo (46.75 %).'],
  ['strace', ['[pid 41028] <... epoll_wait resumed> {}, 4096, 500) = 0',
    '[pid 41025] <... epoll_wait resumed> {}) = 0'],
    'Most frequent: epoll_wait (2), of 2 calls that ended in the text.'],
])('%s', (format, lines, said) => { expect(told(...lines)).toEqual([format, said]); });

it('looks past many blank lines at once', () => {
  expect(told('/dev/sdb  894G  684G  211G  77% /data', ...Array.from({ length: 60_000 }, () => ''), 'x'))
    .toEqual(['df', '/data is the fullest: 77 %. No file system is near full by its bytes.']);
});

it('a failed check of rules, without the rules themselves and the version of another program', () => {
  const said = recognize(new TextEncoder().encode([
    'cat disk.rules', 'groups:', '- name: disk', '  rules:', '  - alert: DiskFull', '    expr: disk_free < 1',
    '    for: 5m', '', '**What did you see instead?**', '', './promtool check-rules /etc/rules/*',
    'Checking /etc/rules/disk.rules', '  FAILED: parse error at line 2, char 2: unexpected <op:-> in record statement, '
      + 'expected "="', '', '* Alertmanager version:', '', './alertmanager --version',
    'alertmanager, version 0.5.1 (branch: master, revision: 0ea1cac5)', '',
  ].join('\n'))).interest ?? '';
  expect(said).toMatch(/^It failed: parse error at line 2, /);
  expect(said).not.toContain('It also has');
});
