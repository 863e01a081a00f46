/** Tells the single figures that queries of a database return in the text, beside a limit that it reached. Pure. */
import { CONNECTIONS, SHARED_MEMORY, SLOW } from './faults.ts';

/** `psql -c 'select …'` or a prompt of psql, then a table of one column and one row. */
const RETURNED = new RegExp(String.raw`(?:-c ["']|=[#>] )(select [^"'\n;]{5,160});?["']?[ \t]{0,8}\n`
  + String.raw` {0,4}\w{1,40} {0,40}\n-{3,80}\n {0,80}(-?\d[\d.]{0,20}) {0,20}$`, 'gim');
const MAX_CHARS = 64 * 1024;
const MAX_TOLD = 2;

/** Returns what the queries return; null for other faults, or without such a query. */
export function sqlValues(facts: string, text: string): string | null {
  if (![CONNECTIONS, SHARED_MEMORY, SLOW].some((fault) => fault.test(facts))) return null;
  const found = [...text.slice(0, MAX_CHARS).matchAll(RETURNED)].slice(0, MAX_TOLD)
    .map(([, query = '', value = '']) => `"${query.trim()}" returns ${value}`);
  return found.length === 0 ? null : `In the text, ${found.join(' and ')}.`;
}
