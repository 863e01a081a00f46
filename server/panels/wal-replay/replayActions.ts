/** What to do about a start that died or lost data. Sources: docs/reference/overview.md. */
import type { Action } from '../../../core/contract/contract.ts';

export const readLastLog: Action = {
  step: 'Read its log before the moment, and the kernel’s (dmesg, or the pod’s last state) for an OOM kill or a '
    + 'failed probe.',
  why: 'Metrics end with the process; the reason is in the logs.',
  risk: 'None.',
};

export const lookAtProcess: Action = {
  step: 'Look at the state of its process (ps -o stat,wchan:32 -p PID): T is stopped, D waits for a disk, R competes '
    + 'for CPU.',
  why: 'A stopped or waiting process goes on from where it is; a restart reads the WAL from its beginning again.',
  risk: 'None.',
};

export const damagedLog: Action = {
  step: 'Look for what damaged its WAL: kernel messages about its disk, a full disk, a second process on its data '
    + 'folder.',
  why: 'A disk that returns corrupt data does so again, in blocks as well.',
  risk: 'None. Lost samples can only be restored from a replica or a remote store.',
};
