import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};
const ULIDS = ['01E1GH82Z6YJCVF0S43RAW320P', '01E1HHHZKFGNPJE1BDYFSX048J'];

it('a sidecar says what it ships, newest first, with the local time in lines of their own', () => {
  const line = (hour: number, rest: string): string[] =>
    [`2026-01-02 ${hour + 2}:18:50`, `level=info ts=2026-01-02T${hour}:18:50.1Z ${rest}`];
  expect(of(
    ...line(13, `caller=shipper.go:333 msg="upload new block" id=${ULIDS[1]}`),
    ...line(12, `caller=shipper.go:333 msg="upload new block" id=${ULIDS[0]}`),
    ...line(10, 'caller=intrumentation.go:48 msg="changing probe status" status=ready'),
  )).toEqual({
    name: 'a log of Thanos', interest: 'It became ready at 2026-01-02T10:18:50Z. It began to upload 2 blocks, the last '
      + `one ${ULIDS[1]} at 2026-01-02T13:18:50Z. The lines name no fault.`,
  });
});

it('a second attempt at a block is no further block', () => {
  const line = (minute: number, id: string | undefined): string =>
    `level=info ts=2026-01-02T10:${minute}:50.1Z caller=shipper.go:201 msg="upload new block" id=${id}`;
  expect(of(line(10, ULIDS[0]), line(11, ULIDS[0]), line(12, ULIDS[1])).interest).toBe('It began to upload 2 blocks, '
    + `one of them more than once, the last one ${ULIDS[1]} at 2026-01-02T10:12:50Z.`);
  expect(of(line(10, ULIDS[0]), line(11, ULIDS[0])).interest)
    .toBe(`It began to upload block ${ULIDS[0]} 2 times, the last time at 2026-01-02T10:11:50Z.`);
});

it('a block that is deleted again after a failure is one block', () => {
  const line = (minute: number, block: string | undefined): string => `level=info ts=2026-01-02T10:${minute}:50.1Z `
    + `caller=blocks_cleaner.go:58 msg="deleted block marked for deletion" block=${block}`;
  expect(of('level=info ts=2026-01-02T10:00:00Z caller=compact.go:1 msg="start of GC"', line(10, ULIDS[0]),
    line(11, ULIDS[0]), line(12, ULIDS[1])).interest).toContain('2 blocks were deleted.');
});

it('a server and its sidecar in one journal, and blocks that overlap after a reload', () => {
  const { name, interest } = of(
    'prometheus[962]: ts=2026-01-02T03:01:02.537Z caller=compact.go:576 level=info component=tsdb msg="write block" '
      + `mint=1767312000000 maxt=1767319200000 ulid=${ULIDS[0]} duration=1m1s`,
    'prometheus[962]: ts=2026-01-02T03:01:02.539Z caller=db.go:1517 level=warn component=tsdb msg="Overlapping blocks '
      + 'found during reloadBlocks" detail="[mint: 1767312000000, maxt: 1767319200000, range: 2h0m0s, blocks: 2]: '
      + `<ulid: ${ULIDS[0]}, mint: 1767312000000>, <ulid: ${ULIDS[1]}, mint: 1767312000000>"`,
    `thanos[977]: ts=2026-01-02T03:01:12.4Z caller=shipper.go:372 level=info msg="upload new block" id=${ULIDS[0]}`,
  );
  expect(name).toBe('a log of Prometheus and Thanos');
  expect(interest).toMatch(/^Blocks overlap: \S+ and \S+ both hold 2h from 2026-01-02T00:00:00Z on\. The TSDB m/);
});

it('lines of VictoriaMetrics without their time, beside one of Prometheus: both warnings', () => {
  const { name, interest } = of(
    'Prometheus:',
    'ts=2026-01-02T03:04:05Z caller=dedupe.go:112 component=remote level=warn remote_name=a msg="Failed to send batch, '
      + 'retrying" err="context deadline exceeded"',
    'vminsert:', 'warn VictoriaMetrics/app/vminsert/netstorage/netstorage.go:236 cannot send 10965 rows: i/o timeout',
  );
  expect(name).toBe('a log of VictoriaMetrics vminsert');
  expect(interest).toContain('It logged the warning "Failed to send batch, retrying" at 2026-01-02T03:04:05Z. The '
    + 'cause given is "context deadline exceeded". It logged the warning "cannot send 10965 rows: i/o timeout".');
});

