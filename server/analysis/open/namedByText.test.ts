import { describe, expect, it } from 'vitest';
import { textSides } from '../benchmarks/sides/textSides.ts';
import { plainOutput } from '../benchmarks/read/benchInput.ts';
import { recognize, type Recognized } from './recognize.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));
const PROMETHEUS = 'ts=2026-01-02T03:04:05.000Z caller=main.go:1 level=info component=tsdb msg="Head GC completed"';

describe('the version of a program', () => {
  it.each([
    ['an image', '    image: quay.io/prometheus/prometheus:v2.45.0', '2.45.0'],
    ['a docker image with quotes', '  image: "prom/prometheus:v3.1.0"', '3.1.0'],
    ['words', '- Prometheus version: 2.30.1', '2.30.1'],
    ['the output of --version', '    prometheus, version 2.37.0 (branch: HEAD, revision: b41e0750)', '2.37.0'],
  ])('comes from %s beside its log', (_, line, version) => {
    expect(of('It fails:', '', '```', PROMETHEUS, PROMETHEUS, '```', '', line))
      .toMatchObject({ program: 'Prometheus', version, name: `a log of Prometheus ${version}` });
  });

  it('is not taken from two of them', () => {
    expect(of(PROMETHEUS, '', 'image: prom/prometheus:v2.45.0', 'image: prom/prometheus:v2.46.0').version).toBeNull();
    expect(of(PROMETHEUS, '', 'Prometheus version: 2.45.0, later Prometheus version: 2.46.0').version).toBeNull();
  });

  it('of etcd stands in an issue’s list', () => {
    expect(of('```', '2026-01-02 03:04:05.6 W | wal: sync duration of 2.5s, expected less than 1s', '```', '',
      '- Others: etcd version 3.2.24 as per kubernetes 1.12.1')).toMatchObject({ program: 'etcd', version: '3.2.24' });
  });

  it('of the only server among the pods', () => {
    expect(of('NAME     READY   STATUS             RESTARTS   AGE',
      'prom-0   1/2     CrashLoopBackOff   23         5h', '',
      '        image: prom/prometheus:v2.21.0')).toMatchObject({ program: 'Prometheus', version: '2.21.0' });
  });

  it('of a scrape that shows only its runtime is not that of the program that a sentence names', () => {
    const { name, program, version } = of('An example of the `/metrics` endpoint of InfluxDB.', '', '```',
      '# TYPE go_goroutines gauge', 'go_goroutines 29', '# TYPE go_info gauge', 'go_info{version="go1.10"} 1', '```');
    expect({ name, program, version })
      .toEqual({ name: 'a scrape of metrics as text (InfluxDB, Go 1.10)', program: 'InfluxDB', version: null });
  });
});

describe('the state of services and nodes', () => {
  it('says since when services run, each with its own memory', () => {
    const status = (unit: string, memory: string): string[] => [
      `● ${unit}.service - A server`, '     Loaded: loaded (/lib/systemd/system/a.service; enabled)',
      '     Active: active (running) since Tue 2026-01-06 04:15:19 CET; 1 day 7h ago', `     Memory: ${memory}`, '',
      `Jan 07 06:00:08 host prometheus[69220]: ${PROMETHEUS}`,
    ];
    const { interest } = of(...status('prometheus', '130.9M'), '', ...status('prometheus-node-exporter', '13.7M'));
    expect(interest).toContain('The service prometheus has run since Tue 2026-01-06 04:15:19 CET, with 130.9M of '
      + 'memory. The service prometheus-node-exporter has run since Tue 2026-01-06 04:15:19 CET, with 13.7M of '
      + 'memory.');
  });

  it('says which node is not ready, beside a kubelet that ended', () => {
    const { interest } = of(
      'NAME      STATUS     ROLES           AGE     VERSION', 'control   Ready      control-plane   5d19h   v1.32.2',
      'worker1   NotReady   <none>          5d19h   v1.32.2', '', '● kubelet.service - kubelet',
      '   Active: inactive (dead) since Thu 2026-01-01 11:42:53 UTC; 4min 29s ago',
      ' Main PID: 66511 (code=exited, status=0/SUCCESS)', '',
      'Jan 01 11:35:14 worker1 kubelet[66511]: I0101 11:35:14.894783   66511 gc.go:327] "Deleting images"',
    );
    expect(interest).toContain('The node worker1 (v1.32.2) is NotReady.');
    expect(interest).toContain('kubelet ended with status 0');
  });
});

