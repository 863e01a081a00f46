/** Finds changes of a table of one run per side that come from one value which stands apart. Pure. */
import { secondsOfUnit } from '../../../../../../core/text/benchmarks/absoluteChanges.ts';
import { formatSeconds } from '../../../../../../core/text/format.ts';

interface Row {
  name: string; unit: string | null; change: number | null; side: string | null; base: number | null;
}

/** Rows from which a group shows what its values are as a rule. */
const MIN_ROWS = 4;
/** Factor from which a value stands apart from its group, and up to which the others of the group are alike. */
const APART = 1.15;
const ALIKE = 1.1;

/** `text`: which of its values stands apart, and from what. */
export interface Odd { name: string; change: number; text: string }

const groupOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = NaN, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** Whether a value is within a factor of another. */
const isNear = (value: number, other: number, factor: number): boolean =>
  value <= factor * other && other <= factor * value;

interface Timed { name: string; change: number; old: number; current: number }

/** Returns the only row whose value stands apart on one side alone, with what its group has there. */
function oddIn(rows: readonly Timed[], percent: (change: number) => string): Odd | null {
  for (const [own, other, words] of [['old', 'current', 'old'], ['current', 'old', 'new']] as const) {
    const middle = median(rows.map((row) => row[own]));
    const apart = rows.filter((row) => !isNear(row[own], middle, APART));
    const rest = rows.filter((row) => !apart.includes(row));
    const [odd] = apart;
    if (odd === undefined || apart.length > 1 || !rest.every((row) => isNear(row[own], middle, ALIKE))
      || !rows.every((row) => isNear(row[other], median(rows.map((one) => one[other])), ALIKE))) continue;
    const values = rest.map((row) => row[own]);
    return {
      name: odd.name, change: odd.change,
      text: `The ${words} value of ${odd.name} (${formatSeconds(odd[own])}) stands apart from the others of its group `
        + `(${formatSeconds(Math.min(...values))} to ${formatSeconds(Math.max(...values))}), and its ${
        words === 'old' ? 'new' : 'old'} value does not: its ${percent(odd.change)} may come from that one run.`,
    };
  }
  return null;
}

/** Returns such rows of the first unit, at most one in each group of names. */
export function oddValues(rows: readonly Row[], percent: (change: number) => string): Odd[] {
  const factor = secondsOfUnit(rows[0]?.unit ?? null);
  if (factor === null) return [];
  const groups = new Map<string, Timed[]>();
  for (const { name, unit, change, side, base } of rows) {
    if (unit !== rows[0]?.unit || side !== null || change === null || base === null || base <= 0) continue;
    const old = base * factor;
    groups.set(groupOf(name), [...groups.get(groupOf(name)) ?? [], { name, change, old, current: old * (1 + change) }]);
  }
  return [...groups.values()].filter(({ length }) => length >= MIN_ROWS).flatMap((own) => oddIn(own, percent) ?? []);
}