it('a container that was killed for its memory, with the beginning of the kernel’s report', () => {
  expect(of(
    'Containers:', '  prometheus:', '    State:       Waiting', '      Reason:    CrashLoopBackOff',
    '    Last State:  Terminated', '      Reason:    OOMKilled', '    Restart Count:  155',
    '[62436.425501] prometheus invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=936',
  ).interest).toBe('The container prometheus was killed because it exceeded its memory limit (OOMKilled). It has '
    + 'restarted 155 times. It is in a crash loop: Kubernetes starts it again with growing pauses. '
    + 'Raise the limit, or find what takes the memory.');
});

it('a panic of VictoriaMetrics in a journal of another language', () => {
  const panic = 'FATAL: cannot parse partition name "17F4"';
  expect(of(
    'janv. 16 16:21:54 h victoria-metrics[1391]: 2026-01-16T15:21:54.998Z        panic        '
      + `VictoriaMetrics/lib/a.go:2        ${panic}`,
    `janv. 16 16:21:55 h victoria-metrics[1391]: panic: ${panic}`,
    'janv. 16 16:21:55 h victoria-metrics[1391]: goroutine 364 [running]:',
  ).interest).toMatch(/^It ended at 2026-01-16T15:21:54\.998Z with "FATAL: cannot parse partition name "17F4""/);
});

it('a compactor of Cortex is none of Thanos', () => {
  expect(of('level=info ts=2026-01-02T03:04:05Z caller=compact.go:9 component=compactor org_id=fake msg="start of GC"')
    .name).toBe('a log of Mimir or Cortex');
});

it('a beta of Prometheus 2.0, which names the blocks that it compacts', () => {
  const line = (minute: number, blocks: string): string => `Jan 02 03:${minute}:44 h prometheus[17]: `
    + `ts=2026-01-02T03:${minute}:44.9Z caller=compact.go:235 msg="compact blocks" blocks=${blocks}`;
  expect(of(line(10, `[${ULIDS[0]}]`), line(25, `[${ULIDS[1]}]`), line(26, `"[${ULIDS.join(' ')}]"`)).interest)
    .toBe('It began 3 compactions; those of a single block are 15m apart. A beta of Prometheus 2.0 does not log when '
      + 'they end. The lines name no fault.');
});

it('the beginning of a start of VictoriaMetrics; not of a program without a storage', () => {
  const start = (program: string): string | null => of(
    `2026-01-02T03:04:05.728Z  info  VictoriaMetrics/lib/logger/flag.go:12 build version: ${program}-2022-tags-v1.2.3`,
    '2026-01-02T03:04:05.728Z  info  VictoriaMetrics/lib/logger/flag.go:20 flag "retentionPeriod"="4"',
  ).interest;
  expect(start('victoria-metrics')).toMatch(/^It is the beginning of a start: the log ends before its storage is/);
  expect(start('vmagent')).not.toContain('storage');
});

it('a part of Thanos that ends with an error, one that is asked to, and one that waits', () => {
  const line = (reason: string): string => 'level=warn ts=2026-01-02T03:04:05Z caller=intrumentation.go:67 '
    + `msg="changing probe status" status=not-ready reason="${reason}"`;
  const ends = 'level=info ts=2026-01-02T03:04:05Z caller=http.go:91 msg="internal server is shutting down" err="x';
  expect(of(line('compaction: open /d/index: no such file or directory'), ends).interest)
    .toBe('It ended with "compaction: open /d/index: no such file or directory".');
  expect(of(line('context canceled'), ends).interest).toMatch(/^It logged the warning/);
  expect(of(line('hashring has changed')).interest).toMatch(/^It logged the warning/);
});

it('a compactor that shut down for blocks that overlap: its probe is no finding of its own', () => {
  const error = 'error executing compaction: group 0@7: pre compaction overlap check: overlaps found while gathering '
    + 'blocks. [mint: 1767312000000, maxt: 1767319200000, range: 2h0m0s, blocks: 2]: <ulid: '
    + '01E1GH82Z6YJCVF0S43RAW320P, mint: 1767312000000, maxt: 1767394800000, range: 23h0m0s>, <ulid: '
    + '01E1HHHZKFGNPJE1BDYFSX048J, mint: 1767312000000, maxt: 1767319200000, range: 2h0m0s>';
  const said = of('level=warn ts=2026-01-06T03:04:05Z caller=intrumentation.go:58 msg="changing probe status" '
    + `status=not-ready reason="${error}"`, 'level=info ts=2026-01-06T03:04:06Z caller=http.go:81 component=compact '
    + `msg="internal server shutdown" err="${error}"`).interest ?? '';
  expect(said).toMatch(/^Blocks overlap, and are not compacted/);
  expect(said).toContain('holds 23h, within one range of a compactor (2d), so it is probably the compacted one;');
  expect(said).toContain('The process shut down with this error at 2026-01-06T03:04:06Z.');
  expect(said).not.toMatch(/changing probe status|It ended with/);
});

