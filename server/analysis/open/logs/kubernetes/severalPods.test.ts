import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { format: string; name: string; interest: string | null } => {
  const { format, name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, name, interest };
};
const HEAD = ['  Type     Reason   Age  From     Message', '  ----     ------   ----  ----    -------'];
const backOff = (container: string, pod: string, counted: string): string =>
  `  Warning  BackOff  4m17s (${counted})  kubelet  spec.containers{${container}}: Back-off restarting failed `
    + `container ${container} in pod ${pod}_metrics(4e11d479-c4da)`;
const pulled = (image: string): string =>
  `  Normal   Pulled   2m53s (x46 over 5h)  kubelet  Container image "${image}" already present on machine`;

describe('events of several pods', () => {
  const SNAPSHOT = [
    '### Unhealthy pods', '```',
    'batch     clean-29792183-4ccsh          0/1   Error              0                4h47m',
    'metrics   store-0                       1/2   CrashLoopBackOff   22 (101s ago)    7d10h',
    'metrics   alerter-789f984488-b2fpj      0/1   Pending            0                3h37m',
    'metrics   prom-REDACTED_6dfb-0    2/3   CrashLoopBackOff   92 (2m53s ago)   6d4h', '```', '',
    '**metrics/store-0:**', '```', 'Events:', ...HEAD,
    '  Warning  Unhealthy  81m (x73 over 5d)  kubelet  spec.containers{store}: Readiness probe failed: EOF',
    backOff('store', 'store-0', 'x77 over 79m'), pulled('docker.io/grafana/loki:3.6.7'), '```', '',
    '**metrics/alerter-789f984488-b2fpj:**', '```', 'Events:', ...HEAD,
    '  Warning  FailedScheduling  34m (x48 over 178m)  default-scheduler  0/7 nodes are available: 4 Insufficient '
      + 'memory. no new claims to deallocate, preemption: 0/7 nodes are available: 3 Preemption is not helpful.', '```',
    '', '**metrics/prom-REDACTED_6dfb-0:**', '```', 'Events:', ...HEAD,
    backOff('prom', 'prom-REDACTED_6dfb-0', 'x246 over 3h21m'), pulled('quay.io/prometheus/prometheus:v3.8.0'), '```',
    '', '### Many restarts', '- metrics/store-0: 22 restarts', '- metrics/exporter-6dl8r: 175 restarts',
  ];

  it('names the pods by gravity, with their images, and each event with its pod', () => {
    const { format, interest } = of(...SNAPSHOT);
    expect(format).toBe('kubectl-events');
    expect(interest).toBe('prom-REDACTED_6dfb-0 is CrashLoopBackOff, with 92 restarts; store-0 is CrashLoopBackOff, '
      + 'with 22 restarts; alerter-789f984488-b2fpj is Pending; exporter-6dl8r has restarted 175 '
      + 'times; 1 more pod is Error, without a restart. Why is not in the text: kubectl describe pod (Last State) and '
      + 'kubectl logs --previous show it. Their images are prometheus:v3.8.0 (prom-REDACTED_6dfb-0), loki:3.6.7 '
      + '(store-0). No node could take the pod alerter-789f984488-b2fpj 48 times in 178m: "0/7 nodes are available: 4 '
      + 'Insufficient memory.". Nodes have less left than the pod requests: lower its requests, or add a node. '
      + 'The readiness probe of the pod store-0 failed 73 times in 5d ("EOF"); that takes it out of its Service, and '
      + 'restarts nothing.');
  });

  it('of get, by their objects', () => {
    const row = (object: string, reason: string, message: string): string =>
      `metrics  99m  Warning  ${reason}  ${object}  ${message}`;
    expect(of(
      'NAMESPACE  LAST SEEN  TYPE  REASON  OBJECT  MESSAGE',
      row('pod/a-0', 'FailedScheduling', '0/3 nodes are available: 3 Insufficient cpu.'),
      row('pod/b-0', 'Evicted', 'The node was low on resource: memory.'),
      row('node/n-1', 'FailedToDrain', 'it hangs'),
    ).interest).toBe('Kubernetes evicted the pod b-0: "The node was low on resource: memory.". The node of a pod '
      + 'was short of that resource, so Kubernetes evicted the pod: see what uses it on that node (kubectl describe '
      + 'node), and set requests and limits for it. No node could take the pod a-0: "0/3 nodes are available: 3 '
      + 'Insufficient cpu.". Nodes have less left than the pod requests: '
      + 'lower its requests, or add a node. An event of the node n-1 says: "it hangs".');
  });

  it('of one described pod are of "it"', () => {
    expect(of(
      'Name:         a-0', 'Namespace:    m', 'Events:', ...HEAD, backOff('a', 'a-0', 'x9 over 2h'),
    ).interest).toBe('It is in a crash loop: Kubernetes put off the restart of a failed container 9 times in 2h '
      + '(CrashLoopBackOff). The reason of the crash loop is not in the text: kubectl describe pod (Last State) and '
      + 'kubectl logs --previous show it.');
  });
});

