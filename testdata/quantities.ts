/** What tests ask of a finding's parts: its numbers, not its words. */
import type { Part } from '../core/contract/contract.ts';

/** The quantities of a text in order, a range as both its ends, to four digits. */
export function quantities(parts: readonly Part[]): number[] {
  return parts.flatMap(
    (part) => ('quantity' in part ? [part.quantity, ...(part.to === undefined ? [] : [part.to])] : [])
  ).map((value) => Number(value.toPrecision(4)));
}

/** The quantities of each statement of the evidence that has some. */
export function evidenceQuantities(evidence: readonly (readonly Part[])[]): number[][] {
  return evidence.map(quantities).filter((each) => each.length > 0);
}
