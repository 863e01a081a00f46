/** Groups results into the tables of `benchstat`: one per configuration and unit, a row per name, a column per file. */
import type { BenchFile, UnitWords } from './read/benchText.ts';

export interface NamedBenchFile { name: string; file: BenchFile }

export interface TableGroup {
  unit: string;
  config: Record<string, string>;
  assumeExact: boolean;
  /** Value from a `Unit` line of the text. */
  better: string | undefined;
  /** Indices of the files that have results here, in order. */
  columns: number[];
  rows: { name: string; cells: Map<number, CellSamples> }[];
}

export interface CellSamples {
  /** Measurements, ascending. */
  values: number[];
  /** Ignored configuration keys that vary among them. */
  varying: string[];
}

interface OpenTable {
  config: Map<string, string>; unit: string; columns: Set<number>; rows: Map<string, Map<number, OpenCell>>
}
interface OpenCell { values: number[]; first: Map<string, string>; varying: Set<string> }
/** A configuration, split into keys that make tables and ignored keys. */
interface Parted { config: Map<string, string>; ignored: Map<string, string>; configId: string }

/** Maximum of units times configurations; more tables are not readable. */
export const MAX_TABLES = 200;

/**
 * Returns the tables; null past `MAX_TABLES`. `ignore`: configuration keys that do not split tables; `order`: of rows,
 * with missing ones last.
 */
export function tableGroups(
  files: readonly NamedBenchFile[], words: UnitWords, ignore: ReadonlySet<string>, order: readonly string[] = []
): TableGroup[] | null {
  const tables = new Map<string, OpenTable>();
  const keys: string[] = [];
  const units = new Map<string, number>();
  const names = new Map(order.map((name, rank) => [name, rank]));
  const parted = new Map<Map<string, string>, Parted>();
  const partedOf = (all: Map<string, string>): Parted => {
    const known = parted.get(all);
    if (known !== undefined) return known;
    const config = new Map([...all].filter(([key]) => !ignore.has(key)));
    for (const key of config.keys()) if (!keys.includes(key)) keys.push(key);
    // Drops trailing empty values, so that keys first seen later do not change the id.
    const configId = JSON.stringify(keys.map((key) => config.get(key) ?? '')).replace(/(,"")+\]$/, ']');
    const made = { config, ignored: new Map([...all].filter(([key]) => ignore.has(key))), configId };
    parted.set(all, made);
    return made;
  };
  for (const [column, { file }] of files.entries()) {
    for (const { name, config: all, values } of file.lines) {
      const { config, ignored, configId } = partedOf(all);
      if (!names.has(name)) names.set(name, names.size);
      for (const { value, unit } of values) {
        const id = `${configId} ${unit}`;
        let table = tables.get(id);
        if (table === undefined) {
          if (tables.size >= MAX_TABLES) return null;
          if (!units.has(unit)) units.set(unit, units.size);
          table = { config, unit, columns: new Set(), rows: new Map() };
          tables.set(id, table);
        }
        add(table, name, column, { value, ignored });
      }
    }
  }
  const sorted = [...tables.values()].sort((a, b) => {
    for (const key of keys) {
      // Compares the bytes of the text, as benchstat does.
      const [left, right] = [a.config.get(key) ?? '', b.config.get(key) ?? ''];
      if (left !== right) return left < right ? -1 : 1;
    }
    return (units.get(a.unit) ?? 0) - (units.get(b.unit) ?? 0);
  });
  return sorted.map((table) => closed(table, keys, names, words));
}

function add(
  table: OpenTable, name: string, column: number, { value, ignored }: { value: number; ignored: Map<string, string> },
): void {
  table.columns.add(column);
  const row = table.rows.get(name) ?? new Map<number, OpenCell>();
  table.rows.set(name, row);
  let cell = row.get(column);
  if (cell === undefined) {
    cell = { values: [], first: ignored, varying: new Set() };
    row.set(column, cell);
  }
  cell.values.push(value);
  if (cell.first === ignored) return;
  for (const key of new Set([...cell.first.keys(), ...ignored.keys()])) if (cell.first.get(key) !== ignored.get(key))
    cell.varying.add(key);
}

function closed(
  table: OpenTable, keys: readonly string[], names: ReadonlyMap<string, number>, words: UnitWords
): TableGroup {
  const rows = [...table.rows].sort(([a], [b]) => (names.get(a) ?? 0) - (names.get(b) ?? 0));
  return {
    unit: table.unit,
    config: Object.fromEntries(keys.map((key) => [key, table.config.get(key) ?? ''])),
    assumeExact: words.get(`${table.unit} assume`) === 'exact',
    better: words.get(`${table.unit} better`),
    columns: [...table.columns].sort((a, b) => a - b),
    rows: rows.map(([name, cells]) => ({
      name,
      cells: new Map(
        [...cells].map(
          ([column, { values, varying }]) => [column, { values: values.sort((a, b) => a - b), varying: [...varying] }]
        )
      ),
    })),
  };
}
