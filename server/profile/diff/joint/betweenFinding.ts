/** Says what happened between two profiles of one process whose values add up since its start. */
import { finding } from '../../../../core/finding.ts';
import type { Finding, Part } from '../../../../core/contract/contract.ts';
import { isOfWaiting, waitsForLock, waitsForWork } from '../../../../core/profile/goWaits.ts';
import { joined, parts, quantity, ratio, seconds as span } from '../../../../core/text/parts.ts';
import { nameWithin } from '../../../../core/views/flame/frameLabel.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered } from '../../query/question.ts';
import { blameOf } from '../../query/claims/blame.ts';
import { scaleUnit } from '../../query/units.ts';
import { valuePart } from '../words/valueText.ts';
import { stackChanges, type StackChange } from './stackChanges.ts';

/** Types of Go whose values add up, with the one that counts them. */
const COUNTS: Readonly<Record<string, string>> = { delay: 'contentions', alloc_space: 'alloc_objects' };
/** Share of the increases up to which decreases are rounding; more of them mean another process. */
const MAX_FALLEN = 0.02;
/** Mean number of goroutines, and share of all waiting, below which a lock is no finding. */
const FEW_GOROUTINES = 0.05;
const SMALL_SHARE = 0.05;
/** Share of the largest from which the next one is named, and share of a caller from which it is the only one. */
const NEARLY_FIRST = 0.2;
const ONLY = 0.95;
/** Share of what was allocated up to which functions are named, least share of each, and at most how many are. */
const ENOUGH = 0.8;
const MUCH = 0.1;
const MAX_NAMED = 4;
const MAX_NAME_LETTERS = 60;
const DIGITS = 3;

/** The waits, or the allocations, of one function on behalf of one caller. */
interface Place {
  leaf: string; caller: string | null; below: string | null; before: number; after: number; times: number;
}

const growth = ({ before, after }: { before: number; after: number }): number => after - before;
const shown = (name: string): string => nameWithin(name, MAX_NAME_LETTERS);
const digits = (value: number): number => Number(value.toPrecision(DIGITS));

/**
 * Returns null for values of another kind, and if they fell: then the second profile is of another process. `seconds`:
 * the time between; null if it is not known, with which allocations are not compared.
 */
export function betweenFinding(pair: Pair, what: Filtered, seconds: number | null): Finding | null {
  const type = pair.combined.sampleTypes[pair.type];
  const counted = COUNTS[type?.type ?? ''];
  const isOverTime = [...pair.sides.before, ...pair.sides.after].some(({ profile }) => profile.durationNanos > 0n);
  if (type === undefined || counted === undefined || isOverTime) return null;
  const stacks = stackChanges(pair, what, counted);
  const rises = sumOf(stacks, (stack) => Math.max(0, growth(stack)));
  const falls = sumOf(stacks, (stack) => Math.max(0, -growth(stack)));
  const start = sumOf(stacks, ({ before }) => before);
  if (start <= 0 || rises <= 0 || falls > MAX_FALLEN * rises) return null;
  const asked: Asked = { stacks, rises, start, seconds, unit: type.unit };
  return type.type === 'delay' ? waited(asked) : seconds === null ? null : allocated(asked, seconds);
}

interface Asked { stacks: readonly StackChange[]; rises: number; start: number; seconds: number | null; unit: string }

const sumOf = (stacks: readonly StackChange[], of: (stack: StackChange) => number): number =>
  stacks.reduce((sum, stack) => sum + of(stack), 0);

/** Returns the largest places first; of memory, what an allocator allocates is that of its caller. */
function placesOf(stacks: readonly StackChange[], isOfMemory = false): Place[] {
  const places = new Map<string, { leaf: string; caller: string | null; stacks: StackChange[] }>();
  for (const stack of stacks) {
    const at = isOfMemory ? blameOf(stack.names, 'memory')(stack.names.map((_, slot) => slot)).at : 0;
    const leaf = stack.names[at] ?? '';
    const caller = stack.names.find((name, depth) => depth > at && !isOfWaiting(name)) ?? null;
    const key = `${leaf}\n${caller ?? ''}`;
    const place = places.get(key) ?? { leaf, caller, stacks: [] };
    place.stacks.push(stack);
    places.set(key, place);
  }
  return [...places.values()].map(({ leaf, caller, stacks: own }): Place => ({
    leaf, caller, below: belowOf(own, caller),
    before: sumOf(own, ({ before }) => before), after: sumOf(own, ({ after }) => after),
    times: sumOf(own, ({ other }) => growth(other)),
  })).toSorted((a, b) => growth(b) - growth(a));
}

/** Returns the caller of a function in nearly all of the stacks; null if there are several. */
function belowOf(stacks: readonly StackChange[], caller: string | null): string | null {
  const sums = new Map<string, number>();
  for (const stack of stacks) {
    const depth = stack.names.indexOf(caller ?? '');
    const next = depth < 0 ? undefined : stack.names.slice(depth + 1).find((name) => name !== caller);
    if (next !== undefined) sums.set(next, (sums.get(next) ?? 0) + growth(stack));
  }
  const [first] = [...sums].sort(([, a], [, b]) => b - a);
  return first !== undefined && first[1] >= ONLY * sumOf(stacks, growth) ? first[0] : null;
}

const calledBy = ({ caller, below }: Place): Part[] => (caller === null ? []
  : parts`, called by ${shown(caller)}${below === null ? '' : `, below ${shown(below)}`}`);

