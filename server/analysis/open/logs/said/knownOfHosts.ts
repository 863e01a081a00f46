/** Messages of etcd, collectors, containers, Kubernetes and the kernel, for the table of known messages. Pure. */
import { WORDS_AFTER, type MessageRow } from './knownRow.ts';

const ETCD_DISK = 'The disk of etcd is slow to write its WAL';
const ETCD_SLOW = 'Requests take etcd too long, as with a slow disk or too little CPU';
const ETCD_LATE = 'The leader of etcd was late, as with a slow disk or too little CPU, and may lose its place';
const FASTER_DISK = 'give etcd a fast disk (SSD) that nothing else writes to';
const ETCD_FULL = 'The database of etcd has its largest allowed size, and takes no more writes';
const DEFRAGMENT = 'compact and defragment it, then disarm the alarm';
const ADD_AGAIN = 'remove the member, and add it again with an empty folder';
const NO_LEADER = 'The etcd cluster had no leader for a time, and served no writes then';
const UNKILLABLE = 'The process does not end on SIGKILL either, as one that waits in the kernel for a disk or a '
  + 'network file system';
const WAITS_FOR = 'look at what it waits for, such as a mount of NFS';
const OTEL_RETRY = 'The Collector could not send, and sends the same again';
const OTEL_DROP = 'The Collector dropped data that it could not send';
const OTEL_MEMORY = 'The memory limiter of the Collector refuses data, because its memory is above the limit';
const DISK = 'The disk or its connection reports errors';
const LOOK_AT_DISK = 'look at the disk, then at the data on it';

const ETCD: readonly MessageRow[] = [
  ['database space exceeded', 'full', ETCD_FULL, DEFRAGMENT], ['alarm nospace', 'full', ETCD_FULL, DEFRAGMENT],
  ['was the raft log corrupted, truncated, or lost', 'end', 'A member of etcd has lost entries of its log, and ends',
    ADD_AGAIN],
  ['walpb: crc mismatch', 'damage', 'The WAL of an etcd member is damaged', ADD_AGAIN],
  ['slow fdatasync', 'slow', ETCD_DISK, FASTER_DISK], ['wal: sync duration of', 'slow', ETCD_DISK, FASTER_DISK],
  ['apply request took too long', 'slow', ETCD_SLOW, null], ['apply entries took too long', 'slow', ETCD_SLOW, null],
  ['waiting for readindex response took too long', 'slow', ETCD_SLOW, null],
  ['leader failed to send out heartbeat on time', 'slow', ETCD_LATE, null],
  ['failed to send out heartbeat on time', 'slow', ETCD_LATE, null],
  ['leader is overloaded likely from slow disk', 'slow', ETCD_LATE, null],
  ['server is likely overloaded', 'slow', ETCD_LATE, null],
  ['etcdserver: request timed out', 'error', 'A request to etcd took too long and was given up', null],
  ['etcdserver: leader changed', 'error', NO_LEADER, null], ['etcdserver: no leader', 'error', NO_LEADER, null],
  ['request sent was ignored (cluster id mismatch', 'error', 'A member of etcd reaches one of another cluster',
    'look at the peers of its configuration, and for an old data folder'],
  ['the clock difference against peer', 'error', 'The clocks of two etcd members differ', 'synchronize the clocks'],
];

const COLLECTOR: readonly MessageRow[] = [
  ['exporting failed. dropping data', 'error', OTEL_DROP, null],
  ['no more retries left. dropping data', 'error', OTEL_DROP, null],
  ['sending queue is full', 'error', OTEL_DROP, 'see whether the receiver runs; a larger queue only puts it off'],
  ['sending_queue is full', 'error', OTEL_DROP, 'see whether the receiver runs; a larger queue only puts it off'],
  ['exporting failed. will retry the request after interval', 'error', OTEL_RETRY, 'see whether the receiver runs at '
    + 'that address'],
  ['data refused due to high memory usage', 'full', OTEL_MEMORY, null],
  ['memory usage is above soft limit', 'full', OTEL_MEMORY, null],
  ['everything is ready. begin running and processing data', 'state', 'The Collector had started', null],
];

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

const KERNEL: readonly MessageRow[] = [
  ['ext4-fs error', 'damage', DISK, LOOK_AT_DISK], ['buffer i/o error on dev', 'damage', DISK, LOOK_AT_DISK],
  ['blk_update_request: i/o error', 'damage', DISK, LOOK_AT_DISK],
  ['remounting filesystem read-only', 'damage', 'The kernel made a file system read-only after an error', LOOK_AT_DISK],
  ['blocked for more than 120 seconds', 'hang', 'A process waited in the kernel for two minutes, as for a disk or a '
    + 'network file system', null],
  ['soft lockup - cpu', 'hang', 'A CPU did not get out of the kernel for many seconds', null],
  ['page allocation failure', 'error', 'The kernel found no memory that lies together', null],
  ['nf_conntrack: table full', 'full', 'The table of connections is full, and new ones are dropped', 'raise '
    + 'net.netfilter.nf_conntrack_max'],
];

const ANY: readonly MessageRow[] = [
  ['no space left on device', 'full', 'The disk or its quota is full', 'free space, then check that writes succeed '
    + 'again'],
  ['read-only file system', 'full', 'The file system is mounted read-only, often after an error of the disk',
    'see dmesg'],
  ['too many open files', 'full', 'The limit of open files is reached', 'raise it (LimitNOFILE, ulimit -n)'],
];

export const OF_HOSTS: readonly (readonly [program: string, rows: readonly MessageRow[]])[] = [
  ['etcd', ETCD], ['the OpenTelemetry Collector', COLLECTOR], ['Docker', DOCKER], ['Kubernetes', KUBERNETES],
  ['the kernel', KERNEL], ['', ANY],
];
