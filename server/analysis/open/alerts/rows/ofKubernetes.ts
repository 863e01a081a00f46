/** Alerts of kubernetes-mixin on workloads, volumes, nodes and the API server. Pure. */
import type { AlertRow, AlertsOfProgram } from './alertRow.ts';

const DESCRIBE = 'run kubectl describe pod for its events';
const PREVIOUS = 'run kubectl describe pod for the exit code, and kubectl logs --previous for the last lines';
const ROLLOUT = 'look at those of its pods that are not ready: kubectl describe pod';
const QUOTA = 'see kubectl describe resourcequota in that namespace';
const REQUESTS = 'see which pods request most, and compare that with what they use';
const NODE = 'run kubectl describe node for its conditions, then look at the kubelet there';
const GROWS = 'see what grows in the volume (of a TSDB: retention and new series), and whether it can be expanded';
const SERVER = 'see whether that component runs, and whether Prometheus reaches its port for metrics';

const WORKLOADS: readonly AlertRow[] = [
  ['KubePodCrashLooping', 'A container ends again and again, so Kubernetes waits before it starts it '
    + '(CrashLoopBackOff)', PREVIOUS],
  ['KubePodNotReady', 'A pod is Pending or Unknown for 15 minutes (in newer rules Failed, too)',
    `${DESCRIBE}: scheduling, image, volume or ` + 'node'],
  ['KubeDeploymentGenerationMismatch', 'The controller has not taken up the last change of a Deployment',
    'see kubectl rollout status, and whether kube-controller-manager runs'],
  ['KubeDeploymentReplicasMismatch', 'A Deployment has fewer available replicas than desired, and makes no progress',
    ROLLOUT],
  ['KubeDeploymentRolloutStuck', 'The rollout of a Deployment makes no progress', ROLLOUT],
  ['KubeStatefulSetReplicasMismatch', 'A StatefulSet has fewer ready replicas than desired, and makes no progress',
    ROLLOUT],
  ['KubeStatefulSetGenerationMismatch', 'The controller has not taken up the last change of a StatefulSet',
    'see kubectl rollout status, and whether kube-controller-manager runs'],
  ['KubeStatefulSetUpdateNotRolledOut', 'The update of a StatefulSet has stopped before all of its pods have it',
    `${ROLLOUT}; it continues only when that pod is ready`],
  ['KubeDaemonSetRolloutStuck', 'A DaemonSet does not reach its desired number of current, available pods', ROLLOUT],
  ['KubeContainerWaiting', 'A container has been waiting to start for an hour', `${DESCRIBE}: they have the reason`],
  ['KubeDaemonSetNotScheduled', 'Pods of a DaemonSet are not scheduled', `${DESCRIBE}: resources, taints, affinity`],
  ['KubeDaemonSetMisScheduled', 'Pods of a DaemonSet run on nodes where they should not', 'compare its node selector '
    + 'and tolerations with the labels and taints of those nodes'],
  ['KubeJobNotCompleted', 'A Job has run for more than 12 hours', 'look at the log of its pod'],
  ['KubeJobCompletion', 'A Job has not completed for many hours', 'look at the log of its pod'],
  ['KubeJobFailed', 'A Job failed; the alert fires until that Job is deleted', 'look at the log of its pod'],
  ['KubeHpaReplicasMismatch', 'A HorizontalPodAutoscaler requests another number of replicas than there are',
    'run kubectl describe hpa for its conditions'],
  ['KubeHpaMaxedOut', 'A HorizontalPodAutoscaler runs at its maximum number of replicas', 'see whether the load or the '
    + 'need per request grew, before you raise maxReplicas'],
  ['KubePdbNotEnoughHealthyPods', 'A PodDisruptionBudget has fewer healthy pods than it requires', ROLLOUT],
  ['KubeCPUOvercommit', 'Pods request more CPU than is left if one node fails', REQUESTS],
  ['KubeMemoryOvercommit', 'Pods request more memory than is left if one node fails', REQUESTS],
  ['KubeCPUQuotaOvercommit', 'The CPU quotas of the namespaces exceed the cluster by half', REQUESTS],
  ['KubeMemoryQuotaOvercommit', 'The memory quotas of the namespaces exceed the cluster by half', REQUESTS],
  ['KubeQuotaAlmostFull', 'A namespace uses more than 90 % of a quota', QUOTA],
  ['KubeQuotaFullyUsed', 'A namespace uses a quota in full, so it gets no more of that resource', QUOTA],
  ['KubeQuotaExceeded', 'A namespace uses more than its quota', QUOTA],
  ['CPUThrottlingHigh', 'A container was throttled at its CPU limit in more than 25 % of its periods', 'compare its '
    + 'CPU use with its limit; for a service whose latency matters raise the limit, or take it out'],
  ['KubeContainerOOMKilled', 'A container was killed because it reached its memory limit', 'compare its memory over '
    + 'time with the limit'],
  ['KubePersistentVolumeFillingUp', 'A volume has less than 3 % free, or less than 15 % and is forecast to be full in '
    + '4 days', GROWS],
  ['KubePersistentVolumeInodesFillingUp', 'A volume has less than 3 % of its inodes free, or less than 15 % and is '
    + 'forecast to run out in 4 days', 'find the folder with most files (du --inodes)'],
  ['KubePersistentVolumeErrors', 'A persistent volume is Failed or Pending', 'run kubectl describe pv and pvc for the '
    + 'events of its provisioner'],
];

