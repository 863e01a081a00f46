/** Takes uniform drifts out of the values of tables. Pure. */
import type { TableGroup } from './benchTables.ts';
import type { Drift } from './rows/drifts.ts';

/** Returns the tables with the values of each drifted column divided by its common factor. */
export function withoutDrift(tables: readonly TableGroup[], drifts: readonly Drift[]): TableGroup[] {
  return tables.map((table) => {
    const own = drifts.filter(({ unit }) => unit === table.unit);
    if (own.length === 0) return table;
    const rows = table.rows.map(({ name, cells }) => ({
      name,
      cells: new Map([...cells].map(([column, cell]) => {
        const drift = own.find((one) => one.column === column);
        return [column, drift === undefined ? cell
          : { ...cell, values: cell.values.map((value) => value / (1 + drift.ratio)) }];
      })),
    }));
    return { ...table, rows };
  });
}
