/** Tests events over several namespaces, and descriptions of nodes whose memory ran out. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { format: string; program: string | null; interest: string } => {
  const { format, program, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, program, interest: interest ?? '' };
};

describe('a table of events over several namespaces', () => {
  const HEAD = 'NAMESPACE   LAST SEEN   TYPE      REASON   OBJECT   MESSAGE';
  const probe = (namespace: string, age: string, pod: string): string =>
    `${namespace}   ${age}   Warning   Unhealthy   `
    + `pod/${pod}   Readiness probe failed: Get "http://10.1.2.3:8080/ready": context deadline exceeded`;
  const SPREAD = [
    HEAD, 'apps   12m   Warning   FailedScheduling   pod/shop-7   0/5 nodes are available: 2 node(s) had untolerated '
      + 'taint(s), 3 Insufficient memory. preemption: 0/5 nodes are available',
    'apps   70m   Warning   BackoffLimitExceeded   job/clean-1   Job has reached the specified backoff limit',
    probe('logging', '71m', 'agent-x1'), probe('apps', '65m', 'web-0'), probe('kube-system', '60m', 'etcd-ctrl-1'),
    probe('metrics', '58m', 'prometheus-main-0'), probe('metrics', '58m', 'prometheus-node-exporter-z9'),
    probe('metrics', '52m', 'prometheus-main-0'),
  ];

  it('many probes at one time are one trouble of the cluster, with its databases and the ages of the rest', () => {
    const { interest } = of(...SPREAD);
    expect(interest).toContain('6 events say that probes of 5 pods in 4 namespaces failed, last seen 52m to 71m ago, '
      + 'among them those of prometheus-main-0 and etcd-ctrl-1: so many at about one '
      + 'time are rather one trouble of the cluster');
    expect(interest).toContain('No node could take the pod shop-7 (last seen 12m ago): ');
    expect(interest).toContain('others have taints that it does not tolerate');
    expect(interest).toContain('An event of the job clean-1 (last seen 70m ago) says');
    expect(interest).not.toContain('A probe of the pod');
  });

  it.each([
    ['a few pods', [probe('a', '9m', 'x-0'), probe('b', '9m', 'y-0'), probe('c', '8m', 'z-0')]],
    ['one namespace', ['v', 'w', 'x', 'y', 'z'].map((pod) => probe('a', '9m', `${pod}-0`))],
    ['different times', [probe('a', '9m', 'x-0'), probe('b', '4h', 'y-0'), probe('c', '2d', 'z-0'),
      probe('d', '9h', 'u-0')]],
  ])('not of %s', (_, rows) => { expect(of(HEAD, ...rows).interest).not.toContain('trouble of the cluster'); });
});

describe('a node whose memory ran out', () => {
  const pod = (name: string, request: string, limit: string): string =>
    `  team   ${name}   100m (2%)   0 (0%)   ${request} (9%)   ${limit} (9%)   5m`;
  const NODE = [
    '  MemoryPressure   False   Sun, 02 Mar 2025   Sun, 02 Mar 2025   KubeletHasSufficientMemory   sufficient',
    'Addresses:', '  InternalIP:  10.0.0.7', '  Hostname:    worker-7', 'Capacity:', '  memory:  8000000Ki',
    'Allocatable:', '  memory:  7000000Ki', 'System Info:', '  Kubelet Version:  v1.30.1',
    'Non-terminated Pods:          (3 in total)',
    '  Namespace   Name   CPU Requests   CPU Limits   Memory Requests   Memory Limits   Age',
    '  ---------   ----   ------------   ----------   ---------------   -------------   ---',
    pod('fixed-0', '1500Mi', '1500Mi'), pod('grows-0', '100Mi', '0'), pod('free-0', '0', '0'),
    'Allocated resources:', '  Resource   Requests   Limits', '  --------   --------   ------',
    '  cpu     300m (7%)     0 (0%)', '  memory  6100Mi (87%)  6300Mi (90%)', 'Events:',
    '  Type     Reason     Age   From     Message', '  ----     ------     ----  ----     -------',
  ];
  const oom = (age: string, pid: number): string =>
    `  Warning  SystemOOM  ${age}  kubelet  System OOM encountered, victim process: eater, pid: ${pid}`;

  it('has its kills together, the requests of its pods, and those without a limit', () => {
    const { format, program, interest } = of(...NODE, oom('55s', 811), oom('30s', 812), oom('9s', 813));
    expect({ format, program }).toEqual({ format: 'kubectl-describe', program: 'Kubernetes' });
    expect(interest).toContain('The kernel killed eater 3 times (pids 811, 812, 813; 55s to 9s before the text was '
      + 'made) because the memory of the node ran out.');
    expect(interest).toContain('The pods of the node worker-7 request 6100Mi of its memory (87 %), with limits of '
      + '6300Mi (90 %). 2 of the 3 pods listed have no memory limit (free-0, grows-0): give them requests and limits');
    expect(interest).toContain('MemoryPressure is False: the kernel killed before Kubernetes evicted pods.');
  });

  it('says nothing of requests where no memory ran out', () => {
    expect(of(...NODE, '  Normal  Starting  5m  kubelet  Starting kubelet.').interest).not.toContain('no memory limit');
  });

  const kill = (group: string, score: number): string => of(
    `[22631.394739] oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,global_oom,task_memcg=${
      group},task=eater,pid=814,uid=1000`,
    '[22631.394749] Out of memory: Killed process 814 (eater) total-vm:1024980kB, anon-rss:963920kB, file-rss:4kB, '
      + `shmem-rss:0kB, UID:1000 pgtables:1944kB oom_score_adj:${score}`,
  ).interest;

  it.each([
    ['/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod4e8324ec.slice/cri-containerd-b.scope', 1000,
      'Its pod is of the QoS class BestEffort (oom_score_adj 1000), without requests and limits, which the kernel'],
    ['/system.slice/containerd.service/kubepods-burstable-pod4e8324ec_4991.slice:cri-containerd:bfc4', 950,
      'Its pod is of the QoS class Burstable (oom_score_adj 950).'],
    ['/kubepods/pod4e8324ec-4991/bfc4', -997, 'Its pod is of the QoS class Guaranteed (oom_score_adj -997).'],
  ])('%s', (group, score, words) => { expect(kill(group, score)).toContain(words); });

  it('no class outside of Kubernetes', () => {
    expect(kill('/system.slice/eater.service', 1000)).not.toContain('QoS');
  });
});
