/**
 * Finds functions that were perhaps only renamed: one disappeared, one appeared, and both have the same callers and
 * callees.
 *
 * Compares their neighbours' shares of their time: callers, and callees including their flat time. The similarity of
 * two functions is the sum, over all neighbours, of the smaller share. A neighbour that itself disappeared or appeared
 * counts by the last part of its name, so that a package or a type may have been renamed as a whole.
 */
import type { RenameProposal, RenameProposals } from '../../../core/contract/contract.ts';
import { renameRule } from '../../../core/profile/renames.ts';
import { ok, type Result } from '../../../core/result.ts';
import { accumulate } from '../query/accumulate.ts';
import type { Pair } from '../query/pair.ts';
import { filtered, type Filtered, type Question } from '../query/question.ts';
import { readSlots } from '../decode/stackSlots.ts';
import type { Column } from '../decode/values.ts';
import { mean } from '../tree/beforeAfter.ts';
import { lastPart } from './joint/renamePairs.ts';

/** Minimum similarity of callers, and of callees. */
const MIN_ALIKE = 0.8;
/** Share of its side's total below which a function's neighbours are due to chance. */
const MIN_SHARE = 0.002;
/** Maximum of candidates on each side, the largest by cum. */
const MAX_CANDIDATES = 200;
const MAX_PROPOSALS = 20;
const ITSELF = '(itself)';
const OUTSIDE = '(outermost)';

interface Candidate { slot: number; cum: number; callers: Map<string, number>; callees: Map<string, number> }

/**
 * Returns proposals, largest first; none where several functions of the other side are similar, unless exactly one has
 * the same last part of its name. Errors like `diffTop`.
 */
export function renameProposals(pair: Pair, question: Question): Result<RenameProposals> {
  const what = filtered(pair.combined, question);
  if (!what.ok) return what;
  const { names } = what.value.names;
  const [before, after] = accumulate(pair.combined, what.value.view, what.value.names, [pair.before, pair.after]);
  const valueType = pair.combined.sampleTypes[pair.type];
  const head = { unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '' };
  if (before === undefined || after === undefined) return ok({ ...head, proposals: [] });
  const only = (own: typeof before, other: typeof before, column: Column): Map<number, Candidate> => {
    const least = MIN_SHARE * column.numbers.reduce((sum, value) => sum + Math.abs(value), 0);
    const found = names.flatMap((_, slot): Candidate[] => {
      const cum = own.cum.value(slot);
      return cum > 0 && cum >= least && other.cum.value(slot) === 0
        ? [{ slot, cum, callers: new Map(), callees: new Map() }] : [];
    });
    return new Map(found.sort((a, b) => b.cum - a.cum).slice(0, MAX_CANDIDATES).map((one) => [one.slot, one]));
  };
  const gone = only(before, after, pair.before);
  const came = only(after, before, pair.after);
  if (gone.size === 0 || came.size === 0) return ok({ ...head, proposals: [] });
  const isChanged = names.map((_, slot) => (before.cum.value(slot) === 0) !== (after.cum.value(slot) === 0));
  const keyOf = (slot: number): string => (isChanged[slot] === true ? lastPart(names[slot] ?? '') : names[slot] ?? '');
  addNeighbours(pair, what.value, pair.before, { candidates: gone, keyOf });
  addNeighbours(pair, what.value, pair.after, { candidates: came, keyOf });
  const proposals = matched([...gone.values()], [...came.values()], names)
    .map(({ from, to, callersRatio, calleesRatio }): RenameProposal => ({
      from: names[from.slot] ?? '', to: names[to.slot] ?? '',
      rule: renameRule(names[from.slot] ?? '', names[to.slot] ?? ''),
      before: mean(from.cum, pair.divisors.before), after: mean(to.cum, pair.divisors.after),
      callersRatio, calleesRatio,
    }));
  return ok({ ...head, proposals: proposals.slice(0, MAX_PROPOSALS) });
}

interface Alike { from: Candidate; to: Candidate; callersRatio: number; calleesRatio: number }

function matched(gone: Candidate[], came: Candidate[], names: string[]): Alike[] {
  const all = gone.flatMap((from) => came.flatMap((to): Alike[] => {
    const callersRatio = likeness(from.callers, to.callers);
    const calleesRatio = likeness(from.callees, to.callees);
    return callersRatio >= MIN_ALIKE && calleesRatio >= MIN_ALIKE
      ? [{ from, to, callersRatio, calleesRatio }] : [];
  }));
  const isSameLast = ({ from, to }: Alike): boolean =>
    lastPart(names[from.slot] ?? '') === lastPart(names[to.slot] ?? '');
  const isAlone = (one: Alike, among: Alike[]): boolean =>
    among.every((other) => other === one || (other.from !== one.from && other.to !== one.to));
  const named = all.filter(isSameLast);
  return all.filter((one) => (isSameLast(one) ? isAlone(one, named) : isAlone(one, all)))
    .sort((a, b) => b.from.cum - a.from.cum);
}

/** Returns the sum of the smaller shares; 0 if one has no neighbours. */
function likeness(a: Map<string, number>, b: Map<string, number>): number {
  const sumOf = (shares: Map<string, number>): number => [...shares.values()].reduce((sum, value) => sum + value, 0);
  const [sumA, sumB] = [sumOf(a), sumOf(b)];
  if (sumA <= 0 || sumB <= 0) return 0;
  let shared = 0;
  for (const [key, value] of a) shared += Math.min(value / sumA, (b.get(key) ?? 0) / sumB);
  return shared;
}

/** Adds callers and callees of each candidate, by the values between them; recursive calls are no neighbours. */
function addNeighbours(
  { combined }: Pair, { view, names }: Filtered, { numbers }: Column,
  { candidates, keyOf }: { candidates: Map<number, Candidate>; keyOf: (slot: number) => string },
): void {
  const add = (into: Map<string, number>, key: string, value: number): void => {
    into.set(key, (into.get(key) ?? 0) + value);
  };
  const slots: number[] = [];
  for (let sample = 0; sample < combined.sampleCount; sample++) {
    const value = Math.abs(numbers[sample] ?? 0);
    if (view.kept[sample] === 0 || value === 0) continue;
    readSlots(combined, { view, names }, { sample, slots });
    if (!slots.some((slot) => candidates.has(slot))) continue;
    const stack = slots.filter((slot, place) => slot !== slots[place - 1]);
    stack.forEach((slot, place) => {
      const candidate = candidates.get(slot);
      if (candidate === undefined) return;
      const [inner, outer] = [stack[place - 1], stack[place + 1]];
      add(candidate.callees, inner === undefined ? ITSELF : keyOf(inner), value);
      add(candidate.callers, outer === undefined ? OUTSIDE : keyOf(outer), value);
    });
  }
}
