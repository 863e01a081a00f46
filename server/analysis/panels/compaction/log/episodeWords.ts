/** Says how long the episodes of a log took: one duration only if it is that of each. Pure. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { phaseDifference } from '../../../../../core/statistics/circular.ts';
import { parts, range, seconds } from '../../../../../core/text/parts.ts';
import type { TimedCompaction } from '../compactionMerge.ts';
import type { Clock } from '../compactionSchedule.ts';

/** Ratio of the longest to the shortest up to which one duration stands for all. */
const NEARLY_EQUAL = 1.1;

/** Offsets from the common one up to which a head counts as near it, as a share of the block range. */
const NEAR_RATIO = 0.1;
const SAME_OFFSET_MS = 60_000;
/** Offset at which the rule cuts a head that begins on a boundary, and how far from it one is in time, by range. */
const DUE_RATIO = 0.5;
const IN_TIME_RATIO = 0.02;

/**
 * Returns when head compactions start: `1h after the block boundary`, or `1h to 1h 7m after …` where the times
 * differ; and that they are due then, if the rule puts them there.
 */
export function offsetWords(
  compactions: readonly TimedCompaction[], { phaseMs }: Clock, rangeMs: number
): Part[] {
  const common = phaseMs ?? 0;
  const near = compactions.filter(({ headCount }) => headCount > 0)
    .map(({ startMs }) => phaseDifference(startMs, common, rangeMs))
    .filter((offMs) => Math.abs(offMs) <= NEAR_RATIO * rangeMs);
  const [least, most] = [common + Math.min(...near), common + Math.max(...near)];
  const isOne = near.length === 0 || most - least < SAME_OFFSET_MS || least < 0;
  const isDue = isOne && Math.abs(common - DUE_RATIO * rangeMs) <= IN_TIME_RATIO * rangeMs;
  const offset = isOne ? seconds(common / 1000) : range(least / 1000, most / 1000, 'seconds');
  return parts`${offset} after the block boundary${isDue ? ', when they are due' : null}`;
}

/** Returns `, 3 s each` or `, the longest 6 s`; null if no episode has a known end. */
export function episodeWords(compactions: readonly TimedCompaction[], usual: number | null): Part[] | null {
  const known = compactions.filter(({ endKnown }) => endKnown)
    .map(({ startMs, endMs }) => (endMs - startMs) / 1000);
  if (usual === null || known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 1) return parts`, ${compactions.length === 1 ? '' : 'one of '}${seconds(usual)}`;
  const all = known.length === compactions.length;
  if (most > NEARLY_EQUAL * least) return parts`, the longest${all ? null : ' of known length'} ${seconds(most)}`;
  return all ? parts`, ${seconds(usual)} each` : parts`, ${seconds(usual)} each where the end is logged`;
}
