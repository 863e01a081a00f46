/** What makes two sides of a diff unlike apart from the change that is looked for. */
import type { Comparability } from '../api/contract.ts';
import type { Pair } from './pair.ts';

/** Differences in the order of how much they matter; empty when nothing known speaks against comparing. */
export function comparabilityOf(_pair: Pair): Comparability {
  return { differences: [] };
}
