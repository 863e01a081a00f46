/** Says which functions of the program make the change of CPU time, with what works for them, and what is flat. */
import type { DiffTopTable, Part } from '../../../../core/contract/contract.ts';
import { joined, parts, ratio } from '../../../../core/text/parts.ts';
import { nameWithin } from '../../../../core/views/flame/frameLabel.ts';
import type { Profile } from '../../decode/profile.ts';
import type { Column } from '../../decode/values.ts';
import { blameOf } from '../../query/claims/blame.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered, Question } from '../../query/question.ts';
import { readSlots } from '../../decode/stackSlots.ts';
import { pairSides } from '../../tree/beforeAfter.ts';
import { perUnitOf } from '../../tree/perUnit.ts';
import { valuePart } from '../words/valueText.ts';
import { coresScale } from './coresScale.ts';
import { nameWithoutFolders } from './movedNames.ts';

/** Types whose values are those of code that runs. */
const OF_TIME = /^(?:cpu|samples|wall|time)$/;
/** Findings of a change that functions make up. */
const OF_CHANGE = new Set(['diff-total', 'diff-functions', 'diff-untested']);
/** Share of the total from which its change is divided among functions. */
const MUCH_CHANGE = 0.05;
/** Share of the change up to which functions are named, least share of each and of all, and at most how many are. */
const ENOUGH = 0.8;
const MUCH = 0.1;
const MIN_SUM = 0.6;
const MAX_NAMED = 4;
/** Share of the change up to which that of every other function is flat. */
const FLAT = 0.1;
const ALL = 0.995;
const MAX_NAME_LETTERS = 60;

/** Values of one side by the function that they count for. */
export type Works = readonly { name: string; value: number }[];

/** Returns nothing for values of another kind, and for rows that are no functions. */
export function worksOf(profile: Profile, { view, names }: Filtered, asked: {
  column: Column; type: number; question: Question;
}): Works {
  const { sampleTypes, sampleCount } = profile;
  const isAsked = (asked.question.granularity ?? 'functions') === 'functions' && asked.question.scale === undefined;
  if (!isAsked || !OF_TIME.test(sampleTypes[asked.type]?.type ?? '')) return [];
  const blamed = blameOf(names.names, 'time');
  const sums = new Float64Array(names.names.length);
  const slots: number[] = [];
  for (let sample = 0; sample < sampleCount; sample++) {
    const value = asked.column.numbers[sample] ?? 0;
    if (view.kept[sample] === 0 || value === 0) continue;
    readSlots(profile, { view, names }, { sample, slots });
    const slot = slots[blamed(slots).at];
    if (slot !== undefined) sums[slot] = (sums[slot] ?? 0) + value;
  }
  return names.names.flatMap((name, slot) => (sums[slot] === 0 ? [] : [{ name, value: sums[slot] ?? 0 }]));
}

/** Adds which functions make the change; a function whose package moved to another folder is the same. */
export function withWork(table: DiffTopTable, pair: Pair, before: Works, after: Works): DiffTopTable {
  const { finding } = table;
  const works = new Map<string, { name: string; before: number; after: number }>();
  for (const [side, own] of [['after', after], ['before', before]] as const) {
    for (const { name, value } of own) {
      const key = nameWithoutFolders(name) ?? name;
      const work = works.get(key) ?? { name, before: 0, after: 0 };
      works.set(key, work);
      work[side] += value;
    }
  }
  const said = OF_CHANGE.has(finding.code) ? workWords(pair, [...works.values()]) : [];
  return said.length === 0 ? table : { ...table, finding: { ...finding, evidence: [said, ...finding.evidence] } };
}

/** Returns an empty text for a small change, and if few functions have too little of it. */
function workWords(pair: Pair, works: readonly { name: string; before: number; after: number }[]): Part[] {
  const all = works.map(({ name, before, after }) => ({ name, ...pairSides(pair, before, after) }));
  const before = all.reduce((sum, one) => sum + one.before, 0);
  const change = all.reduce((sum, one) => sum + one.delta, 0);
  if (before <= 0 || Math.abs(change) < MUCH_CHANGE * before) return [];
  let told = 0;
  const named = all.toSorted((a, b) => Math.sign(change) * (b.delta - a.delta) || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NAMED).filter((one) => {
      const share = one.delta / change;
      const isNamed = told < ENOUGH && share >= MUCH;
      if (isNamed) told += share;
      return isNamed;
    });
  // What rose beside what fell has no share of the sum.
  if (told < MIN_SUM || told > 1 + FLAT) return [];
  const unit = pair.combined.sampleTypes[pair.type]?.unit ?? '';
  const scale = coresScale(pair);
  const shown = scale === undefined ? { factor: 1, unit } : perUnitOf(unit, scale);
  const each = named.map(({ name, delta }) => parts`${nameWithin(name, MAX_NAME_LETTERS)} ${delta > 0 ? '+' : ''}${
    valuePart(delta * shown.factor, shown.unit)}`);
  const isFlat = all.every((one) => named.includes(one) || Math.abs(one.delta) <= FLAT * Math.abs(change));
  return parts`By function, with what works for it: ${joined(each, ', ')}; ${
    named.length > 1 ? 'together' : 'that is'} ${ratio(Math.min(1, told))} of the change${
    isFlat && told < ALL ? ', and the rest is flat' : ''}.`;
}
