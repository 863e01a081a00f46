/** Tells that vmagent keeps the blocks that a receiver refused. Pure. */

const AGAIN = /; re-sending the block in \d[\d.]{0,12} ?s/;
const LOST = /\bskipping the block\b|\bdropp(?:ed|ing)\b/i;
const KEPT = 'vmagent keeps such a block and sends it again: it is not lost while the queue of vmagent has room '
  + '(-remoteWrite.maxDiskUsagePerURL, else its disk).';

/** Returns that vmagent keeps what was refused; null where it does not say so, or drops something. */
export const keptBlocks = (lines: readonly string[]): string | null =>
  (lines.some((line) => AGAIN.test(line)) && !lines.some((line) => LOST.test(line)) ? KEPT : null);
