/** Says how far behind the head of a TSDB is whose compaction fails, and which series stops it. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { joined, timeOf } from '../../look/factTools.ts';

const MAX_LINES = 5000;
const MAX_LINE = 4000;
const FAILED = /\bmsg="?(?:compaction|head compaction|compact head) failed\b/i;
const OF_HEAD = /persist head block|compact head|head compaction/i;
/** The block that is to be written from the head, before 2.4, and the last one that was, later. */
const BEGUN = /\bmsg="compact blocks" count=1 mint=(\d{12,14}) maxt=(\d{12,14})/;
const WRITTEN = /\bmsg="?write block"? mint=(\d{12,14}) maxt=(\d{12,14})/i;
/** A head is cut once it spans three hours by default. */
const USUAL_SECONDS = 3 * 3600;
/** The words around a series that is refused in a block. */
const REFUSED = 'out-of-order series added with label set ';
const OF_ALERT = /__name__=[\\"]{1,8}ALERTS(?:_FOR_STATE)?[\\"]/;
const ALERT = /\balertname=[\\"]{1,8}([\w .:/-]{1,120})[\\"]/;

const stampOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Returns what the block holds that could not be written, and how long ago that ended; null if it is not late. */
export function lateHead(lines: readonly string[]): string | null {
  const all = lines.slice(-MAX_LINES);
  const failed = all.findLastIndex((line) => FAILED.test(line) && OF_HEAD.test(line));
  if (failed < 0) return null;
  const failedAt = timeOf(all[failed] ?? '');
  // The block of the next try is the same one.
  const begun = all.flatMap((line) => BEGUN.exec(line.slice(0, MAX_LINE)) ?? []).slice(-3);
  const written = all.slice(0, failed).flatMap((line) => WRITTEN.exec(line.slice(0, MAX_LINE)) ?? []).slice(-3);
  const [from, to] = (begun.length > 0 ? begun : written).slice(1).map(Number);
  if (from === undefined || to === undefined) return null;
  const behind = failedAt - to / 1000;
  if (!(behind >= USUAL_SECONDS)) return null;
  const tries = all.filter((line) => FAILED.test(line) && OF_HEAD.test(line)).length;
  const before = tries === 1 ? 'before the failure'
    : `before the last of ${tries} failures, at ${stampOf(failedAt * 1000)}`;
  return begun.length > 0
    ? `The block that it cannot write holds ${stampOf(from)} to ${stampOf(to)}, which ended ${formatSeconds(behind)} `
      + `${before}: memory and the WAL hold all samples since its beginning, and a restart reads them again.`
    : `The last block that it wrote ends at ${stampOf(to)}, ${formatSeconds(behind)} ${before}: memory and `
      + 'the WAL hold all samples since then, and a restart reads them again.';
}

/** Says what a series means that is refused in a block of the head, and how to get out; null without one. */
export function unorderedSeries(lines: readonly string[]): string | null {
  const refused = lines.slice(-MAX_LINES).filter((line) => line.includes(REFUSED) && OF_HEAD.test(line));
  const [first] = refused;
  if (first === undefined || refused.some((line) => line.includes('last label set'))) return null;
  const set = first.slice(first.indexOf(REFUSED), first.indexOf(REFUSED) + MAX_LINE);
  const alert = OF_ALERT.test(set) ? ALERT.exec(set)?.[1] : undefined;
  return joined([
    alert === undefined ? null
      : `That series is the state of the alert ${alert}, which Prometheus itself writes: no target sends it.`,
    'Such an error is about the order of series in the head, where that one is twice or has damaged labels, and not '
      + 'about the times of samples: update Prometheus; if it stays, stop it, copy the data folder, move its folder '
      + 'wal away and start it, which loses the samples that are not in blocks.',
  ]);
}
