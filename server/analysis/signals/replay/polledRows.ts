import { numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';

/** A scrape shorter than the poll interval of the stacks is dated by its begin, like its figures. */
const SLOW_MS = 1000;

/** Result of polls between the scrapes, as recorded in a row. */
export interface PolledRow {
  /** Row at which it was known, ascending: `valueRow` itself unless its scrape is slow. */
  row: number;
  /** Row that has the values. */
  valueRow: number;
  /** Unix time in ms of `row`'s scrape; for a slow one of its end. Ascending. */
  atMs: number;
}

/**
 * Returns rows `from <= row < to` in recording order. A row has the polls of its end: a scrape of ten seconds comes
 * after those skipped meanwhile. Empty for no rows.
 */
export function polledRows(window: RoleWindow, from: number, to: number): PolledRow[] {
  const { startMs, durationSeconds } = window.scrapes;
  const rows: PolledRow[] = [];
  for (let valueRow = from; valueRow < to; valueRow++) {
    const askedMs = numberAt(startMs, valueRow);
    const endMs = askedMs + 1000 * (durationSeconds[valueRow] || 0);
    let row = valueRow;
    while (endMs - askedMs > SLOW_MS && row + 1 < to && numberAt(startMs, row + 1) <= endMs) row++;
    rows.push({ row, valueRow, atMs: row === valueRow ? askedMs : endMs });
  }
  return rows.sort((a, b) => a.row - b.row || a.atMs - b.atMs);
}
