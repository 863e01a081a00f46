/** Says whether memory in use grew between two moments, and what holds most of it. */
import { finding } from '../../../../core/finding.ts';
import type { Finding, Part } from '../../../../core/contract/contract.ts';
import { joined, parts, quantity, ratio, render, seconds as span } from '../../../../core/text/parts.ts';
import { nameWithin } from '../../../../core/views/flame/frameLabel.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered } from '../../query/question.ts';
import { scaleUnit } from '../../query/units.ts';
import { blameOf } from '../../query/claims/blame.ts';
import { valuePart } from '../words/valueText.ts';
import { renamedPlaces, renamedWords } from './renamedPlaces.ts';
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
/** Share of the change up to which that of every other function is none worth a word. */
const FLAT = 0.05;
/** Share of the memory from which a rise is more than the usual drift. */
const LARGE = 0.5;
const ALL = 0.995;
/** Share by which the number of objects may differ and be the same, and factor from which each one became larger. */
const SAME_NUMBER = 0.1;
const LARGER = 1.3;
const DIGITS = 3;
/** Number of objects per stack from which a size is no accident of rounding. */
const MANY_OBJECTS = 50;
/** Share of a function's value from which its caller is named. */
const MAIN_CALLER = 0.5;

/** `helper`: the function that allocates on behalf of this one. */
interface Held extends Sizes {
  name: string; helper: string | null; caller: string | null; objects: Sizes; stacks: number;
}
interface Sizes { before: number; after: number }

const shown = (name: string): string => nameWithin(name, MAX_NAME_LETTERS);
const growth = ({ before, after }: Sizes): number => after - before;

interface Asked {
  /** Seconds between the two; null if not known. */
  seconds: number | null;
  /** Whether they are known to be of different builds. */
  areOther: boolean;
  /** Whether they are of one build; null if that is not known. */
  isOneBuild: boolean | null;
  /** The finding of the diff, whose severity and tests hold. */
  own: Finding;
}

/** Returns null for values of another kind, and if one side has none. */
export function inUseFinding(pair: Pair, what: Filtered, asked: Asked): Finding | null {
  const { seconds, areOther, isOneBuild, own } = asked;
  const type = pair.combined.sampleTypes[pair.type];
  const isOverTime = [...pair.sides.before, ...pair.sides.after].some(({ profile }) => profile.durationNanos > 0n);
  if (type?.type !== 'inuse_space' || scaleUnit(1, type.unit, 'bytes').unit !== 'B' || isOverTime) return null;
  const stacks = stackChanges(pair, what, 'inuse_objects');
  const before = stacks.reduce((sum, one) => sum + one.before, 0);
  const after = stacks.reduce((sum, one) => sum + one.after, 0);
  if (before <= 0 || after <= 0 || own.code === 'diff-none') return null;
  const { places: held, renamed } = renamedPlaces(heldOf(stacks), stacks, { isOneBuild, merge: mergedHeld });
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
  const holds = (one: Held, hasCaller: boolean): Part[] => parts`${shown(one.name)} has ${
    ratio(one.before / before)} before and ${ratio(one.after / after)} after: ${value(one.before)} and ${
    value(one.after)}${objectsWords(one)}${
    one.caller === null || hasCaller ? '' : `; it is called by ${shown(one.caller)}`}.`;
  return finding({
    code: own.code, severity: own.severity, confidence: own.confidence, claim,
    evidence: [
      change === 0 ? [] : parts`That is ${change > 0 ? '+' : '−'}${value(Math.abs(change))}, ${share}.`,
      isSame ? [] : changesWords(held, change, value),
      ...isSame || !isNamed ? [] : [holds(moved, true), largerWords(moved, value)],
      most === undefined || (!isSame && isNamed && most === moved) ? [] : holds(most, false),
      renamedWords(renamed, value),
      areOther ? [] : [{ text: isSame
        ? 'What does not grow is no leak in this time: compare with a profile after a restart, or hours later.'
        : change >= LARGE * before
          ? 'Both are of what the last collection found in use: a third profile, hours later, shows whether it goes on.'
          : 'Two moments cannot separate growth from the rhythm of the collector: take more of them, hours apart.' }],
      ...own.evidence.filter((each) => /normal|mean|scaled/.test(render(each))),
    ],
  });
}

