/** Sets time against memory, and names rows of one side only, in a table that compares benchmarks. Pure. */
import { tradeWords, type UnitChange } from '../../../../../../core/text/benchmarks/tradeOffs.ts';
import { meanRatio } from '../rowValues.ts';

interface Row { name: string; unit: string | null; change: number | null; ratio: number | null; side: string | null }

const MAX_NAMED = 3;

/** Returns what a table of two sides trades; null if its time and its memory do not go different ways. */
export function tradeFacts(rows: readonly Row[], percent: (change: number) => string): string | null {
  if (rows.some(({ side }) => side !== null)) return null;
  const units = [...new Set(rows.flatMap(({ unit }) => unit ?? []))];
  const changes = units.flatMap((unit): UnitChange[] => {
    const own = rows.filter((row) => row.unit === unit);
    const mean = meanRatio(own.map(({ ratio }) => ratio), 1);
    const isSame = own.every(({ change }) => change === null || change === 0);
    return mean === null || isSame ? [] : [{ unit, change: mean - 1 }];
  });
  const isMean = rows.some(({ unit, name }) => unit === units[0] && name !== rows[0]?.name);
  return tradeWords(changes, percent, isMean);
}

/** Names the rows that have a value on one side only; empty without any. */
export function loneFacts(single: readonly { name: string }[], rows: readonly { name: string }[]): string[] {
  const compared = new Set(rows.map(({ name }) => name));
  const names = [...new Set(single.map(({ name }) => name))].filter((name) => !compared.has(name));
  const more = names.length - MAX_NAMED;
  const are = names.length === 1 ? 'row has a value on one side only and is'
    : 'rows have a value on one side only and are';
  return names.length === 0 ? [] : [`${names.length} ${are} not compared: ${names.slice(0, MAX_NAMED).join(', ')}${
    more > 0 ? ` and ${more} more` : ''}.`];
}