it('an event that names no pod is not of the pod of another table', () => {
  const failed = '  Warning  Failed  5m (x4 over 10m)  kubelet  Failed to pull image "a/b:c": not found';
  const table = (heading: string, row: string): string[] => [heading, '', '```', 'Events:', ...HEAD, row, '```', ''];
  const loop = '  Warning  BackOff  2m (x9 over 30m)  kubelet  Back-off restarting failed container';
  expect(of(...table('### Pod: db', loop), ...table('### Later', failed)).interest).toBe('The pod db is in a crash '
    + 'loop: Kubernetes put off the restart of a failed container 9 times in 30m (CrashLoopBackOff). The image of a '
    + 'pod could not be pulled 4 times in 10m: "Failed to pull image "a/b:c": not found". The registry has no such '
    + 'image or tag, or hides it from this login: look at its name and tag. The reason of the crash loop is not in '
    + 'the text: kubectl describe pod (Last State) and kubectl logs --previous show it.');
});

describe('lists of pods in other forms', () => {
  const WHY = 'See why it ended in kubectl describe pod (Last State) and in kubectl logs --previous.';
  const SAID = `prom-0 is CrashLoopBackOff, with 92 restarts; web-x2 is Running, with 3 restarts. ${WHY}`;
  const OF_GET = ['kubectl-pods', 'a list of pods of kubectl get'] as const;
  const WRITTEN = ['pod-list', 'a list of pods'] as const;
  it.each<[string, string[], readonly [string, string]]>([
    ['a table', ['| Namespace | Pod | Ready | Status | Restarts | Age |', '|---|---|---|---|---|---|',
      '| m | `web-x2` | 1/1 | Running | 3 | 5h |',
      '| m | **prom-0** | 2/3 | \u274c CrashLoopBackOff | 92 (2m ago) | 6d |'], WRITTEN],
    ['a table with other columns', ['| Pod | Restarts | Status |', '|:--|--:|---|', '| web-x2 | 3 | Running |',
      '| m/prom-0 | 92 | CRASHLOOPBACKOFF |'], WRITTEN],
    ['a table without bars at its sides', ['Pod | Status | Restarts', '--- | --- | ---', 'web-x2 | Running | 3',
      'prom-0 | CrashLoopBackOff | 92'], WRITTEN],
    ['a list', ['- `m/prom-0`: CrashLoopBackOff (92 restarts)', '- **web-x2** \u2014 Running, 3 restarts'],
      WRITTEN],
    ['columns of one\'s own', ['NAME     STATUS             RESTARTS', 'web-x2   Running            3',
      'prom-0   CrashLoopBackOff   92'], OF_GET],
    ['k9s', ['NAME\u2191    PF  READY  RESTARTS  STATUS', 'web-x2   \u25cf   1/1    3         Running',
      'prom-0   \u25cf   0/1    92        CrashLoopBackOff'], OF_GET],
  ])('%s', (_, lines, [format, name]) => {
    expect(of(...lines)).toEqual({ format, name, interest: SAID });
  });

  it('a kill for memory comes after a crash loop, a job that failed last', () => {
    expect(of(
      'NAME    READY   STATUS   RESTARTS   AGE', 'job-x   0/1     Error    0     5h',
      'a-0     0/1     OOMKilled   9    5h',
      'b-0     1/1     Running   50   5h', 'c-0     0/1     CrashLoopBackOff   2   5h', 'd-0   0/1   Error   4   5h',
      'job-y   0/1     Error    0     5h', 'job-z   0/1     Error    0     5h',
    ).interest).toBe('c-0 is CrashLoopBackOff, with 2 restarts; a-0 is OOMKilled, with 9 restarts; d-0 is Error, '
      + `with 4 restarts; b-0 is Running, with 50 restarts; 3 more pods are Error, without a restart. ${WHY}`);
  });

  it.each<[string, string[]]>([
    ['nodes', ['NAME   STATUS   ROLES   AGE   VERSION', 'n-1    Ready    <none>  5h    v1.30.2']],
    ['docker compose ps', ['NAME    IMAGE   COMMAND  SERVICE  CREATED  STATUS  PORTS',
      'a-1     b:1     "x"      a  1h  Up 1h  9/t']],
    ['a list of anything', ['- follow-up: it is done', '- a-1: 3 errors']],
  ])('not %s', (_, lines) => { expect(of(...lines).format).not.toBe('kubectl-pods'); });
});

