// Work for the CPU that gives way to everything else on the machine (SCHED_IDLE), and its return to usual priority.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

let returns;

/**
 * The command, to be run when nothing else wants the CPU; as it is where this user may not return from that class (only
 * root may, as a rule) or the machine has no `chrt`.
 */
export function whenIdle(command) {
  returns ??= spawnSync('chrt', ['--idle', '0', 'chrt', '--other', '0', 'true']).status === 0;
  return returns ? ['chrt', '--idle', '0', ...command] : command;
}

/** Whether `whenIdle` has an effect here. */
export function hasIdleClass() {
  whenIdle([]);
  return returns;
}

/** Returns a process, all its threads and descendants to usual priority. */
export function toUsualPriority(pid) {
  for (const one of [pid, ...descendantsOf(pid)])
    spawnSync('chrt', ['--all-tasks', '--other', '--pid', '0', String(one)]);
}

function descendantsOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The command in parentheses may hold spaces: the parent is the second word behind it.
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[1]);
      parents.set(parent, [...parents.get(parent) ?? [], Number(name)]);
    } catch (error) {
      // It ended meanwhile.
      if (!['ENOENT', 'ESRCH'].includes(error.code)) throw error;
    }
  }
  const below = (one) => (parents.get(one) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}
