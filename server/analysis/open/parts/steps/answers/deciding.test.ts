/** Tests that a setting, a ratio or a clock in the text decides what its fault comes from. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const START = (soft: number): string => 'level=info ts=2026-02-03T04:05:05.000Z caller=main.go:225 '
  + `fd_limits="(soft=${soft}, hard=4096)"`;
const FILES = 'level=error ts=2026-02-03T04:05:06.000Z caller=wal.go:706 component=tsdb msg="sync failed" '
  + 'err="open /d/wal/000014: too many open files"';

describe('the limit of open files that is in force', () => {
  it('is that of the start line', () => {
    const facts = said('```', START(1024), FILES, '```', '', '```', '$ systemctl restart a', '$ cat limits.conf',
      'a soft    nofile    65536', '```');
    expect(facts).toContain('the process may open 1,024 files (fd_limits in its start line; hard limit 4,096). The '
      + '65,536 of limits.conf or of a login shell do not apply to a service of systemd. Set LimitNOFILE=65536');
    expect(facts).not.toContain('see whether ever more stay open');
  });

  it('and a high one asks what stays open', () => {
    expect(said('```', START(1048576), FILES, '```')).toContain('see whether ever more stay open');
  });
});

describe('a retention of VictoriaMetrics', () => {
  const full = '2026-01-02T03:04:05.123Z\twarn\tVictoriaMetrics/lib/storage/storage.go:1\tswitching the storage at '
    + '/data to read-only mode, since it has less than -storage.minFreeDiskSpaceBytes=10000000 of free space: 9000000 '
    + 'bytes left';
  it.each([['6', '-retentionPeriod is 6 (months, as it has no unit)'], ['13d', '-retentionPeriod is 13d']])(
    'of %s', (value, expected) => {
      expect(said('```', full, '```', '', '```', `  -retentionPeriod="${value}"`, '```')).toContain(expected);
    }
  );
});

describe('a clock that went back', () => {
  const line = (at: string, rest: string): string => `level=info ts=2026-02-03T${at}.300Z caller=a.go:1 ${rest}`;
  const LOG = ['```', line('12:01:47', 'msg="Starting Prometheus" version="(version=2.31.1, branch=HEAD, revision=a)"'),
    line('12:01:49', 'msg="Server is ready to receive web requests."'),
    ...[11, 12, 13].map((s) => line(`10:02:${s}`, 'component="scrape manager" scrape_pool=a target=http://a:1/metrics '
      + 'msg="Error on ingesting samples that are too old or are too far into the future" num_dropped=9')
      .replace('level=info', 'level=warn')), '```', ''];
  const times = (rtc: string): string[] => ['```', '$ timedatectl',
    '               Local time: Tue 2026-02-03 12:24:50 EET',
    '           Universal time: Tue 2026-02-03 10:24:50 UTC', `                 RTC time: Tue 2026-02-03 ${rtc}`,
    '          RTC in local TZ: no', '```'];

  it('because the hardware clock has the local time', () => {
    expect(said(...LOG, ...times('12:24:51'))).toContain('the hardware clock (RTC) is 2h ahead of UTC, and it is '
      + 'read as UTC (RTC in local TZ: no) though it has the local time, so each boot starts with a wrong clock');
  });
  it('with a hardware clock that is right', () => {
    expect(said(...LOG, ...times('10:24:51'))).not.toContain('hardware clock');
  });
});

it('restarts are not spread over the age of a pod that began to fail later', () => {
  const list = ['```', 'NAME   READY   STATUS             RESTARTS   AGE',
    'p-0    2/3     CrashLoopBackOff   60         9d', '```', ''];
  const described = (span: string): string[] => ['```', 'Name:         p-0', 'Namespace:    m', 'Containers:', '  p:',
    '    State:          Waiting', '      Reason:       CrashLoopBackOff', '    Last State:     Terminated',
    '      Reason:       OOMKilled', '      Exit Code:    137', '    Restart Count:  60', 'Events:',
    `  Warning  BackOff  3m (x270 over ${span})  kubelet  Back-off restarting failed container`, '```'];
  expect(said(...list, ...described('5h'))).toContain('60 restarts in 9d; its events of the back-off span only the '
    + 'last 5h.');
  expect(said(...list, ...described('8d'))).toContain('on average');
});

it('a limit of series that ended series fill', () => {
  const LOG = ['```', ...[2, 6].map((s) => `ts=2026-02-03T04:05:0${s}.100Z caller=grpc_logging.go:76 level=warn `
    + 'method=/cortex.Ingester/Push duration=5.8ms msg=gRPC err="user=a: per-user series limit of 1000 exceeded '
    + '(err-mimir-max-series-per-user). To adjust the related per-tenant limit, configure '
    + '-ingester.max-global-series-per-user, or contact your service administrator."'), '```', ''];
  const metrics = (active: number): string[] => ['```', `cortex_ingester_active_series{user="a"} ${active}`,
    'cortex_ingester_memory_series 998', '```'];
  expect(said(...LOG, ...metrics(310))).toContain('The limit counts series in memory (998 of 1,000 in the text), and '
    + 'only 310 of them are active');
  expect(said(...LOG, ...metrics(950))).toContain('find which labels make so many series');
});

it('a chunk pool that is used up', () => {
  const LOG = ['```', ...[2, 6].map((s) => `level=error ts=2026-02-03T04:05:0${s}.100Z caller=proxy.go:307 `
    + 'component=proxy err="rpc error: code = Aborted desc = fetch series for block 01AAA: preload chunks: read range '
    + 'for 0: allocate chunk bytes: pool exhausted"'), '```', ''];
  expect(said(...LOG)).toContain('than its chunk pool may hold, whatever memory is free: raise it (--');
  expect(said(...LOG, '```', 'thanos store --chunk-pool-size=2GB', '```'))
    .toContain('In the text, the chunk pool is 2GB (--chunk-pool-size): raise it');
});

describe('a StatefulSet that the operator creates again', () => {
  const again = (times: number): string[] => ['```', ...Array.from({ length: times }, (_, i) =>
    `level=info ts=2026-02-03T04:05:0${i}.100Z caller=operator.go:1311 component=prometheusoperator key=m/k `
    + 'statefulset=prometheus-k shard=0 msg="recreating StatefulSet because the update operation wasn\'t possible" '
    + 'reason="Forbidden: updates to statefulset spec for fields other than \'replicas\' are forbidden"'), '```', ''];
  const SPEC = ['```', 'Server Version: v1.21.4', '    minReadySeconds: 60', '```'];

  it('again and again, for a field that the server drops', () => {
    expect(said(...again(4), ...SPEC)).toContain('The operator deletes the StatefulSet prometheus-k and creates it '
      + 'again, 4 times from 2026-02-03T04:05:00Z to 2026-02-03T04:05:03Z: an update of it is forbidden, so its pods '
      + 'are stopped each time. minReadySeconds is 60 in the spec, and the server is of Kubernetes 1.21');
    expect(said(...again(4))).toContain('See which field differs');
  });
  it('once, as after a change', () => { expect(said(...again(1), ...SPEC)).not.toContain('The operator deletes'); });
});

it('an index that new series fill', () => {
  const LOG = ['```', '2026-02-03T06:14:22.911Z\tinfo\tVictoriaMetrics/app/vmstorage/main.go:119\tsuccessfully opened '
    + 'storage "/s" in 1.5 seconds; partsCount: 4; blocksCount: 4; rowsCount: 9; sizeBytes: 99', '```', '', '```',
  '/s # du -h -d 1 .', '20.0G\t./data', '90.0G\t./indexdb', '111G\t.', '```', ''];
  const metrics = (added: string): string[] => ['```',
    'vm_cache_entries{type="storage/hour_metric_ids"} 2e+06',
    `sum(increase(vm_new_timeseries_created_total[24h])) ${added}`, '```'];
  expect(said(...LOG, ...metrics('8e+07'))).toContain('New series fill the index: indexdb has 90.0G and data 20.0G; '
    + '80,000,000 series are new in a day, 40 times the 2,000,000 active ones');
  expect(said(...LOG, ...metrics('1e+06'))).not.toContain('New series fill the index');
});

describe('a notification', () => {
  const line = (at: string, rest: string): string => `ts=2026-02-03T09:${at}.118Z caller=notify.go:8 level=warn `
    + `component=dispatcher receiver=hook integration=webhook[0] aggrGroup="{}:{a=\\"1\\"}" ${rest}`;
  const failed = (at: string): string =>
    line(at, 'attempts=1 msg="Notify attempt failed, will retry later" err="unexpected status code 500: https://h: x"');
  const sent = (at: string): string => line(at, 'attempts=9 duration=41ms msg="Notify success"');

  it('that both Alertmanagers sent after their retries', () => {
    expect(said('a-0:', '```', failed('00:32'), sent('04:03'), '```', '', 'a-1:', '```', failed('00:47'), sent('04:36'),
      '```')).toContain('Two Alertmanagers sent the notification of one group, at 09:04:03 and at 09:04:36: both had '
      + 'begun to retry while the receiver failed');
  });
  it('that one sent twice, one after the other', () => {
    expect(said('```', failed('00:32'), sent('04:03'), failed('10:32'), sent('14:03'), '```'))
      .not.toContain('Two Alertmanagers');
  });
});

it('a head that grew takes the memory', () => {
  const pod = ['```', 'Name:         p-0', 'Namespace:    m', 'Containers:', '  p:',
    '    Image:          quay.io/prometheus/prometheus:v2.16.0', '    State:          Waiting',
    '      Reason:       CrashLoopBackOff', '    Last State:     Terminated', '      Reason:       OOMKilled',
    '      Exit Code:    137', '    Restart Count:  9', '    Limits:', '      memory:  4Gi', '```', ''];
  expect(said('`prometheus_tsdb_head_series` went from 300k to 2.5M in the evening.', '', ...pod))
    .toContain('By the text, the series of the head went from 300k to 2.5M, which probably takes the memory. Raise '
      + 'the limit, at least until its WAL is read');
  expect(said('`prometheus_tsdb_head_series` went from 300k to 310k in the evening.', '', ...pod))
    .not.toContain('takes the memory. Raise the limit, at least');
});
