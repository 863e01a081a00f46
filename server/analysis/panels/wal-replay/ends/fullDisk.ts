/** Tells crashes by a full disk: memory faults of files that are mapped, and lack their space on the disk. Pure. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { parts } from '../../../../../core/text/parts.ts';
import { causeOfError } from '../../../logs/errorCauses.ts';
import type { LoggedEnd, LoggedStart } from './loggedStart.ts';

const OF_SIGBUS = /SIGBUS|bus error/i;
const MEANS = 'SIGBUS means that a mapped file could not be accessed: ';
const QUERIES = 'It crashed while it made the file of its active queries (queries.active in the data folder), as '
  + 'Prometheus does on a full disk.';

/** Returns whether a full disk caused a fault: failing to open the file has other reasons, which its log gives. */
export const isFullDiskCrash = (ends: readonly LoggedEnd[]): boolean => ends.some(({ kind }) => kind === 'runtime')
  && ends.some(({ said }) => said.endsWith('NewActiveQueryTracker'));

const FAULT = /^unexpected fault address/;
const SIGNAL = /\bSIG(?:BUS|SEGV)\b/;

/** Returns what other lines of a crash say of a memory fault that names no signal; null if `said` is another end. */
export function faultOf({ said }: LoggedEnd, ends: readonly LoggedEnd[]): string | null {
  if (!FAULT.test(said)) return null;
  const signal = ends.flatMap((end) => SIGNAL.exec(end.said)?.[0] ?? [])[0] ?? null;
  return isFullDiskCrash(ends) ? `${signal ?? 'a memory fault'} at queries.active, as on a full disk` : signal;
}

/** Returns the reason of a SIGBUS of a server that could not write its samples for lack of space; null for others. */
export function faultOnFullDisk(
  ends: readonly LoggedEnd[], unwritten: LoggedStart['unwritten']
): 'SIGBUS on a full disk' | null {
  return unwritten !== null && causeOfError(unwritten.said) === 'disk-full'
    && ends.some(({ said }) => OF_SIGBUS.test(said)) ? 'SIGBUS on a full disk' : null;
}

/** Returns what a fault means, by its lines; empty for other ends. */
export function faultEvidence(
  ends: readonly LoggedEnd[], told: string, unwritten: LoggedStart['unwritten']
): Part[] {
  if (isFullDiskCrash(ends)) return parts`${QUERIES}`;
  if (!OF_SIGBUS.test(told)) return [];
  return faultOnFullDisk(ends, unwritten) !== null
    ? parts`${MEANS}here its disk was full, as the lines before say.`
    : parts`${MEANS}a full disk, a network file system, or a file that something else cut.`;
}