/** Returns how many goroutines waited at a time, on average; null if the time between is not known. */
function goroutines(value: number, { unit, seconds }: Asked): number | null {
  return seconds === null ? null : digits(scaleUnit(value, unit, 'nanoseconds').value / 1e9 / seconds);
}

function waited(asked: Asked): Finding {
  const { stacks, rises, seconds, unit } = asked;
  const value = (amount: number): Part => valuePart(amount, unit);
  const forWork = stacks.filter(({ names }) => waitsForWork(names[0] ?? ''));
  const idle = sumOf(forWork, growth);
  const isOfHolders = !stacks.some(({ names }) => waitsForWork(names[0] ?? '') || waitsForLock(names[0] ?? ''));
  const places = placesOf(stacks.filter((stack) => !forWork.includes(stack))).filter((place) => growth(place) > 0);
  const [first, second] = places;
  const [most] = placesOf(forWork);
  const atATime = goroutines(rises, asked);
  const ofIdle = idle <= 0 ? '' : parts`: ${ratio(idle / rises)} of it in selects, channel receives and the like${
    most === undefined ? '' : ` (most in ${shown(most.caller ?? most.leaf)})`}, where they usually wait for work`;
  const whole = parts`In all, goroutines waited ${value(rises)} more${
    atATime === null ? [] : parts`, ${quantity(atATime, 'count')} at a time`}${ofIdle}.`;
  const meaning = parts`This is waiting of goroutines, not CPU time. The totals, ${value(asked.start)} and ${
    value(asked.start + rises)}, add up since the start of the process, so their shares hide what changed.`;
  const isSmall = first === undefined || ((goroutines(growth(first), asked) ?? 0) < FEW_GOROUTINES
    && growth(first) < SMALL_SHARE * rises);
  const within = seconds === null ? parts`Between the two` : parts`In the ${span(seconds)} between`;
  if (first === undefined || isSmall) return finding({
    code: 'diff-between', severity: 'ok',
    claim: parts`${within}, no lock blocked goroutines for long.`,
    evidence: [
      whole, first === undefined ? [] : parts`The most is ${value(growth(first))} in ${shown(first.leaf)}${
        calledBy(first)}.`, meaning,
    ],
  });
  const many = goroutines(growth(first), asked);
  const lock = first.caller === null ? shown(first.leaf) : `${shown(first.leaf)} in ${shown(first.caller)}`;
  const holder = shown(first.caller ?? first.leaf);
  return finding({
    code: 'diff-between', severity: 'info',
    claim: many === null
      ? isOfHolders ? parts`${within}, goroutines waited ${value(growth(first))} for locks that ${holder} held.`
        : parts`${within}, ${lock} blocked goroutines for ${value(growth(first))}.`
      : isOfHolders
        ? parts`${within}, ${quantity(many, 'count')} goroutines on average waited for locks that ${holder} held.`
        : parts`${within}, ${lock} blocked ${quantity(many, 'count')} goroutines on average.`,
    evidence: [
      parts`${shown(first.leaf)}${calledBy(first)}: ${value(growth(first))}${timesWords(first, unit)}, ${
        ratio(digits(growth(first) / rises))} of all that was added, and ${ratio(digits(growth(first) / first.after))}${
        ' of its own total since the start.'}`,
      second === undefined || growth(second) < NEARLY_FIRST * growth(first) ? []
        : parts`Next is ${shown(second.leaf)}${calledBy(second)}: ${value(growth(second))}.`,
      whole, meaning,
      isOfHolders
        ? [{ text: 'Shorten what runs under that lock, or call it less often, then compare two profiles again.' }]
        : waitsForLock(first.leaf)
        ? [{ text: 'Two mutex profiles of such a time (/debug/pprof/mutex) show who holds the lock meanwhile.' }] : [],
    ],
  });
}

function timesWords(place: Place, unit: string): Part[] {
  return place.times <= 0 ? [] : parts` in ${quantity(place.times, 'count')} ${
    place.times === 1 ? 'wait' : 'waits'}, ${valuePart(growth(place) / place.times, unit)} each`;
}

function allocated({ stacks, rises, unit, start }: Asked, seconds: number): Finding {
  const value = (amount: number): Part => valuePart(amount, unit);
  const places = placesOf(stacks, true);
  const [first] = places;
  let told = growth(first ?? { before: 0, after: 0 });
  const next = places.slice(1, MAX_NAMED).filter((place) => {
    const isNamed = told < ENOUGH * rises && growth(place) >= MUCH * rises;
    if (isNamed) told += growth(place);
    return isNamed;
  });
  const rate = (amount: number): Part => valuePart(amount / seconds, unit);
  return finding({
    code: 'diff-between', severity: 'info',
    claim: parts`In the ${span(seconds)} between, ${value(rises)} were allocated, ${rate(rises)} per second${
      first === undefined ? '' : `, most in ${shown(first.leaf)}`}.`,
    evidence: [
      first === undefined ? [] : parts`${shown(first.leaf)}${calledBy(first)}: ${value(growth(first))}, ${
        ratio(digits(growth(first) / rises))} of it.`,
      next.length === 0 ? []
        : parts`Next: ${joined(next.map((place) => parts`${shown(place.leaf)} ${value(growth(place))}${
          place.caller === null ? '' : ` (called by ${shown(place.caller)})`}`), ', ')}; together ${
          ratio(digits(told / rises))} of it.`,
      parts`The totals, ${value(start)} and ${value(start + rises)}, add up since the start of the process.`,
    ],
  });
}