const CLUSTER: readonly AlertRow[] = [
  ['KubeVersionMismatch', 'Components of Kubernetes run in different minor versions', 'expected during an upgrade; '
    + 'else see kubectl get nodes for the versions'],
  ['KubeClientErrors', 'More than 1 % of a component’s requests to the API server get a 5xx', 'see whether the API '
    + 'server and its etcd are healthy'],
  ['KubeClientCertificateExpiration', 'A client certificate that is used at the API server expires soon', 'find whose '
    + 'it is, and renew it'],
  ['KubeAPIErrorBudgetBurn', 'Requests at the API server fail or are slow, more than its error budget allows',
    'see which verb and resource, then the latency of etcd and of admission webhooks'],
  ['KubeAggregatedAPIErrors', 'An aggregated API was unavailable several times', 'see kubectl get apiservice, then the '
    + 'pods behind it'],
  ['KubeAggregatedAPIDown', 'An aggregated API was unavailable for more than 15 % of the time', 'see kubectl get '
    + 'apiservice, then the pods behind it'],
  ['KubeAPIDown', 'Prometheus scrapes no API server successfully', SERVER],
  ['KubeAPITerminatedRequests', 'The API server ended more than 20 % of its requests itself, to protect it from '
    + 'overload', 'see which clients send most requests'],
  ['KubeSchedulerDown', 'Prometheus scrapes no kube-scheduler successfully',
    `${SERVER}: kubeadm binds it to 127.0.0.1`],
  ['KubeControllerManagerDown', 'Prometheus scrapes no kube-controller-manager successfully',
    `${SERVER}: kubeadm binds it to 127.0.0.1`],
  ['KubeProxyDown', 'Prometheus scrapes no kube-proxy successfully', `${SERVER}: it is bound to 127.0.0.1 by default`],
  ['KubeletDown', 'Prometheus scrapes no kubelet successfully', SERVER],
  ['KubeStateMetricsListErrors', 'Requests of kube-state-metrics to list objects fail, so its metrics may be missing '
    + 'or old', 'look in its log, and check its ClusterRole'],
  ['KubeStateMetricsWatchErrors', 'Requests of kube-state-metrics to watch objects fail, so its metrics may be missing '
    + 'or old', 'look in its log, and check its ClusterRole'],
  ['KubeNodeNotReady', 'A node has not been Ready for 15 minutes', NODE],
  ['KubeNodeUnreachable', 'The control plane does not hear from a node, so its pods may be moved', NODE],
  ['KubeNodeReadinessFlapping', 'A node changed between Ready and not Ready several times in 15 minutes', NODE],
  ['KubeNodePressure', 'A node has a condition such as MemoryPressure or DiskPressure', NODE],
  ['KubeNodeEviction', 'The kubelet of a node evicts pods, because a resource of the node is short', NODE],
  ['KubeletTooManyPods', 'A node runs more than 95 % of the pods that it may', 'see which pods are there, and whether '
    + 'maxPods fits the node'],
  ['KubeletPlegDurationHigh', 'The kubelet takes 10 seconds or more to list its containers', 'look at the container '
    + 'runtime, the disk and the number of containers of that node'],
  ['KubeletPodStartUpLatencyHigh', 'Pods of a node take more than a minute to start', 'look at the pull of images, and '
    + 'at the disk of that node'],
  ['KubeletClientCertificateExpiration', 'The client certificate of a kubelet expires soon', 'see whether its rotation '
    + 'works: kubectl get csr'],
  ['KubeletServerCertificateExpiration', 'The server certificate of a kubelet expires soon', 'see whether its rotation '
    + 'works: kubectl get csr'],
  ['KubeletClientCertificateRenewalErrors', 'A kubelet fails to renew its client certificate', 'read its log, and see '
    + 'kubectl get csr'],
  ['KubeletServerCertificateRenewalErrors', 'A kubelet fails to renew its server certificate', 'read its log, and see '
    + 'kubectl get csr'],
];

export const ALERTS_OF_KUBERNETES: AlertsOfProgram = { program: '', rows: [...WORKLOADS, ...CLUSTER] };
