/** Evidence of findings on how captured CPU profiles exceed quiet times. Pure. */
import type { GcProfile, Part, Span } from './contract/contract.ts';

/** A profile that was compared with the quiet profile. */
export type ComparedProfile = GcProfile & Required<Pick<GcProfile, 'againstQuiet'>>;

/**
 * Returns the newest compared profile taken in the first span that has one, or undefined. Spans are ordered by weight.
 */
export function comparedDuring(profiles: readonly GcProfile[], spans: readonly Span[]): ComparedProfile | undefined {
  const compared = profiles.filter((one): one is ComparedProfile => one.againstQuiet !== undefined);
  for (const { start, end } of spans) {
    const found = compared.findLast(({ againstQuiet: { taken } }) => taken.start <= end && taken.end >= start);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the claim of `comparedDuring`, with all words linked to the diff; empty without a profile. */
export function quietClaim(profiles: readonly GcProfile[], spans: readonly Span[]): Part[] {
  const found = comparedDuring(profiles, spans);
  if (found === undefined) return [];
  const { claim, beforeId } = found.againstQuiet;
  const diff = { before: beforeId, after: found.id };
  return claim.map((part) => ('text' in part ? { ...part, diff } : part));
}
