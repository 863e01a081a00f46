/** Reports that an agent of VictoriaMetrics keeps the blocks that a receiver refused. Pure. */

const AGAIN = /; re-sending the block in \d[\d.]{0,12} ?s/;
const LOST = /\bskipping the block\b|\bdropp(?:ed|ing)\b/i;
const KEPT = 'The sender keeps such a block and sends it again: it is not lost while its queue has room '
  + '(-remoteWrite.maxDiskUsagePerURL, else its disk).';

/** Returns that the agent keeps what was refused; null where it does not say so, or drops something. */
export const keptBlocks = (lines: readonly string[]): string | null =>
  (lines.some((line) => AGAIN.test(line)) && !lines.some((line) => LOST.test(line)) ? KEPT : null);
