/** Says what changes of one run per side show if they go both ways, or if one value stands apart. Pure. */
import { changePattern } from '../changePattern.ts';
import { oddValues } from './oddValues.ts';
import { isCount, noiseFloor } from './oneRun.ts';

interface Row { name: string; unit: string | null; change: number | null; side: string | null; base: number | null }
type Percent = (change: number) => string;

/** Rows in each direction from which changes go both ways. */
const MIN_MIXED = 2;

/** Says that untested changes of the first unit go both ways, and how large the largest is. */
export function mixedFacts(rows: readonly Row[], percent: Percent): string[] {
  const own = rows.filter(({ unit, side }) => unit === rows[0]?.unit && side === rows[0]?.side)
    .flatMap(({ name, unit, change }) => (change === null || change === 0 ? [] : [{ name, unit, change }]));
  const up = own.filter(({ change }) => change > 0).length;
  if (isCount(own[0]?.unit ?? null) || up < MIN_MIXED || own.length - up < MIN_MIXED) return [];
  const odd = new Set(oddValues(rows, percent).map(({ name }) => name));
  const [most] = own.filter(({ name }) => !odd.has(name)).toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const unit = own[0]?.unit ?? null;
  const both = `The changes${unit === null ? '' : ` of ${unit}`} go both ways`;
  // A group that goes one way is more than its largest row, which may be the one with an odd base.
  return [noiseFloor(rows, percent) === null && changePattern(own, ['', ''], percent) !== null
    ? `${both}, but by group: repeat each group as a whole, because a single row of one run proves nothing.`
    : most === undefined ? `${both}.`
    : `${both}: without more runs, only the largest (${percent(most.change)}) is worth a closer look.`];
}

/** Names the rows whose change may come from one value. */
export const oddFacts = (rows: readonly Row[], percent: Percent): string[] =>
  oddValues(rows, percent).map(({ text }) => text);
