/** The tables of profiles as rows of cells, for CSV and text. Values in the profile's unit, which the header names. */
import type {
  CallersTable, DiffCallersTable, DiffLinesTable, DiffSubsystemTable, DiffTagsTable, DiffTopTable, LinesTable, Sides, SubsystemTable, TagsTable, TopTable,
} from './contract.ts';
import type { Cells, CellValue } from './tableFormats.ts';

function one(name: string, unit: string): string {
  return unit === '' ? name : `${name}_${unit}`;
}

function both(name: string, unit: string): string[] {
  return ['before', 'after', 'delta'].map((side) => one(`${name}_${side}`, unit));
}

function sides({ before, after, delta }: Sides): number[] {
  return [before, after, delta];
}

function shareOf(value: number, total: number): number | null {
  return total === 0 ? null : value / total;
}

export function topCells({ unit, total, rows }: TopTable): Cells {
  return {
    header: [one('flat', unit), 'flat_share', one('cum', unit), 'cum_share', 'function', 'file'],
    rows: rows.map((row) => [row.flat, shareOf(row.flat, total), row.cum, shareOf(row.cum, total), row.function, row.file]),
  };
}

export function diffTopCells({ unit, rows }: DiffTopTable): Cells {
  return {
    header: [...both('flat', unit), ...both('cum', unit), 'p_value', 'function', 'file'],
    rows: rows.map((row) => [...sides(row.flat), ...sides(row.cum), row.pValue, row.function, row.file]),
  };
}

export function callersCells(table: CallersTable): Cells {
  const edges = (relation: string, rows: CallersTable['callers']): CellValue[][] => rows.map((row) => [relation, row.value, row.inline, row.function, row.file]);
  return {
    header: ['relation', one('value', table.unit), 'inline', 'function', 'file'],
    rows: [
      ...edges('caller', table.callers),
      ['flat', table.flat, null, table.function, table.file], ['cum', table.cum, null, table.function, table.file],
      ...edges('callee', table.callees),
    ],
  };
}

export function diffCallersCells(table: DiffCallersTable): Cells {
  const edges = (relation: string, rows: DiffCallersTable['callers']): CellValue[][] => (
    rows.map((row) => [relation, ...sides(row.value), row.inline, row.function, row.file])
  );
  return {
    header: ['relation', ...both('value', table.unit), 'inline', 'function', 'file'],
    rows: [
      ...edges('caller', table.callers),
      ['flat', ...sides(table.flat), null, table.function, table.file], ['cum', ...sides(table.cum), null, table.function, table.file],
      ...edges('callee', table.callees),
    ],
  };
}

export function linesCells({ unit, files }: LinesTable): Cells {
  return {
    header: [one('flat', unit), one('cum', unit), 'line', 'file', 'text'],
    rows: files.flatMap(({ file, rows }) => rows.map((row) => [row.flat, row.cum, row.line, file, row.text])),
  };
}

export function diffLinesCells({ unit, files }: DiffLinesTable): Cells {
  return {
    header: [...both('flat', unit), ...both('cum', unit), 'line', 'file', 'text'],
    rows: files.flatMap(({ file, rows }) => rows.map((row) => [...sides(row.flat), ...sides(row.cum), row.line, file, row.text])),
  };
}

export function tagsCells({ unit, keys }: TagsTable): Cells {
  return {
    header: ['key', one('flat', unit), 'share', 'value'],
    rows: keys.flatMap(({ key, rows }) => rows.map((row) => [key, row.flat, row.share, row.value])),
  };
}

export function diffTagsCells({ unit, keys }: DiffTagsTable): Cells {
  return {
    header: ['key', ...both('flat', unit), 'share_before', 'share_after', 'value'],
    rows: keys.flatMap(({ key, rows }) => rows.map((row) => [key, ...sides(row.flat), row.share.before, row.share.after, row.value])),
  };
}

export function subsystemCells({ unit, rows }: SubsystemTable): Cells {
  return { header: [one('flat', unit), 'share', 'id', 'name'], rows: rows.map((row) => [row.flat, row.share, row.id, row.name]) };
}

export function diffSubsystemCells({ unit, rows }: DiffSubsystemTable): Cells {
  return {
    header: [...both('flat', unit), 'share_before', 'share_after', 'id', 'name'],
    rows: rows.map((row) => [...sides(row.flat), row.share.before, row.share.after, row.id, row.name]),
  };
}
