/** Tells when the blocks of a listing were written, by the times in their names. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { isUlid, ulidTimeMs } from '../../../../data/metrics/blockMeta.ts';

/** Blocks that a compaction writes together with others. */
const SAME_ROUND_MS = 60_000;
const MIN_BLOCKS = 3;

/** Returns when the first and the last block were written, and the longest and the last gap; null for too few. */
export function blockTimes(names: readonly string[]): string | null {
  const times = [...new Set(names.filter(isUlid))].map(ulidTimeMs).sort((a, b) => a - b);
  const rounds = times.filter((time, i) => i === 0 || time - (times[i - 1] ?? 0) > SAME_ROUND_MS);
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (rounds.length < MIN_BLOCKS || first === undefined || last === undefined) return null;
  const gaps = rounds.slice(1).map((time, i) => time - (rounds[i] ?? 0));
  return `They were written from ${timeText(first)} to ${timeText(last)} (${spanText(last - first)}), at most ${
    spanText(Math.max(...gaps))} apart; the newest came ${spanText(gaps.at(-1) ?? 0)} after the one before.`;
}

/** Rounds to minutes, because a compaction starts some seconds after its hour. */
const spanText = (ms: number): string => formatSeconds(Math.max(60, Math.round(ms / 60_000) * 60));

/** Returns the minute, not rounded up. */
function timeText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'an unknown time' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
