/** Says which functions of the program make the change of CPU time, with what works for them, and what is flat. */
import type { Part } from '../../../../core/contract/contract.ts';
import { joined, parts, ratio } from '../../../../core/text/parts.ts';
import { nameWithin } from '../../../../core/views/flame/frameLabel.ts';
import { blameKind, blameOf } from '../../query/claims/blame.ts';
import type { Pair } from '../../query/pair.ts';
import type { Filtered } from '../../query/question.ts';
import { pairSides } from '../../tree/beforeAfter.ts';
import { perUnitOf } from '../../tree/perUnit.ts';
import { valuePart } from '../words/valueText.ts';
import { coresScale } from './coresScale.ts';
import { nameWithoutFolders } from './movedNames.ts';
import { stackChanges } from './stackChanges.ts';

/** Share of the total from which its change is divided among functions. */
const MUCH_CHANGE = 0.05;
/** Share of the change up to which functions are named, least share of each, and at most how many are. */
const ENOUGH = 0.8;
const MUCH = 0.1;
const MAX_NAMED = 4;
/** Share of the change up to which that of every other function is flat. */
const FLAT = 0.1;
const ALL = 0.995;
const MAX_NAME_LETTERS = 60;

interface Work { name: string; before: number; after: number }

/** Sums by the function that each stack counts for; a function whose package moved to another folder is the same. */
function worksOf(pair: Pair, what: Filtered): Work[] {
  const works = new Map<string, Work>();
  for (const { names, before, after } of stackChanges(pair, what, '')) {
    const name = names[blameOf(names, 'time')(names.map((_, slot) => slot))] ?? '';
    const key = nameWithoutFolders(name) ?? name;
    const work = works.get(key) ?? { name, before: 0, after: 0 };
    works.set(key, work);
    work.before += before;
    work.after += after;
  }
  return [...works.values()];
}

/** Returns an empty text for values of another kind, for a small change, and if no function has much of it. */
export function changedWork(pair: Pair, what: Filtered): Part[] {
  const type = pair.combined.sampleTypes[pair.type];
  if (type === undefined || blameKind(type.type, false) !== 'time' || !/^(?:cpu|samples|wall|time)$/.test(type.type))
    return [];
  const all = worksOf(pair, what).map(({ name, before, after }) => ({ name, ...pairSides(pair, before, after) }));
  const before = all.reduce((sum, one) => sum + one.before, 0);
  const change = all.reduce((sum, one) => sum + one.delta, 0);
  if (before <= 0 || Math.abs(change) < MUCH_CHANGE * before) return [];
  let told = 0;
  const named = all.toSorted((a, b) => Math.sign(change) * (b.delta - a.delta)).slice(0, MAX_NAMED).filter((one) => {
    const share = one.delta / change;
    const isNamed = told < ENOUGH && share >= MUCH;
    if (isNamed) told += share;
    return isNamed;
  });
  // What rose beside what fell has no share of the sum.
  if (named.length === 0 || told > 1 + FLAT) return [];
  const scale = coresScale(pair);
  const { factor, unit } = scale === undefined ? { factor: 1, unit: type.unit } : perUnitOf(type.unit, scale);
  const each = named.map(({ name, delta }) => parts`${nameWithin(name, MAX_NAME_LETTERS)} ${delta > 0 ? '+' : ''}${
    valuePart(delta * factor, unit)}`);
  const isFlat = all.every((one) => named.includes(one) || Math.abs(one.delta) <= FLAT * Math.abs(change));
  const sum = named.length > 1 ? 'together' : 'that is';
  return parts`By function, with what works for it: ${joined(each, ', ')}; ${sum} ${
    ratio(Math.min(1, told))} of the change${isFlat && told < ALL ? ', and the rest is flat' : ''}.`;
}
