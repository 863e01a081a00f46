/** Names the process that may hold the lock for which a start gave up: another one of that program. Pure. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { parts } from '../../../../../core/text/parts.ts';
import { causeOfError } from '../../../logs/errorCauses.ts';
import type { LogSource } from '../../../logs/readLog.ts';
import type { LoggedStart } from './loggedStart.ts';

/** A program with the number of its process, by which an envelope tells processes of one host apart. */
const PROCESS = /^(.{1,200})\[(\d{1,10})\]$/;

/** Returns what the lines of the other process show; empty if no start met a lock, or no other process is there. */
export function lockHolder(starts: readonly LoggedStart[], sources: readonly LogSource[]): Part[][] {
  const met = starts.filter(({ ends }) => ends.some(({ said }) => causeOfError(said) === 'locked'));
  const [first, last] = [met[0], met.at(-1)];
  const [, program] = PROCESS.exec(first?.of ?? '') ?? [];
  const [, , lastProcess = ''] = PROCESS.exec(last?.of ?? '') ?? [];
  if (first === undefined || program === undefined) return [];
  for (const { name, firstMs, processes } of sources) {
    const [, own, process = ''] = PROCESS.exec(name) ?? [];
    const isOther = own === program && starts.every(({ of }) => of !== name);
    if (!isOther || firstMs === null || firstMs >= first.firstMs) continue;
    return [processes.lastIndexOf(process) > processes.lastIndexOf(lastProcess)
      ? parts`${name} logs before and after that, so it runs and may hold the lock: two must not use one folder.`
      : parts`${name} logged before that, and may hold the lock if it still runs.`];
  }
  return [];
}