describe('texts in another form than usual', () => {
  it('a report of the OOM killer without times', () => {
    const { name, interest } = of('This is how to read it:', '', '```text',
      'HOST1 kernel: prometheus invoked oom-killer: gfp_mask=0x0, order=0, oom_score_adj=0',
      'HOST1 kernel: Mem-Info:', '```', '', 'Then it says:', '', '```text',
      'HOST1 kernel: Out of memory: Kill process 19434 (app) score 31 or sacrifice child      HOST1 kernel: Killed '
        + 'process 19434 (app) total-vm:34919552kB, anon-rss:33737020kB, file-rss:0kB', '```');
    expect(name).toContain('the kernel');
    expect(interest).toContain('The kernel killed app (pid 19434, 32.2 GiB resident)');
  });

  it('iostat in a mail that quotes a mail, with decimal commas', () => {
    const { format, interest } = of('On 25/03/2026, A wrote:', '> On Tue, B wrote:', '>>> Before:', '>>>',
      '>>> Device:    r/s     w/s    rkB/s    wkB/s   await r_await w_await  svctm  %util',
      '>>> sdb      82,60    0,00   330,40     0,00   12,09   12,09    0,00   1,02   8,43', '>>>', '>>> After:', '>>>',
      '>>> Device:    r/s     w/s    rkB/s    wkB/s   await r_await w_await  svctm  %util',
      '>>> sdb      82,50    0,00   330,00     0,00   12,10   12,10    0,00  12,12  99,99', '>>', '>> Looks fine.');
    expect(format).toBe('iostat');
    expect(interest).toContain('sdb is the busiest device: up to 100 % of the time');
    expect(interest).toContain('Its two reports, in the order of the text: 8.43 and 100 % busy, with 82.6 and 82.5 '
      + 'reads per second.');
  });

  const row = (key: string, ...values: string[]): string =>
    `| ${values.map((value) => `***${key}: ${value}***`).join(' | ')} |`;
  const TIMES = [
    '| old | new |', '|-----|-----|', row('User time (seconds)', '3.93', '4.42'),
    row('System time (seconds)', '0.92', '0.87'),
    row('Elapsed (wall clock) time (h:mm:ss or m:ss)', '0:09.56', '0:09.81'),
    row('Maximum resident set size (kbytes)', '189424', '209012'),
  ];

  it('time -v side by side in a table', () => {
    expect(of('# Results', '', ...TIMES)).toMatchObject({ format: 'time-output', door: 'benchmark' });
    const sides = textSides({ name: 'a', text: plainOutput(['# Results', '', ...TIMES, '', 'Done.'].join('\n')) });
    expect(sides?.map(({ name }) => name)).toEqual(['old', 'new']);
    expect(sides?.[1]?.text).toContain('Maximum resident set size (kbytes): 209012');
    expect(sides?.[0]?.text).not.toContain('209012');
  });

  it('py-spy whose equal threads are merged is no backtrace of gdb', () => {
    const { format, interest } = of('4 in:', '', '```', 'Thread 10 (active): "MainThread"',
      'Thread 11 (active): "MainThread"', '    broadcast (torch/c10d.py:1191)', '    train (train.py:904)', '```', '',
      '1 in:', '', '```', 'Thread 12 (idle): "MainThread"', '    wait (threading.py:306)', '    get (queue.py:179)',
      '```');
    expect(format).toBe('py-spy-dump');
    expect(interest).toBe('It has 3 threads, 2 active: 2 in broadcast (torch/c10d.py:1191). Each is the main '
      + 'thread of a process. Only 12 is idle, in wait (threading.py:306), called by get (queue.py:179): the others '
      + 'may wait for it.');
    expect(of('Thread 2 (Thread 0x7f00 (LWP 12)):', '#0  0x00007f0000000001 in poll () from /lib/libc.so').format)
      .toBe('gdb');
  });

  it('stacks that SIGQUIT asked for are no crash', () => {
    const { format, interest } = of('SIGQUIT: quit', 'PC=0x45e461 m=0 sigcode=0', '', 'goroutine 0 [idle]:',
      'runtime.futex(0x1596c28)', '\t/usr/local/go/src/runtime/sys_linux_amd64.s:535 +0x21', '',
      'goroutine 1 [semacquire, 2 minutes]:', 'sync.runtime_Semacquire(0xc004b60f28)',
      '\t/usr/local/go/src/runtime/sema.go:56 +0x42', 'main.main()', '\t/usr/local/go/src/cmd/compile/main.go:51 +0xac',
      '', 'goroutine 11 [runnable]:', 'cmd/compile/internal/ssa.merge(0xc008e91720)',
      '\t/usr/local/go/src/cmd/compile/internal/ssa/regalloc.go:2638 +0x7d', 'cmd/compile/internal/gc.buildssa(0x1)',
      '\t/usr/local/go/src/cmd/compile/internal/gc/ssa.go:289 +0xc0e', '');
    expect(format).toBe('go-quit');
    expect(interest).toBe('Somebody asked for its stacks with SIGQUIT: it is no crash. It is cmd/compile of Go. At '
      + 'work was goroutine 11 (runnable) in ssa.merge, called by gc.buildssa. The longest wait is 2m, in '
      + '"semacquire": goroutine 1 in sync.runtime_Semacquire, called by main.main. The registers, with which a '
      + 'dump ends, are not in the text: it is cut, and goroutines may be missing.');
  });

  it('answers of docker ps, docker inspect and its log', () => {
    const { format, interest } = of('```bash', 'docker ps -a --filter name=prometheus',
      '# → prometheus Exited (255) About an hour ago', '',
      "docker inspect prometheus --format '{{.State.FinishedAt}} exit={{.State.ExitCode}} oom={{.State.OOMKilled}}'",
      '# → 2026-06-29T11:28:50Z exit=255 oom=false', '',
      '# → "ShouldRestart failed ... hasBeenManuallyStopped=true"',
      '```');
    expect(format).toBe('docker-state');
    expect(interest).toBe('The container prometheus exited with status 255 at 2026-06-29T11:28:50Z: as after a restart '
      + 'of the host or of Docker, or an error of the program. The kernel did not kill it for its memory. Docker does '
      + 'not start it again, because it counts as stopped by hand: docker start does.');
  });
});

