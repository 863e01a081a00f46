/** Distinguishes a process's own memory from files that it maps, and used memory from the page cache. Pure. */
import { formatBytes } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { mappedFact } from '../../look/mappedFiles.ts';
import { sizeOf, type Row } from './rows.ts';

/** Share of the resident memory from which the shared part is reported, of a process of at least this size. */
const MUCH_SHARED = 0.2;
const MIN_BYTES = 64 * 2 ** 20;
const SIZE = /^\d[\d.,]{0,14}[kmgt]?[+-]?$/i;

/** Returns the bytes of a cell of top, which is in KiB without a unit; null if it is no size. */
function bytesOf(text: string | undefined): number | null {
  if (text === undefined || !SIZE.test(text)) return null;
  return /[kmgt][+-]?$/i.test(text) ? sizeOf(text) : sizeOf(text) * 1024;
}

/** Says how much of the resident memory of a row of top is shared, and what is left; null if that is little. */
export function sharedFact(cells: Row): string | null {
  const [resident, shared] = [bytesOf(cells.get('RES')), bytesOf(cells.get('SHR'))];
  if (resident === null || shared === null || resident < MIN_BYTES || shared > resident
    || shared < MUCH_SHARED * resident) return null;
  return `${formatBytes(shared)} of it are mapped files or shared memory (SHR), so about ${
    formatBytes(resident - shared)} are its own; pages of files leave memory when it runs short.`;
}

/** `-/+ buffers/cache:` below the row of the memory, in free before procps 3.3.10. */
const OLD_FREE = new RegExp(String.raw`^[ \t]{0,12}Mem:[ \t]{1,40}(\d[\d.,]{0,14}[BKMGT]?i?)`
  + String.raw`(?:[ \t]{1,40}\d\S{0,15}){2,5}[ \t]{0,40}\r?\n`
  + String.raw`(?:[^\n]{0,200}\n){0,3}?[ \t]{0,12}-\/\+ buffers\/cache:[ \t]{1,40}(\d\S{0,15})`
  + String.raw`[ \t]{1,40}(\d\S{0,15})`, 'm');
/** The summary of top before procps 3.3.10. */
const OLD_TOP = new RegExp(String.raw`^[ \t]{0,12}(?:KiB )?Mem ?:[ \t]{0,20}(\d{1,15})k?\+?[ \t]total,[ \t]{1,20}`
  + String.raw`(\d{1,15})k?\+?[ \t]used,[^\n]{0,60}?(\d{1,15})k?\+?[ \t]buffers[ \t]{0,40}\r?\n`
  + String.raw`[ \t]{0,12}(?:KiB )?Swap:`
  + String.raw`[^\n]{0,120}?(\d{1,15})k?\+?[ \t]cached`, 'm');

/** The summary of top since then. */
const NEW_TOP = new RegExp(String.raw`^[ \t]{0,12}([KMG]iB) Mem ?:[ \t]{0,20}(\d{1,15}(?:\.\d)?)\+?[ \t]total,`
  + String.raw`[^\n]{0,120}\n`
  + String.raw`[ \t]{0,12}[KMG]iB Swap:[^\n]{0,120}?(\d{1,15}(?:\.\d)?)\+?[ \t]avail Mem`, 'm');

/** Says how much memory of the host is used or free, not counting the page cache, in outputs that count it as used. */
function withoutCache(text: string): string | null {
  const [, total, , free] = OLD_FREE.exec(text) ?? [];
  if (total !== undefined && free !== undefined && sizeOf(total) > 0)
    return `${Math.round(100 * sizeOf(free) / sizeOf(total))} % of the memory of the host is free with buffers and `
      + `cache (${free} of ${total}).`;
  const [, unit, whole, available] = NEW_TOP.exec(text) ?? [];
  if (unit !== undefined && whole !== undefined && available !== undefined && Number(whole) > 0)
    return `${Math.round(100 * Number(available) / Number(whole))} % of the memory of the host is available (${
      available} of ${whole} ${unit}), with the page cache.`;
  const [all, used, buffers, cached] = OLD_TOP.exec(text)?.slice(1).map((kib) => Number(kib) * 1024) ?? [];
  if (all === undefined || used === undefined || buffers === undefined || cached === undefined) return null;
  return used < buffers + cached ? null
    : `The host uses ${formatBytes(used - buffers - cached)} of ${formatBytes(all)} without buffers and page cache.`;
}

/** Returns what else the text of a top says of memory: of the host, of mapped files, and how to see growth. */
export function memoryAround(text: string): string | null {
  const isShared = fits(TOP_COLUMNS, text);
  return joined([withoutCache(text), mappedFact(text), isShared ? growthStep(text) : null]);
}

const TOP_COLUMNS = /[ \t]RES[ \t]{1,20}SHR[ \t]/;

/** A complaint about growth, which one output cannot show. */
const GROWTH =
  /\b(?:memory|RSS|RES|consumption|usage)\b[^\n]{0,80}\b(?:grow(?:s|ing)?|increas(?:es|ing)|leak\w{0,4})\b/i;

/** Says how to see whether memory grows; null if the text does not ask. */
const growthStep = (text: string): string | null => (!fits(GROWTH, text) ? null
  : 'Whether it grows is not seen in one output: compare RES less SHR (RssAnon in /proc/PID/status) over time, as '
    + 'mapped files make RES grow without a leak.');
