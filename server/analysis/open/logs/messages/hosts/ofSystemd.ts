/** Messages of systemd, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';
import { LOOK_AT_PATHS, NO_VIEW, SYSTEMD_STATUSES } from './ofSystemdStatuses.ts';

const TOO_OFTEN = 'The service was started so often in a short time that systemd does not start it again';
const RESET = 'see journalctl -u UNIT for why it ends, then systemctl reset-failed UNIT and start it';
const WATCHDOG = 'systemd ended the service, because it did not report to its watchdog in time';
const BEFORE_IT = 'look at what it did before; WatchdogSec= sets the time';
const NOT_READY = 'The service was not ready in time, and systemd ended it';
/** The step for a start that timed out, of which a log may show more. */
export const START_TIME = 'raise TimeoutStartSec= if it only starts slowly (a long replay); else see whether Type= '
  + 'fits';
const NOT_STOPPED = 'The service did not end in time when it was asked to stop, and systemd kills it';
const STOP_TIME = 'raise TimeoutStopSec= if it needs longer to write its data';
const UNKILLABLE = 'Processes of the service do not end on SIGKILL either, as those that wait in the kernel for a disk '
  + 'or a network file system';
const LEFT = 'Processes of an earlier run of the service still live';
const SEE_LEFT = 'see systemctl status UNIT, let them write their data, and end them before the next start';
const NO_UNIT = 'systemd knows no unit of that name';
const RELOAD = 'look at the name, and run systemctl daemon-reload after adding a file';
const NO_PID = 'systemd looked for a PID file that it could not read yet, which may be written a moment later';
const PID_FILE = 'if the start then times out, set PIDFile= to the real path, or Type=simple if it stays in the '
  + 'foreground';
const NO_PROGRAM = 'systemd could not find or not execute a program that the unit starts (ExecStart= and others)';
const NO_COMMAND = 'The unit has no command to start, and systemd refuses it';
const VERIFY = 'see systemd-analyze verify with the path of the unit';
const CYCLE = 'Units wait for each other in a circle, and systemd leaves one of them out';
const IGNORED = 'systemd ignores that setting, as one of a newer version, misspelled, or in the wrong section';

