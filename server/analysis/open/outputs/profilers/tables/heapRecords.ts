/** Says that a heap profile of Go as text lacks records, by what its first line counts. Pure. */
import { formatBytes } from '../../../../../../core/text/format.ts';
import { shortName } from '../../../logs/crashes/crashPlace.ts';
import type { Look } from '../../../look/look.ts';

const HEAD = /^\s{0,40}heap profile:\s+\d{1,15}:\s+(\d{1,18}) \[\s*\d{1,15}:\s+\d{1,18}\] @ heap\/(\d{1,12})/;
const FRAME = String.raw`#[ \t]{1,20}0x[0-9a-f]{1,16}[ \t]{1,20}(\S{1,300})\+0x[0-9a-f]{1,12}\b[^\n]{0,400}(?:\n|$)`;
/** A record, its innermost function and that function's caller. */
const RECORD = new RegExp(String.raw`^[ \t>]{0,40}(\d{1,15}): (\d{1,18}) \[\d{1,15}: \d{1,18}\] @[^\n]{0,4000}`
  + String.raw`(?:\n[ \t>]{0,40}${FRAME}(?:[ \t>]{0,40}${FRAME})?)?`, 'gm');
/** Share of the bytes from which on the records are taken for all. */
const NEARLY_ALL = 0.95;

/** Returns null if the records make up what the first line counts, and if only the first part of a file is known. */
export function cutHeap({ text, isCut }: Look): string | null {
  const [, inUse, twice] = HEAD.exec(text) ?? [];
  const counted = Number(inUse);
  const records = [...text.matchAll(RECORD)].map(([, count, bytes, name, caller]): HeapRecord => (
    { bytes: Number(bytes), scaled: scaledOf(Number(count), Number(bytes), Number(twice) / 2), name, caller }));
  const listed = records.reduce((sum, { bytes }) => sum + bytes, 0);
  if (isCut || !(counted > 0) || listed >= NEARLY_ALL * counted) return null;
  const share = Number((100 * listed / counted).toPrecision(3));
  return `Its records are not all in the text: they have ${formatBytes(listed)} of the ${formatBytes(counted)} in use `
    + `(${share} %) that its first line counts, which are samples.${largestOf(records)}`;
}

/** `scaled`: an estimate of the bytes behind the samples. */
interface HeapRecord { bytes: number; scaled: number; name: string | undefined; caller: string | undefined }

/** Returns the bytes that samples stand for: an allocation is sampled once in about `rate` bytes. */
function scaledOf(count: number, bytes: number, rate: number): number {
  return count === 0 || bytes === 0 || !(rate > 1) ? bytes : bytes / (1 - Math.exp(-bytes / count / rate));
}

/** Names the function of the record that stands for most; "" without one. */
function largestOf(records: readonly HeapRecord[]): string {
  const [most] = records.toSorted((a, b) => b.scaled - a.scaled);
  if (most?.name === undefined || most.bytes === 0) return '';
  const caller = most.caller === undefined ? '' : `, called by ${shortName(most.caller)}`;
  return ` The record with most, ${formatBytes(most.bytes)} of samples, is of ${shortName(most.name)}${caller}.`;
}
