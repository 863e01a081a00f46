/** Messages of the kernel, and of the operating system in any program, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from './messageRow.ts';

const DISK = 'The disk or its connection reports errors';
const LOOK_AT_DISK = 'look at the disk, then at the data on it';

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

export const OF_KERNEL: readonly MessagesOfProgram[] = [['the kernel', KERNEL], ['', ANY]];
