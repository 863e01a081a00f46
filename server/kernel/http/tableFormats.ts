/** A table as JSON (the default), CSV or plain text: `?format=`. */
import type { Response } from 'express';
import type { Result } from '../../../core/result.ts';
import { sendResult, valueOf } from './errors.ts';

/** Names beyond the old character set are escaped as Prometheus does with `escaping=values`. */
export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8; escaping=values';
export const SPEEDSCOPE_TYPE = 'application/vnd.speedscope+json';
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** null is an empty cell. */
export type CellValue = string | number | boolean | null;
export interface Cells { header: string[]; rows: CellValue[][] }

/** Default: JSON. */
export type TableFormat = 'json' | 'csv' | 'text';

export interface TableAnswer<T> {
  /** Of the file, without its ending. */
  file: string;
  data: () => Promise<Result<T>>;
  cells: (data: T) => Cells;
  /** Text as `go tool pprof` prints it, where it has such a report; else the cells in columns. */
  report?: () => Promise<Result<string>>;
}

/** CSV comes as a download, text to be read in the browser under a name to save it by. */
export async function sendTable<T>(
  res: Response, format: TableFormat | undefined, { file, data, cells, report }: TableAnswer<T>,
): Promise<void> {
  if (format === undefined || format === 'json') sendResult(res, await data());
  else if (format === 'csv') sendFile(res, `${file}.csv`, 'text/csv; charset=utf-8', csv(cells(valueOf(await data()))));
  else {
    const words = report === undefined ? plainText(cells(valueOf(await data()))) : valueOf(await report());
    sendText(res, `${file}.txt`, words);
  }
}

export function sendFile(res: Response, name: string, type: string, content: string): void {
  res.attachment(name).type(type).send(content);
}

export function sendText(res: Response, name: string, words: string): void {
  res.set('Content-Disposition', `inline; filename="${name}"`).type('text/plain; charset=utf-8').send(words);
}

/** What is left of a profile's name in the name of a file. */
export function fileWord(name: string): string {
  return name.replace(/(\.pb)?(\.gz)?$/, '').replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '').slice(0, 80)
    || 'profile';
}

/** RFC 4180, with a header. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csv({ header, rows }: Cells): string {
  return [header, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

function csvCell(value: CellValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Columns in line, numbers to the right; the last column is not padded. */
export function plainText({ header, rows }: Cells): string {
  const lines = [header, ...rows.map((row) => row.map(plainCell))];
  const widths = header.map(
    (_, column) => lines.reduce((most, line) => Math.max(most, (line[column] ?? '').length), 0)
  );
  const isNumber = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  return lines.map((line) => line.map((text, column) => {
    if (isNumber[column] === true) return text.padStart(widths[column] ?? 0);
    return column === line.length - 1 ? text : text.padEnd(widths[column] ?? 0);
  }).join('  ').trimEnd()).join('\n') + '\n';
}

const SHARE_DIGITS = 4;

function plainCell(value: CellValue): string {
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(SHARE_DIGITS)));
  // oxlint-disable-next-line no-control-regex -- a name must not break the line or move a terminal's cursor
  return value === null ? '' : String(value).replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
