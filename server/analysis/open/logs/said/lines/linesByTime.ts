/** Returns the lines of a log by time, where an export has the newest first. Pure. */
import type { TimedLine } from '../../../look/factTools.ts';
import { momentOf, type Moment } from './moments.ts';

/** Fewer lines may be in this order by chance. */
const MIN_REVERSED = 4;

const read = ({ line, stamp }: TimedLine): Moment | null => momentOf(line, stamp);

/** Returns the lines with the oldest first; lines without a time stay behind the one that they follow. */
export function linesByTime(lines: readonly TimedLine[]): readonly TimedLine[] {
  const first = lines.findIndex((one) => read(one) !== null);
  const from = lines.slice(first, first + 1).map(read)[0] ?? null;
  const last = lines.findLast((one) => read(one) !== null);
  const to = last === undefined ? null : read(last);
  if (first < 0 || from === null || to === null || from.kind !== to.kind || from.seconds <= to.seconds) return lines;
  const groups: TimedLine[][] = [];
  let before = from;
  for (const one of lines.slice(first)) {
    const moment = read(one);
    if (moment === null) {
      groups.at(-1)?.push(one);
      continue;
    }
    // Logs of several programs, one after the other, are in no such order.
    if (moment.kind !== before.kind || moment.seconds > before.seconds) return lines;
    groups.push([one]);
    before = moment;
  }
  return groups.length < MIN_REVERSED ? lines : [...lines.slice(0, first), ...groups.toReversed().flat()];
}
