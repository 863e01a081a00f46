/** Says how a damaged segment of the WAL is remedied, and whether a start heals it. Pure. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { at, parts } from '../../../../../core/text/parts.ts';
import type { CompactionLogEvents } from './compactionLog.ts';
import { errorOf } from './loggedFailures.ts';

const SEGMENT = /\bcorruption in segment (?:[^\s"]{0,300}[/\\])?(\d{1,12}) at\b/;
/** A start repairs the WAL, which the server does not do while it runs. */
const RESTART = parts`Copy its wal folder, then restart it: the start drops what follows the damaged record.`;

/** Returns the step for truncations that fail at a damaged segment; a start that read it already does not repair it. */
export function walRepair({ failures, repairs }: Pick<CompactionLogEvents, 'failures' | 'repairs'>): Part[] {
  const [first] = failures;
  const segment = Number(SEGMENT.exec(first === undefined ? '' : errorOf(first))?.[1] ?? NaN);
  // A start reads the segments in order, and ends at the one that it repairs.
  const read = repairs.findLast((one) => one.segment > segment && one.timeMs < (first?.line.timeMs ?? 0));
  if (read === undefined) return RESTART;
  return parts`The start at ${at(read.timeMs / 1000)} read segment ${String(segment)} without complaint and repaired ${
    String(read.segment)} alone, so another restart does not heal it: stop the server, move the segments up to ${
    String(segment)} out of its wal folder (or the whole folder, if the start fails then), and start it again. ${
    'That may lose samples since the last block; the blocks are not concerned.'}`;
}
