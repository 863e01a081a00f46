import { describe, expect, it } from 'vitest';
import { causeOfError } from './errorCauses.ts';
import { END_ROWS, endOfLine, mainEnd, type EndKind } from './processEnds.ts';

const TEXTS: readonly [EndKind, string][] = [
  ['oom-kill', '[7231.4] Out of memory: Killed process 3431 (prometheus) total-vm:9171236kB, anon-rss:8043232kB'],
  ['oom-kill', 'kernel: Out of memory: Kill process 3431 (prometheus) score 912 or sacrifice child'],
  ['oom-kill', 'Memory cgroup out of memory: Killed process 41 (thanos) total-vm:1kB, anon-rss:1kB, file-rss:0kB'],
  [
    'oom-kill',
    'oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=cri,oom_memcg=/kubepods,task_memcg=/kubepods/x,'
      + 'task=prometheus,pid=41,uid=65534',
  ],
  ['oom-kill', 'oom_reaper: reaped process 3431 (prometheus), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB'],
  ['oom-kill', '  Warning  SystemOOM  2m  kubelet  System OOM encountered, victim process: prometheus, pid: 41'],
  ['oom-kill', 'earlyoom[812]: sending SIGTERM to process 3431 uid 998 "prometheus": badness 912, VmRSS 8043 MiB'],
  ['oom-kill', 'systemd-oomd[512]: Killed /system.slice/prometheus.service due to memory used (8 GiB) being more'],
  ['oom-kill', 'prometheus.service: A process of this unit has been killed by the OOM killer.'],
  ['oom-kill', 'prometheus.service: Failed with result \'oom-kill\'.'],
  ['oom-kill', 'containerd[88]: msg="TaskOOM event &TaskOOM{ContainerID:4f1c,}"'],
  ['oom-kill', '      Reason:       OOMKilled'],
  ['oom-kill', '"State":{"Status":"exited","OOMKilled":true,"Dead":false}'],
  ['go-memory', 'fatal error: runtime: out of memory'],
  ['go-memory', 'fatal error: runtime: cannot allocate memory'],
  ['go-memory', 'runtime: out of memory: cannot allocate 4194304-byte block (3145728000 in use)'],
  ['runtime', 'unexpected fault address 0x7f16221ef000'],
  ['gave-up', 'panic: Unable to create mmap-ed active query log'],
  ['panic', 'panic: sync: negative WaitGroup counter'],
  ['panic', '[pod/prometheus-0/prometheus] panic: runtime error: index out of range [5] with length 5'],
  ['runtime', 'fatal error: concurrent map writes'],
  ['runtime', 'fatal error: fault'],
  ['runtime', 'runtime: goroutine stack exceeds 1000000000-byte limit'],
  ['runtime', 'runtime: program exceeds 10000-thread limit'],
  ['runtime', 'runtime: failed to create new OS thread (have 12 already; errno=11)'],
  ['runtime', 'runtime/cgo: pthread_create failed: Resource temporarily unavailable'],
  ['runtime', '[signal SIGBUS: bus error code=0x2 addr=0x7f16221ef000 pc=0x460388]'],
  ['runtime', '[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x1a2b3c]'],
  ['runtime', 'SIGABRT: abort'],
  ['trace', 'goroutine 1 [running]:'],
  ['trace', 'github.com/prometheus/prometheus/promql.NewActiveQueryTracker({0x7ffd72, 0xb}, 0x14, {0x2c66840})'],
  ['trace', 'goroutine 221 gp=0xc000 m=3 mp=0xc001 [running]:'],
  ['probe', '  Warning  Unhealthy  9s (x2 over 24s)  kubelet  Startup probe failed: HTTP probe failed: 503'],
  ['probe', '  Warning  Unhealthy  9s  kubelet  Liveness probe failed: Get "http://10.0.0.1:9090/-/healthy": EOF'],
  ['probe', '  Normal  Killing  9s  kubelet  Container prometheus failed liveness probe, will be restarted'],
  ['restarts', '      Reason:       CrashLoopBackOff'],
  ['restarts', '  Warning  BackOff  2m (x9 over 4m)  kubelet  Back-off 5m0s restarting failed container=prometheus'],
  ['asked', '  Warning  Evicted  28m  kubelet  The node was low on resource: memory. Container x was using 9Gi'],
  ['asked', '  Normal   Killing  28m  kubelet  Stopping container prometheus'],
  ['killed', '      Exit Code:    137'],
  ['killed', 'prometheus-1 exited with code 137'],
  ['runtime', '      Exit Code:    139'],
  ['asked', '      Exit Code:    143'],
  ['trace', '      Exit Code:    2'],
  ['exit', '      Exit Code:    1'],
  ['exit', 'prometheus exited with code 1 (restarting)'],
  ['killed', 'INFO exited: prometheus (terminated by SIGKILL; not expected)'],
  ['killed', 'run: signal: killed'],
  ['runtime', 'INFO exited: prometheus (terminated by SIGSEGV (core dumped); not expected)'],
  ['runtime', './run.sh: line 3: 1234 Segmentation fault (core dumped) ./prometheus'],
  ['killed', './run.sh: line 3:  1234 Killed                  ./prometheus --config.file=x'],
  ['killed', 'Killed'],
  ['restarts', 'INFO gave up: prometheus entered FATAL state, too many start retries too quickly'],
  ['killed', 'prometheus.service: Main process exited, code=killed, status=9/KILL'],
  ['asked', 'prometheus.service: Main process exited, code=killed, status=15/TERM'],
  ['runtime', 'prometheus.service: Main process exited, code=dumped, status=11/SEGV'],
  ['trace', 'prometheus.service: Main process exited, code=exited, status=2/INVALIDARGUMENT'],
  ['exit', 'prometheus.service: Main process exited, code=exited, status=1/FAILURE'],
  ['probe', 'prometheus.service: start operation timed out. Terminating.'],
  ['probe', 'prometheus.service: Failed with result \'timeout\'.'],
  ['probe', 'prometheus.service: Watchdog timeout (limit 3min)!'],
  ['killed', 'prometheus.service: State \'stop-sigterm\' timed out. Killing.'],
  ['killed', 'prometheus.service: Killing process 812 (prometheus) with signal SIGKILL.'],
  ['restarts', 'prometheus.service: Start request repeated too quickly.'],
  ['restarts', 'prometheus.service: Scheduled restart job, restart counter is at 5.'],
];

