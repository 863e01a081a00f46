/** Tests long errors of the shapes that programs write: what decides stays, and a cut leaves nothing open. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortError } from '../shortError.ts';
import { firstOpen } from './openMarks.ts';

const MAX = 200;

/** Errors with the words of each that must stay. */
const ERRORS: readonly { of: string; must: readonly string[]; error: string }[] = [
  {
    of: 'Prometheus', must: ['400 Bad Request', 'user=team-7', 'out of order sample'],
    error: 'server returned HTTP status 400 Bad Request: maxFailure (quorum) on a given error family, '
      + 'addr=10.20.1.7:9095 state=ACTIVE zone=a, rpc error: code = Code(400) desc = user=team-7: err: out of '
      + 'order sample. timestamp=2024-03-04T05:06:07.089Z, series={__name__="node_cpu_seconds_total", cpu="3", '
      + 'instance="web-3:9100", job="node"}',
  },
  {
    of: 'Prometheus', must: ['https://remote.metrics.example.org', 'lookup remote.metrics.example.org'],
    error: 'Post "https://remote.metrics.example.org/api/v1/push": dial tcp: lookup '
      + 'remote.metrics.example.org on 10.96.0.10:53: read udp 10.244.3.17:51234->10.96.0.10:53: i/o timeout; '
      + '2000 samples of shard 13 were put back into the queue, and are sent again after a back-off',
  },
  {
    of: 'Prometheus', must: ['limit 50000000, current 50000001'],
    error: 'query="sum by (pod) (rate(container_cpu_usage_seconds_total{namespace=\'shop\',container!=\'\'}[5m'
      + ']))" of the dashboard: query processing would load too many samples into memory in query execution, '
      + 'limit 50000000, current 50000001',
  },
  {
    of: 'Prometheus', must: ['User "system:serviceaccount:obs:prom"', '"shop"'],
    error: '/app/discovery/kubernetes/client/client/client/client/kubernetes.go:512: Failed to watch '
      + '*v1.Endpoints: failed to list *v1.Endpoints: endpoints is forbidden: User '
      + '"system:serviceaccount:obs:prom" cannot list resource "endpoints" in API group "" in the namespace "shop"',
  },
  {
    of: 'Thanos', must: ['block 01GD5ZP3V8N7T2XQ5C4J9K6MWR: segment index 0 out of range'],
    error: 'compaction: group 0@5679675083797525161: compact blocks '
      + '[/data/compact/0@5679675083797525161/01GD5ZP3V8N7T2XQ5C4J9K6MWR '
      + '/data/compact/0@5679675083797525161/01GD6SQ8R1B4Y7H2F5D3M9K6TX]: populate block: chunk iter: cannot '
      + 'populate chunk 8 from block 01GD5ZP3V8N7T2XQ5C4J9K6MWR: segment index 0 out of range',
  },
  {
    of: 'Thanos',
    must: ['thanos-store-0.thanos-store.monitoring.svc.cluster.local:10901', 'error reading from server: EOF'],
    error: 'receive series from Addr: thanos-store-0.thanos-store.monitoring.svc.cluster.local:10901 '
      + 'LabelSets: {cluster="a", replica="0"},{cluster="a", replica="1"},{cluster="b", replica="0"} MinTime: '
      + '1700000000000 MaxTime: 1709999999999: rpc error: code = Unavailable desc = error reading from server: EOF',
  },
  {
    of: 'Thanos', must: ['overlaps found', '01GD5ZP3V8N7T2XQ5C4J9K6MWR', '01GD6SQ8R1B4Y7H2F5D3M9K6TX'],
    error: 'compaction: group 0@77: pre compaction overlap check: overlaps found while gathering blocks. '
      + '[mint: 1653638400000, maxt: 1653645600000, range: 2h0m0s, blocks: 2]: <ulid: '
      + '01GD5ZP3V8N7T2XQ5C4J9K6MWR, mint: 1653638400000, maxt: 1653645600000, range: 2h0m0s>, <ulid: '
      + '01GD6SQ8R1B4Y7H2F5D3M9K6TX, mint: 1653638400000, maxt: 1653645600000, range: 2h0m0s>',
  },
  {
    of: 'Thanos', must: ['upload 01GD5ZP3V8N7T2XQ5C4J9K6MWR', 'context deadline exceeded'],
    error: 'upload 01GD5ZP3V8N7T2XQ5C4J9K6MWR: upload chunks: upload file '
      + '/data/thanos/upload/01GD5ZP3V8N7T2XQ5C4J9K6MWR/chunks/000001 as '
      + '01GD5ZP3V8N7T2XQ5C4J9K6MWR/chunks/000001: upload s3 object: Put '
      + '"https://s3.eu-west-1.example.com/thanos-prod/01GD5ZP3V8N7T2XQ5C4J9K6MWR/chunks/000001?partNumber=1": '
      + 'context deadline exceeded',
  },
  {
    of: 'Mimir', must: ['limit: 2000000 chunks', 'err-mimir-max-chunks-per-query'],
    error: 'the query exceeded the maximum number of chunks (limit: 2000000 chunks) '
      + '(err-mimir-max-chunks-per-query). Consider reducing the time range and/or number of series selected by '
      + 'the query. One way to reduce the number of selected series is to add more label matchers to the query. '
      + 'Otherwise, to adjust the related per-tenant limit, configure -querier.max-fetched-chunks-per-query, or '
      + 'contact your service administrator.',
  },
  {
    of: 'Mimir', must: ['user=tenant-42', 'could only find 1', 'unhealthy instances: 10.11.12.13:9095'],
    error: 'caller=push.go:130 level=error traceID=4bf92f3577b34da6a3ce929d0e0e4736 user=tenant-42 '
      + 'msg="push error" err="at least 2 live replicas required, could only find 1 - unhealthy instances: '
      + '10.11.12.13:9095,10.11.12.14:9095" User-Agent="Prometheus/2.51.0"',
  },
  {
    of: 'Mimir', must: ['label: \'url\'', 'err-mimir-label-value-too-long'],
    error: 'failed pushing to ingester mimir-ingester-zone-b-4: user=tenant-42: received a series whose '
      + 'label value length exceeds the limit, label: \'url\', value: '
      + '\'/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\' (truncated) series: '
      + '\'http_requests_total{path="/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
      + 'bbbbbbbbbbbbbb"}\' (err-mimir-label-value-too-long)',
  },
  {
    of: 'Mimir', must: ['(104889241 vs. 104857600)', 'store-gateway-zone-a-1'],
    error: 'rpc error: code = Unknown desc = rpc error: code = Unknown desc = rpc error: code = '
      + 'ResourceExhausted desc = trying to send message larger than max (104889241 vs. 104857600) from the '
      + 'store-gateway store-gateway-zone-a-1 to the querier',
  },
  {
    of: 'Loki', must: ['limit: 3MB/sec', 'checkout-7d9f', 'totaling 1234567B'],
    error: 'entry with timestamp 2024-05-06 07:08:09.123456789 +0000 UTC ignored, reason: \'Per stream rate '
      + 'limit exceeded (limit: 3MB/sec) while attempting to ingest for stream \'{app="checkout", '
      + 'pod="checkout-7d9f"}\' totaling 1234567B, consider splitting a stream via additional labels or contact '
      + 'your Loki administrator to see if the limit can be increased\'',
  },
  {
    of: 'Loki', must: ['InvalidAccessKeyId', '403', 'app="checkout"'],
    error: 'store put chunk: InvalidAccessKeyId: The AWS Access Key Id you provided does not exist in our '
      + 'records. status code: 403, request id: 4442587FB7D0A2F9AB12, host id: '
      + 'abcdefghijklmnopqrstuvwxyz0123456789/abcdefgh=, num_chunks: 1, labels: {app="checkout", cluster="eu"}',
  },
  {
    of: 'Loki', must: ['no such file or directory', '/var/loki/chunks/tenant-7/'],
    error: 'failed to load chunk \'tenant-7/ffffffffffffffff/18f3a:18f3b:cccccccc\': open '
      + '/var/loki/chunks/tenant-7/ffffffffffffffff/18f3a:18f3b:cccccccc: no such file or directory; '
      + 'traceID=4bf92f3577b34da6a3ce929d0e0e4736 org_id=tenant-7 attempt=3',
  },
  {
    of: 'VictoriaMetrics', must: ['120034 bytes', 'http://vminsert.monitoring.svc:8480', 'connection refused'],
    error: 'couldn\'t send a block with size 120034 bytes to '
      + '"http://vminsert.monitoring.svc:8480/insert/0/prometheus/api/v1/write": Post '
      + '"http://vminsert.monitoring.svc:8480/insert/0/prometheus/api/v1/write": dial tcp4 10.0.3.4:8480: '
      + 'connect: connection refused; re-sending the block in 16.000 seconds',
  },
  {
    of: 'VictoriaMetrics', must: ['8 concurrent search requests during 10s'],
    error: 'cannot handle more than 8 concurrent search requests during 10s; possible solutions: to '
      + 'increase `-search.maxQueueDuration`=10s; to increase `-search.maxQueryDuration`=30s; to increase '
      + '`-search.maxConcurrentRequests`=8; to increase server capacity',
  },
  {
    of: 'VictoriaMetrics', must: ['/storage/data/small/2024_05', 'got 3, want 5'],
    error: 'FATAL: cannot open partition at "/storage/data/small/2024_05" and "/storage/data/big/2024_05": '
      + 'unexpected number of substrings in the part name "4_4_20240501000000.000_20240501235959.000_17CB": got '
      + '3, want 5',
  },
  {
    of: 'PostgreSQL', must: ['base/16401/2619.3', '4096 of 8192 bytes'],
    error: 'could not extend file "base/16401/2619.3": wrote only 4096 of 8192 bytes at block 131; HINT:  '
      + 'Check free disk space. CONTEXT:  COPY metrics_raw, line 1234: "2024-05-06 '
      + '07:08:09+00,17,0.25,web-3,eu,shop,a" STATEMENT:  COPY metrics_raw (ts, id, value, host, region, team, '
      + 'tag) FROM STDIN WITH (FORMAT csv)',
  },
  {
    of: 'PostgreSQL', must: ['deadlock detected', 'process 977', 'UPDATE series_state'],
    error: 'deadlock detected; Process 812 waits for ShareLock on transaction 90311; blocked by process '
      + '977. Process 977 waits for ShareLock on transaction 90309; blocked by process 812. STATEMENT:  UPDATE '
      + 'series_state SET last_seen = now(), samples = samples + 1, owner = 7 WHERE id = 99 AND tenant = 12',
  },
  {
    of: 'PostgreSQL', must: ['INSERT INTO metrics.samples_2024', 'no partition of relation "samples_2024"', '23514'],
    error: 'query failed: "INSERT INTO metrics.samples_2024 (ts, id, value, host, region) VALUES '
      + '(\'2024-05-06\', 7, 1, \'web-3\', \'eu\'), (\'2024-05-06\', 8, 1, \'web-4\', \'eu\')": ERROR: no '
      + 'partition of relation "samples_2024" found for row (SQLSTATE 23514)',
  },
  {
    of: 'InfluxDB', must: ['input field "value" on measurement "cpu_load"', 'dropped=12'],
    error: 'partial write: field type conflict: input field "value" on measurement "cpu_load" is type '
      + 'integer, already exists as type float dropped=12 (of a batch that the client sends again and again, as '
      + 'it does not read the answer, request_id=0b7f3a52-94d1-4c1e-8a57-2f6f0c9d1e33)',
  },
  {
    of: 'InfluxDB', must: ['[shard 231]', '1073742024/1073741824'],
    error: '[shard 231] opening the files of the shard took long, then the write was refused by the engine: '
      + 'cache-max-memory-size exceeded: (1073742024/1073741824); writes are taken again after the snapshot of '
      + '/var/lib/influxdb/wal has been written',
  },
  {
    of: 'ClickHouse', must: ['would use 9.37 GiB', 'maximum: 9.31 GiB'],
    error: 'Code: 241. DB::Exception: Memory limit (for query) exceeded: would use 9.37 GiB (attempt to '
      + 'allocate chunk of 4718592 bytes), maximum: 9.31 GiB: (while reading column value): (while reading from '
      + 'part /var/lib/clickhouse/store/1a2/1a2b3c/202405_1_200_4/ from mark 0): While executing '
      + 'MergeTreeThread. (MEMORY_LIMIT_EXCEEDED) (version 23.8.2.7 (official build))',
  },
  {
    of: 'ClickHouse', must: ['3001', 'metrics.samples'],
    error: 'Code: 252. DB::Exception: Too many parts (3001 with average size of 1.20 MiB) in table '
      + '\'metrics.samples (0b7f3a52-94d1-4c1e-8a57-2f6f0c9d1e33)\'. Merges are processing significantly slower '
      + 'than inserts. (TOO_MANY_PARTS) (version 23.8.2.7 (official build))',
  },
  {
    of: 'ClickHouse', must: ['Table metrics.samples_v5 does not exist'],
    error: 'Code: 60. DB::Exception: Table metrics.samples_v5 does not exist. (UNKNOWN_TABLE) (version '
      + '23.8.2.7) (from 10.0.0.9:41234) (in query: SELECT ts, value, host, region, team FROM metrics.samples_v5 '
      + 'WHERE ts > now() - 3600 AND host IN (\'a\', \'b\') ORDER BY ts LIMIT 100)',
  },
  {
    of: 'Kubernetes', must: ['prometheus:v2.99.0"', 'not found'],
    error: 'Failed to pull image "registry.example.org/monitoring/prometheus:v2.99.0": rpc error: code = '
      + 'NotFound desc = failed to pull and unpack image "registry.example.org/monitoring/prometheus:v2.99.0": '
      + 'failed to resolve reference "registry.example.org/monitoring/prometheus:v2.99.0": not found',
  },
  {
    of: 'Kubernetes', must: ['used: limits.memory=30Gi, limited: limits.memory=32Gi', 'prometheus-shop-0'],
    error: 'create Pod prometheus-shop-0 in StatefulSet prometheus-shop failed error: pods '
      + '"prometheus-shop-0" is forbidden: exceeded quota: compute-resources, requested: limits.memory=4Gi, '
      + 'used: limits.memory=30Gi, limited: limits.memory=32Gi (seen by the controller of the set with the pods '
      + 'web-0, web-1, api-0, api-1)',
  },
  {
    of: 'Kubernetes', must: ['MountVolume.MountDevice failed', 'bad superblock'],
    error: 'MountVolume.MountDevice failed for volume "pvc-0b7f3a52-94d1-4c1e-8a57-2f6f0c9d1e33" : rpc '
      + 'error: code = Internal desc = mount failed: exit status 32; Mounting command: mount; Mounting '
      + 'arguments: -t ext4 -o defaults /dev/longhorn/pvc-0b7f3a52-94d1-4c1e-8a57-2f6f0c9d1e33 '
      + '/var/lib/kubelet/plugins/globalmount; Output: mount: wrong fs type, bad option, bad superblock',
  },
  {
    of: 'Kubernetes', must: ['http://10.244.1.17:9090/-/ready', 'context deadline exceeded'],
    error: 'Readiness probe failed: Get "http://10.244.1.17:9090/-/ready": context deadline exceeded '
      + '(Client.Timeout exceeded while awaiting headers); the kubelet asks again, and takes the pod from the '
      + 'endpoints of its service after 3 failures of 3, until one succeeds',
  },
  {
    of: 'the kernel', must: ['task=prometheus,pid=4711'],
    error: 'oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=cri-containerd-0b7f3a52.scope,mems_a'
      + 'llowed=0,oom_memcg=/kubepods.slice/kubepods-burstable.slice/pod7.slice,task_memcg=/kubepods.slice/kubepo'
      + 'ds-burstable.slice/pod7.slice/cri-containerd-0b7f3a52.scope,task=prometheus,pid=4711,uid=65534',
  },
  {
    of: 'the kernel', must: ['device sdc1', 'Remounting filesystem read-only'],
    error: 'EXT4-fs error (device sdc1): ext4_journal_check_start:83: comm prometheus: Detected aborted '
      + 'journal; Buffer I/O error on dev sdc1, logical block 1, lost sync page write; Buffer I/O error on dev '
      + 'sdc1, logical block 2, lost sync page write; Remounting filesystem read-only',
  },
  {
    of: 'the kernel', must: ['task prometheus:4711', '122 seconds', 'nas.example.org:/export/metrics'],
    error: 'INFO: task prometheus:4711 blocked for more than 122 seconds. Not tainted 5.15.0-91-generic '
      + '#101-Ubuntu. "echo 0 > /proc/sys/kernel/hung_task_timeout_secs" disables this message. It waits in '
      + 'nfs_wait_bit_killable for the server nas.example.org:/export/metrics',
  },
  {
    of: 'etcd', must: ['1.734s', '100ms'],
    error: 'apply request took too long (1.734s, expected 100ms), prefix read-only range '
      + 'key:"/registry/pods/shop/prometheus-kube-prometheus-stack-prometheus-0" range_end:"" , response: '
      + 'range_response_count:1 size:7121, error: context canceled, try again',
  },
];

