import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { besideState, isProgramLog, withoutOpenLog } from './besideStates.ts';
import type { BesideState, StateFile } from './stateFile.ts';

function file(name: string, text: string): StateFile {
  const { format, door, interest } = recognize(new TextEncoder().encode(text), name);
  return { name, format, text, sentence: interest ?? '', isLog: door === 'log' };
}
const beside = (log: string, state: string): BesideState | null =>
  besideState(file('server.log', log), file('state.txt', state));
const lines = (count: number, rest: string): string => Array.from({ length: count }, (_, i) =>
  `time=2026-03-04T05:0${i}:00.000Z level=ERROR source=x.go:1 ${rest}`).join('\n');

describe('the state of the targets', () => {
  const target = (host: string, more: object): object => ({
    discoveredLabels: { __scrape_timeout__: '10s' }, labels: { instance: `${host}:9100`, job: 'node' },
    scrapePool: 'node', scrapeUrl: `http://${host}:9100/metrics`, lastError: '', health: 'up',
    lastScrape: '2026-03-04T05:05:00Z', lastScrapeDuration: 0.02, ...more,
  });
  const answer = (more: object): string => JSON.stringify({
    status: 'success', data: { activeTargets: [target('h1', more), target('h2', {})], droppedTargets: [] },
  });
  const log = lines(4, 'msg="Failed to determine correct type of scrape target." component="scrape manager" '
    + 'scrape_pool=node target=http://h1:9100/metrics err="non-compliant scrape target sending blank Content-Type and '
    + 'no fallback_scrape_protocol specified for target"');
  const down = { health: 'down', lastError: 'Get "http://h1:9100/metrics": context deadline exceeded' };

  it('overrules a guess of the log about a target that does not answer', () => {
    const told = beside(log, answer({ ...down, lastScrapeDuration: 10.001 }));
    expect(told?.said).toBe('state.txt shows the cause for the target h1:9100: it is down, and its last scrape failed '
      + 'after 10 s, which is its scrape_timeout, with "Get "http://h1:9100/metrics": context deadline exceeded". The '
      + 'other 1 target is up. No answer came, so it had no Content-Type either: the error of server.log follows from '
      + 'that, and fallback_scrape_protocol does not help; see why http://h1:9100/metrics does not answer: its host, '
      + 'the exporter on it, a firewall (curl -m 10 from the host of Prometheus).');
    expect(told?.without.join(' ')).toContain('fallback_scrape_protocol');
  });

  it('says that a target is up since, and nothing of other targets', () => {
    expect(beside(log, answer({}))?.said).toContain('shows the target h1:9100 of these errors as up: its scrape at '
      + '05:05:00 UTC, after the last of them, succeeded');
    expect(beside(log, answer({ lastScrape: '2026-03-04T05:01:00Z' }))).toBeNull();
    expect(beside(log.replaceAll('h1:', 'h3:'), answer(down))).toBeNull();
  });
});

describe('the members of a ring', () => {
  const log = lines(5, 'msg="error processing request" err="rpc error: code = Code(500) desc = too many unhealthy '
    + 'instances in the ring"').replaceAll('source=x.go:1', 'caller=retry.go:107 component=frontend org_id=fake');
  const page = (state: string): string => [
    'Instance ID   Availability Zone  State      Address        Registered At   Last Heartbeat   Tokens',
    'ing-0                           ACTIVE     10.0.0.1:9095  2026-01-02T03:04:05Z  2s ago (03:09:01)  128',
    ...['ing-1', 'ing-2'].map((id) =>
      `${id}                           ${state}  10.0.0.2:9095  2026-01-02T03:04:05Z  5m3s ago (03:04:00)  128`),
  ].join('\n');

  it('that are missing come in place of the advice to look at the page', () => {
    const told = beside(log, page('UNHEALTHY'));
    expect(told?.said).toContain('state.txt shows that ring: 2 of its 3 members are not active (ing-1, last heartbeat '
      + '5m3s ago at 03:04:00; ing-2, last heartbeat 5m3s ago at 03:04:00). With the default replication factor of 3, '
      + 'two of them have to be healthy and one is');
    const alone = told?.without.reduce<string>((text, part) => text.replace(part, ''), file('a.log', log).sentence);
    expect(alone).toContain('The ring has too few healthy members for its replication factor.');
    expect(beside(log, page('ACTIVE'))?.said).toContain('with all 3 members ACTIVE');
  });

  it('are not told of another fault', () => {
    expect(beside(lines(5, 'msg="scrape failed" err="out of bounds"'), page('UNHEALTHY'))).toBeNull();
  });
});

