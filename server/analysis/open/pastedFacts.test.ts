/** Tests texts as pasted in bug reports: what they are recognized as, and which fact comes first. */
import { describe, expect, it } from 'vitest';
import { recognize } from './recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } =>
  recognize(new TextEncoder().encode(lines.join('\n')));

describe('reports of the kernel', () => {
  it.each([
    ['with relative times', '[Jan 2 03:04] prometheus invoked oom-killer: gfp_mask=0x14000c0, order=0'],
    ['with seconds since the boot', '[  407.202854] prometheus invoked oom-killer: gfp_mask=0xcc0, order=0'],
  ])('%s, cut before the kill: the limit of a control group', (_, first) => {
    const { name, interest } = of(
      first, '[  +0.000004]  mem_cgroup_out_of_memory+0x4b/0x80', '[  +0.000002]  x+0x1/0x2'
    );
    expect(name).toBe('a log of the kernel about Prometheus');
    expect(interest).toBe('The kernel’s OOM killer ran because the control group of prometheus reached its memory '
      + 'limit. Which process it killed is not in the text: the lines behind it name it ("Killed process") and the '
      + 'limit; then raise that limit, or lower what prometheus and others in the group need.');
  });

  it('the process that asked for memory, by its number, and a kernel that runs containers', () => {
    const report = (kernel: string): string => of(
      '[  407.202854] tsdbd invoked oom-killer: gfp_mask=0xcc0, order=0',
      `[  407.202859] CPU: 0 PID: 71 Comm: tsdbd Tainted: P          IO      ${kernel} #1`,
      '[  407.202863]  mem_cgroup_out_of_memory+0x4b/0x80',
    ).interest ?? '';
    expect(report('5.0.21-5-pve'))
      .toContain('the control group of tsdbd (pid 71, on Proxmox VE, where it may be a container) reached');
    expect(report('5.15.0-91-generic')).toContain('the control group of tsdbd (pid 71) reached');
  });

  it('a part of the table of processes: the largest', () => {
    const { name, interest } = of(
      'Jan 02 03:04:05 h kernel: [  420]     0   420    39335      339      80        0             0 sshd',
      'Jan 02 03:04:05 h kernel: [18407]  1001 18407 24908166  2621440   27731     4152             0 prometheus',
      'Jan 02 03:04:05 h kernel: [18420]  1000 18420    40572      221      34        0             0 top',
    );
    expect(name).toBe('a log of the kernel in syslog lines');
    expect(interest).toMatch(/^Of the 3 processes .* prometheus \(pid 18407\) has the most memory: 10\.0 GiB resident/);
  });

  it('events of Kubernetes: what the kernel killed, and containers that were created again', () => {
    const { name, interest } = of(
      'Events:', '  Type     Reason      Age                From     Message',
      '  Warning  OOMKilling  49m   kernel-monitor, n  Memory cgroup out of memory: Kill process 8 (prometheus)',
      'Killed process 8 (prometheus) total-vm:54937284kB, anon-rss:8388608kB, file-rss:37012kB',
      '  Normal   Created     53s (x3 over 5m)  kubelet            Created container prometheus',
    );
    expect(name).toBe('a list of events of Kubernetes');
    expect(interest).toBe('The kernel killed prometheus (pid 8, 8.04 GiB resident) because its control group reached '
      + 'its memory limit. The last one was on the node n, 49m before the text was made. kubectl describe '
      + 'pod shows the limit and the restarts. Containers were created more than once: prometheus 3 times in 5m.');
  });

  it('systemd before 2016; status 2 with goroutines is a crash whose reason is cut off', () => {
    expect(of('Jan 02 03:04:05 h systemd[1]: prometheus.service: main process exited, code=killed, status=9/KILL'))
      .toMatchObject({ interest: 'systemd: prometheus killed, status 9/KILL.' });
    expect(of(
      'Jan 02 03:04:05  x[9]:    /app/pkg/store/heap.go:6 +0x437',
      'Jan 02 03:04:05  x[9]: created by x/y.f in goroutine 1',
      'Jan 02 03:04:06  systemd[1]: x.service: Main process exited, code=exited, status=2/INVALIDARGUMENT',
    ).interest).toContain('Status 2 and goroutines are those of a Go crash; its reason is not in the log.');
  });
});

