/** Says that a heap profile of Go as text lacks records, by what its first line counts. Pure. */
import { formatBytes } from '../../../../../../core/text/format.ts';
import type { Look } from '../../../look/look.ts';

const HEAD = /^\s{0,40}heap profile:\s+\d{1,15}:\s+(\d{1,18}) \[\s*\d{1,15}:\s+\d{1,18}\] @ heap\/\d/;
const RECORD = /^[ \t>]{0,40}\d{1,15}: (\d{1,18}) \[\d{1,15}: \d{1,18}\] @/gm;
const LIVE = /^[ \t>]{0,40}# HeapAlloc = (\d{1,18})\s*$/m;
/** Share of the bytes from which on the records are taken for all. */
const NEARLY_ALL = 0.95;

/** Returns null if the records make up what the first line counts, and if only the first part of a file is known. */
export function cutHeap({ text, isCut }: Look): string | null {
  const counted = Number(HEAD.exec(text)?.[1]);
  const listed = [...text.matchAll(RECORD)].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  if (isCut || !(counted > 0) || listed >= NEARLY_ALL * counted) return null;
  const live = LIVE.exec(text)?.[1];
  const share = Number((100 * listed / counted).toPrecision(3));
  return `Its records are not all in the text: they have ${formatBytes(listed)} of the ${formatBytes(counted)} in use `
    + `(${share} %) that its first line counts, which are samples${live === undefined ? ''
      : `, and the heap is ${formatBytes(Number(live))}`}. The shares are of these records, not of the heap.`;
}
