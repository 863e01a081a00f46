/** Tests that an advice gives way to the answer that the same text has. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { decidedDisk } from './diskSpeed.ts';

const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('a page that is slow by curl', () => {
  const FAILED = ['```', 'level=warn ts=2026-02-03T04:05:06.000Z caller=scrape.go:9 component="scrape manager" '
    + 'scrape_pool=gw target=http://10.1.2.3:9000/metrics msg="Scrape failed" err="context deadline exceeded"',
  '```', ''];
  const CONFIG = ['```yaml', 'global:', '  scrape_interval: 30s', '```', ''];
  const CURL = '$ curl -s -o /dev/null -w \'%{time_total} %{size_download}\\n\' http://10.1.2.3:9000/metrics';
  const ADVICE = 'request its URL from the host';

  it('is compared with the timeout in force', () => {
    const facts = said(...FAILED, '```yaml', 'global:', '  scrape_interval: 30s',
      '  scrape_timeout: 20s', '```', '', '```', CURL, '18.2 52000000', '21.4 52000000', '25.0 52000000', '```');
    expect(facts).toContain('By curl in the text, its page takes 18.2 s to 25 s (3 requests), for 49.6 MiB: 2 of them '
      + 'longer than the scrape_timeout of 20 s, so the page is too large for it.');
    expect(facts).not.toContain(ADVICE);
  });

  it('and with the default', () => {
    expect(said(...FAILED, ...CONFIG, '```', '$ time curl -s http://localhost:9000/metrics >x', '', 'real    0m12.5s',
      '```')).toContain('takes 12.5 s: longer than the scrape_timeout of 10 s (the default), so the target is too slow '
      + 'for it.');
  });

  it('is not the cause if it is fast', () => {
    expect(said(...FAILED, ...CONFIG, '```', CURL, '0.210 9000', '```'))
      .toContain('it takes 0.21 s, for 8.79 KiB, which is within the scrape_timeout of 10 s (the default), so see');
  });

  it('of another target says nothing', () => {
    expect(said(...FAILED, '```', CURL.replace('10.1.2.3', '10.9.9.9'), '18.2 52000000', '```')).toContain(ADVICE);
  });
});

describe('a checkpoint that takes long', () => {
  const done = (at: string, took: string): string =>
    `level=info ts=2026-02-03T${at}Z caller=head.go:1 component=tsdb msg="WAL checkpoint complete" first=1 last=2 `
    + `duration=${took}`;
  const LOG = [done('02:00:00.1', '1h30m0s'), done('05:00:00.1', '1h50m0s'), done('09:00:00.1', '2h10m0s'), ''];
  const DD = ['$ dd if=/dev/zero of=/data/x bs=1M count=100', '100+0 records in', '100+0 records out'];

  it('on a slow mount', () => {
    const facts = said(...LOG, '$ grep data /proc/mounts', 'nas1:/v1 /data nfs4 rw,sync,relatime 0 0', ...DD,
      '104857600 bytes (105 MB, 100 MiB) copied, 50.0 s, 2.1 MB/s');
    const told = 'The disk of the WAL is probably the cause: dd in the text wrote 100 MiB there in 50 s (2 MiB/s), and '
      + '/data is a mount over NFS, written synchronously (sync). Move the data to a local disk or a block device: '
      + 'Prometheus does not support NFS for them.';
    expect(facts).toContain(told);
    expect(decidedDisk(facts)).toBe(told);
  });

  it('on a fast disk', () => {
    expect(said(...LOG, ...DD, '104857600 bytes (105 MB, 100 MiB) copied, 0.2 s, 524 MB/s'))
      .not.toContain('the cause: dd');
    const flushed = DD.map((line) => line.replace(/bs=\S+/, 'bs=4k oflag=dsync'));
    expect(said(...LOG, ...flushed, '104857600 bytes (105 MB, 100 MiB) copied, 12.0 s, 8.7 MB/s'))
      .not.toContain('the cause: dd');
  });
});

describe('a data folder that may not be written', () => {
  const DENIED = 'level=error ts=2026-02-03T04:05:06.000Z caller=query_logger.go:9 component=activeQueryTracker '
    + 'msg="Error opening query log file" file=/prometheus/queries.active err="open /prometheus/queries.active: '
    + 'permission denied"';
  const listing = (mode: string): string[] => ['$ ls -lan /vol /vol/db', '/vol:',
    `${mode}    8 0        0             4096 Feb  2 13:02 db`, '', '/vol/db:',
    '-rw-r--r--    1 0        0            20001 Feb  2 14:51 queries.active'];
  const LOG = ['```', 'level=info ts=2026-02-03T04:05:05.000Z caller=main.go:337 msg="Starting Prometheus" '
    + 'version="(version=2.20.1, branch=HEAD, revision=a)"', DENIED,
  'panic: Unable to create mmap-ed active query log', '```', ''];

  it('is of root, and the pod sets no group', () => {
    const facts = said(...LOG, '```', ...listing('drwxr-xr-x'), '```', '', '```',
      '$ kubectl -n m get pod p-0 -o jsonpath=\'{.spec.securityContext}\'', '{}', '```');
    expect(facts).toContain('the folder db is of 0:0 with drwxr-xr-x, so to delete the file does not help; the '
      + 'securityContext of the pod is empty, so no fsGroup gives the volume to its group.');
    expect(facts).not.toMatch(/set fsGroup \(or|look at the owner and mode of \/prometheus/);
  });

  it('and may be writable by its listing', () => {
    expect(said(...LOG, '```', ...listing('drwxrwxrwx'), '```'))
      .toContain('so look at the owner and mode of /prometheus');
  });
});

describe('a block that could not be read', () => {
  const [GOOD, BAD] = ['01HAAAAAAAAAAAAAAAAAAAAAA1', '01HAAAAAAAAAAAAAAAAAAAAAA2'];
  const LOG = ['```', 'level=error ts=2026-02-03T04:05:06.000Z caller=main.go:171 err="critical error detected: '
    + `compaction: group 0@1: compact blocks [/c/${GOOD} /c/${BAD}]: populate block: chunk iter: cannot populate `
    + `chunk 8 from block ${BAD}: segment index 0 out of range; compact command failed"`, '```', ''];
  const STEP = 'is incomplete: by the listing in the text, it has its index and meta.json and no chunks';

  it('has no chunks in the bucket', () => {
    const facts = said(...LOG, '```', `== ${GOOD}`, '512MiB chunks/000001', '188MiB index', '1KiB meta.json',
      `== ${BAD}`, '187MiB index', '1KiB meta.json', '```');
    expect(facts.startsWith(`The block ${BAD} ${STEP}.`)).toBe(true);
    expect(facts).not.toContain('look at the disk or the store');
    expect(said(...LOG, '```', '$ aws s3 ls --recursive s3://b', `2026-02-03 04:05:06 187 ${BAD}/index`,
      `2026-02-03 04:05:06 1 ${BAD}/meta.json`, '```')).toContain(STEP);
  });

  it('has its chunks, or is not listed', () => {
    expect(said(...LOG, '```', `== ${BAD}`, '512MiB chunks/000001', '188MiB index', '1KiB meta.json', '```'))
      .toContain('look at the disk or the store');
    expect(said(...LOG, '```', `gs://b/${BAD}/index`, `gs://b/${BAD}/meta.json`, `gs://b/${BAD}/chunks/`, '```'))
      .toContain('look at the disk or the store');
    expect(said(...LOG, '```', `== ${GOOD}`, '188MiB index', '1KiB meta.json', '```'))
      .toContain('look at the disk or the store');
  });
});

describe('refused samples of several senders', () => {
  const LOG = ['```', 'ts=2026-02-03T04:05:06.000Z caller=dedupe.go:112 component=remote level=error remote_name=a '
    + 'url=http://thanos-receive:19291/api/v1/receive msg="non-recoverable error" count=500 exemplarCount=0 '
    + 'err="server returned HTTP status 409 Conflict: store locally for endpoint a:1: add 9 samples: out of order '
    + 'sample"', '```', ''];

  it('have the same labels', () => {
    const labels = ['  external_labels:', '    region: x', '    zone: y'];
    const facts = said(...LOG, '```', ...labels, ...labels, '```', '', '```yaml', 'prometheusSpec:', '  replicas: 3',
      '  replicaExternalLabelNameClear: true', '```');
    expect(facts).toContain('In the text, 2 configurations have the same external_labels (region: x, zone: y), and '
      + 'replicaExternalLabelNameClear is true, so the 3 replicas send the same series.');
    expect(facts).not.toContain('let the receiver deduplicate');
  });

  it('or differ in them', () => {
    expect(said(...LOG, '```', '  external_labels:', '    region: x', '  external_labels:', '    region: z', '```'))
      .toContain('mostly because two senders write the same series');
  });
});

describe('a ring without a member', () => {
  const LOG = ['```', ...[1, 2].map((at) => `ts=2026-02-03T04:05:0${at}.000Z caller=push.go:130 level=error user=a `
    + 'msg="push error" err="at least 2 live replicas required, could only find 1 - unhealthy instances: '
    + '10.1.1.2:9095"'),
  '```', ''];
  const RING = [
    '| Instance ID | Availability Zone | State | Address | Registered At | Last Heartbeat | Tokens | Ownership |',
    '|---|---|---|---|---|---|---|---|',
    ...['ACTIVE', 'UNHEALTHY', 'ACTIVE'].map((state, i) =>
      `| ing-${i} |  | ${state} | 10.1.1.${i + 1}:9095 | 2026-02-01T08:14:02Z | ${
        i === 1 ? 9 : 0}m5s ago | 512 | 33.1% |`), '',
  ];
  const PENDING = ['```', 'NAME    READY   STATUS    RESTARTS   AGE', 'ing-0   1/1     Running   0          39d',
    'ing-1   0/1     Pending   0          9m20s', '```', '', '```',
    '  Warning  FailedScheduling  9m18s  default-scheduler  0/3 nodes are available: 1 node(s) were unschedulable.',
    '```'];

  it('whose pod waits for a node', () => {
    const facts = said(...LOG, ...RING, ...PENDING);
    expect(facts).toContain('Its pod is Pending: "0/3 nodes are available: 1 node(s) were unschedulable". Let its node '
      + 'take pods again (kubectl uncordon)');
    expect(facts).not.toContain('Look at the pods or hosts of these members');
    expect(said(...LOG, ...RING)).toContain('Look at the pods or hosts of these members');
  });

  it('with a factor that allows none', () => {
    const config = (factor: number): string[] => ['```yaml', 'ingester:', '  ring:',
      `    replication_factor: ${factor}`, '```', ''];
    expect(said(...LOG, ...config(2), ...RING)).toContain('With a replication_factor of 2, a write needs 2 healthy '
      + 'members for each series, so no member may be missing: a factor of 3, with at least 3 members');
    expect(said(...LOG, ...config(3), ...RING)).not.toContain('no member may be missing');
  });
});

describe('a call on a file that does not return', () => {
  const STACK = ['```', ...[9, 8].flatMap((age) => [`goroutine 4${age} [syscall, ${age} minutes]:`,
    'syscall.Statfs(0xc42030c0c0, 0xc, 0xc4205e7c18, 0x0, 0x0)', '\t/go/src/syscall/zsyscall_linux_amd64.go:1321 +0x6b',
    'github.com/prometheus/node_exporter/collector.(*filesystemCollector).GetStats(0xc4200b8a80, 0x0, 0x0, 0x0)',
    '\t/go/src/github.com/prometheus/node_exporter/collector/filesystem_linux.go:54 +0x2b8', '']), '```', ''];
  const MOUNT = ['```', '$ mount | grep nfs', '10.1.1.8:/e on /mnt/e type nfs4 (rw,relatime,hard,addr=10.1.1.8)'];
  const SILENT = '[Tue Feb  3 04:05:06 2026] nfs: server 10.1.1.8 not responding, still trying';

  it('on a server that does not answer', () => {
    const facts = said(...STACK, ...MOUNT, '$ dmesg -T', SILENT, '```');
    expect(facts).toContain('The NFS server 10.1.1.8 does not respond (first at Tue Feb  3 04:05:06 2026), by the '
      + 'lines of the kernel, and /mnt/e is mounted from it (hard): a call on a file there waits until it answers.');
    expect(facts).not.toContain('Look at the file system that it uses');
  });

  it('on one that answers again', () => {
    expect(said(...STACK, ...MOUNT, '$ dmesg -T', SILENT, '[Tue Feb  3 04:06:06 2026] nfs: server 10.1.1.8 OK', '```'))
      .toContain('Look at the file system that it uses');
  });
});
