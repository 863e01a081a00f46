/** Relates goroutines that wait for locks to a block profile opened with them that shows none of that. Pure. */
import { wordOf } from '../look/format.ts';
import { rowsOf, valueOf } from '../outputs/profilers/rows/printedRows.ts';

interface Side { name: string; format: string; sentence: string; text: string }

const DUMP = 'panicparse';
const BLOCK = 'pprof-text';
const WAITS = /\d of [\d,]{1,15} goroutines wait for locks/;
/** Functions where goroutines without work wait. */
const IDLE = /^runtime\.(?:selectgo|chanrecv\d?)\b/;
/** Percent of the waiting from which a profile shows nothing else. */
const NEARLY_ALL = 95;

/** Whether two forms may be of one process. */
export const mayContradict = (one: string, other: string): boolean =>
  (one === DUMP && other === BLOCK) || (one === BLOCK && other === DUMP);

/** Returns that the two do not contradict each other, and what to fetch; null for other contents. */
export function locksBesideBlock(one: Side, other: Side): string | null {
  const [dump, block] = one.format === DUMP ? [one, other] : [other, one];
  if (!mayContradict(dump.format, block.format) || !WAITS.test(dump.sentence)
    || !/^(?:delay|contentions)$/.test(wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, block.text) ?? '')) return null;
  const idle = rowsOf(block.text).filter(({ name }) => IDLE.test(name));
  const percent = idle.reduce((sum, { share }) => sum + valueOf(share), 0);
  return !(percent >= NEARLY_ALL) ? null
    : `${dump.name} shows goroutines that wait for locks; ${block.name} has nearly nothing of that (${
      Number(percent.toPrecision(3))} % is in ${idle.map(({ name }) => name).join(' and ')}, the waiting of goroutines `
      + 'without work). They may be of different times or versions, and a block profile has only waits that ended: it '
      + `is no evidence against contention in ${dump.name}. Take the block profile of that process.`;
}
