import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};

it('Grafana: keys of a rule between the logger and the time', () => {
  expect(of('logger=ngalert.scheduler rule_uid=a org_id=1 attempt=1 t=2026-01-02T03:04:05.006Z level=error msg="Failed '
    + 'to evaluate rule" error="data source not found"').name).toBe('a log of Grafana');
});

describe('programs around a TSDB', () => {
  it('InfluxDB 3: a panic of Rust, also in the form before 1.73 and of another thread', () => {
    const start = '2026-01-02T03:04:05.123456Z  INFO influxdb3::commands::serve: InfluxDB 3 Core server starting '
      + 'node_id="n" git_hash=a version=3.0.2 uuid=b';
    const { name, interest } = of(
      start, "thread 'main' panicked at influxdb3_wal/src/a.rs:164:9:", 'assertion failed: min <= max',
    );
    expect(name).toBe('a log of InfluxDB 3 3.0.2');
    expect(interest).toBe('It crashed with "assertion failed: min <= max", in influxdb3_wal/src/a.rs:164.');
    expect(of(start, "thread 'main' panicked at 'out of range', influxdb3_wal/src/b.rs:50:30").interest)
      .toBe('It crashed with "out of range", in influxdb3_wal/src/b.rs:50.');
    expect(of(start, "thread 'IOx 1' (12) panicked at influxdb3/src/c.rs:5:3:", 'no').interest)
      .toBe('Its thread IOx 1 panicked with "no", in influxdb3/src/c.rs:5.');
  });

  it('a warning of Rust that is repeated, with its cause without quotation marks', () => {
    const skipped = (file: number): string => '2026-01-02T03:04:05.123456Z  WARN influxdb3_wal::object_store: Skipping '
      + `corrupt WAL file error=WAL file too small: got 0 bytes path=n/wal/0000000000${file}.wal`;
    expect(of(skipped(1), skipped(2)).interest).toBe('The warning "Skipping corrupt WAL file" occurs 2 times at '
      + '2026-01-02T03:04:05Z. The cause given is "WAL file too small: got 0 bytes". A WAL file of InfluxDB 3 is '
      + 'damaged or empty and was left out, so writes that are only in it are lost: look at the disk, and at how it '
      + 'ended before.');
  });

  it('QuestDB: a table that is suspended, by its error or by its stack', () => {
    const { name, interest } = of(
      '2026-01-02T03:04:05.059999Z C i.q.c.w.ApplyWal2TableJob job failed, table suspended [table=t~5, error=', '',
      'java.lang.AssertionError', '\tat io.questdb.cairo.wal.WalTxnDetails.saveSymbols(WalTxnDetails.java:786)', ']',
    );
    expect(name).toBe('a log of QuestDB');
    expect(interest).toMatch(/^The table t~5 is suspended: .* The error is "java\.lang\.AssertionError", in WalTxnDet/);
    expect(of('2026-01-02T03:04:05.0Z C i.q.c.w.ApplyWal2TableJob job failed, table suspended [table=a~1, error=no room'
      + ', errno=28]').interest).toMatch(/The error is "no room, errno=28"\. The file system, a quota or its inode/);
  });

  it('QuestDB: memory maps that were refused come before the table that is suspended after them', () => {
    const refused = ['2026-01-02T03:04:01.0Z C server-main unhandled error [job=io.questdb.network.X@1, ex=',
      'io.questdb.cairo.CairoException: [12] could not mmap column [fd=31, size=65536]', ']'];
    expect(of(...refused, ...refused, '2026-01-02T03:04:05.0Z C i.q.c.w.ApplyWal2TableJob job failed, table suspended '
      + '[table=a~1, error=segment does not have txn, errno=0]').interest).toMatch(new RegExp('^QuestDB got no memory '
      + 'map 2 times: "\\[12\\] could not mmap column", where 12 is "cannot allocate memory" \\(ENOMEM\\)\\. Raise vm'
      + '\\.max_map_count, .* After it, and maybe by it: the table a~1 is suspended'));
  });

  it('PostgreSQL: a process that was killed, and what it ran', () => {
    const { name, interest } = of(
      '2026-01-02 03:04:05 UTC [30]: LOG:  server process (PID 47) was terminated by signal 9: Killed',
      '2026-01-02 03:04:05 UTC [30]: DETAIL:  Failed process was running: autovacuum: ANALYZE a',
      '2026-01-02 03:04:05 UTC [30]: LOG:  all server processes terminated; reinitializing',
    );
    expect(name).toMatch(/^a log of PostgreSQL/);
    expect(interest).toBe('It crashed: a server process was terminated by signal 9: Killed, as by the OOM killer of '
      + 'the kernel, while it ran "autovacuum: ANALYZE a". All its processes were ended and started again, with a '
      + 'recovery of its WAL.');
  });

  it.each([
    ['M3DB', 'Jan  2 03:04:05 h m3dbnode[1]: {"level":"error","ts":1767323045.6,"msg":"opting to skip commit log",'
      + '"error":"/m3/a.db: EOF"}',
      'It logged the error "opting to skip commit log" at 2026-01-02T03:04:05Z. The cause given is "/m3/a.d'],
    ['Telegraf', '2026-01-02T03:04:05Z E! [outputs.influxdb] Failed: timeout', 'the error "[outputs.influxdb] Failed'],
    ['Prometheus', 'WARN[0035] Error on ingesting out-of-order samples       numDropped=520 source=scrape.go:533',
      'It logged the warning "Error on ingesting out-of-order samples" (numDropped=520).'],
    ['Prometheus', '        ERRO[842745] Couldn\'t load configuration (-config.file=a.yml): yaml: unmarshal errors:\n'
      + '      line 362: cannot unmarshal  source=main.go:208', 'The cause given is "line 362: cannot unmarshal".'],
    ['Prometheus', 'level=error ts=2026-01-02T03:04:05Z caller=stdlib.go:89 component=web caller="http: panic serving '
      + '10.0.0.1:5" msg="runtime error: nil"', 'A request panicked, and the server ran on: "runtime error: nil".'],
    ['Thanos', 'level=warn ts=2026-01-02T03:04:05Z caller=intrumentation.go:54 msg="changing probe status" '
      + 'status=not-ready reason="bucket store initial sync: no"', 'The cause given is "bucket store initial sync'],
    ['Mimir', 'ts=2026-01-02T03:04:05Z caller=grpc_logging.go:76 level=warn method=/cortex.Ingester/Push msg=gRPC '
      + 'err="user=a: the sample has been rejected (err-mimir-sample-out-of-order)"', 'err-mimir-sample-out-of-order'],
    ['VictoriaMetrics', '2026-01-02T03:04:05.717Z        warn    /home/build/src/vm/lib/storage/storage.go:647      '
      + 'switching the storage to read-only mode',
      'warning "switching the storage to read-only mode" at 2026-01-02T03:04:05Z.'],
    ['InfluxDB', 'January 2nd 2026, 03:04:05.262\t[store] 2026/01/02 03:04:05 Failed to open shard: 231: [shard 231] x',
      'It logged the error "Failed to open shard: 231: [shard 231] x" at 2026-01-02 03:04:05.'],
    ['InfluxDB', '[write] 2026/01/02 03:04:05 write failed for shard 14: engine: write /data/1.wal: no space left on d'
      + 'evice', 'It logged the error "write failed for shard 14'],
  ])('%s: %s', (program, text, said) => {
    const { name, interest } = of(text);
    expect(name).toContain(`a log of ${program}`);
    expect(interest).toContain(said);
  });

  it.each([
    ['Prometheus', 'ts=2026-01-02T03:04:05Z caller=dedupe.go:112 component=remote level=error msg="not sent" '
      + 'err="429: over the rate (err-mimir-tenant-max-ingestion-rate)"', 'The cause given is "429: over the rate'],
    ['Prometheus', '{"time":"2026-01-02T03:04:05Z","level":"ERROR","source":"write_handler.go:305","msg":"Out of order"'
      + '}',
      'It logged the error "Out of order" at 2026-01-02T03:04:05Z.'],
    ['Loki', 'caller=flush.go:198 org_id=fake msg="failed to flush user" err=timeout',
      'It logged the error "failed to flush user". The cause given is "timeout".'],
    ['Thanos', 'level=error ts=2026-01-02T03:04:05Z caller=shipper.go:342 msg="shipping failed" err="upload: canceled"',
      'The cause given is "upload: canceled".'],
    ['OpenTelemetry Collector', '2026-01-02T03:04:05.672Z warn internal/transaction.go:129 Failed to scrape '
      + '{"kind": "receiver", "name": "prometheus"}',
      'It logged the warning "Failed to scrape" (receiver=prometheus) at 2026-01-02T03:04:05Z.'],
    ['the kernel', '[ 1333.857901]  oom_kill_process+0x2bc/0x2c0\n[ 1333.858138] Mem-Info:',
      'The kernel’s OOM killer ran because the memory of the machine ran out. Which process it killed is not in'],
    ['Tempo', 'level=warn ts=2026-01-02T03:04:05Z caller=wal.go:129 msg="empty wal file" err=null\n'
      + 'level=info ts=2026-01-02T03:04:05Z msg="beginning replay" file=9402d44d-91ad',
      'warning "empty wal file" at 2026-01-02T03:04:05Z.'],
  ])('%s, by the file of its code: %s', (program, text, said) => {
    const { name, interest } = of(text);
    expect(name).toContain(`a log of ${program}`);
    expect(interest).toContain(said);
  });

  it.each([
    ['Thanos', 'level=debug ts=2026-01-02T03:04:05Z caller=store.go:128 msg="initializing bucket store"'],
    ['Thanos', '2026-01-02 12:33:44 BSTlevel=error ts=2026-01-02T11:33:44Z caller=proxy.go:3 component=proxy err="x"'],
    ['InfluxDB 0.9.4.2', '2026/01/02 00:06:14 InfluxDB starting, version 0.9.4.2, branch 0.9.4, commit da1b59e'],
    ['InfluxDB', '[tcp] 2026/01/02 09:51:37 process write shard error: write shard 4: engine: hit max memory'],
    ['Mimir or Cortex', 'level=warn ts=2026-01-02T03:04:05Z caller=sharding_strategy.go:140 msg="excluded" err="x"'],
    ['Loki', '{"caller":"retry.go:107","err":"x","level":"error","msg":"y","type":"queryrange.LokiRequest"}'],
  ])('of %s: %s', (program, line) => {
    expect(of(line).name).toContain(`a log of ${program}`);
  });

  it('a second error with its cause, but not the same one that a copy cut', () => {
    const line = (second: number, msg: string): string =>
      `level=error ts=2026-01-02T03:04:0${second}Z agent=prometheus msg="${msg}" err="cause ${second}"`;
    expect(of(line(1, 'it stopped'), line(2, 'it stopped'), line(3, 'no start')).interest).toBe(
      'The error "it stopped" occurs 2 times from 2026-01-02T03:04:01Z to 2026-01-02T03:04:02Z. The cause given is '
        + '"cause 1" and "cause 2". Also: "no start". The cause given is "cause 3".'
    );
    expect(of(line(1, 'it stopped'), line(2, 'it stopped'), line(3, 'it sto')).interest).not.toContain('Also');
  });

  it.each([
    ['etcd', '{"level":"info","caller":"raft/node.go:336","msg":"raft.node: 27ecc6d4a68d02f lost leader 27ec"}',
      'It lost its leader: until another is elected, it serves no writes.'],
    ['etcd', ['1861', '1862'].map((term) =>
      `Jan  2 03:04:05 h etcd[1]: 55e2 is starting a new election at term ${term}`).join('\n'),
      'It began 2 elections, up to term 1862.'],
    ['etcd', '(member-0) (19844): 2026-01-02 09:53:15.9 W | etcdserver: waiting for ReadIndex response took too long',
      'waiting for ReadIndex response took too long'],
    ['Prometheus', 'level=debug ts=2026-01-02T03:04:05Z caller=scrape.go:7 scrape_pool=a msg="Scrape failed" err=late',
      'It logged at level debug "Scrape failed" at 2026-01-02T03:04:05Z. The cause given is "late".'],
    ['Telegraf', '2026/01/02 21:49:49 WARNING: overwriting cached metrics, increase metric_buffer_limit',
      'It logged the warning "overwriting cached metrics'],
    ['the kubelet', '2340 kubelet.go:1910] SyncLoop (PLEG): "prometheus-0_a(eb68)", event: &pleg.PodLifecycleEvent{'
      + 'Type:"ContainerDied", Data:"19"}', 'The kubelet saw a container of prometheus-0_a end;'],
  ])('%s: %s', (program, text, said) => {
    const { name, interest } = of(text);
    expect(name).toContain(`a log of ${program}`);
    expect(interest).toContain(said);
  });

  it('Telegraf, whose time is its own: how often', () => {
    const refused = (second: number): string => `2026-01-02T03:04:0${second}Z E! [outputs.influxdb] When writing: 403`;
    expect(of(refused(1), refused(2), refused(3)).interest)
      .toBe('The error "[outputs.influxdb] When writing: 403" is repeated every 1 s (3 times, from '
        + '2026-01-02T03:04:01Z to 2026-01-02T03:04:03Z).');
  });

  it('blocks that overlap: which, and the time that both hold', () => {
    expect(of('level=error ts=2026-01-02T03:04:05Z caller=compact.go:5 component=compact msg="critical error detected; '
      + 'halting" err="overlaps found while gathering blocks. [mint: 1767312000000, maxt: 1767319200000, range: 2h0m, '
      + 'blocks: 2]: <ulid: 01E1GH82Z6YJCVF0S43RAW320P, mint: 1767312000000>, <ulid: 01E1HHHZKFGNPJE1BDYFSX048J, mint: '
      + '1767312000000>"').interest)
      .toMatch(/^Blocks overlap, .*320P and 01E1HHHZKFGNPJE1BDYFSX048J both hold 2h from 2026-01-02T00:00:00Z on\./);
  });

  it('blocks of other lengths that overlap: which is the compacted one, and that the compactor ended', () => {
    const overlap = (from: number, end: string): string => of('level=error ts=2026-01-06T03:04:05Z caller=main.go:161 '
      + 'err="group 0@7: pre compaction overlap check: overlaps found while gathering blocks. [mint: 1767312000000, '
      + `maxt: 1767319200000, range: 2h0m, blocks: 2]: <ulid: 01E1GH82Z6YJCVF0S43RAW320P, mint: ${from}, maxt: `
      + '1767340800000, range: 9h>, <ulid: 01E1HHHZKFGNPJE1BDYFSX048J, mint: 1767312000000, maxt: 1767319200000, '
      + `range: 2h0m>\\ncompaction\\nmain.runCompact.func7\\n${end}"`).interest ?? '';
    const facts = overlap(1767312000000, 'critical error detected');
    expect(facts).toContain('01E1GH82Z6YJCVF0S43RAW320P holds 8h, so it is the compacted one; if its meta.json has the '
      + 'sources of 01E1HHHZKFGNPJE1BDYFSX048J (2h), mark 01E1HHHZKFGNPJE1BDYFSX048J for deletion');
    expect(facts).toContain('The compactor ended with this error.');
    expect(overlap(1767333600000, 'critical error detected; halting')).not.toMatch(/the compacted one|ended with this/);
  });

  it('a full disk in a line that is neither an error nor a warning', () => {
    expect(of('ts=2026-01-02T03:04:05Z level=info msg="flush: write /data/x: no space left on device"').interest)
      .toBe('Its disk is full: 1 line says so, the first of /data/x.');
  });

  it('syslog whose time was cut, and the kernel behind its name', () => {
    const { name, interest } = of(
      '50:06 node3 etcd[9253]: data dir = /d',
      '50:06 node3 systemd[1]: etcd.service: main process exited, code=exited, status=2/INVALID',
      '50:06 node3 etcd[9262]: etcd Version: 3.3.0',
    );
    expect([name, interest]).toEqual(['a log of etcd 3.3.0', 'systemd: etcd exited, status 2/INVALID.']);
    const oom = 'kernel: [28891450.687558] vmselect-prod invoked oom-killer: gfp_mask=0x6000c0, order=0';
    expect(of(oom, 'kernel: [28891450.687572] Call Trace:').interest)
      .toMatch(/^The kernel’s OOM killer ran when vmselect-prod needed memory\. Whether the machine .* not in the/);
    expect(of('conmon: conmon c023a <ninfo>: OOM received', oom).interest)
      .toMatch(/ran because the control group of vmselect-prod reached its memory limit\./);
  });

  it('Mimir by the service and the file that ship its lines', () => {
    const line = (message: string, rest: string): string => `{"caller":"handler.go:382","component":"query-frontend",`
      + `"level":"error","message":"${message}","file":"/var/log/mimir/a.log"${rest}}`;
    expect(of(line('a failure', ''), line('error processing request', ',"service":"mimir"')).name)
      .toMatch(/^a log of Mimir/);
  });

  it('etcd in JSON within JSON', () => {
    expect(of('"message" : "{\\"level\\":\\"panic\\",\\"caller\\":\\"etcdserver/server.go:515\\"}"',
      '"message" : "panic: failed to recover v3 backend from snapshot"')).toEqual({
      name: 'a log of etcd', interest: 'It crashed with "panic: failed to recover v3 backend from snapshot". The '
        + 'etcd member lacks the snapshot of its database that its log refers to: if the other members are healthy, '
        + 'remove the member, move its folder away, and add it again; if it is the only one, copy the folder, then '
        + 'restore a backup.',
    });
  });

  it('a compactor that Mimir and Cortex have: of Mimir where its groups say so', () => {
    const failed = (group: string): string => 'level=error ts=2026-01-02T03:04:05Z caller=compactor.go:339 '
      + `component=compactor msg="failed to compact user blocks" err="group ${group}: /data/compact/${group}/01FS"`;
    expect(of(failed('0@6672437747845546250')).name).toBe('a log of Mimir or Cortex');
    expect(of(failed('0@1724-merge--16-16')).name).toBe('a log of Mimir');
  });

  it('the version of Prometheus, not that of its reloader', () => {
    expect(of(
      'level=error ts=2026-01-02T03:04:05Z caller=main.go:347 msg="Error loading config (--config.file=a)" err="x"',
      'level=info ts=2026-01-02T03:04:05Z caller=main.go:147 msg="Starting prometheus-config-reloader" '
        + 'version="(version=0.47.0, branch=a)"',
    ).name).toBe('a log of Prometheus');
  });

  it('systemctl status: how the service ended', () => {
    expect(of(
      '● prometheus.service - Prometheus', '   Loaded: loaded (/etc/systemd/system/prometheus.service; enabled)',
      '   Active: failed (Result: signal) since Fri 2026-01-02 10:25:37 EDT; 1 day 2h ago',
      ' Main PID: 1378 (code=killed, signal=KILL)',
    )).toEqual({
      name: 'a log of systemd about Prometheus',
      interest: expect.stringMatching(
        /^systemd: prometheus killed, signal KILL, since Fri 2026-01-02 10:25:37 EDT\. SIGKILL comes /
      ) as string,
    });
  });
});

describe('a paste of a log that is not known', () => {
  it('is opened behind the sentence before it', () => {
    expect(of('What it says:', '', '2026-01-02T03:04:05Z ERROR it broke').name)
      .toBe('a log of a program that is not known here');
  });
});