describe('logs of other programs', () => {
  it('VictoriaMetrics as JSON, and of early versions: how it ended, with the end of the error', () => {
    expect(of(
      '{"ts":"2026-01-02T03:04:05.000Z","level":"panic","caller":"VictoriaMetrics/lib/fs/fs.go:1",'
        + '"msg":"FATAL: cannot stat \\"/d\\": input/output error"}'
    ).interest)
      .toMatch(/^It ended at 2026-01-02T03:04:05\.000Z with "FATAL: cannot stat "\/d": input\/output error"\./);
    const early = of(`2019-01-02T03:04:05.000+0000\tfatal\tapp/vmstorage/main.go:4\tcannot open ${
      'a part in "/d/part"; '.repeat(20)}: invalid last line`);
    expect(early.name).toBe('a log of VictoriaMetrics');
    expect(early.interest).toMatch(/^It ended at .*: invalid last line"\./);
  });

  it('VictoriaMetrics whose line a terminal cut: Go prints the message again', () => {
    expect(of(
      '2026-01-02T03:04:05.823Z      panic   VictoriaMetrics/lib/fs/fs.go:3      FATAL: cannot write: write /d/16D8',
      'panic: FATAL: cannot write: write /d/16D818AF/index.bin: no space left on device', '', 'goroutine 4 [running]:',
    ).interest).toContain('index.bin: no space left on device');
  });

  it('Loki whose TSDB index is no TSDB of Prometheus; the stack of an error is left out', () => {
    const { name, interest } = of(
      'level=error ts=2026-01-02T03:04:05.8Z caller=log.go:2 msg="error running loki" err="open /w/1: no space left on '
        + 'device\\nerror initialising module: ingester\\ngithub.com/x/y/modules.(*Manager).init\\n\\t/src/m.go:1"',
      'level=info ts=2026-01-02T03:04:05.8Z caller=h.go:3 index-store=tsdb-2024 component=tsdb-head-manager msg="x"',
    );
    expect(name).toBe('a log of Loki');
    expect(interest).toContain('"open /w/1: no space left on device; error initialising module: ingester"');
  });

  it('Cortex is not Mimir', () => {
    expect(of('level=error ts=2026-01-02T03:04:05Z caller=cortex.go:4 msg="module failed" err="x"').name)
      .toBe('a log of Cortex');
  });

  it('InfluxDB before 1.4 behind syslog: how long its shards took', () => {
    const { name, interest } = of(...['1m45.5s', '300ms'].map((took, i) =>
      `Jul 08 18:39:43 db influxd[16498]: [store] 2016/07/08 18:39:43 /d/data/noc/d90/${i} opened in ${took}`));
    expect(name).toBe('a log of InfluxDB in syslog lines');
    expect(interest).toBe('It opened 2 shards, the slowest in 106 s. None of its 2 lines names an error, from '
      + '2016-07-08 18:39:43.');
  });

  it('etcd that sends heartbeats too late', () => {
    const late = (took: string): string => `2016-06-27 19:30:12.254680 W | etcdserver: failed to send out heartbeat `
      + `on time (exceeded the 10ms timeout for ${took})`;
    expect(of(late('12.2ms'), late('52µs')).interest).toMatch(/^It sent 2 heartbeats to other members too late/);
  });

  it('the Collector at its hard limit; one collection does not show that nothing leaks', () => {
    const line = (text: string, mib: number): string => `2026-01-02T03:04:05.971Z\twarn\tmemorylimiter@v0.66.0/`
      + `memorylimiter.go:3\t${text}\t{"kind": "processor", "name": "memory_limiter", "cur_mem_mib": ${mib}}`;
    const { interest } = of(
      line('Memory usage is above soft limit. Dropping data.', 87),
      line('Memory usage is above hard limit. Forcing a GC.', 102),
      line('Memory usage after GC.', 44),
    );
    expect(interest).toContain('There is 1 in the log at 102 MiB');
    expect(interest).toContain('It refuses data at 87 MiB. The collection comes from its hard limit');
    expect(interest).not.toContain('leaks');
  });
});

describe('Prometheus', () => {
  it('that only checked its blocks so far', () => {
    const block = (second: number): string => `level=info ts=2026-01-02T03:04:0${second}Z caller=repair.go:39 `
      + 'component=tsdb msg="found healthy block" mint=1 maxt=2 ulid=01CSPAG4D1S2PP200F5S3GJ88A';
    expect(of(block(1), block(2)).interest)
      .toBe('It is a part of a start: 2 blocks were checked, and the log ends before the replay of the WAL. The lines '
        + 'name no fault.');
    expect(of(block(1), block(2), '...').interest)
      .toBe('It is a part of a start: 2 blocks were checked; the replay of the WAL is not in the lines. The lines '
        + 'name no fault.');
  });

  it('older than 2.0 after a crash, on a terminal', () => {
    const { name, interest } = of(
      '% ./prometheus', 'prometheus, version 0.16.1 (branch: master, revision: adb3be4)', '  go version:       1.5.1',
      'INFO[0000] Loading series map and head chunks...         source=storage.go:262',
      'WARN[0004] Persistence layer appears dirty.              source=persistence.go:699',
      'WARN[0004] Starting crash recovery. Prometheus is inoperational until complete.  source=crashrecovery.go:38',
      'INFO[0006] 10000 files scanned.                          source=crashrecovery.go:75',
    );
    expect(name).toBe('a log of Prometheus 0.16.1');
    expect(interest).toMatch(/^It was not shut down cleanly before.*The log ends after 2 s of it, with 10,000 files/);
  });

  it('a disk that reports errors, until the server was told to stop', () => {
    const { interest } = of(
      'time=2026-01-02T03:04:05Z level=ERROR msg=reloadBlocks component=tsdb err="open /d: stale file handle"',
      'time=2026-01-02T03:04:06Z level=ERROR msg="Scrape commit failed" err="write to WAL: log samples: write /wal/1: '
        + 'input/output error"',
      'time=2026-01-02T03:06:05Z level=WARN msg="Received an OS signal, exiting gracefully..." signal=terminated',
      'time=2026-01-02T03:06:15Z level=INFO msg="See you next time!"',
    );
    expect(interest).toMatch(/^It drops samples, because its disk reports errors\. One line says so, the first: "w/);
    expect(interest).toContain('It was told to stop at 2026-01-02T03:06:05Z, and ended 10 s later.');
  });

  it('a full disk, after a block that was written', () => {
    expect(of(
      'level=info ts=2026-01-02T03:04:05Z caller=compact.go:496 component=tsdb msg="write block" mint=1 maxt=2 ulid=x',
      'level=warn ts=2026-01-02T03:05:05Z caller=scrape.go:972 component="scrape manager" scrape_pool=a '
        + 'msg="append failed" err="write to WAL: log samples: write /d/wal/0705: no space left on device"',
    ).interest).toMatch(/^It drops samples, because its disk is full\. One line says so, the first: "write to WAL/);
  });

  it('older than 2.0, by the file that wrote a line', () => {
    expect(of('time="2016-05-11T14:35:09+03:00" level=error msg="x" source="storage.go:1258"').name)
      .toBe('a log of Prometheus');
  });

  it('stacks whose crash is cut off, behind the times of CloudWatch', () => {
    const { name, interest } = of(...[
      'github.com/prometheus/prometheus/scrape.(*Manager).Run(0xc000160800)', '\t/app/scrape/manager.go:126 +0xd1', '',
      'goroutine 253 [chan receive, 8249 minutes]:', 'main.main.func19()', '\t/app/cmd/prometheus/main.go:1112 +0x2f',
    ].map((line) => `1733154283022\t${line}`));
    expect(name).toBe('stacks of the goroutines of a Go program (Prometheus)');
    expect(interest).toContain('its reason comes before the first one');
  });

  it('a panic while another is handled is one crash, of the program that vendors the others', () => {
    expect(of(
      'panic: cannot free page 0', '\tpanic: invalid freelist page: 0', '', 'goroutine 940 [running]:',
      'go.etcd.io/bbolt.(*freelist).read(0xc0)', '\t/src/loki/vendor/go.etcd.io/bbolt/freelist.go:266 +0x30b',
      'github.com/cortexproject/cortex/pkg/chunk/local.(*Bolt).Write(0xc0)', '\t/src/x.go:175 +0x67',
      'github.com/grafana/loki/pkg/x.(*Table).write(0xc0)', '\t/src/y.go:5 +0x7',
    )).toMatchObject({
      name: 'the output of a Go program that crashed (Loki)',
      interest: 'It crashed with "panic: cannot free page 0", in bbolt.(*freelist).read. The crash is at '
        + 'freelist.go:266 (bbolt.(*freelist).read), reached from x.go:175 (local.(*Bolt).Write).',
    });
  });

  it('a crash alone: which program, in which function, and what a fault means', () => {
    const crash = (call: string): string[] => [
      'unexpected fault address 0x7f16221ef000', 'fatal error: fault',
      '[signal SIGBUS: bus error code=0x2 addr=0x7f16221ef000 pc=0x460388]', '', 'goroutine 1 [running]:',
      'runtime.throw(0x24e01c1, 0x5)', '\t/usr/local/go/src/runtime/panic.go:774 +0x72',
      `github.com/prometheus/prometheus/${call}(0x7ffd, 0xb)`, '\t/src/x.go:118 +0x362',
    ];
    const { name, interest } = of(...crash('promql.NewActiveQueryTracker'));
    expect(name).toBe('the output of a Go program that crashed (Prometheus)');
    expect(interest).toMatch(/^It crashed with "fatal error: fault", in promql\.NewActiveQueryTracker\. /);
    expect(interest).toContain('as Prometheus does on a full disk.');
    expect(of(...crash('tsdb/chunks.(*Reader).Chunk')).interest)
      .toMatch(/, in chunks\.\(\*Reader\)\.Chunk\. SIGBUS means that a mapped file could not be accessed/);
  });

  it('a damaged WAL that it repairs: what it deletes, with and without times', () => {
    const lines = [
      'level=WARN msg="encountered WAL read error, attempting repair" err="corruption in segment 00000007 at 57: x"',
      'level=WARN msg="Starting corruption repair" segment=7 offset=57',
      'level=WARN msg="Deleting all segments newer than corrupted segment" segment=7',
    ];
    const said = /^Its WAL was damaged, and it deleted what came after the damage in segment 7, with .*"corruption/;
    for (const text of [lines, lines.map((line) => line.replace('level', 'ts=2026-01-02T03:04:05Z level'))]) {
      expect(of(...text)).toMatchObject({ name: 'a log of Prometheus' });
      expect(of(...text).interest).toMatch(said);
    }
  });
});

describe('who watches over a server', () => {
  it('events of a pod without their header: which probes restart it', () => {
    const { name, interest } = of(
      '  Warning  Unhealthy  23m (x404 over 98m)  kubelet, ip-10-0-1-1  Readiness probe failed: HTTP probe failed',
      '  Warning  Unhealthy  17m (x93 over 78m)   kubelet, ip-10-0-1-1  Liveness probe failed: Get http://x: canceled',
    );
    expect(name).toBe('a list of events of Kubernetes');
    expect(interest).toContain('The liveness probe failed 93 times in 78m ("Get http://x: canceled"); several failures '
      + 'in a row restart the container');
    expect(interest).toContain('The readiness probe failed 404 times in 98m ("HTTP probe failed"); that takes it out '
      + 'of its Service, and restarts nothing.');
  });

  it('a part of kubectl describe: one container', () => {
    const { name, interest } = of(
      'prometheus:', '    Container ID:  docker://3f112f', '    State:          Waiting',
      '      Reason:       CrashLoopBackOff', '    Last State:     Terminated', '      Reason:       OOMKilled',
      '      Exit Code:    137', '    Restart Count:  230', '    Limits:', '      memory:  2Gi',
    );
    expect(name).toBe('the output of kubectl describe');
    expect(interest).toBe('The container prometheus was killed because it exceeded its memory limit of 2Gi '
      + '(OOMKilled). It has restarted 230 times. It is in a crash loop: Kubernetes starts it again with growing '
      + 'pauses. Raise the limit, or find what takes the memory.');
  });

  it.each([
    ['of kubectl get', '7m43s       Warning   Unhealthy      pod/thanos-0     Liveness probe failed: Get "http://x"',
      'A probe of the pod thanos-0 failed: "Liveness probe failed: Get "http://x"".'],
    ['before 1.11', [1, 2].map((n) => `  4${n}m\t\t4${n}m\t\t1\tkubelet, ip-1\tspec.containers{prometheus}\tNormal\t\t`
      + `Created\t\tCreated container with id ${n}`).join('\n'),
    'Containers were created more than once: prometheus 2 times.'],
  ])('rows of events %s', (_, rows, said) => {
    expect(of(rows)).toEqual(expect.objectContaining({ name: 'a list of events of Kubernetes', interest: said }));
  });

  it('pods of an old kubectl, by their kind; a list without a pod claims nothing', () => {
    const head = 'NAME                  READY     STATUS             RESTARTS   AGE';
    expect(of('$ kubectl get all', head, 'po/prometheus-0   0/1       CrashLoopBackOff   81         16h').interest)
      .toMatch(/^prometheus-0 is CrashLoopBackOff, with 81 restarts\. See why it ended in kubectl describe pod /);
    expect(of(head, 'svc/prometheus   x').interest).toBeNull();
  });

  it('supervisord that starts a program again and again', () => {
    const exited = (second: number): string =>
      `2026-01-02 03:04:${second},193 INFO exited: prometheus (exit status 2; not expected)`;
    const { name, interest } = of(
      '2026-01-02 03:04:48,108 INFO supervisord started with pid 7',
      "2026-01-02 03:04:49,117 INFO spawned: 'prometheus' with pid 14", exited(50),
      "2026-01-02 03:04:51,197 INFO spawned: 'prometheus' with pid 62", exited(52),
    );
    expect(name).toMatch(/^a log of supervisord/);
    expect(interest).toBe('supervisord: prometheus ended (exit status 2) 2 times.');
  });
});

describe('programs told by who wrote a line', () => {
  it.each([
    ['Mimir, as JSON over several lines', ['{', '  "caller": "mimir.go:771",', '  "err": "x",', '  "level": "error",',
      '  "msg": "module failed",', '  "ts": "2026-01-02T03:04:05Z"', '}'], 'Mimir'],
    ['the compactor of Mimir, whose folder is that of Thanos', ['level=error ts=2026-01-02T03:04:05Z '
      + 'caller=bucket_compactor.go:3 msg="x" err="invalid block /data/compact/0@18-merge--16-16/01FS"'], 'Mimir'],
    ['an ingester of either', ['level=error ts=2026-01-02T03:04:05Z caller=ingester.go:1704 msg="unable to open TSDB" '
      + 'err="failed to compact TSDB: /d: x" user=a'], 'Mimir or Cortex'],
    ['the Grafana Agent', ['level=warn ts=2026-01-02T03:04:05Z caller=instance.go:365 agent=prometheus instance=a '
      + 'msg="could not truncate WAL" err="x"'], 'Grafana Agent'],
    ['Prometheus that cannot open a file', ['ts=2026-01-02T03:04:05Z caller=query_logger.go:90 level=error '
      + 'component=activeQueryTracker msg="Error opening query log file" err="x"'], 'Prometheus'],
    ['an ingester of Tempo', ['level=info ts=2026-01-02T03:04:05Z caller=rescan_blocks.go:35 msg="beginning replay" '
      + 'file=0c692642-e72f-4bb3-ae0f-823c79dac5a2:fa:v2:none: size=0'], 'Tempo'],
  ])('%s', (_, lines, program) => { expect(of(...lines).name).toBe(`a log of ${program}`); });
});