/** Reads what Prometheus says of the repair of its WAL, from its messages alone. Pure. */
import { mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import { isReported } from '../../look/plainText.ts';

const BEGUN = new RegExp([
  'encountered wal read error', 'starting corruption repair', 'rewrite corrupted segment', 'corruption in segment ',
  'deleting all segments newer than corrupted segment', 'successfully repaired wal',
].join('|'));
const SEGMENT = /corruption in segment (\S{1,300}) at (\d{1,15})/;

/** Messages of the known table that this sentence covers. */
export const OF_REPAIR: ReadonlySet<string> = new Set([
  'encountered wal read error, attempting repair', 'deleting all segments newer than corrupted segment',
  'starting corruption repair', 'successfully repaired wal',
]);

/** Returns which segment was damaged and what became of it; null without such messages. `lower`: in lower case. */
export function repairFacts(lower: string): string | null {
  const at = mayMatch(BEGUN, lower) ? lower.search(BEGUN) : -1;
  const before = lower.slice(lower.lastIndexOf('\n', at) + 1, Math.max(0, at));
  if (at < 0 || !isReported(before, before.length)) return null;
  const [, path = '', offset] = SEGMENT.exec(lower) ?? [];
  const number = /(\d{1,12})$/.exec(path)?.[1];
  const where = number === undefined ? '' : ` in segment ${Number(number)}, at byte ${
    Number(offset).toLocaleString('en-US')}`;
  const isDeleted = lower.includes('deleting all segments newer than corrupted segment');
  const isDone = lower.includes('successfully repaired wal');
  const end = isDone ? ' It was repaired.' : lower.includes('corruption repair')
    ? ' Whether the repair ended is not in the text.' : '';
  return `Prometheus says that its WAL was damaged${where}.${end}${isDeleted
    ? ' The segments after it were deleted: samples that were only there are lost.' : ''}`;
}
