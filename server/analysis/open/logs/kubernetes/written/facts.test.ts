import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): { format: string; interest: string | null } => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, interest };
};

const POD = (...status: string[]): string[] => [
  'apiVersion: v1', 'kind: Pod', 'metadata:', '  labels:', '    app: prometheus', '  name: prometheus-0',
  '  namespace: monitoring', 'spec:', '  containers:', '  - args:', '    - --config.file=/etc/prometheus.yml',
  '    image: prom/prometheus:v2.53.0', '    name: prometheus', '    resources:', '      limits:',
  '        memory: 4Gi', 'status:', ...status,
];
const STATUS = [
  '  containerStatuses:', '  - containerID: containerd://8a', '    image: prom/prometheus:v2.53.0', '    lastState:',
  '      terminated:', '        containerID: containerd://7b', '        exitCode: 137',
  '        finishedAt: "2026-01-02T12:30:00Z"', '        reason: OOMKilled',
  '        startedAt: "2026-01-02T10:00:00Z"', '    name: prometheus', '    ready: false', '    restartCount: 5',
  '    state:', '      waiting:',
  '        message: back-off 5m0s restarting failed container=prometheus pod=prometheus-0_monitoring(0a)',
  '        reason: CrashLoopBackOff', '  phase: Running',
];
const KILLED = 'The container prometheus (prom/prometheus:v2.53.0) was killed because it exceeded its memory limit of '
  + '4Gi (OOMKilled), 2h 30m after it started. It has restarted 5 times. It is in a crash loop: Kubernetes starts it '
  + 'again with growing pauses. Raise the limit, or find what takes the memory.';

