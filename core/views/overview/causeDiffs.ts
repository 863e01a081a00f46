/** Finds the diffs that show the code of causes of CPU spikes. Pure. */
import type { GcCpuPanel, SpikeCause } from '../../contract/contract.ts';
import { comparedDuring } from '../../quietClaim.ts';
import { render } from '../../text/parts.ts';

/** `words`: the claim of the diff. */
export interface CauseDiff { before: string; after: string; words: string }

/**
 * Returns for each cause the diff of its largest spike with a profile compared with quiet times; omits causes without
 * one.
 */
export function causeDiffs({ spikes: { spikes }, profiles }: Pick<GcCpuPanel, 'spikes' | 'profiles'>):
ReadonlyMap<SpikeCause, CauseDiff> {
  const largest = spikes.toSorted((a, b) => b.coreSeconds - a.coreSeconds);
  return new Map([...new Set(largest.map(({ cause }) => cause))].flatMap((cause) => {
    const found = comparedDuring(profiles, largest.filter((spike) => spike.cause === cause));
    if (found === undefined) return [];
    const { beforeId: before, claim } = found.againstQuiet;
    return [[cause, { before, after: found.id, words: render(claim) }]];
  }));
}
