/**
 * Lists merges of blocks that a Prometheus logs without their durations, as before 2.6. Older ones log the same message
 * when a merge begins, which may fail; it names no new block then. Pure.
 */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { timeOf } from '../../look/factTools.ts';

const MERGED = new RegExp(
  /msg="compact blocks"(?!.{0,4000}\bduration=)[^\n]{0,40}?/.source
    + / count=(\d{1,4}) mint=(\d{12,14}) maxt=(\d{12,14}) ulid=/.source
);
const MAX_SAID = 3;

/** Returns the merges with their times; null without any. A single block is not merged. */
export function mergedBlocks(lines: readonly string[]): string | null {
  const merges = lines.flatMap((line) => {
    const [, count = '', mint, maxt] = MERGED.exec(line) ?? [];
    const [seconds, time] = [(Number(maxt) - Number(mint)) / 1000, timeOf(line)];
    return Number(count) < 2 || !(seconds > 0) || !Number.isFinite(time) ? []
      : [`${count} into one of ${formatSeconds(seconds)} at ${new Date(time * 1000).toISOString().slice(0, 19)}Z`];
  });
  if (merges.length === 0) return null;
  const said = merges.slice(0, MAX_SAID);
  const others = merges.length - said.length;
  return `It merged blocks: ${said.join(', ')}${others === 0 ? '' : `, and ${others} ${
    others === 1 ? 'time' : 'times'} more`}.`;
}