describe('a pod as YAML or JSON', () => {
  it('how its container ended, with the limit of its specification', () => {
    const { format, interest } = of(...POD(...STATUS));
    expect(format).toBe('kubernetes-yaml');
    expect(interest).toContain(KILLED);
  });

  it('the same as JSON, whole, printed on lines, and in a list', () => {
    const pod = {
      apiVersion: 'v1', kind: 'Pod', metadata: { name: 'prometheus-0' },
      spec: {
        containers: [{
          name: 'prometheus', image: 'prom/prometheus:v2.53.0', resources: { limits: { memory: '4Gi' } },
        }],
      },
      status: {
        phase: 'Running',
        containerStatuses: [{
          name: 'prometheus', restartCount: 5, ready: false,
          lastState: {
            terminated: {
              exitCode: 137, reason: 'OOMKilled', startedAt: '2026-01-02T10:00:00Z', finishedAt: '2026-01-02T12:30:00Z',
            },
          },
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s' } },
        }],
      },
    };
    const list = { apiVersion: 'v1', items: [pod], kind: 'List' };
    for (const text of [JSON.stringify(pod), JSON.stringify(pod, null, 4), JSON.stringify(list, null, 4)])
      expect(of(text)).toEqual({ format: 'kubernetes-object', interest: KILLED });
    // The end of what was printed is missing.
    expect(of(JSON.stringify(list, null, 4).slice(0, -8)).interest).toBe(KILLED);
  });

  it('a part of its status, also cut off within a container', () => {
    const part = of(...STATUS.slice(3, 13));
    expect(part.format).toBe('pod-status');
    expect(part.interest).toBe('The container prometheus was killed because it exceeded its memory limit (OOMKilled), '
      + '2h 30m after it started. It has restarted 5 times.');
    expect(of('lastState:', '  terminated:', '    exitCode: 137', '    reason: OOMKilled', '').interest)
      .toBe('The container was killed because it exceeded its memory limit (OOMKilled).');
    expect(of(...STATUS.slice(5, 13)).interest).toBe(part.interest);
    expect(of(JSON.stringify([{
      name: 'a', lastState: { terminated: { exitCode: 2, reason: 'Error' } }, restartCount: 1,
    }])).interest).toBe('The container a ended with exit code 2, as after a Go panic or with flags that it does not '
      + 'know. It has restarted once.');
  });

  it('what the last message of a container says', () => {
    const { interest } = of(...POD(
      '  containerStatuses:', '  - lastState:', '      terminated:', '        exitCode: 1', '        message: |',
      '          ts=2026-01-02T10:00:00Z level=info msg="Starting"',
      '          ts=2026-01-02T10:00:01Z level=error err="opening storage failed: no space left on device"',
      '        reason: Error', '    name: prometheus', '    restartCount: 2', '    state:', '      running:',
      '        startedAt: "2026-01-02T10:05:00Z"',
    ));
    expect(interest).toMatch(/ended with exit code 1; its log says why\. Its message says ".{0,80}opening storage/);
    expect(interest).toContain('It has run again since 2026-01-02T10:05:00Z.');
    expect(interest).toContain('df -i');
  });

  it('what a container waits for', () => {
    expect(of(...POD(
      '  containerStatuses:', '  - name: prometheus', '    ready: false', '    restartCount: 0', '    state:',
      '      waiting:', '        message: \'couldn\'\'t find key token in Secret monitoring/a\'',
      '        reason: CreateContainerConfigError', '  phase: Pending',
    )).interest).toContain('The container prometheus (prom/prometheus:v2.53.0) waits: "CreateContainerConfigError" '
      + '(couldn\'t find key token in Secret monitoring/a).');
  });

  it('that it has no node, with a message that goes on in the next line', () => {
    const { interest } = of(...POD(
      '  conditions:', '  - lastProbeTime: null', '    lastTransitionTime: "2026-01-02T10:00:00Z"',
      '    message: \'0/3 nodes are available: 3 Insufficient memory. preemption: 0/3 nodes',
      '      are available: 3 No preemption victims found for incoming pod.\'', '    reason: Unschedulable',
      '    status: "False"', '    type: PodScheduled', '  phase: Pending',
    ));
    expect(interest).toContain('The pod prometheus-0 has no node (Unschedulable): "0/3 nodes are available: 3 '
      + 'Insufficient memory". Nodes have less left than the pod requests');
  });

  it('that it was evicted, is not ready, is to be deleted, or is well', () => {
    expect(of(...POD('  message: \'The node was low on resource: memory.\'', '  phase: Failed', '  reason: Evicted'))
      .interest).toContain('Kubernetes evicted the pod prometheus-0: "The node was low on resource: memory');
    expect(of(...POD(
      '  conditions:', '  - message: \'containers with unready status: [prometheus]\'',
      '    reason: ContainersNotReady', '    status: "False"', '    type: Ready', '  phase: Running',
    )).interest).toContain('The pod prometheus-0: the condition Ready is False (ContainersNotReady): "containers with '
      + 'unready status: [prometheus]".');
    expect(of(
      'apiVersion: v1', 'kind: Pod', 'metadata:', '  deletionTimestamp: "2026-01-02T10:00:00Z"', '  finalizers:',
      '  - example.com/hold', '  name: a-0', 'status:', '  phase: Running',
    ).interest).toBe('The pod a-0 is to be deleted (deletionTimestamp 2026-01-02T10:00:00Z), and stays until its '
      + 'finalizers are removed: example.com/hold.');
    expect(of(...POD(
      '  containerStatuses:', '  - name: prometheus', '    ready: true', '    restartCount: 0', '    state:',
      '      running:', '        startedAt: "2026-01-02T10:00:00Z"', '  phase: Running',
    )).interest).toContain('The pod prometheus-0 is Running; its container has not restarted.');
  });
});

describe('events and other objects', () => {
  const event = (reason: string, message: string, type: string, count: number): string[] => [
    '- apiVersion: v1', `  count: ${count}`, '  firstTimestamp: "2026-01-02T10:00:00Z"', '  involvedObject:',
    '    fieldPath: spec.containers{web}', '    kind: Pod', '    name: web-0', '  kind: Event',
    '  lastTimestamp: "2026-01-02T10:10:00Z"', `  message: ${message}`, '  metadata:', '    name: web-0.17',
    `  reason: ${reason}`, `  type: ${type}`,
  ];

  it('events, by what their reasons mean', () => {
    const { format, interest } = of(
      'apiVersion: v1', 'items:', ...event('Pulled', 'Container image "a:1" already present on machine', 'Normal', 3),
      ...event('BackOff', 'Back-off restarting failed container web in pod web-0_a(0b)', 'Warning', 40), 'kind: List',
    );
    expect(format).toBe('kubernetes-yaml');
    expect(interest).toContain('The pod web-0 is in a crash loop: Kubernetes put off the restart of its container web '
      + '40 times in 10m (CrashLoopBackOff).');
  });

  it('a warning of another reason, or that there is none', () => {
    expect(of('apiVersion: v1', 'items:', ...event('DNSConfigForming', 'Nameserver limits were exceeded', 'Warning', 2),
      'kind: List').interest).toBe('Its most frequent warning is of the pod web-0: DNSConfigForming, "Nameserver '
      + 'limits were exceeded".');
    expect(of('apiVersion: v1', 'items:', ...event('Pulled', 'Image present', 'Normal', 2), 'kind: List').interest)
      .toBe('It has 1 event, none of them a warning.');
  });

  it.each([
    ['StatefulSet', ['spec:', '  replicas: 3', 'status:', '  readyReplicas: 1'],
      'The StatefulSet a has 1 of 3 replicas ready: see kubectl get pods, then kubectl describe pod. It sets replicas '
      + '3.'],
    ['Deployment', [
      'spec:', '  paused: false', '  replicas: 1', 'status:', '  conditions:', '  - message: it has 0 pods',
      '    reason: Few', '    status: "False"', '    type: Available',
    ], 'The Deployment a: the condition Available is False (Few): "it has 0 pods". It has 0 of 1 replicas available. '
      + 'It sets replicas 1.'],
    ['Certificate', ['status:', '  conditions:', '  - status: "True"', '    type: Ready'],
      'The Certificate a: no condition shows a problem (Ready True).'],
    ['PersistentVolumeClaim', ['status:', '  phase: Pending'],
      'The PersistentVolumeClaim a is Pending, no volume is bound to it yet: see its events with kubectl describe '
      + 'pvc.'],
    ['Prometheus', [
      'status:', '  conditions:', '  - message: \'shard 0: pod prometheus-a-0: back-off\'',
      '    reason: SomePodsNotReady', '    status: Degraded', '    type: Available',
    ], 'The Prometheus a: the condition Available is Degraded (SomePodsNotReady): "shard 0: pod prometheus-a-0: '
      + 'back-off".'],
    ['Node', ['status:', '  conditions:', '  - message: kubelet has disk pressure',
      '    reason: KubeletHasDiskPressure', '    status: "True"', '    type: DiskPressure'],
    'The Node a: the condition DiskPressure is True (KubeletHasDiskPressure): "kubelet has disk pressure". Its disk is '
      + 'almost full, so Kubernetes evicts pods there and places no new ones: free space on it.'],
  ])('%s', (kind, lines, said) => {
    expect(of('apiVersion: x/v1', `kind: ${kind}`, 'metadata:', '  name: a', ...lines).interest).toBe(said);
  });

  it('a manifest states nothing of what is', () => {
    expect(of('apiVersion: apps/v1', 'kind: Deployment', 'metadata:', '  name: a', 'spec:', '  replicas: 3').interest)
      .not.toContain('replicas available');
  });
});