const SYSTEMD: readonly MessageRow[] = [
  ...rowsOf(['start request repeated too quickly', 'start-limit-hit', "failed with result 'start-limit'"], 'end',
    TOO_OFTEN, RESET),
  ...rowsOf(['watchdog timeout (limit', "failed with result 'watchdog'"], 'end', WATCHDOG, BEFORE_IT),
  ...rowsOf(['start-pre operation timed out', "failed with result 'timeout'"], 'end', 'A step of the service did not '
    + 'end in time, and systemd ended it', null),
  ['start operation timed out', 'end', NOT_READY, START_TIME],
  ...rowsOf(['stop-sigterm timed out', "state 'stop-sigterm' timed out", "state 'final-sigterm' timed out"], 'end',
    NOT_STOPPED, STOP_TIME),
  ...rowsOf(['still around after sigkill', 'still around after final sigkill'], 'hang', UNKILLABLE, 'look at what they '
    + 'wait for, such as a mount of NFS'),
  ...rowsOf(['remains running after unit stopped', 'in control group while starting unit'], 'error', LEFT, SEE_LEFT),
  ["failed with result 'protocol'", 'end', 'The service did not do what its Type= promises, such as to report that it '
    + 'is ready', 'see whether Type= fits the program'],
  ["failed with result 'resources'", 'end', 'systemd could not start the service for lack of a file or another '
    + 'resource', 'see the lines before it'],
  ["failed with result 'core-dump'", 'end', 'The service crashed', 'see its last lines, and coredumpctl info'],
  ['scheduled restart job, restart counter is at', 'error', 'systemd starts the service again after it ended', 'the '
    + 'lines before say how it ended'],
  ...rowsOf(['failed to locate executable /', "unable to locate executable '"], 'end', NO_PROGRAM, 'look at its path, '
    + 'its mode, and at SELinux if permission is denied'),
  ...rowsOf(['executable path is not absolute, ignoring', 'neither a valid executable name nor an absolute path'],
    'end', 'The path of ExecStart= does not begin with /', 'write the whole path'),
  ['failed to determine user credentials', 'end', 'systemd could not find the user of User= on this host', 'make it, '
    + 'or correct User='],
  ['failed to determine group credentials', 'end', 'systemd could not find the group of Group= on this host', 'make '
    + 'it, or correct Group='],
  ['changing to the requested working directory failed', 'end', 'The folder of WorkingDirectory= is not there, or its '
    + 'user may not enter it', 'make it, or correct its rights'],
  ['failed to set up user namespacing', 'end', 'systemd may not set up a user namespace here, as in a container '
    + 'without that right', 'allow nesting, or set PrivateUsers=no in a drop-in (systemctl edit UNIT)'],
  ['failed to set up network namespacing', 'end', 'systemd may not set up a network namespace here, as in a container',
    'give the right, or set PrivateNetwork=no in a drop-in, which lets the service use the network'],
  ['failed to set up mount namespacing', 'end', NO_VIEW, LOOK_AT_PATHS],
  ['failed to load environment files', 'end', 'A file of EnvironmentFile= is not there or cannot be read', 'make it, '
    + 'or, if the service can do without it, put "-" before its path'],
  ['has a bad unit file setting', 'end', 'systemd does not load the unit because of a setting', VERIFY],
  ...rowsOf(['service lacks both execstart= and execstop= setting',
    'service has no execstart=, execstop=, or successaction='], 'end', NO_COMMAND, 'give it ExecStart='),
  ['service has more than one execstart= setting', 'end', 'The unit has two commands, which only Type=oneshot may have',
    'in a drop-in, write an empty ExecStart= before the new one'],
  ...rowsOf(["in section 'service', ignoring", "in section 'unit', ignoring", "in section 'install', ignoring",
    'in section [service], ignoring', 'in section [unit], ignoring', 'in section [install], ignoring',
    "unknown lvalue '"], 'slow', IGNORED, VERIFY),
  ['.service is masked', 'end', 'systemd does not start a unit that is masked', 'systemctl unmask UNIT, if it is meant '
    + 'to run'],
  ...rowsOf(['.service not found', '.service could not be found'], 'end', NO_UNIT, RELOAD),
  ['dependency failed for', 'end', 'A unit was not started, because one that it requires failed', 'see systemctl '
    + '--failed'],
  ['timed out waiting for device', 'end', 'A device that units need did not appear, as a disk that /etc/fstab names',
    'compare /etc/fstab with blkid'],
  ...rowsOf(['you are in emergency mode', 'welcome to emergency mode'], 'end', 'The host did not start in full, as '
    + 'when a mount of /etc/fstab failed', 'see journalctl -xb and systemctl --failed'),
  ['(yet?) after start', 'slow', NO_PID, PID_FILE],
  ['but reception only permitted for main pid', 'error', 'systemd ignores a report of a child process', 'if '
    + 'that one is to report, set NotifyAccess=all'],
  ...rowsOf(['found ordering cycle', 'breaking ordering cycle by deleting job'], 'error', CYCLE, 'see After= and '
    + 'Requires= of the units it lists'),
  ['corrupted or uncleanly shut down, renaming and replacing', 'slow', 'journald set aside a journal file that was '
    + 'not closed well; its lines may be there still', 'see journalctl --file with that path'],
  ['the unit file, source configuration file or drop-ins of', 'slow', 'systemd still uses the unit as it was before it '
    + 'was changed', 'run systemctl daemon-reload, then restart it'],
  ['system has not been booted with systemd as init system', 'end', 'There is no systemd here, as in a container or an '
    + 'old WSL', 'start the program directly; in WSL set systemd=true in /etc/wsl.conf'],
  ['interactive authentication required', 'error', 'The command needs root or an authorization', 'run it '
    + 'with sudo'],
];

const OOMD: readonly MessageRow[] = [
  ['due to memory pressure for /', 'end', 'A control group is killed, because its processes, or those around it, '
    + 'waited too much for memory', 'look at what used memory, or at ManagedOOMMemoryPressure= of the unit'],
  ['due to memory used (', 'end', 'A control group is killed, because the memory and the swap of the host were nearly '
    + 'full', 'look at what used memory, or at ManagedOOMSwap= of the unit'],
];

export const OF_SYSTEMD: readonly MessagesOfProgram[] = [
  ['systemd', [...SYSTEMD, ...SYSTEMD_STATUSES]], ['systemd-oomd', OOMD],
];