describe('an error of a real shape', () => {
  it('there are enough of them, and each is too long for a sentence', () => {
    expect(ERRORS.length).toBeGreaterThanOrEqual(30);
    expect(ERRORS.filter(({ error }) => error.length <= MAX)).toEqual([]);
  });

  it.each(ERRORS)('of $of keeps $must', ({ error, must }) => {
    const short = shortError(error, MAX);
    expect(short.length).toBeLessThanOrEqual(MAX);
    for (const words of must) expect(short).toContain(words);
  });
});

const HOST = /\bhttps?:\/\/([^\s/"'?)\]}\u2026]+)/g;
const hostsIn = (text: string): string[] => [...text.matchAll(HOST)].map(([, host = '']) => host);

/** Whether each bracket is there as often as the one that closes it, and quotation marks in pairs. */
const isEven = (text: string): boolean => text.split('"').length % 2 === 1
  && ['()', '[]', '{}'].every((marks) => text.split(marks.charAt(0)).length === text.split(marks.charAt(1)).length);

/** Whether a text begins with the end of a longer name that the whole text has only as a part of that name. */
function isCutName(whole: string, part: string): boolean {
  const [name = ''] = /^[\w.-]+/.exec(part) ?? [];
  return name.includes('.') && hostsIn(whole).some((host) => host !== name && host.endsWith(name))
    && !new RegExp(`(?<![\\w.-])${name.replaceAll('.', '\\.')}`).test(whole);
}

describe('a cut', () => {
  it('is never longer than asked, never within a host, and leaves no mark open', () => {
    fc.assert(fc.property(fc.constantFrom(...ERRORS), fc.integer({ min: 90, max: 260 }), ({ error }, length) => {
      const short = shortError(error, length);
      expect(short.length).toBeLessThanOrEqual(length);
      expect(hostsIn(short).filter((host) => !hostsIn(error).includes(host))).toEqual([]);
      expect(short.split('\u2026 ').slice(1).filter((part) => isCutName(error, part))).toEqual([]);
      if (firstOpen(error) < 0) expect(firstOpen(short)).toBe(-1);
      if (isEven(error)) expect(isEven(short)).toBe(true);
    }), { numRuns: 600 });
  });

  it('of words with marks of any kind leaves no mark open', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const marked = fc.tuple(fc.constantFrom('()', '[]', '{}', '""'), fc.array(word, { minLength: 1, maxLength: 12 }))
      .map(([marks, words]) => `${marks.charAt(0)}${words.join(' ')}${marks.charAt(1)}`);
    fc.assert(fc.property(
      fc.array(fc.oneof(word, marked), { minLength: 20, maxLength: 60 }), fc.integer({ min: 60, max: 260 }),
      (words, length) => {
        const short = shortError(words.join(' '), length);
        expect(short.length).toBeLessThanOrEqual(length);
        expect(firstOpen(short)).toBe(-1);
        expect(isEven(short)).toBe(true);
      }
    ), { numRuns: 400 });
  });
});
