/** Describes VictoriaMetrics that ends on a full disk, also after it had become read-only. Pure. */
import { formatBytes, formatSeconds, timesText } from '../../../../../core/text/format.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { secondsBetween, type Entry } from '../ordinary/entries.ts';

/** The line that it writes before it ends itself. */
export const FATAL_FULL = /\bFATAL: [^\n]{1,900}no space left on device/;
const READ_ONLY = /\bswitching the storage .{0,300}to read-only mode, since it has less than /;
const BACK = /\bswitching the storage .{0,300}to read-write mode|\benabling writing to the storage/;
const LIMIT = /-storage\.minFreeDiskSpaceBytes=(\d{1,15})\b[^\n]{0,60}?: (\d{1,15}) bytes left/;
const OPENING = /^opening storage at\b/;
const OPENED = /\bsuccessfully opened storage\b/;
const RESTARTS = /restart counter is at (\d{1,9})/;
/** The state at the end of the lines. */
export const AGAIN = 'After that it began to open its storage again';
/** A smaller limit leaves no room for merges, which write parts of many GiB. */
const SMALL_LIMIT_BYTES = 1024 ** 3;

const atOf = ({ moment }: Entry): number => moment?.seconds ?? NaN;

/** Returns how it ended on a full disk, and its state at the end of the lines; null if it did not. */
export function fullVictoria(unordered: readonly Entry[]): string | null {
  const entries = unordered.every((one) => Number.isFinite(atOf(one)))
    ? unordered.toSorted((a, b) => atOf(a) - atOf(b)) : unordered;
  const ends = entries.filter(({ message }) => FATAL_FULL.test(message));
  const last = ends.at(-1);
  if (last === undefined) return null;
  const at = entries.indexOf(last);
  const readOnly = entries.slice(0, at).findLast(({ message }) => READ_ONLY.test(message) || BACK.test(message));
  const [, limit, left] = LIMIT.exec(readOnly?.message ?? '') ?? [];
  const before = secondsBetween(readOnly, last);
  const counters = entries.flatMap(({ message }) => RESTARTS.exec(message)?.[1] ?? []).map(Number);
  const isSmall = limit !== undefined && Number(limit) < SMALL_LIMIT_BYTES;
  const after = entries.slice(at + 1);
  const opening = after.find(({ message }) => OPENING.test(message));
  const isOpened = after.some(({ message }) => OPENED.test(message));
  return joined([
    `It ended ${ends.length === 1 ? '' : `${timesText(ends.length)} `}because its disk is full: ${
      quoted(FATAL_FULL.exec(last.message)?.[0] ?? last.message)}${ends.length === 1 ? '' : ' (the last)'}${
      counters.length === 0 ? '' : `; systemd starts it again (restart counter ${Math.max(...counters)})`}.`,
    readOnly === undefined || BACK.test(readOnly.message) ? null
      : `Its storage had become read-only${before === null ? ' before' : ` ${formatSeconds(before)} before the last`}${
        left === undefined ? '' : `, with ${formatBytes(Number(left))} left`}, which did not prevent it: merges still `
        + `write.${isSmall ? ` -storage.minFreeDiskSpaceBytes (${formatBytes(Number(limit))}) is too small for them: `
          + 'raise it to some GiB.' : ''}`,
    'Free space or enlarge that disk, and shorten the retention if that does not last.',
    opening === undefined ? null : isOpened ? 'After that it opened its storage again.'
      : `${AGAIN}, and the lines do not show that it did.`,
  ]);
}
