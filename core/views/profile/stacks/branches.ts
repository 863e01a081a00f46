/** Words on the largest part of a small profile by what a function has with its callees. Pure. */
import type { Part, TopRow, TopTable } from '../../../contract/contract.ts';
import { worksForCaller } from '../../../profile/helpers.ts';
import { parts, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';
import { again } from './stackClaims.ts';

const MAX_NAME_LETTERS = 70;
/** Shares of the total between which a function is a part of it, and not all. */
const MIN_PART = 0.3;
const MAX_PART = 0.95;
/** Functions at the bottom of stacks, which are no part of the program, and servers that call all of its work. */
const BOTTOM = new RegExp([
  '^(?:_{0,3}(?:libc_)?start(?:_thread|_main|_call_main)?(?=$|[(@])|_{0,2}clone3?$|_{0,2}main\\b|main\\.main|all$',
  '|root$|runtime\\.|std::|core::|[[(<]|0x|net/http\\.|testing\\.|google\\.golang\\.org/grpc\\.',
  '|github\\.com/oklog/run\\.|java[./]lang[./]Thread\\.run|.{1,200}\\.ServeHTTP$)',
].join(''));

/** Share of the total from which reading the clock is reported, and frames without callers. */
const MUCH_CLOCK = 0.15;
const MUCH_WITHOUT = 0.3;
/** Share of the total that the callees of the first function add, from which they are reported. */
const MUCH_MORE = 0.2;
/** The same of a smaller first function whose value they more than double. */
const MORE = 0.1;
const MIN_FIRST = 0.1;

/** Returns what the first function has with its callees, if these add much; empty otherwise. */
export function withCallees({ rows, stacks }: Pick<TopTable, 'rows' | 'stacks'>, first: string, total: number): Part[] {
  const row = rows.find((one) => one.function === first);
  if (row === undefined || total <= 0 || row.cum > total) return [];
  // What works for it is known as its own.
  const flat = Math.max(row.flat, stacks?.leaves.find((leaf) => leaf.function === first)?.flat ?? 0);
  const callees = row.cum - flat;
  const isMuch = (flat >= MIN_PART * total && callees >= MUCH_MORE * total)
    || (flat >= MIN_FIRST * total && callees >= MORE * total && callees >= flat);
  return isMuch ? parts`With what it calls, ${again(first)} has ${ratio(row.cum / total)}.` : [];
}

/** Returns that reading the clock takes much of the total; empty if it does not. */
export function clockStatement({ stacks }: Pick<TopTable, 'stacks'>, total: number): Part[] {
  const clock = stacks?.clock;
  return clock === undefined || total <= 0 || clock.value < MUCH_CLOCK * total || clock.value > total ? []
    : parts`Reading the clock takes ${ratio(clock.value / total)} (${
      nameWithin(clock.name, MAX_NAME_LETTERS)}): read it less often.`;
}

/** Returns that many stacks end before the beginning of their thread; empty if few do. */
export function withoutCallersStatement({ stacks }: Pick<TopTable, 'stacks'>, total: number): Part[] {
  const value = stacks?.withoutCallers?.value ?? 0;
  return total <= 0 || value < MUCH_WITHOUT * total || value > total ? []
    : parts`${ratio(value / total)} is in stacks that end in a frame without a name: they were not unwound further, ${
      'so callers are missing (perf record --call-graph dwarf finds more of them).'}`;
}

/**
 * Returns the function with the largest part of the total, its callees included; empty if all have nearly everything,
 * or if it is known already as a caller. `rows` are all functions of the profile.
 */
export function branchStatement(
  { rows, stacks }: Pick<TopTable, 'rows' | 'stacks'>, first: string, total: number
): Part[] {
  if (stacks === undefined || stacks.threads.length > 0 || total <= 0) return [];
  const leaf = stacks.leaves.find((one) => one.function === first);
  const isLeaf = (row: TopRow): boolean => stacks.leaves.some((one) => one.function === row.function
    && one.helper !== undefined && one.flat === row.cum);
  // A function with just the value of the first one only calls it; the value of one with its helpers is known.
  const largest = rows.filter(({ function: name, flat, cum }) => name !== first && cum > flat && cum !== leaf?.flat
    && cum >= MIN_PART * total && cum <= MAX_PART * total && !BOTTOM.test(name))
    .filter((row) => !isLeaf(row) && !worksForCaller(row.function))
    .reduce<TopRow | null>((max, row) => (max === null || row.cum > max.cum ? row : max), null);
  const told = [leaf?.caller ?? null, leaf?.bottom ?? null, ...leaf?.callers ?? [], ...stacks.own?.callers ?? []];
  if (largest === null || stacks.own?.function === largest.function) return [];
  return told.some((one) => one?.name === largest.function && one.value === largest.cum) ? []
    : parts`${nameWithin(largest.function, MAX_NAME_LETTERS)} has ${ratio(largest.cum / total)} with what it calls.`;
}
