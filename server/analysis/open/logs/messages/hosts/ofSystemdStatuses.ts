/** Exit statuses with which systemd says why a service did not start or how it ended, for the known messages. Pure. */
import { rowsOf, type MessageRow } from '../rows/messageRow.ts';

export const NO_VIEW = 'systemd could not set up the view of files of the service: a path that the unit names is not '
  + 'there, or a container lacks the right';
export const LOOK_AT_PATHS = 'look at ReadWritePaths=, BindPaths= and others; "-" before a path lets it be missing';

/** Statuses 200 to 245: systemd could not prepare the process. The step has the name of the status. */
const STEPS: readonly (readonly [status: number, step: string, means: string, next: string | null])[] = [
  [200, 'chdir', 'The folder of WorkingDirectory= is not there, or its user may not enter it', 'make it, or correct '
    + 'its rights'],
  [201, 'nice', 'systemd could not set Nice= of the service', 'look at Nice= and at the rights of the user'],
  [202, 'fds', 'systemd could not prepare the open files of the service', 'see the line before it'],
  [203, 'exec', 'The program of ExecStart= could not be executed: it is not there, not executable, or made for another '
    + 'processor', 'look at its path, mode and "file PATH", and at SELinux'],
  [204, 'memory', 'There was no memory to start the service', 'look at free memory'],
  [205, 'limits', 'systemd could not set a limit of the service', 'compare LimitNOFILE= and the others with what the '
    + 'host or container allows'],
  [206, 'oom_adjust', 'systemd could not set OOMScoreAdjust=, as in a container', 'remove it or give the right'],
  [207, 'signal_mask', 'systemd could not set the signals of the service', null],
  [208, 'stdin', 'systemd could not open StandardInput=', 'look at its path'],
  [209, 'stdout', 'systemd could not open StandardOutput=', 'make the folder of that file, and look at its rights'],
  [210, 'chroot', 'systemd could not change to RootDirectory=', 'look at its path'],
  [211, 'ioprio', 'systemd could not set the I/O priority of the service', 'look at IOSchedulingClass='],
  [212, 'timerslack', 'systemd could not set TimerSlackNSec=', 'look at that setting'],
  [213, 'securebits', 'systemd could not set SecureBits=', 'look at that setting'],
  [214, 'setscheduler', 'systemd could not set the CPU scheduler of the service, as without a real-time budget', 'look '
    + 'at CPUSchedulingPolicy='],
  [215, 'cpuaffinity', 'systemd could not set the CPUs of the service', 'see whether those of CPUAffinity= exist'],
  [216, 'group', 'systemd could not change to the group of the service, as when it does not exist', 'look at Group= '
    + 'and SupplementaryGroups=, which a unit of a user may not set'],
  [217, 'user', 'systemd could not change to the user of the service: it does not exist, or systemd lacks the right, '
    + 'as in a container', 'look at User=, at PrivateUsers= and at the line before'],
  [218, 'capabilities', 'systemd could not set the capabilities of the service', 'look at CapabilityBoundingSet= and '
    + 'AmbientCapabilities='],
  [219, 'cgroup', 'systemd could not set up the control group of the service', 'see the line before it, and the mounts '
    + 'in /sys/fs/cgroup'],
  [220, 'setsid', 'systemd could not make a new session for the service', null],
  [221, 'confirm', 'Somebody at the console said not to start the service', null],
  [222, 'stderr', 'systemd could not open StandardError=', 'make the folder of that file, and look at its rights'],
  [224, 'pam', 'systemd could not set up the PAM session of the service', 'look at PAMName= and at that user'],
  [225, 'network', 'systemd could not set up the network namespace of the service', 'look at PrivateNetwork= and at '
    + 'the rights of a container'],
  [226, 'namespace', NO_VIEW, LOOK_AT_PATHS],
  [227, 'no_new_privileges', 'systemd could not set NoNewPrivileges=', null],
  [228, 'seccomp', 'systemd could not set the filter of system calls', 'look at SystemCallFilter='],
  [229, 'selinux_context', 'systemd could not set the SELinux context of the service', 'look at SELinuxContext='],
  [230, 'personality', 'systemd could not set Personality= of the service', 'look at that setting'],
  [231, 'apparmor', 'systemd could not change to the AppArmor profile of the service', 'see whether it is loaded '
    + '(aa-status)'],
  [232, 'address_families', 'systemd could not limit the address families of the service', 'look at '
    + 'RestrictAddressFamilies='],
  [233, 'runtime_directory', 'systemd could not make the folder in /run', 'look at RuntimeDirectory= and at the space '
    + 'there'],
  [235, 'chown', 'systemd could not change the owner of a socket', 'look at SocketUser= and SocketGroup='],
  [236, 'smack_process_label', 'systemd could not set the SMACK label of the service', null],
  [237, 'keyring', 'systemd could not set up the kernel keyring of the service', 'see the limit of keys '
    + '(kernel.keys.maxkeys)'],
  [238, 'state_directory', 'systemd could not set up the data folder of the service', 'look at StateDirectory= and at '
    + 'the owner of that folder in /var/lib'],
  [239, 'cache_directory', 'systemd could not set up the cache folder of the service', 'look at CacheDirectory= and '
    + 'that folder in /var/cache'],
  [240, 'logs_directory', 'systemd could not set up the log folder of the service', 'look at LogsDirectory= and that '
    + 'folder in /var/log'],
  [241, 'configuration_directory', 'systemd could not set up the folder of the service in /etc', 'look at '
    + 'ConfigurationDirectory='],
  [242, 'numa_policy', 'systemd could not set the NUMA policy of the service', 'look at NUMAPolicy= and NUMAMask='],
  [243, 'credentials', 'systemd could not set up the credentials of the service', 'look at LoadCredential= and '
    + 'SetCredential='],
  [245, 'bpf', 'systemd could not apply RestrictFileSystems=', 'see whether the kernel has the BPF LSM'],
];

