/** Formats a part of a panel's answer as a table: `?format=csv` or `text`, `?part=` names the part. */
import type { Response } from 'express';
import type { PanelBase } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import { badData, sendResult, valueOf } from '../../kernel/http/errors.ts';
import { csv, plainText, type Cells, type CellValue, type TableFormat } from '../../kernel/http/tableFormats.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

/** Sends the whole answer as JSON, or one part as a table: `part`, by default what the panel draws over time. */
export function sendPanel(
  res: Response, panel: Result<PanelBase>,
  { name: file, format, part }: { name: string; format?: TableFormat; part?: string },
): void {
  if (format === undefined || format === 'json') {
    sendResult(res, panel);
    return;
  }
  const cells = panelCells(valueOf(panel), part);
  const name = [file, part ?? 'series'].join('-').replace(/[^A-Za-z0-9._-]+/g, '-');
  if (format === 'csv') res.attachment(`${name}.csv`).type('text/csv; charset=utf-8').send(csv(cells));
  else res.type('text/plain; charset=utf-8').send(plainText(cells));
}

/**
 * Returns the cells of a part, named by its key, with dots for deeper ones: `cycles`, `correlation.lags`, `series`. A
 * list of objects has one row per object and a column per plain value; an object of lists of the same length has one
 * column per list, also one object deeper (`cpuCores.mean`); any other object has one row with its plain values.
 * Error `bad_data` names the existing parts.
 */
export function panelCells(panel: object, part: string | undefined): Cells {
  const name = part ?? ('series' in panel ? 'series' : 'points');
  let value: unknown = panel;
  for (const key of name.split('.')) {
    value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  const cells = cellsOf(value);
  if (cells !== null) return cells;
  const parts = Object.entries(panel).filter(([, one]) => cellsOf(one) !== null).map(([key]) => key);
  throw badData(`"part"="${name}" is not a table of this panel; available: ${parts.join(', ')}.`);
}

function cellsOf(value: unknown): Cells | null {
  if (Array.isArray(value)) return listCells(value);
  if (!isRecord(value)) return null;
  const lists = Object.entries(value).flatMap(([key, one]): [string, CellValue[]][] => {
    if (isCellList(one)) return [[key, one]];
    return isRecord(one) ? Object.entries(one)
      .flatMap(([inner, list]): [string, CellValue[]][] => (isCellList(list) ? [[`${key}.${inner}`, list]] : [])) : [];
  });
  if (lists.length > 0) {
    const length = lists.reduce((most, [, list]) => Math.max(most, list.length), 0);
    return {
      header: lists.map(([key]) => key),
      rows: Array.from({ length }, (_, i) => lists.map(([, list]) => list[i] ?? null)),
    };
  }
  const plain = Object.entries(value).filter((entry): entry is [string, CellValue] => isCell(entry[1]));
  return plain.length === 0 ? null : { header: plain.map(([key]) => key), rows: [plain.map(([, one]) => one)] };
}

/** Returns the cells of a list; lists inside a row, such as metric names, become one cell. */
function listCells(list: unknown[]): Cells | null {
  if (!list.every(isRecord)) return null;
  const header = [...new Set(list.flatMap((row) => Object.keys(row).filter((key) => asCell(row[key]) !== undefined)))];
  return { header, rows: list.map((row) => header.map((key) => asCell(row[key]) ?? null)) };
}

function asCell(value: unknown): CellValue | undefined {
  if (isCell(value)) return value;
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(' ') : undefined;
}

function isCell(value: unknown): value is CellValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isCellList(value: unknown): value is CellValue[] {
  return Array.isArray(value) && value.every(isCell);
}
