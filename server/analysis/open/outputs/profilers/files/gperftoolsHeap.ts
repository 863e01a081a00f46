/** Says that a heap profile of gperftools lacks records, by what its first line counts; it has no names. Pure. */
import { formatBytes, formatRatio } from '../../../../../../core/text/format.ts';
import type { Look } from '../../../look/look.ts';

const HEAD = /^\s{0,40}heap profile:\s+\d{1,15}:\s+(\d{1,18}) \[\s*\d{1,15}:\s+\d{1,18}\] @ heapprofile/;
const RECORD = /^[ \t>]{0,40}\d{1,15}: {1,20}(\d{1,18}) \[ {0,20}\d{1,15}: {1,20}\d{1,18}\] @/gm;
/** Share of the bytes from which on the records are taken for all. */
const NEARLY_ALL = 0.99;

/** Returns null if the records make up what the first line counts, and if only the first part of a file is known. */
export function cutGperftools({ text, isCut }: Look): string | null {
  const counted = Number(HEAD.exec(text)?.[1] ?? 'NaN');
  const records = [...text.matchAll(RECORD)].map(([, bytes]) => Number(bytes));
  const listed = records.reduce((sum, bytes) => sum + bytes, 0);
  const largest = records.reduce((max, bytes) => Math.max(max, bytes), 0);
  if (isCut || !(counted > 0) || listed >= NEARLY_ALL * counted) return null;
  return `Its records are not all in the text: they have ${formatBytes(listed)} of the ${formatBytes(counted)} in use `
    + `(${formatRatio(listed / counted)}) that its first line counts.${largest === 0 ? ''
    : ` The largest has ${formatBytes(largest)}.`} Its functions are addresses: pprof PROGRAM FILE names them.`;
}