const MESSAGES: readonly [EndKind, string][] = [
  // Prometheus 1.x to 2.x, 3.x, and a stop by its API.
  ['asked', 'Received SIGTERM, exiting gracefully...'],
  ['asked', 'Received an OS signal, exiting gracefully...'],
  ['asked', 'Received termination request via web service, exiting gracefully...'],
  ['asked', 'caught signal. Exiting.'],
  ['asked', '=== received SIGINT/SIGTERM ===\n*** exiting'],
  ['bye', 'See you next time!'],
  ['stopping', 'Stopping scrape discovery manager...'],
  ['gave-up', 'repair corrupted WAL: no file\nopening storage\nmain.f\n\t/a.go:1\nreceive command failed\nmain.main'],
  ['gave-up', 'Opening storage failed'],
  ['gave-up', 'Opening storage failed: lock DB directory: resource temporarily unavailable'],
  ['gave-up', 'Error opening memory series storage: found existing files in storage path'],
  ['gave-up', 'Fatal error'],
  ['gave-up', 'Error opening query log file'],
  ['gave-up', 'Error running goroutines from run.Group'],
  ['gave-up', 'Unable to start web listener'],
  ['gave-up', 'receive command failed'],
  ['gave-up', 'module failed'],
  ['gave-up', 'error initialising module: ingester'],
  ['refused', 'Error loading config (--config.file=bad.yml)'],
  ['refused', 'couldn\'t load configuration (--config.file="x")'],
  ['refused', 'Unable to validate web configuration file'],
  ['refused', 'Error parsing command line arguments: unknown long flag \'--storage.local\''],
];

describe('the table of ends', () => {
  it.each(TEXTS)('%s: %s', (kind, text) => { expect(endOfLine(text, false)?.kind).toBe(kind); });
  it.each(MESSAGES)('%s, of its own log: %s', (kind, message) => {
    expect(endOfLine(message, true)?.kind).toBe(kind);
  });

  it('has a test for each row', () => {
    const lines = [...TEXTS, ...MESSAGES].map(([, line]) => line);
    const first = (line: string): unknown => END_ROWS.find(({ pattern }) => pattern.test(line));
    const hit = new Set(lines.map(first));
    expect(END_ROWS.filter((row) => !hit.has(row)).map(({ pattern }) => pattern.source)).toEqual([]);
  });

  it.each([
    'http: panic serving 10.0.0.1:51234: runtime error: invalid memory address',
    'Readiness probe failed: HTTP probe failed with statuscode: 503',
    'Out of memory: Killed process 99 (java) total-vm:1kB',
    'oom-kill:constraint=CONSTRAINT_NONE,task=java,pid=99,uid=0',
    '"State":{"Status":"running","OOMKilled":false}',
    '      Exit Code:    0',
    'prometheus.service: Main process exited, code=exited, status=0/SUCCESS',
    'msg="Completed loading of configuration file"',
    'Received SIGHUP',
    '',
  ])('is silent about: %s', (text) => { expect(endOfLine(text, false)).toBeNull(); });

  it('reads the message alone of the server’s own lines', () => {
    expect(endOfLine('Evaluating rule failed: Exit Code: 137, OOMKilled', true)).toBeNull();
  });

  it('says what the line says, without what is before it', () => {
    expect(endOfLine('Mar 26 10:58:35 host-a prometheus[3431]: panic: sync: negative WaitGroup counter', false))
      .toEqual({ kind: 'panic', said: 'panic: sync: negative WaitGroup counter', inOrder: true });
    expect(endOfLine('x'.repeat(100_000), false)).toBeNull();
  });

  it('prefers the reason to what follows from it', () => {
    const ends = ['Exit Code: 2', 'goroutine 1 [running]:', 'panic: closed channel']
      .map((text) => endOfLine(text, false));
    expect(mainEnd(ends.filter((end) => end !== null))?.kind).toBe('panic');
    expect(mainEnd([])).toBeNull();
  });
});

it.each([
  ['opening storage failed: lock DB directory: resource temporarily unavailable', 'locked'],
  ['Opening storage failed: open DB in /data: Locked by other process', 'locked'],
  ['Opening storage failed lock DB directory: open /data/lock: permission denied', 'permission'],
  ['opening storage failed: lock DB directory: no locks available', null],
  ['opening storage failed: get segment range: segments are not sequential', 'missing-segment'],
  ['mmap: found unsequential head chunk files /d/000001 (index: 1) and /d/000003 (index: 3)', 'missing-segment'],
])('%s', (text, cause) => { expect(causeOfError(text)).toBe(cause); });

it.each([
  '## Recovering a server after a CrashLoopBackOff error', 'Check the logs for CrashLoopBackOff pods:',
  'First try these steps if the container is in `CrashLoopBackOff` or there are two containers.',
])('a sentence about crash loops is no end: %s', (text) => { expect(endOfLine(text, false)).toBeNull(); });
