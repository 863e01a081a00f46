import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { format: string; door: string | null; interest: string | null } => {
  const { format, door, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, door, interest };
};

describe('kubectl describe', () => {
  const ended = (code: number, reason = 'Error'): string | null => of(
    '    State:          Terminated', `      Reason:       ${reason}`, `      Exit Code:    ${code}`,
    '      Started:      Thu, 01 Jan 2026 10:00:00 +0000', '      Finished:     Thu, 01 Jan 2026 12:30:00 +0000',
  ).interest;

  it.each([
    [0, 'Completed', /^The container ended with exit code 0: .* did not crash; that was 2h 30m after it started\.$/],
    [137, 'OOMKilled', /^The container was killed because it exceeded its memory limit \(OOMKilled\), 2h 30m after it/],
    [137, 'Error', /^The container was killed \(exit code 137, SIGKILL\), as after failed probes, or when the memory/],
    [143, 'Error', /^The container was asked to stop \(exit code 143, SIGTERM\)/],
    [139, 'Error', /^The container crashed \(exit code 139, SIGSEGV\)/],
    [2, 'Error', /^The container ended with exit code 2, as after a Go panic/],
    [1, 'Error', /^The container ended with exit code 1; its log says why; that was 2h 30m after it started\.$/],
  ])('exit code %s of a part without a name, reason %s', (code, reason, said) => {
    expect(ended(code, reason)).toMatch(said);
  });

  it('of several containers, the one that was killed first; requests are no limit', () => {
    const { format, door, interest } = of(
      'Name:         prometheus-0', 'Namespace:    monitoring', 'Containers:', '  config-reloader:',
      '    State:          Running', '    Restart Count:  1', '    Limits:', '      memory:  50Mi', '  prometheus:',
      '    Container ID:  x', '    State:          Waiting', '      Reason:       CrashLoopBackOff',
      '    Last State:     Terminated', '      Reason:       OOMKilled', '      Exit Code:    137',
      '    Restart Count:  1234', '    Requests:', '      memory:  4Gi',
    );
    expect([format, door]).toEqual(['kubectl-describe', 'log']);
    expect(interest).toBe('The container prometheus was killed because it exceeded its memory limit (OOMKilled). '
      + 'It has restarted 1,234 times. It is in a crash loop: Kubernetes starts it again with growing pauses. '
      + 'Raise the limit, or find what takes the memory. The container config-reloader has restarted once.');
  });

  it('the error among the lines of its last message', () => {
    expect(of(
      'Name:         a-0', 'Containers:', '  a:', '    Container ID:  x', '    State:     Waiting',
      '      Reason:       CrashLoopBackOff', '    Last State:     Terminated', '      Reason:       Error',
      '      Message:      ts=2026-01-02T10:00:00Z level=info msg="Starting"',
      'ts=2026-01-02T10:00:01Z level=error err="opening storage failed: lock DB directory: resource temporarily '
        + 'unavailable"', 'ts=2026-01-02T10:00:02Z level=info msg="See you next time!"', '',
      '      Exit Code:    1', '      Started:      Thu, 01 Jan 2026 10:00:00 +0000',
      '      Finished:     Thu, 01 Jan 2026 10:00:02 +0000', '    Restart Count:  5',
    ).interest).toMatch(/that was 2 s after it started\. Its message says ".{0,60}opening storage failed: lo.{9,}TSDB/);
  });

  it('the part of VictoriaMetrics by the lines of its last message, if the container has no name', () => {
    expect(of(
      '    Args:', '      -storageDataPath=/s', '    State:                Waiting', '      Reason:             Crash'
        + 'LoopBackOff', '    Last State:           Terminated', '      Reason:             Error',
      '      Message:            2026-01-02T10:00:00.123Z  info   VictoriaMetrics/app/vmstorage/servers/a.go:9  x',
      '2026-01-02T10:00:01.123Z  panic  VictoriaMetrics/lib/storage/storage.go:4  FATAL: open /s/a: too many open files'
        + ' in system', 'panic: FATAL: open /s/a: too many open files in system',
    ).interest).toMatch(/^The container \(vmstorage of VictoriaMetrics\) ended: .*fs\.file-max/);
  });

  it('another program by the frames of its last message', () => {
    expect(of('    State:          Waiting', '      Reason:       CrashLoopBackOff', '    Last State:     Terminated',
      '      Reason:       Error', '      Message:      panic: x', 'goroutine 1 [running]:',
      'github.com/grafana/loki/v3/pkg/ingester.(*Ingester).starting(0xc0)').interest)
      .toMatch(/^The container \(Loki\) ended: /);
  });

  const event = (reason: string, message: string, counted = ''): string =>
    `  Normal   ${reason}  20s${counted}  kubelet  ${message}`;
  const described = (code: number, restarts: number, ...events: string[]): string | null => of(
    'Name:         web-0', 'Containers:', '  web:', '    Container ID:   containerd://1', '    State:          Running',
    '    Last State:     Terminated', '      Reason:       Error', `      Exit Code:    ${code}`,
    '      Started:      Thu, 01 Jan 2026 10:00:00 +0000', '      Finished:     Thu, 01 Jan 2026 10:01:25 +0000',
    `    Restart Count:  ${restarts}`, 'Events:', '  Type     Reason     Age    From     Message', ...events,
  ).interest;
  const KILLING = 'Container web failed liveness probe, will be restarted';

  it('the cause that an event gives, without others, and counts of two sources as such', () => {
    expect(described(
      137, 1, event('Created', 'Created container web', ' (x2 over 2m40s)'),
      event('Unhealthy', 'Liveness probe failed: HTTP probe failed with statuscode: 500', ' (x6 over 115s)'),
      event('Killing', KILLING, ' (x2 over 105s)'),
    )).toBe('The container web was killed because its liveness probe failed ("HTTP probe failed with statuscode: '
      + '500"): exit code 137, SIGKILL, 85 s after it started. The events count that it was killed 2 times in 105s; '
      + 'its restart count is 1, without the restart that follows the last of them. The liveness probe failed 6 times '
      + 'in 115s; several failures in a row restart the container.');
  });

  it.each([
    [137, KILLING, /^The container web was killed because its liveness probe failed: exit code 137, SIGKILL, 85 s a/],
    [143, KILLING.replace('liveness', 'startup'), /^The container web was killed because its startup probe failed: /],
    [0, KILLING, /^The container web was stopped because its liveness probe failed: it ended with exit code 0, 85 s/],
    [137, 'Killing container with id docker://web:Container failed liveness probe.. Container will be killed and '
      + 'recreated.', /^The container web was killed because its liveness probe failed: exit code 137, SIGKILL/],
    [1, KILLING,
      /^The container web ended with exit code 1; its log says why.* Kubernetes killed the container web because/],
    [137, 'Stopping container web', /^The container web was killed \(exit code 137, SIGKILL\), as after failed probes/],
    [137, KILLING.replace('web', 'other'), /^The container web was killed \(exit code 137, SIGKILL\), as after failed/],
  ])('exit code %s with the event "%s"', (code, message, said) => {
    const interest = described(code, 1, event('Killing', message));
    expect(interest).toMatch(said);
    expect(interest).toContain('It has restarted once.');
  });

  it('the image of a container, if it has a tag', () => {
    const state = ['    State:          Running', '    Last State:     Terminated', '      Reason:       OOMKilled'];
    const ofImage = (image: string): string | null =>
      of('Name:   db-0', 'Containers:', '  db:', `    Image:          ${image}`, ...state).interest;
    expect(ofImage('prom/prometheus:v2.45.0'))
      .toMatch(/^The container db \(prom\/prometheus:v2\.45\.0\) was killed because it exceeded its memory limit /);
    expect(ofImage('prom/prometheus@sha256:0a1b')).toMatch(/^The container db was killed because/);
  });

  it('a stop of the pod, which ends its last run', () => {
    expect(of(
      '    State:          Terminated', '      Reason:       Error', '      Exit Code:    137',
      '    Restart Count:  0', event('Killing', 'Stopping container web'),
    ).interest).toBe('The container web was stopped by Kubernetes, as the event "Stopping container" says: exit code '
      + '137, SIGKILL (it did not end within its grace period).');
  });

  it('what it waits for; nothing where all is well', () => {
    expect(of('    State:          Waiting', '      Reason:       ImagePullBackOff', '    Restart Count:  0').interest)
      .toBe('The container waits: "ImagePullBackOff".');
    expect(of('    State:          Running', '    Restart Count:  0').interest).toBeNull();
  });
});

describe('events of pods', () => {
  const row = (reason: string, message: string, counted = ''): string =>
    `  Warning  ${reason}  3m11s${counted}  kubelet  ${message}`;

  it.each([
    [row('BackOff', 'Back-off restarting failed container', ' (x2446 over 14h)'),
      'It is in a crash loop: Kubernetes put off the restart of a failed container 2,446 times in 14h (CrashLoopBack'],
    [row('Killing', 'Container prometheus failed liveness probe, will be restarted', ' (x3 over 30m)').replace(
      'Warning', 'Normal'
    ), 'Kubernetes killed the container prometheus 3 times in 30m because its liveness probe failed.'],
    [row('Evicted', 'The node was low on resource: memory.'), 'Kubernetes evicted it: "The node was low on resource: '],
    [row('FailedMount', 'Unable to attach or mount volumes: timed out', ' (x4 over 9m)'),
      'A volume of it could not be mounted 4 times in 9m: "Unable to attach or mount volumes: timed out".'],
    [row('FailedScheduling', '0/3 nodes are available: 3 Insufficient memory.'),
      'No node could take it: "0/3 nodes are available: 3 Insufficient memory.".'],
    ['5m    12m    26    prometheus-k8s-0.15    Pod    Warning   FailedScheduling   default-scheduler   unbound claims',
      'No node could take the pod prometheus-k8s-0 26 times in 12m: "unbound claims".'],
    ['  5m  1m  9  prometheus-0  Pod  spec.containers{prometheus}  Warning  BackOff  kubelet, ip-1  '
      + 'Back-off restarting failed container', 'The pod prometheus-0 is in a crash loop: Kubernetes put off the '
      + 'restart of a failed container 9 times in 5m (CrashLoopBackOff).'],
  ])('%s', (line, said) => {
    const { format, door, interest } = of(line);
    expect([format, door]).toEqual(['kubectl-events', 'log']);
    expect(interest).toContain(said);
  });

  it('a crash loop before a readiness probe that fails', () => {
    const { interest } = of(
      row('Unhealthy', 'Readiness probe failed: connection refused', ' (x95 over 14h)'),
      row('BackOff', 'Back-off restarting failed container', ' (x9 over 14h)'),
    );
    expect(interest).toMatch(/^It is in a crash loop: .* 9 times in 14h .*\. The readiness probe failed 95 times in/);
  });
});

describe('docker ps', () => {
  const head = 'CONTAINER ID   IMAGE              COMMAND       CREATED          STATUS              PORTS     NAMES';
  const row = (image: string, status: string): string =>
    `64704c0d0952   ${image}   "/run.sh"     15 minutes ago   ${status}   9090/tcp  x`;

  it('what has ended and is started again; what runs alone', () => {
    const { format, door, interest } = of(
      head, row('prom/prometheus', 'Restarting (1) 5 seconds ago'), row('grafana/grafana', 'Up 24 seconds'),
    );
    expect([format, door]).toEqual(['docker-ps', 'log']);
    expect(interest).toBe('prom/prometheus: Restarting (1) 5 seconds ago.');
    expect(of(head, row('grafana/grafana', 'Up 24 seconds'), row('prom/prometheus', 'Up 2 hours')).interest)
      .toBe('Its 2 containers run. Those that have ended are only in docker ps -a.');
  });

  it('names an image by its name and not by its digest', () => {
    const image = `prom/prometheus@sha256:${'0a1b'.repeat(16)}`;
    expect(of(head, row(image, 'Exited (137) 3 minutes ago')).interest)
      .toBe('prom/prometheus: Exited (137) 3 minutes ago.');
  });
});

describe('lists of pods', () => {
  it('watched, behind the time that a shell puts before each row', () => {
    const at = (second: number, row: string): string => `Thu Jan  1 10:00:${second} UTC 2026 : ${row}`;
    const { format, door, interest } = of(
      at(10, 'NAME          READY   STATUS      RESTARTS   AGE'), at(11, 'vmstorage-0   1/1   Running     0   39m'),
      at(12, 'vmstorage-1   1/1   Running     0   39m'), at(13, 'vmstorage-0   1/1   Terminating 0   39m'),
      at(14, 'vmstorage-0   0/1     Pending     0          1s'),
    );
    expect([format, door]).toEqual(['kubectl-pods', 'log']);
    expect(interest).toBe('vmstorage-0 went from Running to Terminating to Pending.');
  });

  it('that were evicted, in columns of one\'s own', () => {
    const { format, interest } = of('prom-0   trino   Evicted   oct-03   Pod The node had condition: [DiskPressure].');
    expect(format).toBe('kubectl-pods');
    expect(interest).toBe('Kubernetes evicted a pod: "Pod The node had condition: [DiskPressure].".');
  });

  it('without their header, and with the time of the last restart', () => {
    const { format, interest } = of(
      'prometheus-0   2/2   Running   7 (3m ago)   5h', 'prometheus-1   1/2   CrashLoopBackOff   230   5h',
      'thanos-0       1/1   Running            0            5h',
    );
    expect(format).toBe('kubectl-pods');
    expect(interest)
      .toBe('prometheus-1 is CrashLoopBackOff, with 230 restarts; prometheus-0 is Running, with 7 restarts. '
        + 'See why it ended in kubectl describe pod (Last State) and in kubectl logs --previous.');
  });

  it('the header of another table with as many columns is no pod', () => {
    expect(of('NAME           READY   STATUS      RESTARTS   AGE', 'prometheus-0   1/2     OOMKilled   12         3d',
      'NAME     CPU(cores)   CPU%   MEMORY(bytes)   MEMORY%', 'node-1   1200m        15%    18432Mi         29%',
    ).interest).toMatch(/^prometheus-0 is OOMKilled, with 12 restarts\./);
  });

  it('of events of one kind, the last one is told', () => {
    const event = (age: string, count: number): string => `  Warning  FailedScheduling  ${age}  default-scheduler  `
      + `0/4 nodes are available: ${count} Insufficient memory.`;
    for (const rows of [[event('5m', 3), event('2m', 4)], [event('2m', 4), event('5m', 3)]])
      expect(of(...rows).interest).toContain('0/4 nodes are available: 4 Insufficient memory');
  });

  it('the end of a pod, as a part of its description says it', () => {
    const { format, interest } = of(
      'Status:         Failed', 'Reason:         Evicted',
      'Message:        Pod The node had condition: [DiskPressure].',
    );
    expect(format).toBe('kubectl-describe');
    expect(interest).toMatch(/^Kubernetes evicted the pod: "Pod The node had condition: \[DiskPressure\]\."\./);
  });
});
