/** Messages of containers and Kubernetes, for the table of known messages. Pure. */
import { WORDS_AFTER, type MessageRow, type MessagesOfProgram } from './messageRow.ts';

const UNKILLABLE = 'The process does not end on SIGKILL either, as one that waits in the kernel for a disk or a '
  + 'network file system';
const WAITS_FOR = 'look at what it waits for, such as a mount of NFS';

const DOCKER: readonly MessageRow[] = [
  ['did not receive an exit event', 'hang', UNKILLABLE, WAITS_FOR],
  ['trying direct sigkill', 'hang', UNKILLABLE, WAITS_FOR],
  ['error killing container: context deadline exceeded', 'hang', UNKILLABLE, WAITS_FOR],
  ['oci runtime create failed', 'end', 'A container was not started', WORDS_AFTER],
  ['port is already allocated', 'end', 'A container was not started, because another one has its port', null],
  ['you have reached your pull rate limit', 'error', 'The registry gives no more images for now', 'log in, or use a '
    + 'mirror'],
];

const KUBERNETES: readonly MessageRow[] = [
  ['back-off restarting failed container', 'end', 'A container ends again after each start', 'its own log says why '
    + '(kubectl logs POD --previous)'],
  ['the node was low on resource', 'end', 'Kubernetes evicted a pod, because its node was short of that resource',
    null],
  ['nodes are available:', 'error', 'No node could take the pod', WORDS_AFTER],
  ['multi-attach error for volume', 'error', 'A volume is still attached to another node', null],
  ['unable to attach or mount volumes', 'error', 'A pod waits for a volume that cannot be mounted', null],
  ['pleg is not healthy', 'slow', 'The container runtime of the node answers too slowly', 'look at the load and the '
    + 'disk of the node'],
  ['service account token has been invalidated', 'error', 'A token of a service account is no longer accepted', 'start '
    + 'the pod that uses it again'],
];

export const OF_CONTAINERS: readonly MessagesOfProgram[] = [['Docker', DOCKER], ['Kubernetes', KUBERNETES]];
