/** Formats the tables byte for byte as `benchstat -format csv`. */
import type { BenchmarkUnit } from '../../../core/contract/contract.ts';
import { shortest } from './read/goNumbers.ts';

/** Returns the CSV. `columns` of all files, each with the values of its keys; a table has only those with results. */
export function benchCsv(
  units: readonly BenchmarkUnit[], names: readonly string[], columns: readonly string[][] = names.map((name) => [name])
): string {
  const lines: string[][] = [];
  let previous: Record<string, string> | null = null;
  for (const unit of units) {
    if (previous !== null) lines.push(['']);
    for (const [key, value] of Object.entries(unit.config)) if (previous?.[key] !== value)
      lines.push([`${key}: ${value}`]);
    previous = unit.config;
    lines.push(...tableLines(unit, columns));
  }
  return lines.map((line) => `${line.map(field).join(',')}\n`).join('');
}

function tableLines(table: BenchmarkUnit, values: readonly string[][]): string[][] {
  const columns = values.map((_, column) => column)
    .filter((column) => table.rows.some(({ cells }) => cells[column] !== null));
  const startOf = (at: number): number => (at === 0 ? 1 : 3 + (at - 1) * 4);
  const width = startOf(columns.length);
  const to = (line: string[], length: number): string[] => {
    while (line.length < length) line.push('');
    return line;
  };
  const heads = (values[0] ?? []).map((_, key) => {
    const head: string[] = [];
    columns.forEach((column, at) => to(head, startOf(at)).push(values[column]?.[key] ?? ''));
    return to(head, width);
  });
  const units: string[] = [];
  columns.forEach((_, at) => to(units, startOf(at)).push(table.unit, 'CI', ...(at > 0 ? ['vs base', 'P'] : [])));
  const rows = table.rows.map(({ name, cells }) => {
    const line = [name];
    columns.forEach((column, at) => {
      const cell = cells[column];
      if (cell === null || cell === undefined) return;
      to(line, startOf(at)).push(shortest(cell.center), cell.rangeText);
      if (cell.comparison !== null) line.push(cell.comparison.deltaText, cell.comparison.testText);
    });
    return line;
  });
  const geomean = ['geomean'];
  columns.forEach((column, at) => {
    const mean = table.geomeans[column];
    to(geomean, startOf(at));
    if (mean?.center !== null && mean !== undefined) geomean.push(shortest(mean.center));
    if (at > 0) to(geomean, startOf(at) + 2).push(mean?.deltaText ?? '?');
  });
  return [...heads, units, ...rows, to(geomean, width)];
}

/** Quotes as encoding/csv of Go. */
function field(text: string): string {
  const quoted = text !== '' && (text === '\\.' || /[",\r\n]/.test(text) || /^\s/.test(text));
  return quoted ? `"${text.replaceAll('"', '""')}"` : text;
}
