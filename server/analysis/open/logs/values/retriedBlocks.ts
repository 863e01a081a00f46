/** Says of an agent of VictoriaMetrics that the refused blocks are always the same ones, and since when. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { timeOf } from '../../look/factTools.ts';

const RETRY = /sending a block with size (\d{1,12}) bytes to \\?"([^"\\\n]{1,200})\\?" during retry #(\d{1,7})\b/;
/** It waits 1 s before the first retry, and twice as long each time, up to a minute. */
const MAX_WAIT_SECONDS = 50;
const RETRIES_UNTIL_MAX = 5;
/** Minimum number of retries; with fewer, the beginning is mostly in the lines. */
const MIN_RETRIES = 20;
const MIN_TRIES = 2;
const MAX_LINE = 2000;

/** Returns null unless each block is refused several times at the longest wait. */
export function retriedBlocks(lines: readonly string[]): string | null {
  const blocks = new Map<string, { at: number; retry: number }[]>();
  for (const line of lines) {
    const [, size, url, retry] = RETRY.exec(line.slice(0, MAX_LINE)) ?? [];
    if (size === undefined || url === undefined) continue;
    const key = `${size} ${url}`;
    blocks.set(key, [...blocks.get(key) ?? [], { at: timeOf(line), retry: Number(retry) }]);
  }
  const all = [...blocks.values()].map((tries) => tries.toSorted((a, b) => a.retry - b.retry));
  if (all.length === 0 || all.some((tries) => tries.length < MIN_TRIES)) return null;
  const waits = all.flatMap((tries) => tries.slice(1).map(({ at, retry }, i) =>
    (at - (tries[i]?.at ?? NaN)) / (retry - (tries[i]?.retry ?? NaN)))).filter((wait) => wait > 0)
    .sort((a, b) => a - b);
  const wait = waits[Math.floor(waits.length / 2)] ?? NaN;
  const retry = Math.max(...all.flatMap((tries) => tries.map((one) => one.retry)));
  if (!(wait >= MAX_WAIT_SECONDS) || retry < MIN_RETRIES) return null;
  return `It is always the same ${all.length === 1 ? 'block' : `${all.length} blocks`}, sent again every ${
    formatSeconds(wait)}: by the number of the retry (up to ${retry}), this goes on for about ${
    formatSeconds(wait * (retry - RETRIES_UNTIL_MAX))}.`;
}
