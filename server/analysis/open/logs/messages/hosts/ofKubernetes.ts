/** Messages of Kubernetes about pods and nodes, for the table of known messages. Pure. */
import { OF_KUBERNETES_API } from './ofKubernetesApi.ts';
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const NO_SANDBOX = 'The runtime could not set up the network or the sandbox of a pod, which does not start; the '
  + 'kubelet tries again';
const NO_NETWORK = 'The network plugin of the node is not installed or not ready, as just after the start of the node';
const LOOK_AT_PLUGIN = 'look at its pods on that node, and at /etc/cni/net.d';
const NO_ADDRESSES = 'The network plugin has no free address for the pod on its node';
const NO_SWAP = 'The kubelet does not start while swap is on';
const PROBE_KILL = 'The kubelet kills and restarts the container, because a probe failed as often as its threshold';
const RAISE_THRESHOLD = 'see the event of the probe for its reason; if it only starts slowly, as with a long replay, '
  + 'raise failureThreshold of a startupProbe';
const EPHEMERAL = 'Kubernetes evicted the pod, because it wrote more than its limit outside of persistent volumes';
const LESS_OR_MORE = 'use a persistent volume, or raise the limit (ephemeral-storage, sizeLimit of the emptyDir)';
const EVICTION = 'The node is short of a resource, and the kubelet frees it: it deletes images or evicts pods';
const LOOK_AT_NODE = 'look at the conditions of the node (kubectl describe node) and free what is short';
const NO_REPORT = 'The kubelet could not report to the API server, and tries again';
const NOT_BOUND = 'The claim waits for a provisioner to create its volume, and its pod waits with it';
const LOOK_AT_CLASS = 'if it lasts, look at the storage class, and at the log of its CSI driver';
const NOT_ATTACHED = 'The CSI driver did not attach the volume in time';
const SEE_ATTACHMENTS = 'see kubectl get volumeattachments for one that a gone node or pod still has, and the log of '
  + 'the controller of the driver (csi-attacher)';
const OTHER_PLACE = 'A volume of the pod can be used only from other nodes, as those of its zone';
const NO_KEY = 'The pod uses a key that its ConfigMap or Secret does not have';
const NOT_CACHED = 'The kubelet had not yet read a ConfigMap or Secret, and tries again';
/** "0/3 nodes are available: " goes on with a count or one of these; clients of Elasticsearch write "available: [". */
const UNSCHEDULABLE = [...'123456789', 'persistentvolumeclaim', 'waiting for ephemeral volume']
  .map((reason) => `nodes are available: ${reason}`);

