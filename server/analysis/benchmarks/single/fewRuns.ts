/** Lists the measured changes of a comparison with too few runs for a test. */
import type { BenchmarkUnit, Part } from '../../../../core/contract/contract.ts';
import { isHiding } from '../../../../core/text/benchmarks/hidingMeans.ts';
import { deviationOf, distanceWords, weightOf } from '../../../../core/statistics/weights/fewRuns.ts';
import { counted, formatNumber } from '../../../../core/text/format.ts';
import { parts } from '../../../../core/text/parts.ts';
import { unitName } from '../../../../core/views/benchmarks/benchClaim.ts';
import { geomean } from './ratioWords.ts';
import { LEADS, valueText } from './values.ts';

const MAX_LISTED = 4;
const MAX_STATEMENTS = 6;
/** Changes from which a geometric mean is reported. */
const MIN_FOR_MEAN = 3;
/** Ratio from which a change is told as a multiple. */
const MULTIPLE = 2;
const CPU = 'user+sys-sec';

/** Whether a side has several runs, so that the CPU of each may tell more than the wall clock. */
const isRepeated = (units: readonly BenchmarkUnit[]): boolean =>
  units.some(({ rows }) => rows.some(({ cells }) => cells.some((cell) => (cell?.n ?? 0) > 1)));

/** Returns a statement for each side and table of the units that matter most, each with its two values. */
export function measuredChanges(units: readonly BenchmarkUnit[], columns: readonly string[]): Part[][] {
  const lead = LEADS.find((name) => units.some(({ unit }) => unit === name)) ?? units[0]?.unit;
  const firstColumn = ({ rows }: BenchmarkUnit): number =>
    Math.min(...rows.map(({ cells }) => cells.findIndex((cell) => cell !== null)));
  const told = units.filter(({ unit }) => unit === lead || unit === 'peak-RSS-bytes'
    || (unit === CPU && isRepeated(units)))
    .toSorted((a, b) => Number(a.unit !== lead) - Number(b.unit !== lead) || firstColumn(a) - firstColumn(b));
  return [
    ...told.flatMap((table) => tableChanges(table, columns)).slice(0, MAX_STATEMENTS),
    ...aloneWords(told.filter(({ unit }) => unit === lead), columns).slice(0, MAX_STATEMENTS),
  ];
}

/** Lists the results of each side that no other side has. */
export const aloneWords = (tables: readonly BenchmarkUnit[], columns: readonly string[]): Part[][] =>
  columns.flatMap((column, at) => aloneIn(tables, { column, at }));

/** Names the changes that are likely, as they far exceed the spread of their few runs; [] without any. */
export function clearChanges(units: readonly BenchmarkUnit[]): Part[][] {
  const lead = LEADS.find((name) => units.some(({ unit }) => unit === name)) ?? units[0]?.unit;
  const clear = units.filter(({ unit }) => unit === lead).flatMap(({ rows }) => rows.flatMap(({ name, cells }) => {
    const base = cells.find((one) => one !== null && one.comparison === null) ?? null;
    return cells.flatMap((cell) => {
      const ratio = cell?.comparison?.measuredRatio ?? null;
      if (base === null || cell === null || ratio === null || base.n < 2 || cell.n < 2) return [];
      const [one, other] = [base, cell].map(({ center, samples }) => ({ center, deviation: deviationOf(samples) }));
      return one === undefined || other === undefined || weightOf(one, other) !== 'clear' ? []
        : [{ name, ratio, distance: distanceWords(one, other) }];
    });
  })).toSorted((a, b) => Math.abs(Math.log1p(b.ratio)) - Math.abs(Math.log1p(a.ratio)));
  if (clear.length === 0) return [];
  const rest = clear.length > MAX_LISTED ? ` and ${clear.length - MAX_LISTED} more` : '';
  return [parts`Likely, but not tested: ${clear.slice(0, MAX_LISTED).map(({ name, ratio, distance }) =>
    `${name} ${changeText(ratio)} (${distance})`).join(', ')}${rest}.`];
}

/** Lists the results of a side that no other side has. */
function aloneIn(tables: readonly BenchmarkUnit[], { column, at }: { column: string; at: number }): Part[][] {
  const alone = tables.flatMap(({ unit, rows }) => rows.flatMap(({ name, cells }) => {
    const cell = cells[at] ?? null;
    return cell === null || cells.some((other, i) => i !== at && other !== null) ? []
      : [`${name} ${valueText(cell.center, unit)}`];
  }));
  if (alone.length === 0) return [];
  const rest = alone.length > MAX_LISTED ? ` and ${alone.length - MAX_LISTED} more` : '';
  return [parts`Only in ${column}: ${alone.slice(0, MAX_LISTED).join(', ')}${rest}.`];
}

function tableChanges({ unit, rows }: BenchmarkUnit, columns: readonly string[]): Part[][] {
  const others = columns.map((_, column) => column)
    .filter((column) => rows.some(({ cells }) => (cells[column]?.comparison ?? null) !== null));
  return others.map((column) => {
    const compared = rows.flatMap(({ name, cells }) => {
      const cell = cells[column] ?? null;
      const at = cells.findIndex((one) => one !== null && one.comparison === null);
      const base = cells[at] ?? null;
      const ratio = cell?.comparison?.measuredRatio ?? null;
      return cell === null || base === null || ratio === null ? []
        : [{ name, ratio, base: columns[at] ?? '', from: base.center, to: cell.center }];
    });
    const size = ({ ratio }: { ratio: number }): number => Math.abs(Math.log(Math.max(ratio + 1, Number.MIN_VALUE)));
    const listed = compared.length <= MAX_LISTED ? compared
      : compared.toSorted((a, b) => size(b) - size(a)).slice(0, MAX_LISTED);
    const words = listed.map(({ name, ratio, from, to }) => `${name === 'run' ? '' : `${name} `}${
      changeText(ratio)} (${betweenText(from, to, unit)})`);
    const rest = compared.length > listed.length
      ? `; and ${counted(compared.length - listed.length, 'smaller change')}` : '';
    const mean = compared.length < MIN_FOR_MEAN || compared.some(({ ratio }) => ratio <= -1)
      || isHiding(compared.map(({ ratio }) => ratio + 1)) ? ''
      : `; ${changeText(geomean(compared.map(({ ratio }) => ratio + 1)) - 1)} in geometric mean`;
    return parts`${unitName(unit)}, ${columns[column] ?? ''} against ${compared[0]?.base ?? columns[0] ?? ''}: ${
      words.join(', ')}${rest}${mean}.`;
  });
}

/** Returns `+12 %`, `−99.98 %` or `6.02 times`. */
function changeText(ratio: number): string {
  if (ratio + 1 >= MULTIPLE) return `${formatNumber(ratio + 1)} times`;
  const percent = Math.abs(100 * ratio);
  const text = percent > 99.5 && percent < 100 ? (Math.floor(percent * 100) / 100).toFixed(2) : formatNumber(percent);
  return percent < 0.05 ? 'the same' : `${ratio < 0 ? '−' : '+'}${text} %`;
}

/** Returns both values; two times that look the same in minutes are told in seconds. */
function betweenText(from: number, to: number, unit: string): string {
  const [first, last] = [valueText(from, unit), valueText(to, unit)];
  return first === last && unit === 'sec' && from !== to ? `${formatNumber(from)} s to ${formatNumber(to)} s`
    : `${first} to ${last}`;
}
