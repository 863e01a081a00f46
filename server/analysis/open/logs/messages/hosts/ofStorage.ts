/** Messages about disks, RAID and file systems, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

/** Says less than another message on the same disk. */
export const DISK = 'The disk or its connection reports errors';
const LOOK_AT_DISK = 'look at the disk, then at the data on it';
const SMART = 'see smartctl -a of that disk; copy the data first if it reports errors';
const UNREADABLE = 'The disk cannot read some of its sectors; what was in them is lost, if nothing else has it';
const NOT_WRITTEN = 'Data that programs had written did not reach the disk and are lost';
const OFFLINE = 'The disk is gone for the kernel, and all reads and writes of it fail';
const CABLE = 'look at the disk, its cable, power and controller';
const COMMAND = 'A command to a disk failed, and the kernel tries it again';
const NVME = 'An NVMe disk does not answer, and the kernel resets it';
const NVME_SAVING = 'see its firmware and temperature (nvme smart-log); nvme_core.default_ps_max_latency_us=0 turns '
  + 'off power saving';
const EXT4 = 'The ext4 file system has errors';
const FSCK = 'look at the disk first (dmesg), and replace it if its reads fail; on a disk that works, save what is '
  + 'needed, then unmount it and run e2fsck -f';
const XFS = 'XFS found damaged metadata, or could not write them';
const XFS_DOWN = 'XFS shut the file system down after an error; every access to it fails';
const XFS_REPAIR = 'look at the disk (dmesg), mount it once to replay its log, unmount it, then run xfs_repair';
const BTRFS = 'btrfs reports damaged metadata or data';
const PCIE = 'A PCIe device, as a disk or network card, reports an error that was not corrected';
const PCIE_CORRECTED = 'A PCIe device reports errors on its connection, which were corrected';
const SCRUB = 'look at the disk (dmesg, btrfs device stats), copy the data; no btrfs check --repair before that';
const CHECKSUM = 'Data of a file on btrfs do not fit their checksum';
const RAID_DISK = 'A disk dropped out of a RAID, which continues without it if its level allows';
const MDSTAT = 'see /proc/mdstat and mdadm --detail, and replace the disk';
const PATH_FAILED = 'One of the paths to a disk failed';
const RAID_DOWN = 'A RAID has too few good disks, or was not stopped cleanly, and does not start';
const EXAMINE = 'see mdadm --examine of its disks before anything is forced';
const THIN = 'The thin pool of LVM is full, and writes to its volumes wait or fail';
const NFS_GONE = 'The NFS server does not know that file any more, as after it was removed or exported again';

