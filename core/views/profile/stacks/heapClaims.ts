/** Words on a heap: how much of what a function allocated is still in use, and memory that is a ballast. Pure. */
import type { Finding, Part, StackFacts, TopTable } from '../../../contract/contract.ts';
import { finding } from '../../../finding.ts';
import { MIN_QUERY_SHARE, queryWords } from '../../../profile/queryFrames.ts';
import { parts, profileQuantity, ratio, render } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

const MAX_NAME_LETTERS = 70;
/** Number of objects from which a share means something, and share that is still in use from which they are kept. */
const MIN_OBJECTS = 100;
const MUCH = 0.7;
/** Share of the memory in use that a function has, from which that is reported. */
const MIN_SHARE = 0.3;
/** Share of the total from which a ballast is reported. */
const MIN_BALLAST = 0.05;

/** Size below which the functions of a heap are of a few samples each (one per 512 KiB). */
const MAX_SMALL = 16 * 2 ** 20;

/** Whether memory in use, in bytes, is so little that it shows no memory problem. */
export const isSmallHeap = (bytes: number): boolean => bytes > 0 && bytes < MAX_SMALL;

/** Returns what a small heap shows and does not show, the claim first. `amount`: its size as printed. */
export const smallHeapSentences = (amount: string): [claim: string, ...others: string[]] => [
  `The heap in use is small, ${amount}: it shows no memory problem.`,
  'The order of its functions means little, as a heap profile samples about once per 512 KiB.',
  'If the resident memory (RSS) is much larger, compare it with the heap in use, idle and released that the runtime or '
    + 'the allocator reports, or take the profile at the peak.',
];

/** Whether a row is of Go, whose heap profiles sample once per 512 KiB; others sample more often. */
const isOfGo = ({ file, function: name }: TopTable['rows'][number]): boolean =>
  file.endsWith('.go') || /^(?:runtime|main)\./.test(name);

/** Returns the finding on a heap of Go that is small, which comes before that on its functions; the same for others. */
export function withSmallHeap(
  own: Finding, { sampleType, unit, total, rows, caveats = [] }: Omit<TopTable, 'stacks' | 'rowsLeftOut'>,
  isWhole: boolean
): Finding {
  if (!isWhole || sampleType !== 'inuse_space' || unit !== 'bytes' || !isSmallHeap(total)
    || !rows.some(isOfGo) || caveats.some(({ leads }) => leads) || rows.some(({ flat }) => flat < 0)) return own;
  const [claim, ...others] = smallHeapSentences(render([profileQuantity(total, unit)]));
  return finding({
    code: 'profile-small-heap', severity: 'info', claim: [{ text: claim }],
    evidence: [...others.map((text): Part[] => [{ text }]), own.claim, ...own.evidence],
  });
}

/** Returns that queries hold most of the memory in use, and the next step; empty if they do not. */
export function queryStatements(stacks: StackFacts | undefined, total: number): Part[][] {
  const queries = stacks?.queries;
  return queries === undefined || total <= 0 || queries.value < MIN_QUERY_SHARE * total ? []
    : queryWords(queries).map((text) => [{ text }]);
}

/** Whether a function allocates a ballast, by its name: memory that only delays the GC. */
export const isBallast = (name: string): boolean => /ballast/i.test(name);

/** Returns how many of the objects that a function allocated are still in use, if most are; empty otherwise. */
export function keptStatement(stacks: StackFacts | undefined, name: string, total: number): Part[] {
  const { objects, flat = 0 } = stacks?.leaves.find((leaf) => leaf.function === name) ?? {};
  if (objects === undefined || flat < MIN_SHARE * total || objects.inUse < MIN_OBJECTS
    || objects.inUse > objects.allocated || objects.inUse < MUCH * objects.allocated) return [];
  return parts`Of all objects allocated there, ${ratio(objects.inUse / objects.allocated)} are still in use: they are ${
    'kept. Take another heap profile later and open both: if they grow, find what keeps them.'}`;
}

/** Returns what a ballast has of the memory in use; empty without one. `first`: the function named before. */
export function ballastStatement(
  { unit, rows }: Pick<TopTable, 'unit' | 'rows'>, first: string, total: number
): Part[] {
  const row = rows.find(({ function: name, flat }) => isBallast(name) && flat >= MIN_BALLAST * total);
  if (row === undefined || total <= 0 || row.function === first) return [];
  return parts`${profileQuantity(row.flat, unit)} (${ratio(row.flat / total)}) are a ballast, by the name of ${
    nameWithin(row.function, MAX_NAME_LETTERS)}: allocated on purpose so that the GC runs less often, no leak.`;
}
