/**
 * Several profiles on each side: how far the same work differs from one profile to the next is seen in them, so nothing
 * needs to be assumed of how samples come. Each profile gives one value for each function; `RankTest` compares the groups.
 */
import { ok, type Result } from '../result.ts';
import { accumulate } from './accumulate.ts';
import { MOST_FALSE } from './falseDiscovery.ts';
import { cumsOf } from './normalize.ts';
import { ingestedBy, type Pair, type SideProfile } from './pair.ts';
import { filtered, type Question } from './question.ts';
import { leastRankPValue, RankTest } from './rankTest.ts';
import { scaleUnit } from './units.ts';
import { columnOf, magnitude, sumOf } from './values.ts';

/** Smaller groups cannot reach any useful p-value: 3 against 3 has 0.1 at least. */
const LEAST_GROUP = 4;

export interface GroupTest {
  sentence: string;
  /** The smallest p-value that groups of these sizes can have. */
  leastPValue: number;
  totalPValue: number | null;
  /** By printed name. */
  flat: (name: string) => number | null;
  cum: (name: string) => number | null;
}

interface OneProfile { total: number; flat: Map<string, number>; cum: Map<string, number> }

/** null when a side has fewer than four profiles: then their sums are compared as one profile's. Errors of the filters. */
export function groupTest(pair: Pair, question: Question): Result<GroupTest | null> {
  const { before, after } = pair.sides;
  if (before.length < LEAST_GROUP || after.length < LEAST_GROUP) return ok(null);
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
  const ranks = new RankTest();
  const test = (value: (one: OneProfile) => number): number | null => ranks.pValue(first.map(value), second.map(value));
  const leastPValue = leastRankPValue(before.length, after.length);
  return ok({
    leastPValue,
    sentence: `By the ranks of ${before.length} profiles against ${after.length} (smallest possible p-value ${leastPValue.toPrecision(2)}), at most ${100 * MOST_FALSE} % of the rows called different expected to be false.`,
    totalPValue: test((one) => one.total),
    flat: (name) => test((one) => one.flat.get(name) ?? 0),
    cum: (name) => test((one) => one.cum.get(name) ?? 0),
  });
}

/** Values of one profile in the unit of the pair, divided by what the diff is normalised by. */
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