export const KERNEL_STORAGE: readonly MessageRow[] = [
  ...rowsOf(['buffer i/o error on dev', 'blk_update_request: i/o error'], 'damage', DISK, LOOK_AT_DISK),
  ['i/o error, dev', 'damage', DISK, LOOK_AT_DISK],
  ['critical target error', 'error', 'A disk refused a command, as one that it does not support (discard) or after a '
    + 'failure', 'see the operation behind it (op 0x3 is a discard), then smartctl -a'],
  ...rowsOf(['critical medium error', 'sense key : medium error', 'sense key: medium error',
    'unrecovered read error'], 'damage', UNREADABLE, SMART),
  ...rowsOf(['sense key : hardware error', 'sense key: hardware error'], 'damage', DISK, SMART),
  ...rowsOf(['failed command: read fpdma queued', 'failed command: write fpdma queued', 'failed command: read dma',
    'failed command: write dma', 'failed command: flush cache ext'], 'error', COMMAND, 'see smartctl -a of that disk, '
    + 'and look at its cable; copy the data first if it reports errors'),
  ['hard resetting link', 'error', 'The kernel resets the connection to a disk, which did not answer as it should',
    CABLE],
  ...rowsOf(['lost async page write', 'lost sync page write', 'lost page write due to i/o error'], 'damage',
    NOT_WRITTEN, LOOK_AT_DISK),
  ...rowsOf(['rejecting i/o to offline device', 'rejecting i/o to dead device',
    'device offlined - not ready after error recovery'], 'damage', OFFLINE, CABLE),
  ['critical space allocation error', 'full', 'The storage behind the disk (thin provisioning) is full', 'enlarge '
    + 'or free that storage'],
  ...rowsOf(['controller is down; will reset', 'timeout, reset controller', 'device not ready; aborting reset'],
    'error', NVME, NVME_SAVING),
  ['timeout, completion polled', 'slow', 'A command to an NVMe disk was done, but its interrupt did not arrive, so it '
    + 'took very long', 'look for a newer kernel or firmware'],
  ['removing after probe failure status', 'damage', 'An NVMe disk could not be started, and is gone', CABLE],
  ...rowsOf(['pcie bus error: severity=uncorrected', 'pcie bus error: severity=uncorrectable'], 'error', PCIE,
    'look at that device, its slot, power and firmware'),
  ...rowsOf(['pcie bus error: severity=corrected', 'pcie bus error: severity=correctable'], 'slow', PCIE_CORRECTED,
    'if there are many, look at the device, its slot and firmware'),
  ['ext4-fs error', 'damage', EXT4, FSCK],
  ...rowsOf(['aborting journal on device', 'detected aborted journal', 'warning: mounting fs with errors',
    'error count since last fsck', 'previous i/o error to superblock detected'], 'damage', EXT4, FSCK),
  ['delayed block allocation failed', 'damage', NOT_WRITTEN, LOOK_AT_DISK],
  ['remounting filesystem read-only', 'damage', 'The kernel made a file system read-only after an error, and writes to '
    + 'it fail', 'find why the device failed; mount it again after fsck'],
  ...rowsOf(['metadata i/o error in', 'metadata corruption detected at', 'metadata crc error detected at',
    'unmount and run xfs_repair'], 'damage', XFS, XFS_REPAIR),
  ...rowsOf(['corruption of in-memory data', 'log i/o error detected', 'filesystem has been shut down due to',
    'please unmount the filesystem and rectify', 'please umount the filesystem and rectify'], 'damage', XFS_DOWN,
    XFS_REPAIR),
  ['possible memory allocation deadlock size', 'hang', 'XFS waits for contiguous memory, as for a file of very many '
    + 'extents', 'free page cache; look for such files with filefrag'],
  ...rowsOf(['btrfs critical (device', 'parent transid verify failed on'], 'damage', BTRFS, SCRUB),
  ['btrfs error (device', 'error', 'btrfs reports an error, which the words behind it name', SCRUB],
  ...rowsOf(['csum failed root', 'csum failed ino'], 'damage', CHECKSUM, 'run btrfs scrub, and restore the files it '
    + 'names'),
  ...rowsOf(['operation continuing on', 'kicking non-fresh'], 'error', RAID_DISK, MDSTAT),
  ['cannot continue operation (', 'end', 'A RAID lost more disks than its level allows', EXAMINE],
  ...rowsOf(['not enough operational devices', 'not enough operational mirrors', 'cannot start dirty degraded array'],
    'end', RAID_DOWN, EXAMINE),
  ['unrecoverable i/o read error for block', 'damage', 'A RAID could read a block from none of its disks', MDSTAT],
  ['switching pool to out-of-data-space', 'full', THIN, 'enlarge it (lvextend), or free space and run fstrim'],
  ...rowsOf(['multipath: failing path', ': failing path 8:', ': failing path 65:', ': failing path 66:'], 'error',
    PATH_FAILED, 'see multipath -ll'),
  ...rowsOf(['detected conn error', 'session recovery timed out after'], 'error', 'The connection to a disk on iSCSI '
    + 'broke', 'look at the network and the iSCSI target, then at the file system'),
  ['lock reclaim failed', 'error', 'A client of NFS lost its locks, as after the server was started again', 'start the '
    + 'programs that held them again'],
];

const MOUNT: readonly MessageRow[] = [
  ['wrong fs type, bad option, bad superblock', 'end', 'The mount failed: another file system, a wrong option, a '
    + 'damaged disk, or a missing helper such as nfs-common', 'see dmesg for the reason'],
  ['rpc.statd is not running but is required for remote locking', 'end', 'The mount of NFS needs the lock service of '
    + 'this host', 'start rpc-statd; with -o nolock locks hold on this host only'],
  ['access denied by server while mounting', 'end', 'The NFS server does not export that path to this host', 'look at '
    + '/etc/exports there, and at showmount -e'],
];

const ZFS: readonly MessageRow[] = [
  ['uncorrectable i/o failure and has been suspended', 'hang', 'A ZFS pool stopped: all reads and writes on it wait',
    'bring its disks back, then run zpool clear'],
  ['experienced an error resulting in data corruption', 'damage', 'Files on the ZFS pool are damaged', 'see zpool '
    + 'status -v for which, and restore them'],
  ['one or more devices has experienced an unrecoverable error', 'error', 'A disk of the ZFS pool gave errors', 'see '
    + 'zpool status; clear the counters or replace the disk'],
];

const DISK_MONITORS: readonly MessageRow[] = [
  ...rowsOf(['currently unreadable (pending) sectors', 'offline uncorrectable sectors'], 'damage', UNREADABLE, SMART),
  ['failed smart self-check. back up data now', 'damage', 'The disk says that it fails soon', 'copy the data, then '
    + 'replace it'],
];

const MDADM: readonly MessageRow[] = [
  ...rowsOf(['a fail event had been detected on md device', 'a degradedarray event had been detected on md device'],
    'error', RAID_DISK, MDSTAT),
];

export const OF_STORAGE: readonly MessagesOfProgram[] = [
  ['the mount command', MOUNT], ['ZFS', ZFS], ['smartd', DISK_MONITORS], ['mdadm', MDADM],
  ['', [...rowsOf(['stale file handle', 'stale nfs file handle'], 'error', NFS_GONE, 'open the file again, or remount '
    + 'the share'), ['structure needs cleaning', 'damage', 'The file system is damaged', 'unmount it, then check it '
    + '(xfs_repair -n, e2fsck -n)']]],
];
