import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { joinedCase, type CaseFile } from './joinedCase.ts';

function file(name: string, lines: readonly string[]): CaseFile {
  const text = `${lines.join('\n')}\n`;
  const { format, door, program } = recognize(new TextEncoder().encode(text), name);
  return { name, format, text, isLog: door === 'log', program };
}

const said = (one: CaseFile, other: CaseFile): string | null => joinedCase(one, other)?.said ?? null;

const line = (clock: string, text: string, level = 'info'): string =>
  `ts=2026-03-04T${clock}.000Z caller=main.go:1 level=${level} ${text}`;
const segment = (clock: string, at: number): string =>
  line(clock, `component=tsdb msg="WAL segment loaded" segment=${at} maxSegment=90`);
const START = 'msg="Starting Prometheus Server" mode=server version="(version=2.45.0, branch=HEAD, revision=1)"';

const describedAs = (reason: string, code: number): string[] => [
  'Name:         prom-0', 'Namespace:    mon', 'Containers:', '  prometheus:', '    State:          Running',
  '    Last State:     Terminated', `      Reason:       ${reason}`, `      Exit Code:    ${code}`,
  '      Started:      Wed, 04 Mar 2026 10:00:00 +0000', '      Finished:     Wed, 04 Mar 2026 10:20:00 +0000',
  '    Ready:          False', '    Restart Count:  3', '    Limits:', '      memory:  8Gi',
  '    Startup:      http-get http://:web/-/ready delay=0s timeout=3s period=15s #success=1 #failure=40',
];

describe('a log and the description of its container', () => {
  const run = [
    line('10:00:01', START), line('10:00:02', 'component=tsdb msg="Replaying WAL, this may take a while"'),
    segment('10:05:00', 3), line('10:10:00', 'msg="Received SIGTERM, exiting gracefully..."', 'warn'),
    segment('10:15:00', 9), line('10:20:10', START), segment('10:25:00', 3),
  ];

  it('tells the probe, what it allows, the signals, and by when the next run has to be ready', () => {
    const events = [
      'Events:', '  Type     Reason     Age  From     Message', '  ----     ------     ---  ----     -------',
      '  Normal   Killing    22m  kubelet  Container prometheus failed startup probe, will be restarted',
    ];
    const describe = file('describe.txt', [...describedAs('Error', 137), ...events]);
    const log = file('prom.log', run);
    const told = 'describe.txt says how the run in prom.log ended that began at 10:00:00 UTC: its startup probe '
      + 'failed, which allows 10m (40 failures, one every 15 s); it was told to stop at 10:10:00, 10m after it began, '
      + 'did not end, and got SIGKILL 10m later (exit code 137, reason Error: no OOM kill). It still replayed its WAL '
      + 'then (segment 9 of 90). The run since 10:20:10 has to be ready by 10:30:10, or that probe ends it, too.';
    expect(said(describe, log)).toBe(told);
    expect(joinedCase(log, describe)).toMatchObject({ name: 'prom.log', said: told });
  });

  it('tells an OOM kill of a replay, and not what another probe would change', () => {
    const told = joinedCase(file('pod.txt', describedAs('OOMKilled', 137)), file('prom.log', run.slice(0, 3)));
    expect(told?.said).toBe('pod.txt says how the run in prom.log ended that began at 10:00:00 UTC: it exceeded its '
      + 'memory limit of 8Gi (OOMKilled) at 10:20:00, 20m after it began. It still replayed its WAL then (segment 3 of '
      + '90): the next start reads the same, so raise the limit first.');
    const alone = 'Read. A startup probe must allow 30m or more.';
    expect(told?.without.reduce<string>((text, part) => text.replace(part, ''), alone)).toBe('Read.');
  });

  it('reads a pod as YAML, and docker inspect', () => {
    const log = file('prom.log', run.slice(0, 3));
    const told = 'ended that began at 10:00:00 UTC: it exceeded its memory limit';
    const status = [
      'apiVersion: v1', 'kind: Pod', 'metadata:', '  name: prom-0', 'status:', '  containerStatuses:',
      '  - name: prometheus', '    restartCount: 2', '    lastState:', '      terminated:', '        exitCode: 137',
      '        reason: OOMKilled', '        startedAt: "2026-03-04T10:00:00Z"',
      '        finishedAt: "2026-03-04T10:20:00Z"',
    ];
    expect(said(file('pod.yaml', status), log)).toContain(told);
    const state = JSON.stringify([{ Name: '/prom', State: {
      Status: 'exited', Running: false, Paused: false, Restarting: false, OOMKilled: true, Dead: false, Pid: 0,
      ExitCode: 137, Error: '', StartedAt: '2026-03-04T10:00:00.5Z', FinishedAt: '2026-03-04T10:20:00.5Z',
    } }], null, 4);
    expect(said(file('inspect.json', state.split('\n')), log)).toContain(told);
  });

  it('says that the log is that of the next run', () => {
    const log = file('prom.log', run.slice(5));
    expect(said(file('pod.txt', describedAs('Error', 1)), log)).toBe('prom.log begins at 10:20:10 UTC, after the end '
      + 'at 10:20:00 that pod.txt describes: the lines of the run that ended are in kubectl logs --previous.');
  });

  it('says nothing of a log of another day', () => {
    const log = file('prom.log', run.map((one) => one.replace('2026-03-04', '2026-03-09')));
    expect(said(file('pod.txt', describedAs('Error', 1)), log)).toBeNull();
  });
});

