/** Words on a mutex profile of Go, which books the time that others waited where the lock is released. Pure. */
import type { Part, TopTable } from '../../../contract/contract.ts';
import { parts, profileQuantity } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

const RELEASE = /^(?:sync|internal\/sync)\.\(\*(?:RW)?Mutex\)\.R?[uU]nlock(?:Slow)?$/;
const MAX_NAME_LETTERS = 70;
/** Share of the total from which the caller of the release is named. */
const MOST = 0.5;

/** Returns the claim, and what the value is; null for other profiles. `first`: the function with the highest value. */
export function mutexClaim(
  { sampleType, unit, stacks }: Pick<TopTable, 'sampleType' | 'unit' | 'stacks'>, first: string, total: number
): { claim: Part[]; evidence: Part[] } | null {
  const caller = stacks?.leaves.find((leaf) => leaf.function === first)?.caller ?? null;
  if (sampleType !== 'delay' || !RELEASE.test(first) || total <= 0) return null;
  return {
    claim: parts`Goroutines waited ${profileQuantity(total, unit)} for locks${
      caller === null || caller.value < MOST * total ? ''
      : `, most for those that ${nameWithin(caller.name, MAX_NAME_LETTERS)} releases`}.`,
    evidence: parts`This is a mutex profile: the wait of the others is booked at ${first}, where the lock is ${
      'released, and is no CPU time. Hold the lock for less time in the functions that call it.'}`,
  };
}
