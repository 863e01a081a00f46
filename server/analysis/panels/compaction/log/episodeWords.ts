/** Says how long the episodes of a log took: one duration only if it is that of each. Pure. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { parts, seconds } from '../../../../../core/text/parts.ts';
import type { TimedCompaction } from '../compactionMerge.ts';

/** Ratio of the longest to the shortest up to which one duration stands for all. */
const NEARLY_EQUAL = 1.1;

/** Returns `, 3 s each` or `, the longest 6 s`; null if no episode has a known end. */
export function episodeWords(compactions: readonly TimedCompaction[], usual: number | null): Part[] | null {
  const known = compactions.filter(({ endKnown }) => endKnown)
    .map(({ startMs, endMs }) => (endMs - startMs) / 1000);
  if (usual === null || known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 1) return parts`, ${compactions.length === 1 ? '' : 'one of '}${seconds(usual)}`;
  const all = known.length === compactions.length;
  if (most > NEARLY_EQUAL * least) return parts`, the longest ${seconds(most)}`;
  return all ? parts`, ${seconds(usual)} each` : parts`, ${seconds(usual)} each where the end is logged`;
}