describe('a described container beside the end of its log', () => {
  const POD = [
    '    State:       Running', '      Started:   Thu, 01 Jan 2026 10:04:54 +0000', '    Last State:  Terminated',
    '      Reason:    OOMKilled', '      Message:   duration=0s total_replay_duration=52.3s',
    'ts=2026-01-01T10:01:36.616Z caller=main.go:1145 level=info msg="Server is ready to receive web requests."', '',
    '      Exit Code:    137', '      Started:      Thu, 01 Jan 2026 10:00:43 +0000',
    '      Finished:     Thu, 01 Jan 2026 10:04:22 +0000', '    Restart Count:  3', '    Limits:',
    '      memory:  512Mi', '    Startup:  http-get http://:9090/ delay=0s period=15s #success=1 #failure=60',
    '  reloader:', '    State:          Running', '    Restart Count:  0', 'Events:', ...HEAD,
    '  Normal   Created    21m (x3 over 85m)  kubelet  Created container prometheus',
    '  Normal   Pulled     21m (x2 over 24m)  kubelet  Container image "docker.io/bitnami/prometheus:2.54.1-debian-12-'
      + 'r4" already present on machine',
    '  Warning  Unhealthy  20m (x7 over 24m)  kubelet  Startup probe failed: HTTP probe failed with statuscode: 503',
    '  Warning  BackOff    17m (x6 over 21m)  kubelet  Back-off restarting failed container prometheus in pod '
      + 'prom-0_m(c8729-a29c)',
  ];

  it('ended for its memory, not by the probes, and runs again', () => {
    expect(of(...POD)).toEqual({
      format: 'kubectl-describe', name: 'the output of kubectl describe, with Prometheus 2.54.1',
      interest: 'The container prometheus was killed because it exceeded its memory limit of 512Mi (OOMKilled), 3m 39s '
        + 'after it started. It has restarted 3 times. It has run again since 2026-01-01T10:04:54Z. The replay before '
        + 'that end took 52.3 s, as the end of its log says. The pod prom-0 was in a crash loop: Kubernetes put off '
        + 'the restart of its container prometheus 6 times in 21m (CrashLoopBackOff). The startup probe of the pod '
        + 'prom-0 failed 7 times in 24m ("HTTP probe failed with statuscode: 503"), fewer than the 60 in a row after '
        + 'which it restarts the container. Raise the memory limit, or find what takes the memory: see '
        + 'prometheus_tsdb_head_series, and scrape fewer targets or drop labels. Prometheus answers probes with 503 '
        + 'until its replay ends, so those failures follow from its restarts.',
    });
  });

  it('two pods with containers of one name are told apart', () => {
    const pod = (name: string, reason: string): string[] => [
      `Name:         ${name}`, 'Containers:', '  web:', '    Container ID:  x', '    State:          Running',
      '    Last State:     Terminated', `      Reason:       ${reason}`, '      Exit Code:    1',
      '    Restart Count:  2',
    ];
    expect(of(...pod('a-0', 'Error'), ...pod('b-0', 'OOMKilled')).interest).toBe('The container web of the pod b-0 was '
      + 'killed because it exceeded its memory limit (OOMKilled). It has restarted 2 times. The container web of the '
      + 'pod a-0 ended with exit code 1; its log says why. It has restarted 2 times. Raise the memory limit, or find '
      + 'what takes the memory.');
  });
});
