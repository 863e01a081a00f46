/** Says what a table of one run per side shows without a test: counts, and how far rows vary for no reason. Pure. */

interface Row { name: string; unit: string | null; change: number | null; side: string | null }

const COUNTS = /^(?:allocs\/op|alloc\/op|B\/op)$/;
/** A smaller change of a count comes from rounding it over many iterations. */
const MIN_COUNTED = 0.001;
const MAX_NAMED = 2;
/** Rows of a group from which they show how far values vary. */
const MIN_ROWS = 3;
/** Part of the largest change of the other rows below which a group varies little. */
const MUCH_LESS = 0.5;
/** A larger change is not reported as noise. */
const MAX_NOISE = 0.05;

type Percent = (change: number) => string;

/** Whether a unit is counted, so that it hardly varies from run to run. */
export const isCount = (unit: string | null): boolean => unit !== null && COUNTS.test(unit);

/** Returns `What holds without a test are the counts: allocs/op −50 % (A).`; null if no count changed. */
export function heldCounts(rows: readonly Row[], percent: Percent): string | null {
  const units = [...new Set(rows.flatMap(({ unit, side }) => (unit !== null && isCount(unit) && side === null
    ? [unit] : [])))];
  const told = units.map((unit) => {
    const own = rows.filter((row) => row.unit === unit);
    const changed = own.flatMap(({ name, change }) =>
      (change === null || Math.abs(change) < MIN_COUNTED ? [] : [{ name, change }]))
      .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
    const named = changed.slice(0, MAX_NAMED).map(({ name, change }) => `${percent(change)} (${name})`).join(' and ');
    const more = changed.length > MAX_NAMED ? ` and in ${changed.length - MAX_NAMED} more` : '';
    const same = own.length - changed.length;
    const most = Math.max(0, ...changed.map(({ change }) => Math.abs(Math.log1p(Math.max(change, -0.9999)))));
    return { most, isChanged: changed.length > 0, text: `${unit} ${changed.length === 0 ? 'the same'
      : `${named}${more}${same === 0 ? '' : `, the same in the other ${same}`}`}` };
  }).toSorted((a, b) => b.most - a.most);
  return told.some(({ isChanged }) => isChanged)
    ? `What holds without a test are the counts, which hardly vary from run to run: ${
      told.map(({ text }) => text).join('; ')}.` : null;
}

/**
 * Names the group of rows, by the part of their names before the last slash, that changes least and both ways: it is
 * the noise if the change does not touch it. Null without a group whose changes are much smaller than the others'.
 */
export function noiseFloor(rows: readonly Row[], percent: Percent): string | null {
  const [first] = rows;
  const own = rows.flatMap(({ name, unit, side, change }) =>
    (unit === first?.unit && side === first?.side && change !== null ? [{ group: groupOf(name), change }] : []));
  const groups = [...new Set(own.map(({ group }) => group))].map((group) =>
    ({ group, changes: own.flatMap((row) => (row.group === group ? [row.change] : [])) }));
  const [least, ...others] = groups.filter(({ group, changes }) => group !== '' && changes.length >= MIN_ROWS)
    .toSorted((a, b) => largest(a.changes) - largest(b.changes));
  if (least === undefined || others.length === 0) return null;
  const rest = own.flatMap(({ group, change }) => (group === least.group ? [] : [change]));
  const [low, high] = [Math.min(...least.changes), Math.max(...least.changes)];
  return low >= 0 || high <= 0 || largest(least.changes) > Math.min(MAX_NOISE, MUCH_LESS * largest(rest)) ? null
    : `${least.group} changed by ${percent(low)} to ${percent(high)} in its ${least.changes.length} rows: if the `
      + 'change of the code does not touch them, that is the noise, and a change as small elsewhere shows nothing.';
}

const groupOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
const largest = (changes: readonly number[]): number =>
  changes.reduce((most, change) => Math.max(most, Math.abs(change)), 0);
