/** Finds warnings of overlapping blocks that samples out of order explain: they are no fault. Pure. */
import type { Look } from '../../../look/look.ts';

const OVERLAP = /\bFound overlapping blocks during compaction\b/;
/** A block of samples that came out of order, which holds the time of another block. */
const OUT_OF_ORDER = /\booo=true\b|"ooo": ?true\b/;

const hasReason = (lines: readonly string[]): boolean => lines.some((line) => OUT_OF_ORDER.test(line));

/** The sentence on such warnings. */
export const EXPECTED = 'The warning of overlapping blocks is usual where samples come out of order (ooo=true): that '
  + 'compaction merges the blocks.';

/** Whether a log has such warnings, and the reason for them. */
export const hasExpectedOverlaps = (lines: readonly string[]): boolean =>
  lines.some((line) => OVERLAP.test(line)) && hasReason(lines);

/** Returns what was read without such warnings. */
export function withoutExpected(look: Look): Look {
  if (!hasExpectedOverlaps(look.lines)) return look;
  const isKept = look.lines.map((line) => !OVERLAP.test(line));
  return {
    ...look, lines: look.lines.filter((_, i) => isKept[i]), stamps: look.stamps.filter((_, i) => isKept[i]),
    cuts: look.cuts.filter((_, i) => isKept[i]),
  };
}
