import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;

const TABLE = ['Conditions:', '  Type  Status  Reason  Message', '  ----  ------  ------  -------'];
const TIMES = 'Mon, 01 Jan 2024 10:00:00 +0000  Mon, 01 Jan 2024 09:00:00 +0000';
const hpa = (...conditions: string[]): string | null => of(
  'Name:                                shop', 'Namespace:                           prod',
  'Reference:                           Deployment/shop', 'Metrics:                             ( current / target )',
  '  "queue_length" on pods:            <unknown> / 20', 'Min replicas:                        2',
  'Max replicas:                        9', ...TABLE, ...conditions,
);

describe('kubectl describe of objects that are no pods', () => {
  it('an autoscaler without rights: who lacks which right', () => {
    expect(hpa(
      '  AbleToScale    True   SucceededGetScale    the HPA controller was able to get the target\'s current scale',
      '  ScalingActive  False  FailedGetPodsMetric  the HPA was unable to compute the replica count: unable to get '
        + 'metric queue_length: unable to fetch metrics from custom metrics API: pods.custom.metrics.k8s.io "*" is '
        + 'forbidden: User "system:serviceaccount:kube-system:hpa" cannot get resource "pods/queue_length" in API '
        + 'group "custom.metrics.k8s.io" in the namespace "prod"',
    )).toBe('The HorizontalPodAutoscaler shop: the condition ScalingActive is False (FailedGetPodsMetric): "the '
      + 'HPA was unable to compute the replica count: unable to get metric queue_length: unable to fetch metrics from '
      + 'custom metrics API: pods.custom.metrics.k8s.io "*" is forbidden". Kubernetes (RBAC) does not let the service '
      + 'account hpa of the namespace kube-system get pods/queue_length of the API group custom.metrics.k8s.io in the '
      + 'namespace prod: give it a Role or ClusterRole with that verb and resource, and a binding, then check with '
      + 'kubectl auth can-i --list --as system:serviceaccount:kube-system:hpa -n prod. Its metric "queue_length" on '
      + 'pods is <unknown> (target 20). It does not change the number of replicas meanwhile.');
  });

  it('the same refusal in the older wording, with the group behind the resource', () => {
    expect(hpa('  ScalingActive  False  FailedGetPodsMetric  x: User "u" cannot list pods.metrics.k8s.io at the '
      + 'cluster scope')).toContain('does not let the user "u" list pods of the API group metrics.k8s.io in the whole '
      + 'cluster: give it a ClusterRole');
  });

  it('an autoscaler at its maximum, and one without a problem', () => {
    const able = '  AbleToScale     True    ReadyForNewScale  recommended size matches current size';
    expect(hpa(able, '  ScalingLimited  True  TooManyReplicas  the desired replica count is more than the maximum '
      + 'replica count')).toContain('The HorizontalPodAutoscaler shop: its '
        + 'scaling is limited (TooManyReplicas): "the desired replica count is');
    expect(hpa(able)).toBe('The HorizontalPodAutoscaler shop: no condition shows a problem (AbleToScale True).');
  });

  it('a node, whose conditions are bad with different statuses', () => {
    expect(of(
      'Name:               worker-7', 'Roles:              <none>', 'Taints:             x:NoSchedule',
      'Unschedulable:      false', 'Conditions:',
      '  Type            Status  LastHeartbeatTime  LastTransitionTime  Reason  Message',
      '  ----            ------  -----------------  ------------------  ------  -------',
      `  MemoryPressure  False   ${TIMES}  KubeletHasSufficientMemory   kubelet has sufficient memory available`,
      `  DiskPressure    True    ${TIMES}  KubeletHasDiskPressure       kubelet has disk pressure`,
      `  Ready           True    ${TIMES}  KubeletReady                 kubelet is posting ready status`,
    )).toContain('The Node worker-7: the condition DiskPressure is True (KubeletHasDiskPressure): "kubelet has disk '
      + 'pressure". ');
  });

  it('an object of the operator, whose conditions are fields', () => {
    expect(of(
      'Name:         main', 'Namespace:    monitoring', 'API Version:  monitoring.coreos.com/v1',
      'Kind:         Prometheus', 'Status:', '  Available Replicas:  0', '  Conditions:',
      '    Last Transition Time:  2024-01-01T10:00:00Z', '    Message:               shard 0: pod prometheus-main-0: '
        + 'containers with unready status: [prometheus]',
      '    Reason:                NoPodReady', '    Status:                False',
      '    Type:                  Available',
      '    Last Transition Time:  2024-01-01T10:00:00Z', '    Message:', '    Reason:',
      '    Status:                True', '    Type:                  Reconciled', '  Paused:  false',
    )).toContain('The Prometheus main: the condition Available is False (NoPodReady): "shard 0: pod prometheus-main-0: '
      + 'containers with unready status: [prometheus]".');
  });

  it('a pod that is not placed, and conditions without the object', () => {
    expect(of(
      'Name:         web-0', 'Namespace:    prod', 'Node:         <none>', 'Status:       Pending', 'Conditions:',
      '  Type           Status', '  PodScheduled   False',
    )).toBe('The pod web-0: the condition PodScheduled is False.');
    expect(of(...TABLE, '  Ready  False  KubeletNotReady  PLEG is not healthy: pleg was last seen active 9m ago'))
      .toContain('The condition Ready is False (KubeletNotReady): "PLEG is not healthy: pleg was last seen active 9m '
        + 'ago".');
  });

  it('a claim that is pending, with its event', () => {
    expect(of(
      'Name:          data-0', 'Namespace:     prod', 'StorageClass:  fast', 'Status:        Pending', 'Volume:',
      'Capacity:', 'Access Modes:', 'Events:', '  Type     Reason              Age   From  Message',
      '  ----     ------              ----  ----  -------',
      '  Warning  ProvisioningFailed  9s (x6 over 2m)  persistentvolume-controller  storageclass.storage.k8s.io "fast" '
        + 'not found',
    )).toContain('The PersistentVolumeClaim data-0 is Pending: no volume is bound to it yet (storage class fast). It '
      + 'says 6 times in 2m: "storageclass.storage.k8s.io "fast" not found".');
  });

  it('a claim behind its command that waits for a pod, and an object that the operator chooses', () => {
    expect(of(
      '$ kubectl describe pvc data-1', 'Name:          data-1', 'StorageClass:  fast', 'Status:        Pending',
      'Volume:', 'Access Modes:', 'Events:',
      '  Type    Reason                Age  From                         Message',
      '  Normal  WaitForFirstConsumer  3s   persistentvolume-controller  waiting for first consumer to be created '
        + 'before binding',
    )).toBe('The PersistentVolumeClaim data-1 is Pending until a pod that uses it is placed on a node '
      + '(WaitForFirstConsumer): see that pod if there is one.');
    expect(of(
      'Name:         shop', 'Namespace:    prod', 'Labels:       team=a', 'API Version:  monitoring.coreos.com/v1',
      'Kind:         ServiceMonitor', 'Spec:', 'Events:     <none>',
    )).toBe('The ServiceMonitor shop does not show whether it is used: its labels (team=a) must match '
      + 'serviceMonitorSelector of the Prometheus object, and its namespace the namespace selector there.');
  });

  it.each([
    ['a Service without endpoints', 'The Service api has no endpoints: no ready pod has the labels app=api. Compare', [
      'Name:              api', 'Namespace:         prod', 'Selector:          app=api', 'Type:              ClusterIP',
      'Port:              http  80/TCP', 'Endpoints:         <none>', 'Session Affinity:  None',
    ]],
    ['a Service with them', 'The Service api: the text has no condition that shows a problem.', [
      'Name:              api', 'Namespace:         prod', 'Selector:          app=api', 'Type:              ClusterIP',
      'Port:              http  80/TCP', 'Endpoints:         10.0.0.1:80', 'Session Affinity:  None',
    ]],
    ['a StatefulSet', 'The StatefulSet db has 1 of 3 pods running. See its pods', [
      'Name:               db', 'Namespace:          prod', 'Replicas:           3 desired | 3 total',
      'Update Strategy:    RollingUpdate', 'Pods Status:        1 Running / 2 Waiting / 0 Succeeded / 0 Failed',
    ]],
    ['a Job', 'The Job load has 4 failed pods, and 0 succeeded. See the log', [
      'Name:             load', 'Namespace:        prod', 'Parallelism:      1', 'Completions:      1',
      'Pods Statuses:    0 Active (0 Ready) / 0 Succeeded / 4 Failed',
    ]],
    ['an Ingress', 'The Ingress web has a backend that is not there: endpoints "shop" not found. See that Service', [
      'Name:             web', 'Namespace:        prod', 'Address:',
      'Default backend:  default-http-backend:80 (<none>)',
      'Rules:', '  Host  Path  Backends', '  *     /     shop:80 (<error: endpoints "shop" not found>)',
    ]],
    ['a volume', 'The PersistentVolume pv1 is Released: its claim was deleted, and no other claim is bound to it', [
      'Name:            pv1', 'Labels:          <none>', 'StorageClass:    fast', 'Status:          Released',
      'Claim:           prod/data-0', 'Reclaim Policy:  Retain',
    ]],
  ])('%s', (_, said, lines) => { expect(of(...lines)).toContain(said); });
});