const PODS: readonly MessageRow[] = [
  ['back-off restarting failed container', 'end', 'A container ends again after each start', 'its own log says why '
    + '(kubectl logs POD --previous)'],
  ...rowsOf(['failed liveness probe, will be restarted', 'failed startup probe, will be restarted'], 'end', PROBE_KILL,
    RAISE_THRESHOLD),
  ['liveness probe failed', 'error', 'A container failed its liveness probe; several failures restart it', WORDS_AFTER],
  ['startup probe failed', 'error', 'A container failed its startup probe; too many failures restart it', WORDS_AFTER],
  ['readiness probe failed', 'error', 'A container failed its readiness probe; after several failures it gets no '
    + 'requests of its Service', WORDS_AFTER],
  ['back-off pulling image', 'end', 'The image of a container cannot be pulled, and is tried again with pauses', 'see '
    + 'the event "Failed to pull image" before it'],
  ['failed to pull image', 'end', 'The image of a container cannot be pulled', WORDS_AFTER],
  ['is not present with pull policy of never', 'end', 'The image is not on the node, and the pod forbids to pull it',
    'load it there, or set imagePullPolicy: IfNotPresent'],
  ['container has runasnonroot and image will run as root', 'end', 'The pod forbids root, and its image runs as root',
    'set runAsUser to another user that can use its files, such as 65534'],
  ['container has runasnonroot and image has non-numeric user', 'end', 'The pod forbids root, and the image names its '
    + 'user without a number', 'set runAsUser to the number of that user'],
  ...rowsOf(['references non-existent config key', 'references non-existent secret key'], 'end', NO_KEY, 'compare the '
    + 'names of the keys'),
  ...rowsOf(['failed to sync configmap cache', 'failed to sync secret cache'], 'slow', NOT_CACHED, 'if it lasts, look '
    + 'at the API server and the rights of the node'),
  ['the node was low on resource', 'end', 'The node of a pod was short of that resource, so Kubernetes '
    + 'evicted the pod', 'see what uses it on that node (kubectl describe node), and set requests and limits for it'],
  ['the node had condition', 'end', 'Kubernetes evicted or refused a pod, because its node is short of a resource',
    WORDS_AFTER],
  ...rowsOf(['pod ephemeral local storage usage exceeds the total limit of containers',
    'exceeded its local ephemeral storage limit', 'usage of emptydir volume'], 'end', EPHEMERAL, LESS_OR_MORE),
  ...rowsOf(UNSCHEDULABLE, 'error', 'No node could take the pod', WORDS_AFTER),
  ['no nodes available to schedule pods', 'error', 'The cluster has no node that could take the pod', 'see kubectl get '
    + 'nodes, and whether it adds nodes by itself'],
  ...rowsOf(['had volume node affinity conflict', "didn't match persistentvolume's node affinity"], 'error',
    OTHER_PLACE, 'see kubectl describe pv; the pod must run where its volume is'),
  ['pod has unbound immediate persistentvolumeclaims', 'error', 'The pod waits for a volume that is not there yet',
    'see kubectl describe pvc'],
  ['match pod anti-affinity rules', 'error', 'The rules of the pod forbid nodes that have certain pods already', 'add '
    + 'a node, or soften podAntiAffinity'],
  ['node(s) exceed max volume count', 'error', 'Nodes have as many volumes as they may have', 'add a node'],
  ['cannot evict pod as it would violate the pod', 'error', 'A pod is not evicted, because its disruption budget '
    + 'allows no more missing pods', 'see kubectl get pdb and why others are not ready, and look at minAvailable'],
  ['error looking up service account', 'error', 'A pod is not created, because its service account does not exist or '
    + 'is not read', 'create it in the namespace of the pod, or correct serviceAccountName'],
  ['job has reached the specified backoff limit', 'end', 'The Job failed, because its pods failed more often than '
    + 'backoffLimit allows', 'see the log of its pods (kubectl logs job/NAME)'],
  ['job was active longer than specified deadline', 'end', 'The Job was ended, because it ran longer than its '
    + 'activeDeadlineSeconds', 'see why it took so long, or raise it'],
];

const VOLUMES: readonly MessageRow[] = [
  ['multi-attach error for volume', 'error', 'A volume is still attached to another node', 'see kubectl get '
    + 'volumeattachments, and whether the pod or node that had it is gone'],
  ['unable to attach or mount volumes', 'error', 'A pod waits for a volume that cannot be mounted', null],
  ['attachvolume.attach failed for volume', 'error', 'A volume could not be attached to the node of the pod',
    WORDS_AFTER],
  ...rowsOf(['mountvolume.setup failed for volume', 'mountvolume.mountdevice failed for volume'], 'error', 'A volume '
    + 'could not be mounted; a new pod does not start without it', WORDS_AFTER),
  ['unmountvolume.teardown failed for volume', 'error', 'A volume could not be unmounted, and its pod does not go away',
    WORDS_AFTER],
  ['failed to provision volume with storageclass', 'error', 'A new volume could not be made', WORDS_AFTER],
  ['waiting for first consumer to be created before binding', 'state', 'The volume is made when a pod that uses it is '
    + 'scheduled', null],
  ...rowsOf(['waiting for a volume to be created, either by external provisioner',
    'waiting for a volume to be created either by the external provisioner'], 'slow', NOT_BOUND, LOOK_AT_CLASS),
  ['no persistent volumes available for this claim and no storage class is set', 'error', 'No volume fits the claim, '
    + 'and none is made without a storage class', 'set storageClassName, or mark a class as the default'],
  ['not found in the list of registered csi drivers', 'error', 'The CSI driver of the volume does not run on the node',
    'look at its DaemonSet and at the taints of the node'],
  ...rowsOf(['timed out waiting for external-attacher of', 'attachdetachment timeout for volume',
    'attachment timeout for volume'], 'error', NOT_ATTACHED, SEE_ATTACHMENTS),
  ['volume paths are still present on disk', 'error', 'Volumes of a deleted pod are still on the node', 'see whether '
    + 'they are still mounted before anything there is removed'],
  ['then setting volume ownership could be slow', 'slow', 'The kubelet changes the group of each file of the volume '
    + 'before the pod starts', 'set fsGroupChangePolicy: OnRootMismatch'],
  ['only dynamically provisioned pvc can be resized', 'error', 'The storage class of the volume does not allow to '
    + 'enlarge it, or it has none', 'set allowVolumeExpansion: true in the class, if its driver can do it'],
  ...rowsOf(['field can not be less than previous value', 'field can not be less than status.capacity'], 'error', 'A '
    + 'volume of Kubernetes cannot be made smaller', 'ask for the old size or more'),
];

