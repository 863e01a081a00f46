/** Reports how many blocks a short block duration makes, in a text where the open files ran out. Pure; bounded. */
import type { Look } from '../../../look/look.ts';

const NO_FILES = /\btoo many open files\b/;
const MAX_DURATION = /--?storage\.tsdb\.max-block-duration[= ]"?(\d{1,6})(ms|s|m|h|d)\b/;
const RETENTION = /--?storage\.tsdb\.retention(?:\.time)?[= ]"?(\d{1,6})(h|d|w|y)\b/;
const SECONDS: Readonly<Record<string, number>> = {
  ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000,
};
/** Blocks of the head, and of a merge by default, have at least this length. */
const USUAL_SECONDS = 2 * 3600;
/** Fewer blocks do not use up the files by themselves. */
const MIN_BLOCKS = 200;
const MAX_CHARS = 64 * 1024;

const secondsOf = (found: RegExpExecArray | null): number =>
  Number(found?.[1] ?? NaN) * (SECONDS[found?.[2] ?? ''] ?? NaN);

/** Returns the number of blocks that the flags lead to; null unless they are short and the files ran out. */
export function shortBlocksFact({ text }: Look): string | null {
  const head = text.slice(0, MAX_CHARS);
  if (!NO_FILES.test(head)) return null;
  const [longest, retention] = [MAX_DURATION.exec(head), RETENTION.exec(head)];
  const blocks = secondsOf(retention) / secondsOf(longest);
  return !(secondsOf(longest) < USUAL_SECONDS) || !(blocks >= MIN_BLOCKS) ? null
    : `With --storage.tsdb.max-block-duration=${longest?.[1] ?? ''}${longest?.[2] ?? ''} and a retention of ${
      retention?.[1] ?? ''}${retention?.[2] ?? ''} there come to be about ${
      Math.round(blocks).toLocaleString('en-US')} blocks, each with files that stay open: leave both block durations `
      + 'at their defaults, so that blocks are merged into few.';
}
