/** Tells compactions whose end is not in the log, and tries of the same block. Pure. */
import type { Part } from '../../../../../core/contract/contract.ts';
import type { CompactionRun } from '../../../../../core/contract/facts.ts';
import { at, parts, quantity, seconds } from '../../../../../core/text/parts.ts';
import type { TimedCompaction } from '../compactionMerge.ts';
import type { CompactionLogEvents } from './compactionLog.ts';

/** Prometheus 2.0 to 2.2 logs when a merge begins, and nothing when it ends. */
export function openMerges({ runs }: CompactionLogEvents): Part[][] {
  const open = runs.filter(({ kind, endMs }) => kind === 'merge' && endMs === null);
  const last = open.at(-1);
  if (last === undefined) return [];
  const size = last.block === null ? null : (last.block.maxTimeMs - last.block.minTimeMs) / 1000;
  const what = size === null ? parts`a merge` : parts`a merge into a block of ${seconds(size)}`;
  const others = open.length === 1 ? null : parts`, and ${quantity(open.length - 1, 'count')} before it`;
  return [parts`At ${at(last.startMs / 1000)} ${what} began${others}: the log does not show when it ended.`];
}

/** Returns the time range of the block that a run of the head writes; null for other runs. */
const rangeOfHead = ({ kind, block }: CompactionRun): string | null =>
  (kind === 'head' && block !== null ? `${block.minTimeMs} ${block.maxTimeMs}` : null);

/** Says that a head compaction did not end, and which later one wrote its block; empty without such a pair. */
export function repeatedHead({ runs }: CompactionLogEvents): Part[][] {
  for (const run of runs.toReversed()) {
    const range = rangeOfHead(run);
    if (range === null || run.endMs !== null) continue;
    const again = runs.find((one) => one.startMs > run.startMs && one.endMs !== null && rangeOfHead(one) === range);
    if (again?.endMs === undefined || again.endMs === null) continue;
    return [parts`The head compaction that began at ${at(run.startMs / 1000)} did not end; the one at ${
      at(again.startMs / 1000)} wrote its block, in ${seconds((again.endMs - again.startMs) / 1000)}.`];
  }
  return [];
}

/** Returns the episodes without those that repeat the block of an earlier one, which follow no clock. */
export function firstTries(compactions: readonly TimedCompaction[]): TimedCompaction[] {
  const seen = new Set<string>();
  return compactions.filter(({ runs }) => {
    const ranges = runs.flatMap((run) => rangeOfHead(run) ?? []);
    const isAgain = ranges.length > 0 && ranges.every((range) => seen.has(range));
    for (const range of ranges) seen.add(range);
    return !isAgain;
  });
}
