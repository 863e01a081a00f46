/** Tells which function is behind an allocator in a table of memory by function. Pure. */
import { isAllocator } from '../../../../../../core/profile/allocators.ts';

interface Row { name: string; cum: string; cumShare: string }

/** Functions at the bottom of all stacks. */
const ENTRY = new RegExp(String.raw`^(?:_{0,3}main|main\.main|_{0,3}(?:libc_)?start(?:_main\w*|_call_main|_thread)?`
  + String.raw`|_{0,2}clone3?|runtime\.\S{1,100}|\?\?|0x[0-9a-f]{1,16})(?=$|[\s(@])`);
/** `4577622.3 100.0% 100.0% 4577622.3 100.0% name`: self, share, running sum, with callees, share, function. */
const JEPROF_ROW = new RegExp(String.raw`^ *-?[\d.]{1,20} +-?[\d.]{1,8}% +[\d.]{1,8}% +(-?[\d.]{1,20}) +`
  + String.raw`(-?[\d.]{1,8}%) +(?:[0-9a-f]{8,16} )?(\S.{0,300})$`, 'gm');
const MAX_ROWS = 2000;

/**
 * Returns the function with the largest value with its callees, if `first`, with the largest value itself, is an
 * allocator; null otherwise.
 */
export function behindAllocator(first: string, rows: readonly Row[]): string | null {
  if (!isAllocator(first)) return null;
  const most = rows.filter(({ name }) => !isAllocator(name) && !ENTRY.test(name)).reduce<Row | null>((max, row) =>
    (max === null || Number.parseFloat(row.cumShare) > Number.parseFloat(max.cumShare) ? row : max), null);
  return most === null || !(Number.parseFloat(most.cumShare) > 0) ? 'That is an allocator, which works for its callers.'
    : `That is an allocator: of the other functions listed, ${most.name} has most with what it calls, ${most.cum} (${
      most.cumShare}).`;
}

/** Returns the rows of a table of jeprof. */
export function jeprofRows(text: string): Row[] {
  const rows: Row[] = [];
  for (const [, cum = '', cumShare = '', name = ''] of text.matchAll(JEPROF_ROW)) {
    if (rows.length >= MAX_ROWS) break;
    rows.push({ name: name.replace(/ \/\S+?:\d+.*$/, ''), cum, cumShare });
  }
  return rows;
}
