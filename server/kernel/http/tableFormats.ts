/** Sends a table as JSON (the default), CSV or plain text: `?format=`. */
import type { Response } from 'express';
import type { Result } from '../../../core/result.ts';
import { sendResult, valueOf } from './errors.ts';

/** Escapes names beyond the old character set as Prometheus does with `escaping=values`. */
export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8; escaping=values';
export const SPEEDSCOPE_TYPE = 'application/vnd.speedscope+json';
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** A cell; null is empty. */
export type CellValue = string | number | boolean | null;
export interface Cells { header: string[]; rows: CellValue[][] }

/** Default: JSON. */
export type TableFormat = 'json' | 'csv' | 'text';

export interface TableAnswer<T> {
  /** File name without its extension. */
  file: string;
  data: () => Promise<Result<T>>;
  cells: (data: T) => Cells;
  /** Text as `go tool pprof` prints it, if it has such a report; else the cells in columns. */
  report?: () => Promise<Result<string>>;
}

/** Sends CSV as a download, and text to view in the browser, with a name for saving it. */
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

/** Returns the part of a file name that comes from a profile's name. */
export function fileWord(name: string): string {
  return name.replace(/(\.pb)?(\.gz)?$/, '').replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '').slice(0, 80)
    || 'profile';
}

/** Formats RFC 4180 with a header. Puts an apostrophe before text that a spreadsheet would take for a formula. */
export function csv({ header, rows }: Cells): string {
  return [header, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

function csvCell(value: CellValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Aligns columns, numbers to the right; does not pad the last column. */
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