describe('a listing', () => {
  const crash = ['panic: runtime error: index out of range [0] with length 0', '', 'goroutine 7 [running]:',
    'github.com/prometheus/prometheus/tsdb/wal.NewSegmentBufReader(...)', '\t/go/src/tsdb/wal/wal.go:862'].join('\n');
  const listing = (rows: string): string => ['# ls -la /d/wal /d/wal/checkpoint.00000007', '/d/wal:', 'total 12',
    '-rw-r--r--. 1 u g 84115456 Jan  2 03:04 00000008', 'drwxr-xr-x. 2 u g 4096 Jan  2 01:04 checkpoint.00000007', '',
    '/d/wal/checkpoint.00000007:', 'total 8', 'drwxr-xr-x. 2 u g 4096 Jan  2 01:04 .', rows].join('\n');

  it('shows the empty checkpoint on which a start panics, and the share that it is on', () => {
    const told = beside(crash, listing('# mount | grep /d\n10.0.0.4:/e on /d type nfs4 (rw)'));
    expect(told?.said).toMatch(/^state\.txt shows the cause: checkpoint\.00000007 is empty, so the replay of the WAL /);
    expect(told?.said).toContain('By state.txt, /d is a mount of nfs4 (10.0.0.4:/e).');
    expect(beside(crash, listing('-rw-r--r--. 1 u g 32768 Jan  2 01:04 00000000'))).toBeNull();
  });

  it('shows the empty file of an error, but no lock', () => {
    const log = (path: string): string => lines(2, `component=tsdb msg="opening failed" err="read ${path}: EOF"`);
    const rows = '-rw-r--r-- 1 u g 0 Jan  2 03:04 meta.json\n-rw-r--r-- 1 u g 0 Jan  2 03:04 lock';
    expect(beside(log('/d/01ARZ3NDEKTSV4RRFFQ69G5FAV/meta.json'), rows)?.said).toContain('shows that meta.json of that '
      + 'error is empty');
    expect(beside(log('/d/lock'), rows)).toBeNull();
  });

  it('asks for no log that is open beside it', () => {
    expect(withoutOpenLog('It lists 2 blocks. Open the log of the server\u2019s last start (kubectl logs POD, also '
      + 'with --previous), or the meta.json files of its blocks.')).toBe('It lists 2 blocks.');
    expect(isProgramLog({ format: 'kubectl-pods', isLog: true })).toBe(false);
  });
});

it('outputs of commands in another file are evidence, too', () => {
  const crash = ['fatal error: runtime: cannot allocate memory', '', 'runtime stack:', 'runtime.throw(0x1f)',
    '\t/usr/local/go/src/runtime/panic.go:1116 +0x72'].join('\n');
  const told = beside(crash, '$ sysctl -n vm.max_map_count\n65530\n$ wc -l < /proc/7/maps\n65530\n');
  expect(told?.said).toContain('The process has 65,530 mappings by state.txt, and vm.max_map_count is 65530: that is '
    + 'the limit which is reached');
  expect(beside(crash, '$ uptime\n 10:20:46 up 93 days\n')).toBeNull();
});

it('settings and owners in another file are named by it', () => {
  const denied = lines(2, 'component=tsdb msg="opening failed" err="open /data/db/lock: permission denied"');
  expect(beside(denied, '$ ls -ld /data/db\ndrwxr-xr-x 2 root root 4096 Jan  2 03:04 /data/db\n$ id\n'
    + 'uid=65534(nobody) gid=65534\n')?.said).toContain('state.txt shows /data/db as drwxr-xr-x of root:root');
  const many = lines(2, 'component=tsdb msg="open failed" err="open /data/x: too many open files"');
  expect(beside(many, '$ ulimit -n\n1024\n$ uptime\n')?.said)
    .toContain('In state.txt, the limit of open files is 1024.');
});
