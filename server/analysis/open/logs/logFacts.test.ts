import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const factsOf = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;

describe('what logs of other programs say', () => {
  it('gctrace: the share of GC, the live heap, and that there are several processes', () => {
    const facts = factsOf(
      'gc 1 @1.000s 1%: 0.1+10+0.1 ms clock, 10+20/60/5+10 ms cpu, 90->95->90 MB, 100 MB goal, 4 P',
      'listening on :80',
      'gc 2 @1.990s 1%: 0.1+9.8+0.1 ms clock, 10+20/60/5+10 ms cpu, 180->185->95 MB, 180 MB goal, 4 P',
      'gc 1 @0.010s 1%: 0.1+10+0.1 ms clock, 1+2/6/5+1 ms cpu, 16->16->16 MB, 17 MB goal, 4 P',
    );
    // 2 cycles of 100 ms without idle workers, in 2 s.
    expect(facts).toMatch(/^GC takes 0\.100 cores, 2\.50 % of 4 P\. There are 2 GC cycles in 2 s, with 200 ms of CPU/);
    expect(facts).toContain('The live heap is 90 MiB to 95 MiB, and the heap goal 2.0 times');
    expect(facts).toContain('the lines are of 2 processes');
  });

  it('gctrace in the lines of a container runtime', () => {
    const line = (number: number): string => JSON.stringify({
      log: `gc ${number} @${number}.000s 1%: 0.1+10+0.1 ms clock, 10+20/60/5+10 ms cpu, 90->95->90 MB, `
        + '100 MB goal, 4 P\n',
      time: 'x',
    }).replaceAll('>', '\\u003e');
    expect(factsOf(line(1), line(2))).toMatch(/^GC takes .* There are 2 GC cycles in 2\.01 s/);
  });

  it('the Collector: collections that its memory limiter forces, whatever the order of the lines', () => {
    const line = (ts: number, msg: string, mib: number): string =>
      JSON.stringify({ level: 'info', ts, caller: 'memorylimiter/memorylimiter.go:1', msg, cur_mem_mib: mib });
    const lines = [0, 30, 60].flatMap((at) => [
      line(1_700_000_000 + at, 'Memory usage is above soft limit. Forcing a GC.', 800),
      line(1_700_000_001 + at, 'Memory usage after GC.', 200),
    ]);
    const said = new RegExp(
      /^The memory limiter forces a garbage collection every 30 s\. There are 3 /.source
        + /.* 75 % of it is garbage.* 20\.7 MiB\/s/.source
    );
    expect(factsOf(...lines)).toMatch(said);
    expect(factsOf(...lines.toReversed())).toMatch(said);
  });

  it('the Collector: two collections have no period, one that frees nothing is reported beside one that does', () => {
    const line = (time: string, text: string, mib: number): string => `2026-01-02T${time}Z\tinfo\t`
      + `memorylimiter/memorylimiter.go:287\t${text}\t{"kind": "processor", "cur_mem_mib": ${mib}}`;
    const forced = 'Memory usage is above soft limit. Forcing a GC.';
    const facts = factsOf(
      line('03:00:00.000', forced, 1000), line('03:00:02.000', 'Memory usage after GC.', 600),
      line('03:10:00.000', forced, 1010), line('03:10:02.000', 'Memory usage after GC.', 1009),
    );
    expect(facts).toContain('The memory limiter forces a garbage collection. There are 2 in the log, 10m apart, at '
      + '1000 to 1010 MiB, and the heap falls to 600 to 1009 MiB: the first freed 40 %, the last 0.1 %, so what it '
      + 'holds then is in use.');
    expect(facts).not.toContain('every');
  });

  it('VictoriaMetrics: how it ended and how long it took to open; a line that is repeated counts once', () => {
    const lines = [
      '2026-01-02T03:04:05.000Z\tpanic\tVictoriaMetrics/lib/storage/table.go:3\tFATAL: cannot close',
      '2026-01-02T03:04:05.000Z\tinfo\tVictoriaMetrics/lib/logger/flag.go:1\tbuild version: victoria-metrics-v1.93.0',
      '2026-01-02T03:04:20.000Z\tinfo\tVictoriaMetrics/app/x.go:1\tsuccessfully opened storage "/d" in 12.5 seconds; x',
    ];
    const facts = factsOf(...lines.flatMap((line) => [line, line]));
    expect(facts).toMatch(/^It ended at 2026-01-02T03:04:05\.000Z with "FATAL: cannot close"\. /);
    expect(facts).toContain('It opened its storage in 12.5 s (until 2026-01-02T03:04:20.000Z).');
    expect(facts?.match(/It ended at/g)).toHaveLength(1);
    expect(facts).not.toContain('no WAL replay');
  });

  it('the kernel and systemd: what was killed', () => {
    expect(factsOf(
      'Jan 02 03:04:05 h kernel: Out of memory: Killed process 77 (prometheus) total-vm:9kB, anon-rss:2097152kB',
      'Jan 02 03:04:05 h systemd[1]: prometheus.service: Main process exited, code=killed, status=9/KILL',
    )).toContain('The kernel killed prometheus (pid 77, 2.00 GiB resident) because the memory of the machine '
      + 'ran out. '
      + 'systemd: prometheus killed, status 9/KILL.');
  });

  it('whatever program: a panic, and an error that is repeated', () => {
    expect(factsOf('time=2026-01-02T03:04:05Z level=info msg=hello', 'panic: out of luck', 'goroutine 1 [running]:'))
      .toBe('It crashed with "panic: out of luck".');
    const failed = (minute: number): string => `ts=2026-01-02T03:0${minute}:00Z caller=compact.go:5 level=error `
      + 'msg="retriable error" err="write /data/compact/1: no space left on device"';
    expect(factsOf(failed(5), failed(0))).toBe(
      'The error "retriable error" occurs 2 times from 2026-01-02T03:00:00Z to 2026-01-02T03:05:00Z. '
        + 'The cause given is "write /data/compact/1: no space left on device". The file system, a quota or '
        + 'its inodes are full: see df and df -i of that path, free space, then check that writes succeed again.'
    );
  });

  it('an error of a short log, a warning that is repeated', () => {
    expect(factsOf('ts=2026-01-02T03:04:05Z caller=compact.go:5 level=error msg="it halts" err="blocks overlap"'))
      .toBe('It logged the error "it halts" at 2026-01-02T03:04:05Z. The cause given is "blocks overlap".');
    const dropped = (second: number): string => `ts=2026-01-02T03:04:${second}Z caller=scrape.go:1 level=warn `
      + 'component="scrape manager" scrape_pool=a msg="Error on ingesting out-of-order samples" num_dropped=1';
    expect(factsOf(dropped(10), dropped(25), dropped(40)))
      .toBe('The warning "Error on ingesting out-of-order samples" (num_dropped=3 in 3 lines) is repeated every '
        + '15 s (3 times, from 2026-01-02T03:04:10Z to 2026-01-02T03:04:40Z). Samples were not stored: see whether '
        + 'two targets or senders write the same series, or a target sends timestamps of its own. The refused samples '
        + 'are of the scrape pool a: if its targets send timestamps, set honor_timestamps: false in that job.');
    const sent = (second: number): string =>
      `ts=2026-01-02T03:04:${second}Z level=warn msg="sent again in ${second}.5 s"`;
    expect(factsOf(sent(10), sent(20))).toBe('The warning "sent again in 10.5 s" (10.5 s, then 20.5 s) occurs '
      + '2 times from 2026-01-02T03:04:10Z to 2026-01-02T03:04:20Z.');
    const long = Array.from({ length: 60 }, (_, i) => `ts=2026-01-02T03:04:05Z level=info msg="line ${i}"`);
    expect(factsOf(...long, 'ts=2026-01-02T03:04:05Z level=warn msg="once"')).toBeNull();
  });

  it('the kernel, as dmesg -T prints it: the limit that was reached', () => {
    expect(factsOf(
      '[Mon Jan  5 03:04:05 2026] memory: usage 4194304kB, limit 4194304kB, failcnt 9',
      '[Mon Jan  5 03:04:05 2026] Memory cgroup out of memory: Killed process 77 (prometheus) anon-rss:2097152kB',
    )).toBe('The kernel killed prometheus (pid 77, 2.00 GiB resident) because its control group reached the limit of '
      + '4.00 GiB. Raise that limit if there is memory for it, and find what takes it: in Prometheus the series of the '
        + 'head (/api/v1/status/tsdb), queries and a heap profile (/debug/pprof/heap).');
  });

  it('VictoriaMetrics with blanks for tabs, and as rsyslog writes it', () => {
    const panic = 'FATAL: cannot write to "/data": no space left on device';
    const file = 'VictoriaMetrics/lib/fs/fs.go:3';
    const said = /^It ended at 2026-01-02T03:04:05\.678\S+ with "FATAL: cannot write to "\/data": no space left on dev/;
    expect(factsOf(`2026-01-02T03:04:05.678Z   panic   ${file}   ${panic}`, `panic: ${panic}`)).toMatch(said);
    expect(factsOf(`Jan  2 03:04:05 h vmstorage: 2026-01-02T03:04:05.678+0800#011panic#011${file}#011${panic}`))
      .toMatch(said);
  });

  it('Loki: how long its WAL was recovered, also where that has not ended', () => {
    const at = (second: number, text: string): string =>
      `level=info ts=2026-01-02T03:04:${second}Z caller=ingester.go:1 ${text}`;
    const begun = [
      at(10, 'msg="recovering from checkpoint"'),
      at(40, 'msg="recovered WAL checkpoint recovery finished" elapsed=30.1s errors=false'),
      at(40, 'msg="recovering from WAL"'),
    ];
    expect(factsOf(...begun))
      .toBe('Its WAL was still being recovered 30 s after that began, where the log ends (the checkpoint 30.1 s). '
        + 'No error or warning is among its 3 lines, from 2026-01-02T03:04:10Z on, within 30 s.');
    const ended = [at(55, 'msg="WAL segment recovery finished" elapsed=15s errors=false'),
      at(55, 'msg="WAL recovery finished" time=45.1s')];
    expect(factsOf(...begun, ...ended))
      .toBe('The recovery of its WAL took 45.1 s (the checkpoint 30.1 s, the segments 15 s), and was complete at '
        + '2026-01-02T03:04:55Z. No error or warning is among its 5 lines, from 2026-01-02T03:04:10Z on, within 45 s.');
  });

  it('Loki: the time of the segments counts from the beginning, and is told without that of the checkpoint', () => {
    const at = (minute: number, text: string): string =>
      `level=info ts=2026-01-02T03:${minute}:00Z caller=ingester.go:1 ${text}`;
    const facts = factsOf(
      at(10, 'msg="recovering from checkpoint"'),
      at(40, 'msg="recovered WAL checkpoint recovery finished" elapsed=30m0s errors=false'),
      at(46, 'msg="WAL segment recovery finished" elapsed=36m0s errors=false'),
      at(46, 'msg="WAL recovery finished" time=36m0s'),
      at(47, 'msg="auto-joining cluster after timeout" ring=ingester'),
    );
    expect(facts).toContain('The recovery of its WAL took 36m (the checkpoint 30m, 83 % of it; the segments 6m), and '
      + 'was complete at 2026-01-02T03:46:00Z; it joins the ring 60 s later. That is long: ');
  });

  it.each([
    ['3.5', (took: string) => '{"level":"warn","ts":"2026-01-02T03:04:05Z","caller":"wal/wal.go:1",'
      + `"msg":"slow fdatasync","took":"${took}","expected-duration":"1s"}`],
    ['3.3', (took: string) => `2026-01-02 03:04:05.6 W | wal: sync duration of ${took}, expected less than 1s`],
  ])('etcd %s: a slow disk', (_, line) => {
    expect(factsOf(line('1.25s'), line('2.5s')))
      .toBe('Its disk is slow: 2 writes of its WAL took long, up to 2.5 s. Give etcd a fast disk (SSD) that nothing '
        + 'else writes to.');
  });

  it('InfluxDB: what it gave up with', () => {
    expect(factsOf(
      '[cacheloader] 2016/03/24 14:51:50 reading file /data/wal/a/default/2/_00692.wal, size 10502077',
      '[run] 2016/03/24 14:51:55 run: open server: open tsdb store: [shard 2] cache maximum memory size exceeded',
    )).toContain('It ended with "open server: open tsdb store: [shard 2] cache maximum memory size exceeded". '
      + 'It read 1 file of its WAL into the cache. The WAL of shard 2 does not fit into the cache');
  });

  it('InfluxDB: how much WAL it read', () => {
    expect(factsOf(
      '[cacheloader] 2016/03/24 14:51:50 reading file /data/wal/a/default/2/_00692.wal, size 10485760',
      '[cacheloader] 2016/03/24 14:51:52 reading file /data/wal/a/default/2/_00693.wal, size 5242880',
    )).toContain('It read 2 files of its WAL into the cache, 15 MiB in all');
  });

  it('kubectl: what restarts, and at which limit', () => {
    expect(factsOf(
      'NAME     READY   STATUS             RESTARTS   AGE', 'prom-0   1/2     CrashLoopBackOff   23         5h',
      'prom-1   2/2     Running            0          5h',
    )).toMatch(/^prom-0 is CrashLoopBackOff, with 23 restarts\. See why it ended in kubectl describe pod /);
    expect(factsOf(
      'Name: prom-0', 'Namespace: a', 'Containers:', '  prometheus:', '    Last State: Terminated',
      '      Reason: OOMKilled', '      Exit Code: 137', '    Restart Count: 23', '    Limits:', '      cpu: 1',
      '      memory: 4Gi',
    )).toBe('The container prometheus was killed because it exceeded its memory limit of 4Gi (OOMKilled). '
      + 'It has restarted 23 times. Raise the memory limit, or find what takes the memory: see '
      + 'prometheus_tsdb_head_series, and scrape fewer targets or drop labels.');
  });

  it('goroutines: the longest wait', () => {
    expect(factsOf('goroutine 1 [select]:', 'main.main()', '', 'goroutine 7 [semacquire, 495 minutes]:', 'main.x()'))
      .toBe('It has 2 goroutines: 1 in "select", 1 in "semacquire". The longest wait for a '
        + 'lock is 8h 15m, in "semacquire".');
  });

  it('known issues of VictoriaMetrics and Thanos, of affected versions alone', () => {
    const victoria = (version: string): string | null => factsOf(
      '2026-01-02T03:04:05.000Z\tinfo\tVictoriaMetrics/lib/logger/flag.go:1\t'
        + `build version: victoria-metrics-v${version}`,
      'panic: runtime error: index out of range [1024819115206086200] with length 27', 'goroutine 7 [running]:',
    );
    expect(victoria('1.54.1')).toMatch(/This is VictoriaMetrics 1096 \(.*\); fixed in 1\.55\.0, you run 1\.54\.1\./);
    expect(victoria('1.55.0')).not.toContain('1096');
    expect(factsOf(
      'level=error ts=2026-01-02T03:04:05Z caller=compact.go:5 msg="critical error detected; halting" '
        + 'err="downsampling failed: downsample aggregate block: invalid size"',
    )).toMatch(/If its version is older than 0\.32\.0, this may be thanos 6598 \(/);
  });

  it('nothing where there is nothing', () => {
    expect(factsOf('time=2026-01-02T03:04:05Z level=info msg="all is well"')).toBeNull();
  });
});
