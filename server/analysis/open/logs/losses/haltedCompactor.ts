/** Says that a compactor of Thanos that halted still runs, so that it looks healthy. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { timeOf } from '../../look/factTools.ts';

const HALTED = /msg="?critical error detected; halting/;
/** Lines of a compactor that works, or of another process. */
const WORKS = new RegExp([
  /msg="?(?:compact blocks|compacted blocks|uploaded block|compaction available|start(?:ing)? (?:of )?compact)/,
  /msg="?(?:start of GC|starting compact node|compaction iterations done|maxprocs|exiting)/,
].map(({ source }) => source).join('|'));
/** Lines for so long after a halt show that the process runs on. */
const MIN_SECONDS = 60;

/** Returns how long the process has logged since it halted; null if it works again, ends, or logs nothing more. */
export function haltedCompactor(lines: readonly string[]): string | null {
  const at = lines.findIndex((line) => HALTED.test(line));
  const later = at < 0 ? [] : lines.slice(at + 1);
  const last = later.map(timeOf).findLast(Number.isFinite);
  const seconds = (last ?? NaN) - timeOf(lines[at] ?? '');
  if (!(seconds >= MIN_SECONDS) || later.some((line) => WORKS.test(line))) return null;
  return `The process still logs ${formatSeconds(seconds)} after the halt and may look healthy, but it compacts, `
    + 'downsamples and applies retention for no group: set an alert on thanos_compact_halted.';
}
