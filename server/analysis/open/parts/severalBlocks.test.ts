/** Tests pastes of several blocks: each is read on its own, and the gravest comes first. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../recognize.ts';
import { blocksOf } from './blocks.ts';
import { gravityOf } from './gravity.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));

const PS = ['CONTAINER ID        IMAGE               COMMAND             CREATED             STATUS',
  '55d8e7e00878        prom/prometheus     "/bin/prometheus"   20 hours ago        Exited (137) 3 minutes ago'];
const STATE = ['    Last State:         Terminated', '      Reason:           Error', '      Exit Code:        137',
  '      Started:          Mon, 01 Jan 0001 00:00:00 +0000', '      Finished:         Fri, 02 Jan 2026 03:04:05 +0000'];
const KILL = ['[Fri Jan  2 03:04:03 2026] Out of memory: Kill process 8 (prometheus) score 1041 or sacrifice child',
  '[Fri Jan  2 03:04:03 2026] Killed process 8 (prometheus) total-vm:9kB, anon-rss:2097152kB, file-rss:0kB'];
const ETCD = ['{', '  "level": "warn",', '  "ts": "2026-01-02T05:04:05.2Z",', '  "caller": "etcdserver/util.go:166",',
  '  "msg": "apply request took too long",', '  "took": "490.4ms",', '  "expected-duration": "100ms"', '}'];
const failed = (err: string): string =>
  `ts=2026-01-02T03:04:05.1Z caller=db.go:816 level=error component=tsdb msg="compaction failed" err="${err}"`;

describe('the blocks of a paste', () => {
  it('the kernel’s kill leads, whatever comes first', () => {
    const { name, interest, door } = of('$ docker ps -a', ...PS, '```', '', 'I looked at the pod:', '', '```', ...STATE,
      '```', '', 'And dmesg:', '', '```', '$ dmesg -T | grep prometheus', ...KILL);
    expect({ name, door }).toEqual({ name: 'a log of the kernel about Prometheus', door: 'log' });
    expect(interest).toContain('The kernel killed prometheus (pid 8, 2.00 GiB resident) because the memory of the '
      + 'machine ran out. It also has the output of docker ps: prom/prometheus: Exited (137) 3 minutes ago. It also '
      + 'has the output of kubectl describe: the container was killed (exit code 137, SIGKILL).');
  });

  it('the log of a server names the text, not the list of pods beside it', () => {
    const line = (minute: number, rest: string): string =>
      `level=info ts=2026-01-02T03:${minute}:05.1Z caller=main.go:7 ${rest}`;
    const { name, interest } = of('$ kubectl get pod prom-0', 'NAME     READY   STATUS    RESTARTS   AGE',
      'prom-0   1/2     Running   14         2d3h', "$ kubectl get pod prom-0 -o jsonpath='{..lastState}'",
      '{"terminated":{"exitCode":137,"finishedAt":"2026-01-02T03:36:42Z","reason":"OOMKilled",'
        + '"startedAt":"2026-01-02T03:10:01Z"}}', '$ kubectl logs -p prom-0',
      line(10, 'msg="Starting Prometheus" version="(version=2.26.1, branch=HEAD, revision=6)"'),
      line(11, 'msg="Server is ready to receive web requests."'), ...[12, 13, 14, 15].map((minute) => line(minute,
        'component="scrape manager" scrape_pool=a target=http://b:1/metrics msg="Error on ingesting out-of-order '
        + 'samples" num_dropped=4').replace('info', 'warn')));
    expect(name).toBe('a log of Prometheus 2.26.1');
    expect(interest).toContain('a list of pods of kubectl get: prom-0 is Running, with 14 restarts.');
  });

  it('a disk in full use leads the list of what uses the CPU, and a probe that killed leads the list of pods', () => {
    const top = ['$ top', 'top - 10:20:46 up 93 days, load average: 13.66, 13.30, 9.91',
      '%Cpu0  : 14.0 us,  7.0 sy,  0.0 ni,  2.0 id, 74.0 wa,  0.0 hi,  3.0 si,  0.0 st',
      '%Cpu1  : 14.0 us,  7.0 sy,  0.0 ni,  3.0 id, 76.0 wa,  0.0 hi,  0.0 si,  0.0 st',
      '  PID USER      PR  NI    VIRT    RES    SHR S  %CPU %MEM     TIME+ COMMAND',
      '28483 db        20   0   11.3g   8.8g   4552 S  76.1 56.9  18:12.51 dbd'];
    expect(of(...top).interest)
      .toMatch(/^The CPUs wait 75 % for the disk and are 2\.5 % idle\. dbd uses 76\.1 % of a core/);
    const { format, interest } = of(
      '$ kubectl get pods', 'NAME      READY   STATUS    RESTARTS      AGE',
      'web-x     1/1     Running   2 (72s ago)   10m', '', 'The events said why:', '', '```',
      'Warning   Unhealthy   pod/web-x   Liveness probe failed: connection refused',
      'Normal    Killing     pod/web-x   Container web failed liveness probe, will be restarted', '```', '',
      'Later on:', '', '```', '$ kubectl top pods', 'NAME     CPU(cores)   MEMORY(bytes)',
      'web-x    23053m       764Mi',
      'db-0     46m          900Mi', '```',
    );
    expect(format).toBe('kubectl-events');
    expect(interest)
      .toMatch(/^Kubernetes killed the container web of the pod web-x because its liveness probe failed\. /);
    expect(interest).toContain('a list of pods of kubectl get: web-x is Running, with 2 restarts.');
    expect(interest).toContain('kubectl top: web-x uses most CPU: 23.1 cores, with 764Mi of memory.');
  });

  it('goroutines that wait for a lock lead the list of nodes, and a read that waits longer', () => {
    const { format, interest } = of(
      '```', '$ kubectl get nodes', 'NAME   STATUS   ROLES    AGE   VERSION',
      'n-1    Ready    <none>   16h   v1.30.2', '```', '', 'The dump of its runtime:', '', '```',
      'goroutine 7 [IO wait, 990 minutes]:',
      'github.com/a/fifo.(*f).Read(0xc0)', '\t/a/f.go:1 +0x1', '', 'goroutine 9 [semacquire, 60 minutes]:',
      'sync.(*Mutex).Lock(0xc0)', '\t/go/m.go:1 +0x1', 'github.com/a/exec.(*Store).List(0xc0)', '\t/a/s.go:1 +0x1',
      '```',
    );
    expect(format).toBe('goroutine-dump');
    expect(interest).toContain('The longest wait for a lock is 1h, in "semacquire", called by exec.(*Store).List. It '
      + 'also has a list of nodes');
  });

  it('two programs: each by its own block, whatever the order', () => {
    const prometheus = ['```', failed('x: bad block'), '```'];
    const etcd = ['```json', ...ETCD, '```'];
    for (const blocks of [[prometheus, etcd], [etcd, prometheus]]) {
      const { name, program, interest } = of(...blocks[0] ?? [], '', 'Some other lines:', '', ...blocks[1] ?? []);
      expect(name).toBe('a log of Prometheus, with lines of etcd');
      expect(program).toBe('Prometheus');
      expect(interest).toMatch(/^It logged the error "compaction failed".* The program etcd.*490 ms/);
    }
  });

  it('an error of a logger that Prometheus has not is of another program', () => {
    const { name, program, interest } = of(
      'The log of the server:', '', '```',
      'ts=2026-01-02T03:04:05.1Z caller=main.go:8 level=info msg="Starting Prometheus Server" mode=server',
      'ts=2026-01-02T03:05:05.1Z caller=main.go:9 level=warn msg="Received SIGTERM, exiting gracefully..."',
      '```', '', 'The log of the controller:', '', '```', '...',
      '2026-01-02T05:04:05.8424Z time="2026-01-02T05:04:05Z" level=info msg="network change"',
      '2026-01-02T05:04:05.8518Z time="2026-01-02T05:04:05Z" level=error msg="error syncing network: handler a-b"',
      '```',
    );
    expect(name).toBe('a log of Prometheus, with lines of another program');
    expect(program).toBe('Prometheus');
    expect(interest).toMatch(/^It was told to stop at 2026-01-02T03:05:05Z\. /);
    expect(interest).toContain('Another program logged the error "error syncing network: handler a-b" at 2026-01-02');
  });

  it('blocks that Prometheus writes beside a receiver are its own, if it proves itself', () => {
    const block = (rest: string): string => `ts=2026-01-02T05:00:01.1Z caller=compact.go:5 level=info ${rest} `
      + 'msg="write block" mint=1767312000000 maxt=1767319200000 ulid=01GK1YVNABQ27EXKYSPZ7PAW7Q duration=323.2ms';
    const { name } = of(
      '```', 'ts=2026-01-02T03:04:05Z caller=dedupe.go:1 component=remote level=info remote_name=c6 msg="Starting"',
      '```', '', 'And some hours later:', '', '```', block('component=tsdb'), block('component=tsdb'), '```', '',
      'The receiver logs this:', '', '```', block('component=receive component=multi-tsdb tenant=a'), '```',
    );
    expect(name).toBe('a log of Prometheus, with lines of Thanos');
  });

  it('a receiver whose disk is full ends, and a Prometheus that sends to it', () => {
    const line = (rest: string): string => `ts=2026-01-02T03:04:05.1Z caller=receive.go:6 ${rest}`;
    const { name, interest } = of(
      '# When the disk is full', '- The receiver logs:', '  ```shell',
      `  ${line('level=error component=receive err="compact head: no space left on device" msg="failed to flush "')}`,
      `  ${line('level=info component=receive msg="internal server is shutting down" err="opening storage: open '
        + '/d/wal/8: no space left on device"')}`,
      '  ```', '- The sender logs:', '  ```shell',
      '  time=2026-01-06T03:04:05.1Z level=WARN source=queue_manager.go:2 msg="Failed to send batch, retrying" '
        + 'component=remote remote_name=6c1ca9 err="server returned HTTP status 503"',
      '  ```',
    );
    expect(name).toBe('a log of Thanos receiver, with lines of Prometheus');
    expect(interest).toMatch(/^It ended with "opening storage: open \/d\/wal\/8: no space left on device"\. /);
    expect(interest).toContain('Prometheus logged the warning "Failed to send batch, retrying" at 2026-01-06T03:04:05');
  });

  it('two blocks of one program: what one says and the whole does not', () => {
    const rushed = (minute: number): string => `time="2026-10-24T10:0${minute}:30+08:00" level=warning `
      + 'msg="Storage has entered rushed mode." source="storage.go:1660" urgencyScore=1';
    const { name, version, interest } = of(
      '- slow', '  ```LOG', `  ${rushed(5)}`, '', `  ${rushed(8)}`, '  ```', '', '- no start', '', '  ```LOG',
      '  time="2026-08-08T15:38:30+08:00" level=info msg="Starting prometheus (version=1.5.2, branch=m)" source="a.go"',
      '  time="2026-08-08T15:38:30+08:00" level=error msg="Error opening memory series storage: found existing files" '
        + 'source="main.go:182"', '  ```',
    );
    expect({ name, version }).toEqual({ name: 'a log of Prometheus 1.5.2', version: '1.5.2' });
    expect(interest).toContain('Another part of the text: the warning "Storage has entered rushed mode." occurs 2 '
      + 'times from 2026-10-24T02:05:30Z to 2026-10-24T02:08:30Z. Prometheus 1 holds more chunks');
  });

  it('perf stat beside time, of two runs', () => {
    const run = (seconds: string, ipc: string): string[] => ['```', '$ perf stat ./a', '',
      " Performance counter stats for './a':", '', `  153455923      instructions    #    ${ipc}  insn per cycle`, '',
      `       ${seconds} seconds time elapsed`, '```', '```', '$ time ./a', `real\t0m${seconds}s`, 'user\t0m0.1s',
      'sys\t0m0.1s', '```'];
    const { format, interest } = of('# C', '', ...run('0.115', '0.87'), '', '# Python', '', ...run('0.864', '0.70'));
    expect(format).toBe('time-output');
    expect(interest).toBe('It also has the output of perf stat: its 2 runs, in the order of the text: 0.115 and 0.864 '
      + 's elapsed; 0.87 and 0.70 instructions per cycle.');
  });

  it('lines of the TSDB beside those of the program that contains it are of that program', () => {
    expect(of('```', 'ts=2026-01-02T03:04:05Z caller=receive.go:6 level=error component=receive msg="x" err="y"', '```',
      'and', '', '```', failed('z'), '```').name).toBe('a log of Thanos receiver');
  });
});

describe('where a text is cut', () => {
  it('a crash stays with its log, a sentence belongs to no block, and a quotation is unquoted', () => {
    expect(blocksOf('a=1 b=2\n\npanic: x\n\ngoroutine 1 [running]:\n\nIs that known?\n\nc=3')).toEqual([
      'a=1 b=2\n\npanic: x\n\ngoroutine 1 [running]:', 'c=3',
    ]);
    expect(blocksOf('> a=1\n>\n> Some words here.\n>\n> b=2')).toEqual(['a=1', 'b=2']);
  });

  it('prompts and fences, also one whose beginning was not copied', () => {
    expect(blocksOf('$ a -b\na=1\n```\n\nThen I ran it:\n\n```\n$ c -d\nb=2\n```')).toEqual(['a=1', 'b=2']);
  });
});

it.each([
  ['The kernel killed a (pid 8) because memory ran out.', 7], ['It crashed with "panic: x".', 6],
  ['It ended with "x".', 5], ['a: Exited (137) 3 minutes ago.', 3], ['It logged the error "x".', 3],
  ['sda is the busiest device: up to 99.9 % of the time, with waits of up to 9 ms.', 2],
  ['The CPUs wait 73 % for the disk and are 3 % idle.', 2], ['The CPUs wait 3 % for the disk and are 3 % idle.', 0],
  ['The warning "x" occurs 2 times.', 1], ['Its 3 containers run.', 0], [null, 0],
])('%s is of rank %s', (facts, rank) => { expect(gravityOf(facts)).toBe(rank); });

it('how many alerts a file of rules has is not told beside a fault', () => {
  const RULES = ['groups:', '  - name: a', '    rules:', '      - alert: Down', '        expr: up == 0'];
  const log = 'level=error ts=2026-01-02T03:04:05Z caller=dispatch.go:352 component=dispatcher msg="Notify for alerts '
    + 'failed" err="a/slack[0]: notify retry canceled: unexpected status code 403: no"';
  const { interest } = of('The log:', '```', log, '```', '', 'Rules:', '```', ...RULES, '```');
  expect(interest).toContain('Notify for alerts failed');
  expect(interest).not.toContain('Down');
  expect(of(...RULES).interest).toContain('such as Down');
});