it('a store gateway whose start takes long, and one that loads blocks', () => {
  const line = (time: string, rest: string): string =>
    `level=info ts=2026-01-02T03:${time}Z caller=bucket.go:5 ${rest}`;
  const loaded = 'msg="loaded new block" elapsed=476ms';
  const failed = 'msg="loading block failed" id=a err="decode file: EOF"';
  expect(of(line('04:05', 'msg="initializing bucket store"'), line('22:05', failed).replace('info', 'warn')).interest)
    .toBe('It logged the warning "loading block failed" at 2026-01-02T03:22:05Z. The cause given is "decode file: '
      + 'EOF". Its bucket store is not ready yet where the log ends, 18m after it began. For 18m it logged nothing.');
  expect(of(line('04:05', loaded), line('04:07', loaded)).interest)
    .toBe('It loaded 2 blocks of its bucket within 2 s. The lines name no fault.');
});

it('the groups of rules that failed, and lines that a form made one of', () => {
  const rule = (group: string): string => 'ts=2026-01-02T03:04:05Z caller=manager.go:609 level=warn component="rule '
    + `manager" group=${group} msg="Evaluating rule failed" rule="record: a" err="context deadline exceeded"`;
  const said = 'The warning "Evaluating rule failed" occurs 3 times at 2026-01-02T03:04:05Z. The cause given is '
    + '"context deadline exceeded". A rule took longer than --query.timeout: shorten its range or its expression, move '
    + 'heavy rules to a group with a longer interval, or turn them off. Rules failed of the groups a.rules (2 times), '
    + 'b.rules (once). The recording rule a gets no new samples while that fails.';
  const lines = [rule('a.rules'), rule('b.rules'), rule('a.rules').replace(':05Z', ':05.5Z')];
  expect(of(...lines).interest).toBe(said);
  expect(of(`Logs: ${lines.join(' ')}`).interest).toBe(said);
});

it('VictoriaMetrics as rsyslog writes it, without what it puts before the line', () => {
  expect(of('2026-01-02T03:04:05.895Z#011fatal#011VictoriaMetrics/app/vmstorage/main.go:90#011cannot open a storage')
    .interest).toMatch(/^It ended at 2026-01-02T03:04:05\.895Z with "cannot open a storage"\./);
});

it('a WAL that remote write cannot follow', () => {
  const line = 'level=error ts=2026-01-02T03:04:05Z caller=wal_watcher.go:176 component=remote msg="error tailing WAL"';
  expect(of(line).name).toBe('a log of Prometheus');
});

it('systemctl status of a server that ended with status 0; not of one that runs', () => {
  const status = (active: string): string | null => of(
    '● prometheus.service - Prometheus', `   Active: ${active} since Wed 2026-01-02 21:19:49 UTC; 3s ago`,
    ' Main PID: 372 (code=exited, status=0/SUCCESS)',
  ).interest;
  expect(status('inactive (dead)')).toBe('systemd: prometheus ended with status 0, since Wed 2026-01-02 21:19:49 UTC: '
    + 'it was stopped, or ended by itself.');
  expect(status('active (running)')).toBe('The service prometheus has run since Wed 2026-01-02 21:19:49 UTC. The '
    + 'unit is active; no line of its log is in the text (journalctl -u prometheus).');
});

it('last words that a sentence quotes before the blocks that were checked', () => {
  expect(of(
    'It says `opening storage failed: reloadBlocks: corrupted block 01HW: invalid magic number 7b0a0922`:',
    'ts=2026-01-02T03:04:05Z caller=repair.go:56 level=info component=tsdb msg="Found healthy block" mint=1 maxt=2',
  ).interest).toMatch(/^It ended with "opening storage failed: reloadBlocks: corrupted block 01HW: invalid magic/);
});

it.each([
  ['a log of Thanos', 'level=warn ts=2026-01-02T03:04:05Z caller=rule.go:621 component=rules err="read metadata"'],
  ['a log of Mimir or Cortex', 'level=info ts=2026-01-02T03:04:05Z caller=head.go:8 org_id=a msg="Head GC completed"'],
  ['the output of a Go program that crashed', 'unexpected fault address 0xe28970b000\nfatal error: fault'],
  ['the output of docker ps', 'ede10ec2c2fa        prom/prometheus:v2.45.0      "/bin/prometheus"   7 hours ago    '
    + '     Exited (255) About an hour ago   9090/tcp            a.1'],
])('%s by a part of it', (name, line) => { expect(of(line).name).toContain(name); });
