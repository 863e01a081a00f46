/** Says whether memory in use grew between two moments, and what holds most of it. */
import { finding } from '../../../../core/finding.ts';
import type { Finding, Part } from '../../../../core/contract/contract.ts';
import { isAllocator } from '../../../../core/profile/allocators.ts';
import { joined, parts, quantity, ratio, render, seconds as span } from '../../../../core/text/parts.ts';
import { nameWithin } from '../../../../core/views/flame/frameLabel.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered } from '../../query/question.ts';
import { scaleUnit } from '../../query/units.ts';
import { valuePart } from '../words/valueText.ts';
import { stackChanges, type StackChange } from './stackChanges.ts';

/** Share of the memory up to which a change is none worth a word. */
const SAME = 0.02;
/** Share of the rise from which a function is named. */
const MAIN = 0.2;
const MAX_NAME_LETTERS = 60;
/** Share of the change up to which functions are named, least share of each, and at most how many are. */
const MOST = 0.8;
const MUCH = 0.1;
const MAX_CHANGES = 4;
const DIGITS = 3;
/** Number of objects per stack from which a size is no accident of rounding. */
const MANY_OBJECTS = 50;
/** Share of a function's value from which its caller is named. */
const MAIN_CALLER = 0.5;

interface Held extends Sizes { name: string; caller: string | null; objects: Sizes; stacks: number }
interface Sizes { before: number; after: number }

const shown = (name: string): string => nameWithin(name, MAX_NAME_LETTERS);
const growth = ({ before, after }: Sizes): number => after - before;

interface Asked {
  /** Seconds between the two; null if not known. */
  seconds: number | null;
  /** Whether they are of different builds. */
  areOther: boolean;
  /** The finding of the diff, whose severity and tests hold. */
  own: Finding;
}

/** Returns null for values of another kind, and if one side has none. */
export function inUseFinding(pair: Pair, what: Filtered, { seconds, areOther, own }: Asked): Finding | null {
  const type = pair.combined.sampleTypes[pair.type];
  const isOverTime = [...pair.sides.before, ...pair.sides.after].some(({ profile }) => profile.durationNanos > 0n);
  if (type?.type !== 'inuse_space' || scaleUnit(1, type.unit, 'bytes').unit !== 'B' || isOverTime) return null;
  const stacks = stackChanges(pair, what, 'inuse_objects');
  const before = stacks.reduce((sum, one) => sum + one.before, 0);
  const after = stacks.reduce((sum, one) => sum + one.after, 0);
  if (before <= 0 || after <= 0 || own.code === 'diff-none') return null;
  const held = heldOf(stacks);
  const [most] = held.toSorted((a, b) => b.after - a.after);
  const change = growth({ before, after });
  const [moved] = held.toSorted((a, b) => Math.sign(change) * (growth(b) - growth(a)));
  const value = (amount: number): Part => valuePart(amount, type.unit);
  const within = seconds === null ? [] : parts` in ${span(seconds)}`;
  const isSame = Math.abs(change) <= SAME * before;
  // The test of the diff has the say on a change that few samples show.
  if (!isSame && own.code === 'diff-within-noise') return null;
  const isNamed = moved !== undefined && growth(moved) / change >= MAIN;
  const share = ratio(Number(Math.abs(change / before).toPrecision(DIGITS)));
  const claim = isSame
    ? parts`Memory in use is about the same: ${value(before)} before and ${value(after)} after${
      seconds === null ? [] : parts` ${span(seconds)}`}.`
    : parts`Memory in use ${change > 0 ? 'rose' : 'fell'} from ${value(before)} to ${value(after)}${within}${
      isNamed ? `, most in ${shown(moved.name)}` : ''}.`;
  const holds = (one: Held): Part[] => parts`${shown(one.name)} has ${ratio(one.before / before)} before and ${
    ratio(one.after / after)} after: ${value(one.before)} and ${value(one.after)}${objectsWords(one)}${
    one.caller === null ? '' : `; it is called by ${shown(one.caller)}`}.`;
  return finding({
    code: own.code, severity: own.severity, confidence: own.confidence, claim,
    evidence: [
      change === 0 ? [] : parts`That is ${change > 0 ? '+' : '−'}${value(Math.abs(change))}, ${share}.`,
      isSame ? [] : changesWords(held, change, value),
      !isSame && isNamed ? holds(moved) : [],
      most === undefined || (!isSame && isNamed && most === moved) ? [] : holds(most),
      areOther ? [] : [{ text: isSame
        ? 'What does not grow is no leak in this time: compare with a profile after a restart, or hours later.'
        : 'Two moments cannot separate growth from the rhythm of the collector: take more of them, hours apart.' }],
      ...own.evidence.filter((each) => /normal|mean|scaled/.test(render(each))),
    ],
  });
}

/** Returns the functions with most of the change and their sum; empty if one has nearly all of it, or none has much. */
function changesWords(held: readonly Held[], change: number, value: (amount: number) => Part): Part[] {
  const byChange = held.toSorted((a, b) => Math.sign(change) * (growth(b) - growth(a)));
  let told = 0;
  const named = byChange.slice(0, MAX_CHANGES).filter((one) => {
    const share = growth(one) / change;
    const isNamed = told < MOST && share >= MUCH;
    if (isNamed) told += share;
    return isNamed;
  });
  // Growth beside what fell is more than the whole change.
  if (named.length < 2 || told > 1) return [];
  const sign = change > 0 ? '+' : '−';
  const each = named.map((one) => parts`${shown(one.name)} ${sign}${value(Math.abs(growth(one)))}`);
  return parts`By change: ${joined(each, ', ')}; together ${ratio(told)} of it.`;
}

/** Sums by the innermost function that is no allocator. */
function heldOf(stacks: readonly StackChange[]): Held[] {
  const found = new Map<string, Held & { callers: Map<string, number> }>();
  for (const { names, before, after, other } of stacks) {
    const depth = Math.max(0, names.findIndex((name) => !isAllocator(name)));
    const name = names[depth] ?? '';
    const one = found.get(name)
      ?? {
        name, caller: null, before: 0, after: 0, objects: { before: 0, after: 0 }, stacks: 0,
        callers: new Map<string, number>(),
      };
    found.set(name, one);
    one.before += before;
    one.after += after;
    one.objects.before += other.before;
    one.objects.after += other.after;
    one.stacks += 1;
    const caller = names.slice(depth + 1).find((each) => each !== name);
    if (caller !== undefined) one.callers.set(caller, (one.callers.get(caller) ?? 0) + after);
  }
  return [...found.values()].map(({ callers, ...one }) => {
    const [first] = [...callers].sort(([, a], [, b]) => b - a);
    return { ...one, caller: first !== undefined && first[1] >= MAIN_CALLER * one.after ? first[0] : null };
  });
}

/** Returns the number of objects, and their size if all have one; sums of samples are rounded once for each. */
function objectsWords({ before, after, objects, stacks }: Held): Part[] {
  if (objects.before <= 0 || objects.after <= 0) return [];
  const size = Math.round(after / objects.after);
  const isOne = size > 0 && [[before, objects.before], [after, objects.after]].every(([bytes = 0, number = 0]) =>
    Math.abs(bytes - number * size) <= stacks * size && number >= MANY_OBJECTS * stacks);
  return parts`, in ${quantity(objects.before, 'count')} and ${quantity(objects.after, 'count')} objects${
    isOne ? ` of ${size.toLocaleString('en-US')} B each` : ''}`;
}
