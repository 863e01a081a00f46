/** Alerts of the mixin of node_exporter. Pure. */
import type { AlertRow, AlertsOfProgram } from './alertRow.ts';

const WHAT_GROWS = 'find what grows there (du -x), before it is full';
const INODES = 'find the folder with most files (du --inodes -x)';
const NTP = 'run chronyc tracking or timedatectl on that host';

const ROWS: readonly AlertRow[] = [
  ['NodeFilesystemSpaceFillingUp', 'A file system of the node is forecast to run out of space within 24 hours, or 4 if '
    + 'it is critical', WHAT_GROWS],
  ['NodeFilesystemAlmostOutOfSpace', 'A file system of the node has only a few percent of its space left', WHAT_GROWS],
  ['NodeFilesystemFilesFillingUp', 'A file system of the node is forecast to run out of inodes within 24 hours, or 4 '
    + 'if it is critical', INODES],
  ['NodeFilesystemAlmostOutOfFiles', 'A file system of the node has less than 5 % of its inodes left, or 3 if it is '
    + 'critical', INODES],
  ['NodeNetworkReceiveErrs', 'More than 1 % of the packets that a network interface receives have errors',
    'run ethtool -S on the interface, then look at its cable or its host'],
  ['NodeNetworkTransmitErrs', 'More than 1 % of the packets that a network interface sends have errors',
    'run ethtool -S on the interface, then look at its cable or its host'],
  ['NodeNetworkInterfaceFlapping', 'A network interface of the node goes up and down often',
    'look in dmesg for its link messages'],
  ['NodeHighNumberConntrackEntriesUsed', 'The connection table of the kernel is more than 75 % full; if it is full, '
    + 'new connections are dropped', 'see which hosts have most connections (conntrack -L)'],
  ['NodeTextFileCollectorScrapeError', 'The node_exporter could not read a file of its textfile collector',
    'read its log: it names the file and the line'],
  ['NodeClockSkewDetected', 'The clock of the node is more than 50 ms off and does not come nearer', NTP],
  ['NodeClockNotSynchronising', 'The clock of the node is not synchronised, and may be 16 seconds off or more', NTP],
  ['NodeRAIDDegraded', 'A RAID array of the node has fewer active disks than it needs', 'see /proc/mdstat for the '
    + 'array, and replace the disk before another fails'],
  ['NodeRAIDDiskFailure', 'A disk of a RAID array of the node failed', 'see /proc/mdstat and dmesg for the disk, and '
    + 'replace it'],
  ['NodeFileDescriptorLimit', 'The node has more than 70 % of the open files that its kernel allows (fs.file-max)',
    'find the process with most open files'],
  ['NodeCPUHighUsage', 'The CPUs of the node were busy for more than 90 % of the time', 'find the process with most '
    + 'CPU (top)'],
  ['NodeSystemSaturation', 'The load of the node is more than 2 per core: processes wait for CPU or disk',
    'see in vmstat 1 whether they wait for CPU (r) or for the disk (b)'],
  ['NodeMemoryMajorPagesFaults', 'The node reads more than 500 pages a second from disk that were not in memory',
    'see whether memory is short (free, vmstat 1)'],
  ['NodeMemoryHighUtilization', 'More than 90 % of the memory of the node is in use',
    'find the process with most resident memory (ps --sort=-rss)'],
  ['NodeDiskIOSaturation', 'More than 10 requests on average wait for a disk of the node',
    'find the process that reads or writes most (iotop, pidstat -d)'],
  ['NodeSystemdServiceFailed', 'A systemd service of the node is in the state failed', 'run systemctl status and '
    + 'journalctl -u for it'],
  ['NodeSystemdServiceCrashlooping', 'A systemd service of the node restarts again and again', 'run journalctl -u for '
    + 'it'],
  ['NodeBondingDegraded', 'A bonded interface of the node has fewer active links than it should', 'see '
    + '/proc/net/bonding for the link that is down'],
  ['HostOutOfMemory', 'By its name a host has little memory left', 'find the process with most resident memory'],
  ['HostOutOfDiskSpace', 'By its name a file system of a host is almost full', WHAT_GROWS],
  ['HostHighCpuLoad', 'By its name the CPUs of a host are busy', 'find the process with most CPU (top)'],
];

export const ALERTS_OF_NODES: AlertsOfProgram = { program: '', rows: ROWS };
