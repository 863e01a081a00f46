import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};
/** Makes the scrape longer than a part that somebody chose. */
const filler = Array.from({ length: 70 }, (_, i) => `other_state_${i} 1`);
const scrape = (...lines: string[]): string | null => of(...lines, ...filler).interest;
const histogram = (name: string, counts: readonly (readonly [le: string, count: number])[]): string[] =>
  counts.map(([le, count]) => `${name}_bucket{le="${le}"} ${count}`);

describe('a whole scrape', () => {
  it('leads with the observation that is far slower than the others, narrowed by the sum', () => {
    expect(scrape(
      ...histogram('prometheus_tsdb_compaction_duration', [['1', 9], ['64', 9], ['128', 10], ['+Inf', 10]]),
      'prometheus_tsdb_compaction_duration_sum 105.5', 'prometheus_tsdb_head_series 601',
      'prometheus_tsdb_head_chunks 1803', 'prometheus_tsdb_head_samples_appended_total 656889',
      'prometheus_tsdb_compactions_failed_total 0', 'tsdb_wal_corruptions_total 0', 'a_failures_total 0',
      'tsdb_wal_fsync_duration_seconds{quantile="0.99"} 0.004', 'tsdb_wal_fsync_duration_seconds_sum 32',
      'tsdb_wal_fsync_duration_seconds_count 1600', 'a_seconds{quantile="0.5"} NaN',
    )).toBe('1 of 10 compactions took 64 to 128 s (by the sum 96.5 to 106 s), the others at most 1 s '
      + '(prometheus_tsdb_compaction_duration). tsdb_wal_fsync_duration_seconds: 99 % of the recent fsyncs took at '
      + 'most 4 ms, but the mean of all 1,600 is 20 ms: it was slower before. Its head has 601 series. It ingested '
      + '656,889 samples since it started, and keeps 1,803 chunks in the head. All of its 3 counters of failures are '
      + '0.');
  });

  it('leads with what failed, also of programs that are not known', () => {
    expect(scrape(
      'prometheus_tsdb_compactions_failed_total 3', 'prometheus_tsdb_head_series 5',
      'dialer_conn_failed_total{name="a",reason="refused"} 30', 'dialer_conn_failed_total{name="b",reason="x"} 4',
      '# TYPE transport_errs counter', 'transport_errs 2', '# TYPE last_errors gauge', 'last_errors 9',
      'http_requests_total{code="200"} 90', 'http_requests_total{code="503"} 10',
    )).toBe('3 failed compactions, 10 of 100 requests answered with a 5xx status (http_requests_total). Counters of '
      + 'failures and drops above 0: 34 in dialer_conn_failed_total (30 of them with name="a",reason="refused"), 2 in '
      + 'transport_errs. Its head has 5 series.');
  });

  it('says last what was left out on purpose, with the count of each reason, and no sum under one of them', () => {
    const said = scrape(
      'samples_discarded_total{reason="staleness-marker"} 99',
      'samples_discarded_total{reason="zero-buckets-bounds"} 1e+06',
      'prometheus_tsdb_compactions_failed_total 0', 'prometheus_tsdb_head_series 5',
    );
    expect(said).toBe('Its head has 5 series. No compaction failed since its start. Left out on purpose, which is no '
      + 'failure: 1,000,000 (reason="zero-buckets-bounds"), 99 (reason="staleness-marker") in '
      + 'samples_discarded_total.');
    expect(scrape('samples_discarded_total{reason="staleness-marker"} 99', 'samples_discarded_total{reason="limit"} 7'))
      .toBe('Counters of failures and drops above 0: 7 in samples_discarded_total (reason="limit"). Left out on '
        + 'purpose, which is no failure: 99 (reason="staleness-marker") in samples_discarded_total.');
  });

  it('describes a host since its boot, in the old names and with other marks of comments too', () => {
    const lines = [
      'node_cpu{cpu="cpu0",mode="idle"} 990', 'node_cpu{cpu="cpu0",mode="user"} 4',
      'node_cpu{cpu="cpu0",mode="iowait"} 6',
      'node_cpu{cpu="cpu0",mode="guest"} 4', 'node_memory_MemTotal 4294967296', 'node_memory_MemAvailable 2147483648',
      'node_netstat_Tcp_OutSegs 100000', 'node_netstat_Tcp_RetransSegs 11200', 'node_vmstat_oom_kill 0',
    ];
    const said = 'TCP sent 11.2 % of its segments again since the boot: a poor network path. Its CPUs were 0.4 % busy '
      + 'since the boot. 50 % of 4 GiB of memory is available.';
    expect(scrape(...lines)).toBe(said);
    const comments = ['####  HELP node_load1 1m.', '####  TYPE node_load1 gauge', 'node_load1 0',
      'node_exporter_build_info{branch="m",version="0.14.0"} 1'];
    const whole = of('The default metrics:', '```', ...comments, ...lines, ...filler, '```');
    expect(whole.name).toBe('a scrape of metrics as text (node_exporter 0.14.0)');
    expect(whole.interest).toContain('TCP sent 11.2 % of its segments again');
  });

  it('counts lines that were logged as errors', () => {
    expect(scrape('vm_log_messages_total{level="info"} 90', 'vm_log_messages_total{level="error",location="a.go:1"} 7'))
      .toBe('Counters of failures and drops above 0: 7 in vm_log_messages_total (level="error",location="a.go:1").');
  });

  it('describes the process', () => {
    expect(scrape(
      'process_start_time_seconds 1.7e+09', 'go_memstats_last_gc_time_seconds 1.700007200e+09',
      'process_resident_memory_bytes 1.073741824e+09', 'go_goroutines 1234', 'process_open_fds 900',
      'process_max_fds 1024',
    )).toBe('It has 900 of at most 1,024 file descriptors open: near the limit. It was started at '
      + '2023-11-14T22:13:20Z, and had run for at least 2h. 1 GiB of resident memory, 1,234 goroutines.');
  });

  it('names the slowest histogram if none is odd, and no histogram of other things', () => {
    expect(scrape(
      ...histogram('rpc_duration_seconds', [['0.1', 50], ['0.5', 98], ['2', 100], ['+Inf', 100]]),
      ...histogram('fast_duration_seconds', [['0.1', 50], ['+Inf', 50]]),
      ...histogram('chunk_range_seconds', [['60', 1], ['3600', 2], ['+Inf', 3]]),
      ...histogram('size_bytes', [['10', 1], ['+Inf', 3]]),
    )).toBe('2 of 100 observations took 500 ms to 2 s, the others at most 500 ms (rpc_duration_seconds).');
  });

  it('reads the ranges of VictoriaMetrics, which have counts of their own', () => {
    const range = (edges: string, count: number): string =>
      `vm_request_duration_seconds_bucket{path="/q",vmrange="${edges}"} ${count}`;
    expect(scrape(
      'vm_rows{type="storage/big"} 5', range('1.000e-02...1.136e-02', 97), range('1.000e+01...1.136e+01', 3),
    )).toBe('3 of 100 requests took 10 to 11.4 s, the others at most 11.4 ms (vm_request_duration_seconds, path="/q"). '
      + 'It stores 5 samples.');
  });

  it('describes a host, and what Kubernetes and etcd say of states', () => {
    expect(scrape(
      'node_memory_MemTotal_bytes 1000', 'node_memory_MemAvailable_bytes 50',
      'node_scrape_collector_success{collector="a"} 0', 'node_scrape_collector_success{collector="b"} 1',
      'node_load1 3.5', 'node_vmstat_oom_kill 2', 'node_filesystem_avail_bytes{device="d",mountpoint="/"} 90',
      'node_filesystem_size_bytes{device="d",mountpoint="/"} 100',
      'node_filesystem_avail_bytes{device="e",mountpoint="/data"} 4',
      'node_filesystem_size_bytes{device="e",mountpoint="/data"} 100', 'node_cpu_seconds_total{cpu="0",mode="idle"} 7',
    )).toBe('The file system /data has 4 % left. 95 % of the memory of the host is in use. The kernel’s OOM '
      + 'killer ended a process 2 times since the boot (node_vmstat_oom_kill): dmesg shows which. The collector a of '
      + 'node_exporter failed. The load of the host is 3.5 on 1 CPU.');
    expect(scrape(
      'etcd_server_has_leader 0', 'kube_pod_container_status_waiting_reason{pod="p",reason="CrashLoopBackOff"} 1',
      'kube_pod_container_status_waiting_reason{pod="q",reason="CrashLoopBackOff"} 0',
    )).toBe('etcd has no leader: it serves no writes. CrashLoopBackOff: pod p.');
  });

  it('tells no totals of two moments', () => {
    expect(scrape('a_failures_total 1', 'a_failures_total 3')).toBe('1 of its samples are of series that it has '
      + 'already: it is of several moments or servers, so its totals are not reported.');
  });
});

describe('the program of a scrape', () => {
  it.each([
    [['prometheus_tsdb_head_series 1', 'tsdb_wal_corruptions_total 0'], 'a scrape of metrics as text (Prometheus 2.0)'],
    [['prometheus_tsdb_head_series 1', 'thanos_status 1'], 'a scrape of metrics as text (Thanos)'],
    [['go_info{version="go1.22.1"} 1'], 'a scrape of metrics as text (Go 1.22.1)'],
    [['influxdb_info{arch="amd64",version="v2.7.1"} 1'], 'a scrape of metrics as text (InfluxDB 2.7.1)'],
  ])('%j', (lines, name) => { expect(of(...lines).name).toBe(name); });
});
