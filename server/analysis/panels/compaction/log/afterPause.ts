/**
 * Recognizes the blocks that a server writes after it was off: they hold the time before, and say nothing about how
 * fast it compacts.
 */
import type { Part } from '../../../../../core/contract/contract.ts';
import type { BlockMeta } from '../../../../../core/contract/facts.ts';
import { count, onDate, parts, seconds } from '../../../../../core/text/parts.ts';
import { ulidTimeMs } from '../../../../data/metrics/blockMeta.ts';
import type { CompactionLogEvents } from './compactionLog.ts';
import { headsOf, isOtherClock, type Head } from './logRounds.ts';

interface Pause {
  /** From the end of the newest of the old blocks to the start. */
  offMs: number;
  /** End of the time range of the newest of them. */
  untilMs: number;
  blocks: number;
  /** Time that writing them took. */
  tookMs: number;
  /** Whether the log shows that no other block of the time before follows. */
  isOver: boolean;
  /** How long before the start the newest block was written, if long after its samples: it was started before. */
  ranBeforeMs: number | null;
}

/** A server begins to compact soon after it is ready. */
const MAX_WAIT_MS = 2 * 3_600_000;

/** Returns the newest pause; null without a start that is followed by blocks of a time long before it. */
export function pauseOf(events: CompactionLogEvents): Pause | null {
  const { runs } = events;
  if (isOtherClock(events)) return null;
  const empties = new Set<Head>(events.empties);
  const heads = [...headsOf(runs), ...empties].sort((a, b) => a.startMs - b.startMs);
  const begun = [...events.starts, ...events.opened].sort((a, b) => a - b);
  const startMs = begun.findLast((ms) => heads.some((head) => head.startMs >= ms));
  if (startMs === undefined) return null;
  const after = heads.filter((head) => head.startMs >= startMs);
  const [first] = after;
  if (first === undefined || first.startMs - startMs > MAX_WAIT_MS) return null;
  const rangeMs = first.maxTimeMs - first.minTimeMs;
  const old = after.filter(({ maxTimeMs }) => maxTimeMs < startMs - rangeMs);
  const last = old.at(-1);
  if (last === undefined) return null;
  const next = after[old.length];
  // Blocks up to the start, without a hole: they were late, but the server was not off.
  if (next !== undefined && next.minTimeMs < last.maxTimeMs + rangeMs) return null;
  return {
    offMs: startMs - last.maxTimeMs, untilMs: last.maxTimeMs,
    blocks: old.filter((head) => !empties.has(head)).length,
    tookMs: old.reduce((sum, head) => sum + head.endMs - head.startMs, 0),
    // Merges begin after the last block of the head.
    isOver: next !== undefined || runs.some((run) => run.kind === 'merge' && run.startMs >= last.endMs),
    ranBeforeMs: ranBefore(events, startMs, rangeMs),
  };
}

/** Returns how long before the start an earlier one wrote the newest block that the server found; null without one. */
function ranBefore({ found }: CompactionLogEvents, startMs: number, rangeMs: number): number | null {
  const newest = found.reduce<BlockMeta | null>((best, one) =>
    (one.ulid !== '' && (best === null || one.maxTimeMs > best.maxTimeMs) ? one : best), null);
  if (newest === null) return null;
  const writtenMs = ulidTimeMs(newest.ulid);
  // A head is written up to half of its range after its end.
  return writtenMs < startMs && writtenMs - newest.maxTimeMs > 2 * rangeMs ? startMs - writtenMs : null;
}

export function pauseFinding(
  { offMs, untilMs, blocks, tookMs, isOver, ranBeforeMs }: Pause
): { claim: Part[]; evidence: Part[] } {
  const why = ranBeforeMs !== null
    ? parts`the server was off, but an earlier start wrote a block ${seconds(ranBeforeMs / 1000)} before this one`
    : isOver ? 'the server was off, and catches up' : 'the server was off, or wrote no block, for that time';
  const until = onDate(untilMs / 1000);
  if (blocks === 0) return {
    claim: parts`Its old head ends ${seconds(offMs / 1000)} before the start: ${why}.`,
    evidence: parts`It held no samples of the time up to ${until}: no block was written of it, which is harmless.`,
  };
  return {
    claim: parts`Blocks written after the start end ${seconds(offMs / 1000)} before it: ${why}.`,
    evidence: parts`${count(blocks, 'block')} of the time up to ${until} took ${
      seconds(Number((tookMs / 1000).toPrecision(2)))}${isOver ? '; that is no delay of its compactions' : null}.`,
  };
}
