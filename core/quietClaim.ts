/** How captured CPU profiles exceed quiet times, as evidence of a finding. Pure. */
import type { GcProfile, Part, Span } from './contract/contract.ts';

/** A profile that was compared with quiet times. */
export type ComparedProfile = GcProfile & Required<Pick<GcProfile, 'againstQuiet'>>;

/**
 * The newest compared profile that was taken during the first of the spans that has one; undefined without one. Spans
 * in the order of their weight.
 */
export function comparedDuring(profiles: readonly GcProfile[], spans: readonly Span[]): ComparedProfile | undefined {
  const compared = profiles.filter((one): one is ComparedProfile => one.againstQuiet !== undefined);
  for (const { start, end } of spans) {
    const found = compared.findLast(({ againstQuiet: { taken } }) => taken.start <= end && taken.end >= start);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The claim of `comparedDuring`, each of its words opening the diff; empty without one. */
export function quietClaim(profiles: readonly GcProfile[], spans: readonly Span[]): Part[] {
  const found = comparedDuring(profiles, spans);
  if (found === undefined) return [];
  const { claim, beforeId } = found.againstQuiet;
  const diff = { before: beforeId, after: found.id };
  return claim.map((part) => ('text' in part ? { ...part, diff } : part));
}
