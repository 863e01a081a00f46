/**
 * Compares several profiles on each side: they show how much the same work varies, so no sampling model is assumed.
 * Each profile gives one value for each function. Ranks alone are too weak for small groups (4 against 4 never below p
 * = 0.029, which no correction for many rows can call), so a moderated t-test compares the means of the values' square
 * roots, and the ranks must confirm it. Groups of two or three are too small for ranks: samples are counted as for two
 * profiles, and the t-test must confirm that the difference exceeds those within the groups.
 */
import { ok, type Result } from '../../../core/result.ts';
import { accumulate } from '../query/accumulate.ts';
import { MAX_FALSE } from '../../../core/statistics/falseDiscovery.ts';
import { cumsOf } from '../query/normalize.ts';
import { ingestedBy, type Pair, type SideProfile } from '../query/pair.ts';
import { filtered, type Question } from '../query/question.ts';
import type { Evidence, Reading } from './significance.ts';
import { moderatedPValues } from '../../../core/statistics/moderatedT.ts';
import { MannWhitney } from '../../../core/statistics/mannWhitney.ts';
import { scaleUnit } from '../query/units.ts';
import { columnOf, magnitude, sumOf } from '../decode/values.ts';

/** Ranks of smaller groups confirm nothing: 3 against 3 has p = 0.1 at least. */
const MIN_GROUP = 4;
/** Limit for the ranks: 4 against 4 reach it if every value of one side exceeds every value of the other. */
const MAX_RANK_P = 0.05;

export interface GroupTest {
  /** True with four or more profiles on each side: their spread decides. Else it must confirm what samples show. */
  decides: boolean;
  sentence: string;
  totalPValue: number | null;
  /** p-values by printed name. */
  flat: (name: string) => number | null;
  cum: (name: string) => number | null;
}

interface OneProfile { total: number; flat: Map<string, number>; cum: Map<string, number> }

/** Returns null if a side has a single profile: the variation between runs is then unknown. Errors of the filters. */
export function moderatedComparison(pair: Pair, question: Question): Result<GroupTest | null> {
  const { before, after } = pair.sides;
  if (before.length < 2 || after.length < 2) return ok(null);
  const decides = before.length >= MIN_GROUP && after.length >= MIN_GROUP;
  const groups: OneProfile[][] = [];
  for (const side of [before, after]) {
    const group: OneProfile[] = [];
    for (const each of side) {
      const one = valuesOf(each, pair, question);
      if (!one.ok) return one;
      group.push(one.value);
    }
    groups.push(group);
  }
  const [first = [], second = []] = groups;
  const names = [...new Set(groups.flat().flatMap((one) => [...one.cum.keys()]))];
  const tests = testsOf(first, second, decides, [
    (one) => one.total,
    ...(['flat', 'cum'] as const).flatMap(
      (which) => names.map((name) => (one: OneProfile) => one[which].get(name) ?? 0)
    ),
  ]);
  const places = new Map(names.map((name, place) => [name, 1 + place]));
  const pValueAt = (name: string, offset: number): number | null => tests[(places.get(name) ?? NaN) + offset] ?? null;
  return ok({
    decides,
    sentence: decides
      ? `By the spread within the ${before.length} profiles before and the ${after.length} after (moderated t-test, `
        + `borne out by ranks), at most ${100 * MAX_FALSE} % of the rows called different expected to be false.`
      : `A difference must also exceed the spread within the ${before.length} profiles before and the ${after.length} `
        + 'after (moderated t-test).',
    totalPValue: tests[0] ?? null,
    flat: (name) => pValueAt(name, 0),
    cum: (name) => pValueAt(name, names.length),
  });
}

export function readingOf({ method, beyond }: Evidence, groups: GroupTest | null): Reading {
  return isCounted(groups) ? { method, beyond } : { method: 'rank', beyond: 'different' };
}

/** Returns whether samples decide, and not the spread within groups. */
export function isCounted(groups: GroupTest | null): boolean {
  return groups?.decides !== true;
}

export function pValueOfBoth(
  groups: GroupTest | null, counted: number | null, spread: (groups: GroupTest) => number | null
): number | null {
  if (groups?.decides === true) return spread(groups);
  return counted === null || groups === null ? counted : Math.max(counted, spread(groups) ?? 0);
}

export function sentenceOf(evidence: Evidence, groups: GroupTest | null): string {
  if (groups?.decides === true) return groups.sentence;
  return groups === null || evidence.method === 'none' ? evidence.sentence : `${evidence.sentence} ${groups.sentence}`;
}

/**
 * Returns p-values in the order of `values`; null where too few profiles have a value for ranks to confirm a change.
 */
function testsOf(
  first: readonly OneProfile[], second: readonly OneProfile[], byRanks: boolean, values: ((one: OneProfile) => number)[]
): (number | null)[] {
  const rows = values.map(
    (value) => ({ before: first.map((one) => root(value(one))), after: second.map((one) => root(value(one))) })
  );
  const least = Math.min(first.length, second.length);
  const isTested = rows.map(({ before, after }) => [...before, ...after].filter((each) => each !== 0).length >= least);
  const moderated = moderatedPValues(rows.filter((_, row) => isTested[row])).values();
  const ranks = new MannWhitney();
  return rows.map(({ before, after }, row) => {
    if (isTested[row] !== true) return null;
    const p = moderated.next().value ?? null;
    if (p === null || !byRanks) return p;
    const rankP = Math.min(1, ranks.pValue(before.toSorted(ascending), after.toSorted(ascending)) ?? 1);
    return rankP <= MAX_RANK_P ? p : Math.max(p, rankP);
  });
}

const ascending = (a: number, b: number): number => a - b;

/** Stabilizes the variance: a count's variance grows with the count; that of its square root does not. */
function root(value: number): number {
  return Math.sign(value) * Math.sqrt(Math.abs(value));
}

/** Returns the values of one profile in the unit of the pair, divided by the diff's normalization. */
function valuesOf(side: SideProfile, pair: Pair, question: Question): Result<OneProfile> {
  const { profile } = side;
  const wanted = pair.combined.sampleTypes[pair.type];
  const type = profile.sampleTypes.findIndex((own) => own.type === wanted?.type);
  const column = columnOf(profile, type);
  const what = filtered(profile, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const [sums] = accumulate(profile, view, names, [column]);
  const unit = scaleUnit(1, profile.sampleTypes[type]?.unit ?? '', wanted?.unit ?? '').value;
  const by = divisor(side, pair, type);
  const share = (value: number): number => (by > 0 ? (value * unit) / by : 0);
  const flat = new Map<string, number>();
  const cum = new Map<string, number>();
  names.names.forEach((name, slot) => {
    flat.set(name, share(sums?.flat.value(slot) ?? 0));
    cum.set(name, share(sums?.cum.value(slot) ?? 0));
  });
  return ok({ total: share(magnitude(column.numbers)), flat, cum });
}

function divisor(side: SideProfile, { normalize }: Pair, type: number): number {
  switch (normalize) {
    case 'none': return 1;
    case 'total': return sumOf(columnOf(side.profile, type));
    case 'duration': return Number(side.profile.durationNanos);
    case 'samples-ingested': return ingestedBy(side) ?? 0;
    default: return cumsOf(side.profile, [columnOf(side.profile, type)], normalize.slice('function:'.length))[0] ?? 0;
  }
}
