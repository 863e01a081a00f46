/** Words on a heap: how much of what a function allocated is still in use, and memory that is a ballast. Pure. */
import type { Part, StackFacts, TopTable } from '../../../contract/contract.ts';
import { parts, profileQuantity, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

const MAX_NAME_LETTERS = 70;
/** Number of objects from which a share means something, and share that is still in use from which they are kept. */
const MIN_OBJECTS = 100;
const MUCH = 0.7;
/** Share of the memory in use that a function has, from which that is reported. */
const MIN_SHARE = 0.3;
/** Share of the total from which a ballast is reported. */
const MIN_BALLAST = 0.05;

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