describe('a log and that of the kubelet', () => {
  const kubelet = (at: string): string[] => [
    `I0304 ${at}:41.010233    2114 prober.go:111] Liveness probe for "prom-0_mon(5c0a):prometheus" failed (failure): `
      + 'HTTP probe failed with statuscode: 503',
    `I0304 ${at}:42.512644    2114 kuberuntime_container.go:547] Killing container "containerd://7a41d0c2f6c4b8e3" `
      + 'with 30 second grace period',
  ];
  const stop = 'msg="Received SIGTERM, exiting gracefully..."';

  it('takes signals for its kills by clocks that are whole hours apart', () => {
    const log = file('prom.log', [
      line('08:35:20', START), line('08:36:42', stop, 'warn'), line('08:37:20', START), line('08:38:42', stop, 'warn'),
    ]);
    expect(said(file('kubelet.log', [...kubelet('10:36'), ...kubelet('10:38')]), log)).toBe('The kubelet stopped what '
      + 'prom.log shows: its 2 SIGTERMs are the kills in kubelet.log (their clocks are 2h apart), after its liveness '
      + 'probe failed. A startup probe holds it back until it is ready.');
    expect(said(file('kubelet.log', [...kubelet('10:36'), ...kubelet('10:39')]), log)).toBeNull();
  });
});

describe('a log and that of the kernel', () => {
  const kernel = (clock: string): string[] => [
    `[Wed Mar  4 ${clock} 2026] prometheus invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0`,
    `[Wed Mar  4 ${clock} 2026] Out of memory: Killed process 4711 (prometheus) total-vm:9999kB, anon-rss:8888kB`,
  ];
  const log = file('prom.log', [line('08:00:00', START), segment('08:05:00', 3), line('08:06:00', START)]);

  it('takes a kill for the end of a run that has no line on it', () => {
    expect(said(file('dmesg.txt', kernel('10:05:07')), log)).toBe('dmesg.txt has the end of the run in prom.log whose '
      + 'last line is at 08:05:00 UTC: 7 s later the kernel killed prometheus (pid 4711) for memory, if its clock is '
      + '2h apart from that of the log.');
    expect(said(file('dmesg.txt', kernel('10:25:07')), log)).toBeNull();
  });
});

describe('two logs', () => {
  const sent = (clock: string, count: number): string => line(clock, 'component=remote url=http://receive:19291/api '
    + `msg="non-recoverable error" count=${count} err="HTTP status 409 Conflict: store for receive-1: conflict"`,
  'error');
  const refused = (clock: string, count: number): string => `level=warn ts=2026-03-04T${clock}.000Z caller=writer.go:1 `
    + `component=receive-writer msg="Error on ingesting out-of-order samples" numDropped=${count}`;

  it('ties a sender to the receiver that it names, and tells the samples of both', () => {
    const sender = file('prometheus.log', [sent('10:00:02', 500), sent('10:00:32', 500)]);
    const receiver = file('receive-1.log', [refused('10:00:00', 2), refused('10:00:30', 3)]);
    const told = 'Each of the 2 errors of prometheus.log names receive-1 and comes 2 s after a warning of '
      + 'receive-1.log ("Error on ingesting out-of-order samples"): the reason is there. By numDropped, receive-1.log '
      + 'refused 5 samples; the 1,000 of prometheus.log are the size of the requests that had them.';
    expect(joinedCase(sender, receiver)).toMatchObject({ name: 'prometheus.log', said: told });
    expect(joinedCase(receiver, sender)).toMatchObject({ name: 'receive-1.log', said: told });
  });

  it('tells failures that come while the other was not up', () => {
    const failed = (clock: string): string => line(clock, 'component=rule msg="Failed to query" '
      + 'err="Post http://mimir-a:8080/x: dial tcp 10.0.0.1:8080: connect: connection refused"', 'error');
    const client = file('ruler.log', [
      failed('10:00:10'), failed('10:00:40'), failed('10:01:10'), line('10:09:00', 'msg="group evaluated"'),
    ]);
    const server = file('mimir-a.log', [
      line('10:00:05', 'msg="Received SIGTERM, exiting gracefully..."', 'warn'), line('10:00:30', START),
      line('10:01:20', 'msg="Server is ready to receive web requests."'), line('10:09:01', 'msg="write block"'),
    ]);
    expect(said(server, client)).toBe('All 3 failures of ruler.log that name mimir-a come while mimir-a.log shows that '
      + 'it was not up: it was told to stop at 10:00:05 UTC, and became ready at 10:01:20, 75 s later. ruler.log goes '
      + 'on until 10:09:00 without another: it recovered.');
  });

  it('says that one is the log of the run after the other', () => {
    const before = file('previous.log', [line('10:00:00', START), segment('10:01:00', 4)]);
    const after = file('current.log', [line('10:01:30', START), segment('10:02:00', 3)]);
    expect(said(after, before)).toBe('current.log is the log of the run after previous.log: that one ends at 10:01:00 '
      + 'UTC without a line on its end, as after SIGKILL or an OOM kill, and the next begins 30 s later.');
  });

  it('drops what a log only guesses of an end, with decimal points in it', () => {
    const log = file('prom.log', [line('10:00:01', START), segment('10:05:00', 3)]);
    const alone = 'A. No error or warning is among its 2 lines, from 2026-03-04T10:00:01Z on, within 1.38 s. B.';
    expect(joinedCase(file('pod.txt', describedAs('Error', 137)), log)?.without
      .reduce<string>((text, part) => text.replace(part, ''), alone)).toBe('A. B.');
  });

  it('says nothing of logs that nothing ties', () => {
    const one = file('web.log', [sent('10:00:02', 5), sent('10:07:00', 5)]);
    const other = file('receive-10.log', [refused('10:00:00', 2), refused('10:05:30', 3)]);
    expect(said(one, other)).toBeNull();
    expect(said(one, { ...other, isLog: false })).toBeNull();
  });
});
