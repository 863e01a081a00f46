/** Functions of a profile or a diff as listed in every view: one model for both. For one profile `before` is null. */
import type { DiffTopTable, TopTable } from '../../contract/contract.ts';
import { flatChangeText, formatDelta } from '../../text/change.ts';
import { nameWithin } from '../flame/frameLabel.ts';
import { amountOf, isDiff } from './flameViews.ts';
import type { Amount } from './flameViews.ts';
import { formatProfileValue, formatRatio } from '../../text/format.ts';

export interface FunctionRow { function: string; file: string; flat: Amount; cum: Amount }

export interface FunctionTable {
  unit: string;
  sampleType: string;
  total: Amount;
  /** Rows in the server's order: largest flat, or largest change of flat, first. */
  rows: FunctionRow[];
  rowsLeftOut: number;
}

export function functionTable(top: TopTable | DiffTopTable): FunctionTable {
  const { unit, sampleType, rowsLeftOut } = top;
  if (isDiff(top)) {
    const { before, after } = top.totals;
    return {
      unit, sampleType, rowsLeftOut, total: { before, after },
      rows: top.rows.map(
        (row) => ({ function: row.function, file: row.file, flat: amountOf(row.flat), cum: amountOf(row.cum) })
      ),
    };
  }
  return {
    unit, sampleType, rowsLeftOut, total: amountOf(top.total),
    rows: top.rows.map(
      (row) => ({ function: row.function, file: row.file, flat: amountOf(row.flat), cum: amountOf(row.cum) })
    ),
  };
}

/** Returns a short name in whole words, never empty. */
export function functionLabel(name: string, maxChars: number): string {
  return name === '' ? '(no name)' : nameWithin(name, maxChars);
}

/** Returns after minus before; for one profile its value. */
export function sizeOf({ before, after }: Amount): number {
  return before === null ? after : after - before;
}

/**
 * Returns `8.99 s (12 %)`, or `8.99 s → 1.85 s (−79 %)`. The share is of `total`, or omitted without one. New or
 * gone only if `cum` also has nothing on that side.
 */
export function amountWords(amount: Amount, unit: string, total?: Amount, cum = amount): string {
  const { before, after } = amount;
  if (before !== null) {
    const change = flatChangeText({ before, after }, { before: cum.before ?? 0, after: cum.after });
    return `${formatProfileValue(before, unit)} → `
      + `${formatProfileValue(after, unit)}${change === '' ? '' : ` (${change})`}`;
  }
  const share = total === undefined || total.after === 0 ? '' : ` (${formatRatio(after / total.after)})`;
  return `${formatProfileValue(after, unit)}${share}`;
}

/** Returns `−7.14 s` for a diff, `8.99 s` for one profile. */
export function sizeWords(amount: Amount, unit: string): string {
  return amount.before === null ? formatProfileValue(amount.after, unit) : formatDelta(sizeOf(amount), unit);
}

export function addAmounts(amounts: readonly Amount[]): Amount {
  const isPair = amounts.some(({ before }) => before !== null);
  return {
    before: isPair ? amounts.reduce((sum, { before }) => sum + (before ?? 0), 0) : null,
    after: amounts.reduce((sum, { after }) => sum + after, 0),
  };
}
