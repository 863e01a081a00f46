/** Separates failures on a full disk that has room again from those that follow. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { at, count, parts } from '../../../../../core/text/parts.ts';
import type { TimedCompaction } from '../compactionMerge.ts';
import { errorOf, type LoggedFailure } from './loggedFailures.ts';

interface PastFailures { later: LoggedFailure[]; evidence: Part[] }

/** Returns the failures after those on a full disk, if a block was written between them; null for others. */
export function pastFullDisk(
  failures: readonly LoggedFailure[], compactions: readonly TimedCompaction[]
): PastFailures | null {
  const next = failures.findLastIndex(({ cause }) => cause === 'disk-full') + 1;
  const [past, later] = [failures.slice(0, next), failures.slice(next)];
  const [first, last, following] = [past[0], past.at(-1), later[0]];
  if (first === undefined || last === undefined || following === undefined) return null;
  if (past.some(({ cause }) => cause !== 'disk-full')) return null;
  const writtenMs = compactions.flatMap(({ runs }) => runs)
    .flatMap(({ block, endMs }) => (block === null || endMs === null ? [] : endMs))
    .find((endMs) => endMs > last.line.timeMs && endMs <= following.line.timeMs);
  if (writtenMs === undefined) return null;
  const times = past.length === 1 ? parts`at ${at(first.line.timeMs / 1000)}`
    : parts`from ${at(first.line.timeMs / 1000)} to ${at(last.line.timeMs / 1000)}`;
  return {
    later,
    evidence: parts`Before that, ${count(past.length, 'compaction')} failed ${times} because the disk was full; ${
      'a block was written at '}${at(writtenMs / 1000)}, so it had room again. Their error was: ${errorOf(last)}.`,
  };
}
