/** Reports which groups of rules take too long, and which disk is busy meanwhile. Pure. */
import { busyDisk } from '../messages/busyDisks.ts';
import { failedGroups, lateGroups } from '../messages/ruleTimeouts.ts';

const MAX_NAMED = 3;
const MAX_TABLE_CHARS = 64 * 1024;

/** Returns a sentence on the groups, from a table or from the lines of their errors in `flat`, and one on a disk. */
export function lateRules(text: string, flat: string): string[] {
  const table = text.slice(0, MAX_TABLE_CHARS);
  const groups = failedGroups(flat);
  const named = `${groups.slice(0, MAX_NAMED).join(' and ')}${
    groups.length > MAX_NAMED ? ` and ${groups.length - MAX_NAMED} more groups` : ''}`;
  const late = lateGroups(table) ?? (groups.length === 0 ? null : `Rules of ${named} did not end in time.`);
  return [late, busyDisk(table)].filter((one) => one !== null);
}
