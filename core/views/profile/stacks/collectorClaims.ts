/** Statements on a CPU profile whose highest self value is of Go's garbage collector. Pure. */
import type { Part, StackFacts } from '../../../contract/contract.ts';
import { GC_FUNCTION } from '../../../profile/subsystemRules.ts';
import { nameWithin } from '../../flame/frameLabel.ts';
import { joined, parts, profileQuantity, ratio } from '../../../text/parts.ts';

const MAX_NAME_LETTERS = 70;
/** Least share of a part of the collection that is named. */
const MIN_PART = 0.001;
/** Where to look if the collector leads. */
export const COLLECTOR_STEP = 'The collector follows from what the program allocates and keeps: see an allocation '
  + 'profile (alloc_space) for what to allocate less. If the heap is small, raise GOGC, or GOMEMLIMIT if that is near.';
/** Functions that marking calls for each pointer. */
const OF_MARKING = new RegExp(String.raw`^runtime\.(?:findObject|spanOf\w*|heapBits\w*|\(\*(?:gcWork|gcBits)\)\.\w+`
  + String.raw`|\(\*mspan\)\.(?:typePointers\w*|heapBits\w*|markBits\w*|objIndex))(?:\.abi\d)?$`);

/** Whether a function marks, sweeps or helps to. */
export const isOfCollector = (name: string): boolean => GC_FUNCTION.test(name) || OF_MARKING.test(name);

interface Of { name: string; flat: number; total: number; type: string; unit: string }

/** Returns what the collection takes and who allocates, if the function `name` is of it; null otherwise. */
export function collectorStatements(
  stacks: StackFacts | undefined, { name, flat, total, type, unit }: Of
): { claim: Part[]; evidence: Part[][] } | null {
  const collector = stacks?.collector;
  if (collector === undefined || total <= 0 || collector.value < flat) return null;
  if (!isOfCollector(name)) return null;
  const { value, workers, assists, allocators } = collector;
  const inParts = [
    { part: workers, words: 'in background workers' },
    { part: assists, words: 'in assists of goroutines that allocate' },
  ].filter(({ part }) => part >= MIN_PART * total).map(({ part, words }) => parts`${ratio(part / total)} ${words}`);
  const most = allocators.flatMap((one, i) => parts`${i === 0 ? '' : ', '}${
    nameWithin(one.name, MAX_NAME_LETTERS)} ${profileQuantity(one.value, unit)}`);
  return {
    claim: parts`Garbage collection takes ${ratio(value / total)} of ${type}, ${profileQuantity(value, unit)} of ${
      profileQuantity(total, unit)}.`,
    evidence: [
      inParts.length === 0 ? [] : parts`That is ${joined(inParts, ' and ')}.`,
      most.length === 0 ? []
        : parts`Callers of runtime.mallocgc with most ${type}, assists included: ${most}.`,
      [{ text: COLLECTOR_STEP }],
    ],
  };
}
