/** Messages of Docker and other runtimes of containers, for the table of known messages. Pure. */
import { rowsOf, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';
import { OF_KUBERNETES } from './ofKubernetes.ts';

const UNKILLABLE = 'The process does not end on SIGKILL either, as one that waits in the kernel for a disk or a '
  + 'network file system';
const WAITS_FOR = 'look at what it waits for, such as a mount of NFS';
const NO_DAEMON = 'The client does not reach the Docker daemon';
const NO_RIGHT = 'The user may not talk to the Docker daemon';
const JOIN_GROUP = 'use sudo, or add the user to the group docker, which gives it the rights of root';
const NO_IMAGE = 'The registry has no such image or tag, or does not show it without a login';
const NO_NETWORKS = 'Docker has no free range of addresses for another network';
const OTHER_PLATFORM = 'The image is not made for this processor or system';
const PULL_LIMIT = 'The registry gives no more images for now';
const NO_FILE = 'A file is to be mounted on a folder or the reverse, mostly because the path does not exist on the '
  + 'host and Docker made a folder there';
const PRUNE = 'remove unused networks (docker network prune), or add default-address-pools in daemon.json';

const DOCKER: readonly MessageRow[] = [
  ...rowsOf(['did not receive an exit event', 'of kill - trying direct sigkill',
    'error killing container: context deadline exceeded'], 'hang', UNKILLABLE, WAITS_FOR),
  ['cannot connect to the docker daemon', 'error', NO_DAEMON, 'see whether it runs (systemctl status docker), then '
    + 'look at DOCKER_HOST and docker context'],
  ...rowsOf(['permission denied while trying to connect to the docker daemon',
    'permission denied while trying to connect to the docker api'], 'error', NO_RIGHT, JOIN_GROUP),
  ['oci runtime create failed', 'end', 'A container was not started', WORDS_AFTER],
  ['failed: port is already allocated', 'end', 'A container was not started, because another one has its port',
    'find that one (docker ps), or publish another port'],
  ['driver failed programming external connectivity on endpoint', 'end', 'A container was not started, because its '
    + 'port could not be published', WORDS_AFTER],
  ['no chain/target/match by that name', 'error', 'A firewall rule needs a chain or module that is not there, as when '
    + 'a reload of the firewall removed those of Docker', 'start Docker again (systemctl restart docker), which stops '
    + 'its containers without live-restore'],
  ['conflict. the container name', 'end', 'Another container, which may be stopped, has that name', 'start that one, '
    + 'or remove it first: what it wrote outside of volumes is lost then'],
  // Words with "not" before it would leave the question as one that was not asked.
  ...rowsOf(['not a directory: unknown: are you trying to mount a directory onto a file',
    'are you trying to mount a directory onto a file'], 'end', NO_FILE,
    'remove that empty folder, and put the file there'),
  ['bind source path does not exist', 'end', 'The path to mount does not exist on the host', 'make it there first'],
  ['error while creating mount source path', 'end', 'Docker could not make the folder to mount on the host',
    WORDS_AFTER],
  ['error creating overlay mount to', 'end', 'The file system of a container could not be mounted', WORDS_AFTER],
  ['failed to register layer', 'error', 'A layer of an image could not be unpacked', WORDS_AFTER],
  ...rowsOf(['you have reached your pull rate limit', 'you have reached your unauthenticated pull rate limit'], 'error',
    PULL_LIMIT, 'log in, or use a mirror'),
  ['pull access denied for', 'error', NO_IMAGE, 'look at the name of the image, and log in (docker login, '
    + 'imagePullSecrets)'],
  ['manifest unknown', 'error', 'The registry has no such tag of the image', 'look at the tag'],
  ...rowsOf(['no matching manifest for', 'no match for platform in manifest'], 'error', OTHER_PLATFORM, 'take another '
    + 'tag, or give --platform if emulation is set up'),
  ['no basic auth credentials', 'error', 'The registry requires a login, and none was given', 'log in again (docker '
    + 'login, imagePullSecrets); those of ECR expire after 12 hours'],
  ...rowsOf(['all predefined address pools have been fully subnetted',
    'non-overlapping ipv4 address pool among the defaults'], 'full', NO_NETWORKS, PRUNE),
  ['pool overlaps with other one on this address space', 'end', 'The addresses of that network overlap with those of '
    + 'another', 'choose another subnet, or remove the old network'],
  ['declared as external, but could not be found', 'end', 'The compose file uses a network or volume that must exist '
    + 'before', 'make it (docker network create, docker volume create)'],
  ['dependency failed to start: container', 'end', 'A service was not started, because one that it depends on failed '
    + 'or is not healthy', 'look at the log and the health check of that container (docker inspect)'],
  ['free data blocks which is less than minimum required', 'full', 'The pool of the devicemapper driver is nearly '
    + 'full, and Docker makes no more containers', 'remove unused images, or enlarge the pool'],
];

const CGROUP_DRIVER = 'The kubelet and the runtime manage control groups in different ways (systemd and cgroupfs)';
const SAME_DRIVER = 'set the same in both: cgroupDriver of the kubelet, SystemdCgroup of containerd';

const RUNTIME: readonly MessageRow[] = [
  ['exec user process caused', 'end', 'The main program of the container could not be executed', WORDS_AFTER],
  ['container init was oom-killed', 'end', 'The container was killed for memory while it was made', 'see its memory '
    + 'limit, which may be too small to start at all'],
  ['cgroup mountpoint does not exist', 'end', 'The control groups that the runtime expects are not mounted, as when a '
    + 'host has version 2 and the runtime is old', 'update the runtime'],
  ...rowsOf(['expected cgroupspath to be of format', 'misconfiguration: kubelet cgroup driver'], 'end', CGROUP_DRIVER,
    SAME_DRIVER),
  ...rowsOf(['failed to reserve sandbox name', 'failed to reserve container name'], 'slow', 'An earlier attempt to '
    + 'make the same pod or container has not ended, as with a slow disk', 'look at the load and the disk of the node'),
];

const PODMAN: readonly MessageRow[] = [
  ['potentially insufficient uids or gids available in user namespace', 'end', 'The image has users for which the user '
    + 'of podman has no range of IDs', 'add ranges to /etc/subuid and /etc/subgid, then run podman system migrate'],
  ['rootlessport cannot expose privileged port', 'end', 'Without root, podman cannot publish a privileged port (by '
    + 'default one below 1024)', 'publish a higher one, or lower net.ipv4.ip_unprivileged_port_start'],
  ['did not resolve to an alias and no unqualified-search registries are defined', 'end', 'podman does not know from '
    + 'which registry to get the image', 'write its full name, such as docker.io/prom/prometheus'],
  ['the cgroupv2 manager is set to systemd but there is no systemd user session available', 'slow', 'Containers of '
    + 'this user may end when it logs out', 'turn on a lasting session (loginctl enable-linger)'],
];

export const OF_CONTAINERS: readonly MessagesOfProgram[] = [
  ['Docker', DOCKER], ['a container runtime', RUNTIME], ['podman', PODMAN], ...OF_KUBERNETES,
];