const NODES: readonly MessageRow[] = [
  ...rowsOf(['failed to create pod sandbox', 'failed to setup network for sandbox',
    'networkplugin cni failed to set up pod'], 'error', NO_SANDBOX, WORDS_AFTER),
  ...rowsOf(['cni config uninitialized', 'cni plugin not initialized', 'container runtime network not ready',
    'loadflannelsubnetenv failed', 'check that the calico/node container is running'], 'error', NO_NETWORK,
    LOOK_AT_PLUGIN),
  ...rowsOf(['no ip addresses available in range set', 'failed to assign an ip address to container'], 'full',
    NO_ADDRESSES, 'see how many pods and leftover addresses the node has, or enlarge the range'),
  ['kubelet stopped posting node status', 'end', 'The kubelet of the node does not report any more, and its pods are '
    + 'evicted after some minutes', 'look at the node: power, network, memory, systemctl status kubelet'],
  ['marking for deletion pod', 'end', 'Pods are evicted from a node that does not report or has a taint', 'look at the '
    + 'node and its taints'],
  // At the start of a kubelet it "has yet to be successful".
  ['pleg is not healthy: pleg was last seen active', 'error', 'The container runtime of the node answers too slowly or '
    + 'not at all, and the node is not ready', 'look at the load, the memory and the disk of the node'],
  ['container runtime is down', 'end', 'The container runtime of the node does not answer', 'look at containerd or '
    + 'Docker there (systemctl status)'],
  ...rowsOf(['failed to ensure lease exists, will retry', 'error updating node status, will retry'], 'error',
    NO_REPORT, `${SEE_CAUSE}; if it lasts, look at the API server, and at the network and certificate of the node`),
  ...rowsOf(['attempting to reclaim ephemeral-storage', 'eviction manager: attempting to reclaim',
    'must evict pod(s) to reclaim'], 'full', EVICTION, LOOK_AT_NODE),
  ['failed to garbage collect required amount of images', 'full', 'The disk of the node is nearly full, and deleting '
    + 'unused images does not free enough', 'see what else fills it: logs, volumes, containers'],
  ['invalid capacity 0 on image filesystem', 'state', 'The kubelet had no figures of the image disk yet, as at its '
    + 'start', null],
  ['running with swap on is not supported', 'end', NO_SWAP, 'turn it off (swapoff -a and /etc/fstab), or set '
    + 'failSwapOn: false'],
  ['failed to load kubelet config file', 'end', 'The kubelet does not start without its configuration, which kubeadm '
    + 'writes at init and join', WORDS_AFTER],
  ['cri v1 runtime api is not implemented', 'end', 'The container runtime does not offer what the kubelet asks for, as '
    + 'an old or a disabled CRI plugin of containerd', 'look at disabled_plugins in /etc/containerd/config.toml'],
  ['the http call equal to', 'error', 'kubeadm waits for the kubelet, which does not answer', 'see journalctl -u '
    + 'kubelet'],
  ['service account token has been invalidated', 'error', 'A token of a service account is no longer accepted, as '
    + 'after the account or its Secret was deleted', 'start the pod that uses it again'],
  ["'fsck' found errors on device", 'damage', 'The file system of a volume is damaged, and could not be repaired by '
    + 'itself', 'copy the volume, then repair it with fsck by hand while it is not mounted'],
];

export const OF_KUBERNETES: readonly MessagesOfProgram[] = [
  ['Kubernetes', [...PODS, ...VOLUMES, ...NODES]], ...OF_KUBERNETES_API,
];
