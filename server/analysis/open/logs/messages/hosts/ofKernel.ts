/** Messages of the kernel about memory, CPUs and the network, for the table of known messages. Pure. */
import { rowsOf, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';
import { OF_OPERATING_SYSTEM } from './ofOperatingSystem.ts';
import { KERNEL_STORAGE, OF_STORAGE } from './ofStorage.ts';

const WAITED_LONG = 'A process waited in the kernel for several minutes, as for a disk or a network file system';
const LOOK_AT_WAIT = 'see in the stack below it what it waits for, then look at that disk or mount (iostat, dmesg)';
/** The first reports of waits are after 120 seconds, later ones after multiples of it and some seconds. */
const LONG_WAITS = [122, 123, 241, 245, 362, 368, 483, 491, 604, 614, 724, 737, 845, 860, 966, 983];
const STALL = 'A CPU did not get on for many seconds, as with a virtual machine that gets no CPU time, a driver or a '
  + 'lock';
const LOOK_AT_HOST = 'look at the stack below it, and at the load of the hypervisor';
const PANIC = 'The kernel stopped, and with it everything on the host';
const KERNEL_BUG = 'The kernel or a driver made an invalid memory access; what used it is ended or hangs';
const UPDATE_KERNEL = 'start the host again, and look for a newer kernel or driver';
const RAS = 'see ras-mc-ctl --errors or mcelog';
const BROKEN_MEMORY = 'The kernel found its own memory damaged, as by a driver or by bad memory modules';
const TEST_MEMORY = 'test the memory, and look for machine checks (ras-mc-ctl --errors)';
const CORRECTED = 'A memory module gave a wrong bit, which was corrected';
const NO_MODULE = 'A memory module gave wrong data that could not be corrected';
const REPLACE = 'see which module it is (ras-mc-ctl --errors), and replace it';
const HOT = 'The CPU was too hot and was slowed down';
const COOL = 'look at fans, dust and room temperature';
const NEIGHBOURS = 'The table of neighbours (ARP) is full, and new hosts or pods are not reached';
const CONNECTIONS = 'The table of connections is full, and new ones are dropped';
const LINK = 'A network card was stuck, and the kernel resets it';

const MEMORY: readonly MessageRow[] = [
  ['page allocation failure', 'error', 'The kernel did not get free pages that something asked for at once', 'see '
    + 'order: behind it (0 is one page; more have to be contiguous), free memory and vm.min_free_kbytes'],
  ['page allocation stalls for', 'slow', 'A process waited seconds for memory', 'look at free memory and at swap'],
  ['out of memory and no killable processes', 'end', 'Memory ran out, and nothing could be killed', 'look at '
    + 'oom_score_adj and at the limit of the group'],
  ['system is deadlocked on memory', 'end', PANIC, 'look at what used the memory before'],
  ['panic_on_oom is enabled', 'end', PANIC, 'look at what used the memory, and at vm.panic_on_oom'],
  ['are going to be killed due to memory.oom.group set', 'end', 'The kernel kills all processes of a control group '
    + 'that reached its memory limit', 'see what used it; raise the limit only if that much is meant to be used'],
  ['fork rejected by pids controller', 'full', 'A control group has its largest number of processes and threads',
    'raise TasksMax= or the limit of pids of the container or pod'],
  ...rowsOf(['bad page state in process', 'bad page map in process'], 'damage', BROKEN_MEMORY, TEST_MEMORY),
  ['bad rss-counter state', 'error', 'The kernel counted the memory of a process wrongly, as with an error in the '
    + 'kernel or in a driver', UPDATE_KERNEL],
  ['uncorrected hardware memory error', 'damage', NO_MODULE, REPLACE],
  ['due to hardware memory corruption', 'end', 'A process was sent SIGBUS, which mostly ends it, because a memory '
    + 'module gave wrong data', REPLACE],
  ['memory failure: 0x', 'damage', 'A page of memory is broken, and the kernel stops using it', REPLACE],
  ['machine check events logged', 'error', 'The processor reported a hardware error, often one that it '
    + 'corrected', RAS],
  ...rowsOf(['machine check exception: ', '[hardware error]: cpu'], 'error', 'The processor reported a hardware error',
    RAS),
  ...rowsOf(['ce memory read error on', 'ce memory scrubbing error on'], 'slow', CORRECTED, 'if it repeats, see which '
    + 'module it is (ras-mc-ctl --errors)'),
  ...rowsOf(['ue memory read error on', 'ue memory scrubbing error on'], 'damage', NO_MODULE, REPLACE),
];

const PROCESSORS: readonly MessageRow[] = [
  ['blocked for more than 120 seconds', 'hang', 'A process waited in the kernel for two minutes, as for a disk or a '
    + 'network file system', LOOK_AT_WAIT],
  ...rowsOf(LONG_WAITS.map((seconds) => `blocked for more than ${seconds} seconds`), 'hang', WAITED_LONG, LOOK_AT_WAIT),
  ['soft lockup - cpu', 'hang', 'A CPU did not get out of the kernel for many seconds',
    'see the stack behind it and, in a virtual machine, the steal time of its host'],
  ...rowsOf(['watchdog detected hard lockup on cpu', 'self-detected stall on cpu', 'detected stalls on cpus/tasks',
    'kthread starved for', 'bug: workqueue lockup'], 'hang', STALL, LOOK_AT_HOST),
  ['hrtimer: interrupt took', 'slow', 'An interrupt took long, as on a host or hypervisor with much load', null],
  ['as unstable because the skew is too large', 'slow', 'The kernel changes to another clock, with which reading the '
    + 'time costs more CPU', 'see /sys/devices/system/clocksource/clocksource0/current_clocksource'],
  ['kernel panic - not syncing', 'end', PANIC, WORDS_AFTER],
  ...rowsOf(['unable to handle kernel null pointer dereference', 'unable to handle kernel paging request',
    'unable to handle page fault for address', 'kernel null pointer dereference, address'], 'end', KERNEL_BUG,
    UPDATE_KERNEL),
  ...rowsOf(['core temperature above threshold, cpu clock throttled',
    'package temperature above threshold, cpu clock throttled'], 'slow', HOT, COOL),
  ['critical temperature reached', 'end', 'The host is so hot that it shuts down', COOL],
];

const NETWORK: readonly MessageRow[] = [
  ...rowsOf(['nf_conntrack: table full', 'ip_conntrack: table full'], 'full', CONNECTIONS, 'see '
    + 'what opens so many (conntrack -L), and raise net.netfilter.nf_conntrack_max'),
  ['possible syn flooding on port', 'slow', 'New connections come faster than a program accepts them, or are a '
    + 'flood', 'see whether that program hangs (ss -lnt), then raise its backlog and net.core.somaxconn'],
  ['consider tuning tcp_mem', 'full', 'Connections use all memory that TCP may have', 'see ss -s and -m for who holds '
    + 'it, then raise net.ipv4.tcp_mem'],
  ['too many orphaned sockets', 'full', 'Too many closed connections wait for their end', 'see ss -s, then raise '
    + 'net.ipv4.tcp_max_orphans'],
  ...rowsOf(['neighbor table overflow', 'neighbour table overflow'], 'full', NEIGHBOURS, 'raise '
    + 'net.ipv4.neigh.default.gc_thresh1 to 3'),
  ...rowsOf(['netdev watchdog:', 'detected hardware unit hang'], 'hang', LINK, 'look at cable, driver and firmware of '
    + 'that card'),
  ['nic link is down', 'error', 'A network card has no link', 'look at the cable and the switch, and whether '
    + 'somebody set it down'],
  ['unregister_netdevice: waiting for', 'hang', 'A network namespace cannot be removed, and new containers may hang',
    'update the kernel; often only starting the host again ends it'],
  ['avc: denied', 'error', 'SELinux denies an access (with permissive=1 it only reports it)', 'see ausearch -m AVC '
    + '-ts recent; often the label of the path is wrong (restorecon, or :z on a volume)'],
  ['apparmor="denied"', 'error', 'AppArmor refused an access', 'look at profile= and name= behind it, and change that '
    + 'profile'],
];

export const OF_KERNEL: readonly MessagesOfProgram[] = [
  ['the kernel', [...KERNEL_STORAGE, ...MEMORY, ...PROCESSORS, ...NETWORK]], ...OF_STORAGE, ...OF_OPERATING_SYSTEM,
];
