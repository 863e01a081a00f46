/** A table as JSON (the default), CSV or plain text: `?format=`. */
import type { Request, Response } from 'express';
import { sendData } from './errors.ts';
import { oneOf } from './queryParameters.ts';

/** null is an empty cell. */
export type CellValue = string | number | boolean | null;
export interface Cells { header: string[]; rows: CellValue[][] }

export function sendTable<T>(req: Request, res: Response, data: T, cells: (data: T) => Cells): void {
  const format = oneOf(req, 'format', ['json', 'csv', 'text']) ?? 'json';
  if (format === 'json') sendData(res, data);
  else if (format === 'csv') res.type('text/csv; charset=utf-8').send(csv(cells(data)));
  else res.type('text/plain; charset=utf-8').send(plainText(cells(data)));
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
  const widths = header.map((_, column) => lines.reduce((most, line) => Math.max(most, (line[column] ?? '').length), 0));
  const isNumber = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  return lines.map((line) => line.map((text, column) => {
    if (isNumber[column] === true) return text.padStart(widths[column] ?? 0);
    return column === line.length - 1 ? text : text.padEnd(widths[column] ?? 0);
  }).join('  ').trimEnd()).join('\n') + '\n';
}

const SHARE_DIGITS = 4;

function plainCell(value: CellValue): string {
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(SHARE_DIGITS)));
  // eslint-disable-next-line no-control-regex -- a name must not break the line or move a terminal's cursor
  return value === null ? '' : String(value).replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