const LOG_SAYS = 'see its last lines (journalctl -u UNIT)';

export const SYSTEMD_STATUSES: readonly MessageRow[] = [
  ...STEPS.flatMap(([status, step, means, next]): MessageRow[] => [
    [`status=${status}/${step}`, 'end', means, next], [`failed at step ${step} spawning`, 'end', means, next],
  ]),
  ['status=1/failure', 'end', 'The program, or a command that systemd runs next to it, ended with an error of '
    + 'its own', LOG_SAYS],
  ['status=2/invalidargument', 'end', 'The program ended with status 2, as after a Go crash or with flags that it does '
    + 'not know', LOG_SAYS],
  ['status=3/notimplemented', 'end', 'The program ended with status 3, whose meaning is its own', LOG_SAYS],
  ['status=4/nopermission', 'end', 'The program ended with status 4, whose meaning is its own', LOG_SAYS],
  ['status=5/notinstalled', 'end', 'The program ended with status 5, whose meaning is its own', LOG_SAYS],
  ['status=6/notconfigured', 'end', 'The program ended with status 6, whose meaning is its own', LOG_SAYS],
  ['status=7/notrunning', 'end', 'The program ended with status 7, whose meaning is its own', LOG_SAYS],
  ['status=255/exception', 'end', 'The program ended with status 255, an error of its own', LOG_SAYS],
  ['status=4/ill', 'end', 'The program met an invalid instruction (SIGILL)', 'see '
    + 'whether it is built for this processor'],
  ['status=6/abrt', 'end', 'The program aborted itself, or the watchdog of systemd ended it (SIGABRT)', LOG_SAYS],
  ['status=7/bus', 'end', 'The program ended with SIGBUS, as when a mapped file cannot be read: a full disk, a damaged '
    + 'disk or a file that was cut', 'look at the disk (df, dmesg)'],
  ['status=9/kill', 'end', 'The process was killed (SIGKILL), as by the OOM killer, by a person, or by systemd after '
    + 'its timeout', 'see journalctl -k for an OOM kill, and the lines before'],
  ['status=137/n/a', 'end', 'The program, or one that it started, was killed (SIGKILL), as by the OOM killer', 'see '
    + 'journalctl -k for an OOM kill, and the lines before'],
  ...rowsOf(['status=15/term', 'status=143/n/a'], 'state', 'The process, or one that it started, ended on SIGTERM, '
    + 'as when it is asked to stop', null),
  ['status=11/segv', 'end', 'The program crashed with an invalid memory access (SIGSEGV)', 'see coredumpctl info, and '
    + 'look for a newer version'],
  ['status=31/sys', 'end', 'The program made a system call that is forbidden, as by SystemCallFilter= (SIGSYS)', 'see '
    + 'the audit log (ausearch -m SECCOMP), and allow that call if the program needs it'],
];
