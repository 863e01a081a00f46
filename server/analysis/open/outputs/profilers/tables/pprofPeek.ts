/** Says who calls a function that go tool pprof -peek shows, and what it calls. Pure. */
import { wordOf } from '../../../look/format.ts';
import type { PprofRow } from '../pprofDifference.ts';

/** Percent of the profile from which what the text lacks is worth a word. */
const MIN_REST = 10;

interface Peeked {
  row: PprofRow; callers: readonly string[]; callees: readonly string[];
  /** The text with the lines above the table. */
  head: string; total: string | undefined;
}

/** Returns the values of the function, of the whole if that is known, with its callers and callees. */
export function peekedWords({ row, callers, callees, head, total }: Peeked): string {
  const type = wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, head);
  const file = wordOf(/^[ \t>]{0,40}File: (\S{1,200})\s*$/m, head)?.split('/').at(-1);
  const of = total === undefined || type === undefined ? ''
    : `Of ${total} of ${type} in all${file === undefined ? '' : `, in ${file}`}, `;
  const rest = 100 - Number.parseFloat(row.cumShare);
  const isLeaf = row.flat === row.cum && callees.length === 0;
  return `${of}${row.name} has ${isLeaf ? `${row.flat} (${row.cumShare}) itself`
    : `${row.flat} itself and ${row.cum} (${row.cumShare}) with what it calls`}${
    callers.length === 0 ? '' : `, called by ${callers.join(', ')}`}${
    callees.length === 0 ? '' : `; it calls ${callees.join(', ')}`}.${
    of === '' || !(rest >= MIN_REST) ? '' : ` The other ${Math.round(rest)} % are not in the text.`}`;
}

/** Says why a slice is copied, and what to look at; null for what is not called for that. */
export const growthOfSlices = (name: string, caller: string | undefined): string | null =>
  (!/^runtime\.memmove\b/.test(name) || caller?.startsWith('runtime.growslice') !== true ? null
    : 'growslice copies a slice whenever append needs more room than it has: see who calls it '
      + '(-peek=runtime.growslice), and make such slices with the capacity that they will need, or use them again.');