describe('what failed or is over', () => {
  it('a snapshot of InfluxDB whose writing failed was not written', () => {
    const line = (message: string, rest: string, at = 5): string =>
      `ts=2026-01-02T03:04:0${at}Z lvl=info msg="${message}" log_id=0udNVaXl000 engine=tsm1 ${rest}`;
    const end = (at: number): string =>
      line('Cache snapshot (end)', 'op_name=tsm1_cache_snapshot op_event=end op_elapsed=0.155ms', at);
    const error = line('Error writing snapshot', 'error="error opening new segment file for wal (1)"');
    expect(of(end(5), error).interest).toContain('It could not write a snapshot of its cache.');
    expect(of(end(5), error, end(6), end(7)).interest).toContain('1 of 3 snapshots of its cache failed.');
    expect(of(end(5), end(6)).interest).toContain('It wrote 2 snapshots of its cache');
  });

  it('blocks that overlapped and were merged', () => {
    const [a, b] = ['01JRF3JEKREMXTW6ST878Y6G0G', '01KNTX37K1K2RFGCVE9CWDTV18'];
    const overlap = 'ts=2026-04-10T05:43:09.224Z caller=db.go:1549 level=warn component=tsdb msg="Overlapping blocks '
      + 'found during reloadBlocks" detail="[mint: 1744257600000, maxt: 1744264800000, range: 2h0m0s, blocks: 2]: '
      + `<ulid: ${a}, mint: 1744257600000, maxt: 1744264800000>, `
      + `<ulid: ${b}, mint: 1744257600000, maxt: 1744264800000>"`;
    const merge = 'ts=2026-04-10T05:43:09.300Z caller=compact.go:514 level=info component=tsdb msg="compact blocks" '
      + `count=2 mint=1744257600000 maxt=1744264800000 ulid=01JRF3JENGN43N9E1M8EECX1N6 sources="[${a} ${b}]"`;
    expect(of(overlap, merge).interest).toContain(`The TSDB merged ${a} and ${b}, which both held 2h from `);
    expect(of(overlap).interest).toContain('Blocks overlap');
  });
});
