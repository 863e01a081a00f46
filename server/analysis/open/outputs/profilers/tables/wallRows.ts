/** Sets functions that wait apart in a table of wall time that go tool pprof printed. Pure. */
import { isWaiting } from '../../../../../../core/profile/waitingFunctions.ts';
import type { PprofRow } from '../pprofDifference.ts';

const OF_WALL = /^(?:wall|time)$/;
/** Percent from which the waiting rows are what the table is mostly of. */
const MIN_PERCENT = 30;

/** Returns how much of wall time is waiting, and the first function that works; null for another type or for little. */
export function waitsOf(rows: readonly PprofRow[], type: string | undefined): string | null {
  if (!OF_WALL.test(type ?? '')) return null;
  const waits = rows.filter(({ name }) => isWaiting(name, ''));
  const percent = waits.reduce((sum, { share }) => sum + Number.parseFloat(share), 0);
  const [most] = rows.filter((row) => !waits.includes(row) && Number.parseFloat(row.share) > 0)
    .toSorted((a, b) => Number.parseFloat(b.share) - Number.parseFloat(a.share));
  return !(percent >= MIN_PERCENT) ? null
    : `It is of wall time, of which ${Number(percent.toPrecision(3))} % are goroutines that wait, not work.${
      most === undefined ? '' : ` Of the others, ${most.name} has the highest self value: ${most.flat} (${
        most.share}).`}`;
}
