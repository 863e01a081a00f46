/** The comparison of two outputs as one table, one column per unit. Pure. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { changeOf } from '../../../core/views/benchmarks/benchClaim.ts';

/** Returns whether two outputs were compared, so that each benchmark is one row. */
export function isSummed({ columns, verdict, time }: BenchmarkReport): boolean {
  return columns.length === 2 && verdict !== 'untested' && time === null;
}

export interface SummaryCell { unit: BenchmarkUnit; cells: readonly (BenchmarkCell | null)[]; change: number | null }
export interface SummaryRow { key: string; name: string; config: string; cells: (SummaryCell | null)[] }
export interface SummaryTable { units: string[]; rows: SummaryRow[]; widest: number[] }

/** Returns one row per benchmark, one column per unit; `widest`: the largest change of each column, for its bars. */
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
