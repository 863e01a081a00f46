/** Reads from a table in a report which disk is busy almost all of its time. Pure; bounded. */
import { cellsOf } from './ruleTimeouts.ts';

const MAX_LINES = 2000;
const MAX_ROWS = 200;
const BUSY = 90;
const HEADER = /(?:\bdisk|\bI\/?O)\b.{0,20}\butil/i;
const PERCENT = /(?:^|\()(\d{1,3}(?:\.\d{1,3})?) ?%/;

/** Returns the row of a table of disk utilization that is at 90 % or more; null without one, or with several. */
export function busyDisk(text: string): string | null {
  let column: number | null = null;
  const rows: { name: string; share: number }[] = [];
  for (const line of text.split('\n', MAX_LINES)) {
    if (!line.trimStart().startsWith('|')) column = null;
    else if (column === null) column = cellsOf(line).findIndex((cell) => HEADER.test(cell));
    else if (column > 0 && rows.length < MAX_ROWS) {
      const [name = '', cell = ''] = [cellsOf(line)[0], cellsOf(line)[column]];
      const share = PERCENT.exec(cell)?.[1] ?? (/^[01](?:\.\d{1,4})?$/.test(cell) ? 100 * Number(cell) : null);
      if (name !== '' && share !== null) rows.push({ name, share: Number(share) });
    }
  }
  const [most, next] = rows.toSorted((a, b) => b.share - a.share);
  if (most === undefined || most.share < BUSY || (next !== undefined && next.share >= BUSY)) return null;
  return `The disk of ${most.name} is ${Math.round(most.share)} % busy${
    next === undefined ? '' : `, the others at most ${Math.round(next.share)} %`}.`;
}
