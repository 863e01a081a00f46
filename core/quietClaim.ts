/** How captured CPU profiles exceed quiet times, as evidence of a finding. Pure. */
import type { GcProfile, Part, Span } from './contract/contract.ts';

/**
 * The claim of the newest profile that was taken during the first of the spans that has one, each of its words opening
 * the diff; empty without one. Spans in the order of their weight.
 */
export function quietClaim(profiles: readonly GcProfile[], spans: readonly Span[]): Part[] {
  for (const { start, end } of spans) {
    const found = profiles.findLast(
      ({ againstQuiet: diff }) => diff !== undefined && diff.taken.start <= end && diff.taken.end >= start
    );
    if (found?.againstQuiet === undefined) continue;
    const { claim, beforeId } = found.againstQuiet;
    const diff = { before: beforeId, after: found.id };
    return claim.map((part) => ('text' in part ? { ...part, diff } : part));
  }
  return [];
}
