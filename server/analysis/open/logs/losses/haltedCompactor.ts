/** Says that a compactor of Thanos that halted still runs, so that it looks healthy, and how an overlap ends. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { joined, timeOf } from '../../look/factTools.ts';

const HALTED = /msg="?critical error detected; halting/;
/** Lines of a compactor that works, or of another process. */
const WORKS = new RegExp([
  /msg="?(?:compact blocks|compacted blocks|uploaded block|compaction available|start(?:ing)? (?:of )?compact)/,
  /msg="?(?:start of GC|starting compact node|compaction iterations done|maxprocs|exiting)/,
].map(({ source }) => source).join('|'));
/** Lines for so long after a halt show that the process runs on. */
const MIN_SECONDS = 60;
const OVERLAP = /overlaps found while gathering blocks/;
const MAX_LINE = 4000;

const WAYS_OUT = 'There are two ways out: give each writer external labels of its own and delete or mark one of the '
  + 'overlapping blocks (thanos tools bucket mark), or let the compactor merge them with '
  + '--compact.enable-vertical-compaction, which cannot be undone. Then restart it.';

/** Returns how long the process has logged since it halted; null if it works again, ends, or logs nothing more. */
export function haltedCompactor(lines: readonly string[], said: string | null): string | null {
  const at = lines.findIndex((line) => HALTED.test(line));
  if (at < 0) return null;
  const later = lines.slice(at + 1);
  const last = later.map(timeOf).findLast(Number.isFinite);
  const seconds = (last ?? NaN) - timeOf(lines[at] ?? '');
  const hasRestarted = later.some((line) => WORKS.test(line));
  // The facts may say already which block to mark.
  const overlaps = !hasRestarted && OVERLAP.test((lines[at] ?? '').slice(0, MAX_LINE))
    && said?.includes('for deletion') !== true;
  return joined([
    hasRestarted || !(seconds >= MIN_SECONDS) ? null
      : `The process still logs ${formatSeconds(seconds)} after the halt and may look healthy. It compacts, `
        + 'downsamples and applies retention for no group. Set an alert on thanos_compact_halted.',
    overlaps ? WAYS_OUT : null,
  ]);
}
