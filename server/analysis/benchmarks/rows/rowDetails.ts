/** Says of a few compared benchmarks what decides: both values, p, the number of runs, and a run that stands alone. */
import type { BenchmarkCell, BenchmarkRow, BenchmarkUnit, Part } from '../../../../core/contract/contract.ts';
import { formatNumber } from '../../../../core/text/format.ts';
import { leastPValue, MannWhitney } from '../../../../core/statistics/mannWhitney.ts';
import { isNotSignificant, ratioText, unitName } from '../../../../core/views/benchmarks/benchClaim.ts';
import { NOISY } from '../single/noise.ts';
import { valueText } from '../single/values.ts';

const MAX_ROWS = 4;
const ALPHA = 0.05;

/** Returns `p=0.008 n=5`; a p that rounds to 0 is below a thousandth. */
export const testWords = (comparison: { testText: string } | null): string =>
  (comparison?.testText ?? '').replace('p=0.000', 'p<0.001');

interface Pair { name: string; unit: string; before: BenchmarkCell; after: BenchmarkCell }

const pairOf = (unit: string, { name, cells: [before = null, after = null] }: BenchmarkRow): Pair[] =>
  (before === null || after === null || after.comparison === null ? [] : [{ name, unit, before, after }]);

/** Returns what decides about the benchmarks of the first unit, if two sides are compared. */
export function detailsOf(compared: readonly BenchmarkUnit[], columns: readonly string[]): Part[][] {
  const tables = compared.filter(({ unit }) => unit === compared[0]?.unit);
  if (columns.length !== 2) return [];
  const unshown = notShownWords(tables, columns);
  const values = unshown.length > 0 ? null : valuesWords(tables);
  return [...(values === null ? [] : [values]), ...unshown, ...brokenExactWords(compared, columns)]
    .map((sentence) => [{ text: sentence }]);
}

/** Returns `Time: Get-8 115 ns/op to 78.8 ns/op (p=0.008 n=5).`; null for more than a few benchmarks. */
function valuesWords(tables: readonly BenchmarkUnit[]): string | null {
  const pairs = tables.flatMap(({ unit, rows }) => rows.flatMap((row) => pairOf(unit, row)));
  const [first] = pairs;
  if (first === undefined || pairs.length > MAX_ROWS) return null;
  return `${unitName(first.unit)}: ${pairs.map((pair) => `${pair.name} ${betweenWords(pair)}`).join(', ')}.`;
}

function betweenWords({ before, after, unit }: Pair): string {
  const ratio = after.comparison?.measuredRatio ?? null;
  const change = ratio === null ? '' : `${ratioText(ratio)}, `;
  return `${valueText(before.center, unit)} to ${valueText(after.center, unit)} (${change}${
    testWords(after.comparison)})`;
}

/** Returns a sentence for each large change that the test does not show. */
export function notShownWords(tables: readonly BenchmarkUnit[], columns: readonly string[]): string[] {
  return tables.flatMap(({ unit, rows }) => rows.flatMap((row) => pairOf(unit, row)))
    .filter(({ after }) => isNotSignificant(after)).slice(0, MAX_ROWS)
    .map((pair) => `${pair.name}: the change is not significant, which does not mean that there is none: ${
      betweenWords(pair)}.${aloneWords(pair, columns)}`);
}

/** Names the one run without which the test would show the change. */
function aloneWords({ before, after, unit }: Pair, columns: readonly string[]): string {
  const test = new MannWhitney();
  const ends = [before, after].flatMap((cell, at) =>
    [0, cell.samples.length - 1].map((index) => ({ cell, at, index })));
  for (const { cell, at, index } of ends) {
    const value = cell.samples[index] ?? cell.center;
    if (cell.center <= 0 || Math.abs(value / cell.center - 1) < NOISY) continue;
    const rest = cell.samples.filter((_, i) => i !== index);
    const [old, current] = at === 0 ? [rest, after.samples] : [before.samples, rest];
    if (rest.length === 0 || leastPValue(old.length, current.length) > ALPHA) continue;
    const p = test.pValue(old, current);
    if (p !== null && p <= ALPHA) return ` One run of ${columns[at] ?? ''}, ${valueText(value, unit)}, decides: `
      + `without it p would be ${p.toFixed(3)}. Do not drop it; repeat both sides at least 10 times on a quiet `
      + 'machine.';
  }
  return '';
}

/** Returns a sentence for each benchmark whose runs differ on a side although its unit is declared exact. */
export function brokenExactWords(units: readonly BenchmarkUnit[], columns: readonly string[]): string[] {
  return units.flatMap(({ unit, rows }) => rows.flatMap(({ name, cells }) => cells.flatMap((cell, at) => {
    const [least, most] = [cell?.samples[0], cell?.samples.at(-1)];
    if (cell?.notes.some((note) => note.startsWith(NOT_EXACT)) !== true || least === undefined || most === undefined)
      return [];
    return [`${unit} is declared exact, but the runs of ${name} in ${columns[at] ?? ''} have ${
      formatNumber(least)} to ${formatNumber(most)}: remove the declaration, or find why they differ.`];
  }))).slice(0, MAX_ROWS);
}

const NOT_EXACT = 'exact distribution expected';