/**
 * Returns the functions with most of the change, each with what calls it, and their sum as a share of the change; empty
 * if none has much.
 */
function changesWords(held: readonly Held[], change: number, value: (amount: number) => Part): Part[] {
  const byChange = held.toSorted((a, b) => Math.sign(change) * (growth(b) - growth(a)));
  let told = 0;
  const named = byChange.slice(0, MAX_CHANGES).filter((one) => {
    const share = growth(one) / change;
    const isNamed = told < MOST && share >= MUCH;
    if (isNamed) told += share;
    return isNamed;
  });
  const signed = (amount: number): Part[] => parts`${amount > 0 ? '+' : '\u2212'}${value(Math.abs(amount))}`;
  const each = named.map((one) => parts`${shown(one.name)} ${signed(growth(one))}${aroundWords(one)}`);
  const others = held.filter((one) => !named.includes(one));
  const [against] = others.toSorted((a, b) => Math.sign(change) * (growth(a) - growth(b)));
  const isFlat = others.every((one) => Math.abs(growth(one)) <= FLAT * Math.abs(change));
  // Growth beside what fell is more than the whole change.
  const sum = ratio(Math.min(1, told));
  const rest = told <= 1 + FLAT ? parts`; ${named.length > 1 ? 'together' : 'that is'} ${sum} of it${
    isFlat && told < ALL ? ', and the rest is flat' : ''}`
    : against === undefined || growth(against) / change >= 0 ? []
    : parts`; ${shown(against.name)} ${signed(growth(against))}`;
  return named.length === 0 ? [] : parts`By change: ${joined(each, ', ')}${rest}.`;
}

function aroundWords({ helper, caller }: Held): string {
  const around = [
    ...helper === null ? [] : [`with ${shown(helper)}`], ...caller === null ? [] : [`called by ${shown(caller)}`],
  ];
  return around.length === 0 ? '' : ` (${around.join(', ')})`;
}

/** Says that as many objects as before became larger; empty for others. */
function largerWords({ name, before, after, objects }: Held, value: (amount: number) => Part): Part[] {
  if (!(objects.before > 0) || Math.abs(growth(objects)) > SAME_NUMBER * objects.before) return [];
  const [old, now] = [before / objects.before, after / objects.after];
  return !(old > 0) || now < LARGER * old ? []
    : parts`${shown(name)} has about as many objects as before, of ${value(now)} instead of ${value(old)} on ${
      'average: each became larger, as buffers do that are kept for the next request.'}`;
}

/** Returns what a renamed function held before and holds after as of one. */
const mergedHeld = (from: Held, to: Held): Held => ({
  ...to, before: from.before, objects: { before: from.objects.before, after: to.objects.after },
  stacks: from.stacks + to.stacks,
});

/** Sums by the function that each stack counts for. */
function heldOf(stacks: readonly StackChange[]): Held[] {
  const found = new Map<string, Held & { callers: Map<string, number>; helpers: Map<string, number> }>();
  for (const { names, before, after, other } of stacks) {
    const { at: depth, callee } = blameOf(names, 'memory')(names.map((_, slot) => slot));
    const name = names[depth] ?? '';
    const one = found.get(name)
      ?? {
        name, helper: null, caller: null, before: 0, after: 0, objects: { before: 0, after: 0 }, stacks: 0,
        callers: new Map<string, number>(), helpers: new Map<string, number>(),
      };
    found.set(name, one);
    one.before += before;
    one.after += after;
    one.objects.before += other.before;
    one.objects.after += other.after;
    one.stacks += 1;
    const caller = names.slice(depth + 1).find((each) => each !== name);
    if (caller !== undefined) one.callers.set(caller, (one.callers.get(caller) ?? 0) + after);
    const helper = names[callee];
    if (helper !== undefined) one.helpers.set(helper, (one.helpers.get(helper) ?? 0) + after);
  }
  const most = (sums: ReadonlyMap<string, number>, least: number): string | null => {
    const [first] = [...sums].sort(([, a], [, b]) => b - a);
    return first !== undefined && first[1] >= least ? first[0] : null;
  };
  return [...found.values()].map(({ callers, helpers, ...one }) => (
    { ...one, caller: most(callers, MAIN_CALLER * one.after), helper: most(helpers, 0) }));
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
