/** The comparison of two outputs in one sentence and one table, a column a unit. Pure. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { changeText } from './sizeCurveView.ts';

const NAMES: Record<string, string> = {
  'sec/op': 'Time', 'B/op': 'Memory', 'allocs/op': 'Allocations', 'B/s': 'Throughput',
};
/** Percentages listed one by one; more are a range. */
const MOST_LISTED = 3;

export function unitName(unit: string): string {
  return NAMES[unit] ?? unit;
}

/** The change of a cell that is more than noise, or counted; null where there is none. */
function changeOf(cell: BenchmarkCell | null): number | null {
  const comparison = cell?.comparison ?? null;
  if (comparison === null) return null;
  const isCounted = comparison.countedText !== null && comparison.countedText !== 'same';
  return comparison.isSignificant || isCounted ? comparison.measuredRatio ?? Infinity : null;
}

function listed(ratios: readonly number[]): string {
  const sorted = ratios.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const [least, largest] = [sorted[0], sorted.at(-1)];
  if (least === undefined || largest === undefined) return '';
  return sorted.length <= MOST_LISTED ? sorted.map(changeText).join(', ')
    : `${changeText(least)} to ${changeText(largest)}`;
}

/** `Time: 2 slower (+16 %, +18 %), 1 faster (−29 %), 3 same`; null if nothing was compared. */
function leadText(unit: string, tables: readonly BenchmarkUnit[]): string | null {
  const better = tables[0]?.better ?? 0;
  const cells = tables.flatMap(({ rows }) => rows.flatMap(({ cells: all }) => all[1] ?? []))
    .filter(({ comparison }) => comparison !== null);
  if (cells.length === 0) return null;
  const changes = cells.flatMap((cell) => changeOf(cell) ?? []);
  const up = changes.filter((ratio) => ratio > 0);
  const down = changes.filter((ratio) => ratio < 0);
  const [upWord, downWord] = unit === 'sec/op' ? ['slower', 'faster'] : ['more', 'less'];
  const same = cells.length - up.length - down.length;
  const parts = [
    up.length === 0 ? null : { isWorse: better < 0, text: `${up.length} ${upWord} (${listed(up)})` },
    down.length === 0 ? null : { isWorse: better > 0, text: `${down.length} ${downWord} (${listed(down)})` },
  ].filter((part) => part !== null).sort((a, b) => Number(b.isWorse) - Number(a.isWorse)).map(({ text }) => text);
  return `${unitName(unit)}: ${[...parts, ...(same === 0 ? [] : [`${same} same`])].join(', ')}`;
}

/** `Memory −22 %`: the geometric mean where anything changed beyond noise; null otherwise. */
function otherText(unit: string, tables: readonly BenchmarkUnit[]): string | null {
  const [only, ...more] = tables;
  if (only === undefined || more.length > 0) return null;
  const changes = only.rows.flatMap(({ cells }) => changeOf(cells[1] ?? null) ?? []);
  const mean = only.geomeans[1]?.deltaRatio ?? (changes.length === 1 ? changes[0] : null) ?? null;
  return changes.length === 0 || mean === null || Math.abs(mean) < 0.005 ? null
    : `${unitName(unit)} ${mean < 0 ? '−' : '+'}${Math.round(Math.abs(mean) * 100)} %`;
}

/** Counts and sizes of what changed, first unit first; null for other than two columns, and if nothing was tested. */
export function summaryText({ units, columns, verdict, time }: BenchmarkReport): string | null {
  if (columns.length !== 2 || verdict === 'untested' || time !== null) return null;
  const names = [...new Set(units.map(({ unit }) => unit))];
  const of = (unit: string): BenchmarkUnit[] => units.filter((one) => one.unit === unit);
  const [first, ...rest] = names;
  const lead = first === undefined ? null : leadText(first, of(first));
  if (lead === null) return null;
  const others = rest.flatMap((unit) => otherText(unit, of(unit)) ?? []);
  const tail = others.map((text, i) => (i === 0 ? text : `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`));
  return `${lead}.${tail.length === 0 ? '' : ` ${tail.join(', ')}.`}`;
}

export interface SummaryCell { unit: BenchmarkUnit; cells: readonly (BenchmarkCell | null)[]; change: number | null }
export interface SummaryRow { key: string; name: string; config: string; cells: (SummaryCell | null)[] }
export interface SummaryTable { units: string[]; rows: SummaryRow[]; widest: number[] }

/** A row a benchmark, a column a unit; `widest`: the largest change of each column, for its bars. */
export function summaryTable({ units }: Pick<BenchmarkReport, 'units'>): SummaryTable {
  const names = [...new Set(units.map(({ unit }) => unit))];
  const rows = new Map<string, SummaryRow>();
  for (const unit of units) {
    const config = Object.entries(unit.config).filter(([, value]) => value !== '')
      .map(([key, value]) => `${key} ${value}`).join(' · ');
    for (const { name, cells } of unit.rows) {
      const key = `${config}\n${name}`;
      const row = rows.get(key) ?? { key, name, config, cells: names.map(() => null) };
      row.cells[names.indexOf(unit.unit)] = { unit, cells, change: changeOf(cells[1] ?? null) };
      rows.set(key, row);
    }
  }
  const all = [...rows.values()];
  return {
    units: names, rows: all,
    widest: names.map((_, at) => Math.max(0, ...all.map(({ cells }) => Math.abs(cells[at]?.change ?? 0))
      .filter(Number.isFinite))),
  };
}
