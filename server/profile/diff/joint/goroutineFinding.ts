/** Says whether goroutines became more between two moments, and in which function of the program. */
import { finding } from '../../../../core/finding.ts';
import type { Finding, Part } from '../../../../core/contract/contract.ts';
import { waitsForLock } from '../../../../core/profile/goWaits.ts';
import { ownFunctionOf } from '../../../../core/profile/ownFunction.ts';
import { parts, quantity, ratio, seconds as span } from '../../../../core/text/parts.ts';
import { nameWithin } from '../../../../core/views/flame/frameLabel.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered } from '../../query/question.ts';
import { renamedPlaces, renamedWords } from './renamedPlaces.ts';
import { stackChanges } from './stackChanges.ts';

/** Share of the goroutines up to which a change is none worth a word, and number of them. */
const SAME = 0.05;
const FEW = 10;
/** Share of the rise from which a function is named. */
const MAIN = 0.2;
const MAX_NAMED = 3;
/** Share of the change from which that of several functions is reported. */
const MIN_TOLD = 0.5;
const MAX_NAME_LETTERS = 60;
const DIGITS = 3;

/** `onLocks` and `onNetwork`: of its goroutines on both sides, those that wait for that. */
interface Place { name: string; before: number; after: number; onLocks: number; onNetwork: number }

const shown = (name: string): string => nameWithin(name, MAX_NAME_LETTERS);
const growth = ({ before, after }: Pick<Place, 'before' | 'after'>): number => after - before;

/** Where a goroutine waits for the network. */
const NETWORK = /^internal\/poll\.runtime_pollWait$/;
/** Share of the goroutines of a function that wait for the same. */
const NEARLY_ALL = 0.9;

/** Returns `, waiting for a lock` if nearly all do; else "". */
const waitWords = ({ before, after, onLocks, onNetwork }: Place): string => {
  const least = NEARLY_ALL * (before + after);
  return onLocks >= least ? ', waiting for a lock' : onNetwork >= least ? ', waiting for the network' : '';
};

interface Asked {
  /** Seconds between the two; null if not known. */
  seconds: number | null;
  /** Whether they are of one build; null if that is not known. */
  isOneBuild: boolean | null;
  /** The finding of the diff, whose code and severity hold. */
  own: Finding;
}

/** Returns null for profiles of another kind, and if a side has none. */
export function goroutineFinding(pair: Pair, what: Filtered, { seconds, isOneBuild, own }: Asked): Finding | null {
  if (pair.combined.sampleTypes[pair.type]?.type !== 'goroutine' || own.code === 'diff-none') return null;
  const places = new Map<string, Place>();
  const stacks = stackChanges(pair, what, '');
  for (const { names, before, after } of stacks) {
    const name = ownFunctionOf(names);
    const place = places.get(name) ?? { name, before: 0, after: 0, onLocks: 0, onNetwork: 0 };
    places.set(name, place);
    place.before += before;
    place.after += after;
    const inner = names.slice(0, Math.max(1, names.indexOf(name)));
    if (inner.some((one) => waitsForLock(one))) place.onLocks += before + after;
    else if (inner.some((one) => NETWORK.test(one))) place.onNetwork += before + after;
  }
  const { places: all, renamed } = renamedPlaces([...places.values()], stacks, {
    isOneBuild, merge: (from, to) => ({
      ...to, before: from.before, onLocks: from.onLocks + to.onLocks, onNetwork: from.onNetwork + to.onNetwork,
    }),
  });
  const before = all.reduce((sum, one) => sum + one.before, 0);
  const after = all.reduce((sum, one) => sum + one.after, 0);
  if (before <= 0 || after <= 0) return null;
  const change = growth({ before, after });
  const number = (value: number): Part => quantity(value, 'count');
  const isSame = Math.abs(change) <= Math.max(FEW, SAME * before);
  const moved = all.toSorted((a, b) => Math.abs(growth(b)) - Math.abs(growth(a))).slice(0, MAX_NAMED)
    .filter((one) => Math.abs(growth(one)) >= (isSame ? FEW : MAIN * Math.abs(change)));
  const [first] = moved.filter((one) => isSame || Math.sign(growth(one)) === Math.sign(change));
  const told = moved.reduce((sum, one) => sum + growth(one), 0) / change;
  const within = seconds === null ? [] : parts` in ${span(seconds)}`;
  const [most] = all.toSorted((a, b) => b.after - a.after);
  return finding({
    code: own.code, severity: own.severity, confidence: own.confidence,
    claim: isSame
      ? parts`The number of goroutines is about the same: ${number(before)} before and ${number(after)} after${
        seconds === null ? [] : parts` ${span(seconds)}`}.`
      : parts`Goroutines ${change > 0 ? 'rose' : 'fell'} from ${number(before)} to ${number(after)}${within}${
        first === undefined ? '' : `, most in ${shown(first.name)}`}.`,
    evidence: [
      ...moved.map((one) =>
        parts`${shown(one.name)}: ${number(one.before)} before and ${number(one.after)} after${waitWords(one)}.`),
      isSame || moved.length < 2 || told < MIN_TOLD || told > 1 ? []
        : parts`Together that is ${ratio(Number(told.toPrecision(DIGITS)))} of the change.`,
      most === undefined || moved.includes(most) ? []
        : parts`Most are in ${shown(most.name)}: ${number(most.after)}, ${
          ratio(Number((most.after / after).toPrecision(DIGITS)))} of those after${waitWords(most)}.`,
      renamedWords(renamed, number),
      isSame || change < 0 ? []
        : [{ text: 'If those of a function rise again in a third one, they do not end: see what should end them.' }],
    ],
  });
}
