/** Tells how iostat shows a device that is busy almost all of its time: its queue, requests and waiting CPUs. Pure. */
import { formatBytes, formatNumber } from '../../../../../core/text/format.ts';
import { iowaitOf } from '../../look/cpuShares.ts';
import { joined } from '../../look/factTools.ts';
import type { Row } from './rows.ts';

const BUSY_PERCENT = 90;
/** Requests that wait less than this are of a device that does many at once, for which a busy time is no limit. */
const SLOW_MS = 10;
/** Smaller requests on average use up the operations of a disk before its bandwidth. */
const SMALL_BYTES = 32 * 1024;
const SECTOR_BYTES = 512;
const KIB = 1024;

type NumberOf = (row: Row, name: string) => number;

/** Returns the largest number of requests in the queue of a device; null without that column. */
export function queueOf(rows: readonly Row[], numberOf: NumberOf): number | null {
  const name = ['aqu-sz', 'avgqu-sz'].find((one) => rows[0]?.has(one));
  return name === undefined ? null : Math.max(...rows.map((row) => numberOf(row, name)));
}

/** Returns the average size of the requests of one row; null if the row does not show it, or has none. */
function sizeOf(row: Row, numberOf: NumberOf): number | null {
  const sum = (names: readonly string[]): number => names.reduce((all, name) => all + numberOf(row, name), 0);
  const count = sum(['r/s', 'w/s']);
  if (row.has('avgrq-sz')) return numberOf(row, 'avgrq-sz') * SECTOR_BYTES || null;
  if (count === 0) return null;
  if (row.has('rkB/s') && row.has('wkB/s')) return sum(['rkB/s', 'wkB/s']) * KIB / count;
  return row.has('rsec/s') && row.has('wsec/s') ? sum(['rsec/s', 'wsec/s']) * SECTOR_BYTES / count : null;
}

/** Returns what keeps a slow device busy; null for one that is not busy, or whose requests do not wait. */
export function deviceUse(
  rows: readonly Row[], text: string, { numberOf, waitMs }: { numberOf: NumberOf; waitMs: number }
): string | null {
  const busy = rows.filter((row) => numberOf(row, '%util') >= BUSY_PERCENT);
  if (busy.length === 0 || waitMs < SLOW_MS) return null;
  const sizes = busy.flatMap((row) => sizeOf(row, numberOf) ?? []);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const wait = iowaitOf(text);
  const range = formatBytes(least) === formatBytes(most) ? formatBytes(most)
    : `${formatBytes(least)} to ${formatBytes(most)}`;
  const upTo = (name: string): string => formatNumber(Math.max(...busy.map((row) => numberOf(row, name))));
  const rates = busy.every((row) => row.has('r/s') && row.has('w/s'))
    ? `, up to ${upTo('r/s')} reads and ${upTo('w/s')} writes per second` : '';
  return joined([
    sizes.length === 0 || most >= SMALL_BYTES ? null : `Its requests are small (${range} on average${rates}): their `
      + 'number keeps it busy rather than their bytes.',
    wait === null || wait < SLOW_MS ? null : `The CPUs wait for the disk up to ${formatNumber(wait)} % of the time.`,
  ]);
}
