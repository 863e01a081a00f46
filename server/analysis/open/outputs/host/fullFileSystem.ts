/** Says of a full file system of df what its size is, what du finds in it, and what that means for Prometheus. Pure. */
import { formatBytes, formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { FULL_PERCENT, rowsOf } from './dfRows.ts';

const AMOUNT = String.raw`(\d[\d.,]{0,15}[KMGTP]?i?B?)`;
/** Size, used and available of a row, by its mount. */
const ROW = new RegExp(String.raw`^\S{1,300}[ \t]{1,60}(?:[a-z]\w{1,11}[ \t]{1,20})?${AMOUNT}[ \t]{1,40}${AMOUNT}`
  + String.raw`[ \t]{1,40}${AMOUNT}[ \t]{1,20}\d{1,3}%[ \t]{1,20}(\/\S{0,200})[ \t\r]*$`, 'gm');
/** The unit of amounts without one, from the header; blocks of 512 bytes are those of POSIX. */
const BLOCKS = /^Filesystem[ \t]{1,60}(1K|1024|512|1M|1048576)-blocks\b/m;
const BLOCK_BYTES: Readonly<Record<string, number>> = {
  '1K': 2 ** 10, 1024: 2 ** 10, 512: 512, '1M': 2 ** 20, 1048576: 2 ** 20,
};
const UNIT_BYTES: Readonly<Record<string, number>> = {
  K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40, P: 2 ** 50,
};
const DU = /(?:^|[\s$#;&|])du((?:[ \t]{1,4}-[-\w=]{1,30}){0,6})(?=[ \t])/m;
const DU_ROW = /^(\d[\d.]{0,15}[KMGTP]?)\s{1,12}(\/\S{1,300})[ \t\r]*$/gm;
const MIN_SHARE = 0.05;
const MAX_CHARS = 64 * 1024;
const OF_PROMETHEUS = /(?:^|[\W_])prometheus(?:[\W_]|$)/i;

/** Returns the bytes of an amount with a unit, or of blocks; NaN if neither is known. */
function bytesOf(amount: string, block: number): number {
  const [, value = '', unit = ''] = /^([\d.,]{1,16})([KMGTP]?)/.exec(amount) ?? [];
  return Number(value.replace(',', '.')) * (unit === '' ? block : UNIT_BYTES[unit] ?? NaN);
}

/** Returns the bytes of an amount of du without a unit, by its options; KiB without one. */
function duBlock(options: string): number {
  return /-\w{0,8}b|--bytes/.test(options) ? 1 : /-\w{0,8}m\b|--block-size=1?M/.test(options) ? 2 ** 20 : 2 ** 10;
}

/** Returns what the text shows of a full mount; null without its size. */
export function fullFileSystem(text: string, mount: string): string | null {
  const head = text.slice(0, MAX_CHARS);
  const block = BLOCK_BYTES[BLOCKS.exec(head)?.[1] ?? ''] ?? NaN;
  const row = [...head.matchAll(ROW)].find(([, , , , at]) => at === mount);
  const [size, free] = [row?.[1] ?? '', row?.[3] ?? ''].map((amount) => bytesOf(amount, block));
  if (size === undefined || free === undefined || !(size > 0)) return null;
  const isOfPrometheus = OF_PROMETHEUS.test(mount);
  const largest = largestIn(head, mount, size);
  return joined([
    `It has ${formatBytes(size)}, of which ${free > 0 ? formatBytes(free) : 'nothing'} is free.`,
    largest === null ? null : `By du, ${largest}.`,
    isOfPrometheus ? `${free < 0.01 * size ? 'Prometheus can write' : 'Once it is full, Prometheus can write'} neither `
      + 'its WAL nor blocks there, and what shares that volume (a Thanos sidecar) cannot write its state: enlarge the '
      + 'volume, or let Prometheus keep less (--storage.tsdb.retention.size or .time). Do not delete the '
      + 'WAL, which has the samples of the last hours.'
      : largest === null ? null : 'Free space there, or enlarge it.',
  ]);
}

/** The last part of a path, which a mount has in each of the containers that share it. */
const lastPart = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? '';
const NO_SPACE = /(\/\S{1,300}?)"?: (?:no space left on device|disk quota exceeded)/;

/**
 * Says which file system of df a log means that has no space on it: one whose last folder is in the path of its error.
 * Null without one. `name`: the file with the output of df.
 */
export function fullBeside(log: string, df: string, name: string): string | null {
  const path = NO_SPACE.exec(log.slice(0, MAX_CHARS))?.[1];
  if (path === undefined) return null;
  const folders = path.split('/').slice(0, -1);
  const rows = rowsOf(df.slice(0, MAX_CHARS)).filter(({ percent }) => percent >= FULL_PERCENT);
  const row = rows.find(({ mount }) => mount !== '/' && folders.includes(lastPart(mount)));
  if (row === undefined) return null;
  const [size, largest] = (fullFileSystem(df, row.mount) ?? '').split(/(?<=\.) /);
  if (row.isOfInodes) return joined([
    `The volume ${row.mount} has ${row.percent} % of its inodes in use, as ${name} shows, so no file can be made `
      + `there, no matter how many bytes are free. ${size ?? ''}`.trim(),
    'Find the folder with most files (du --inodes -x), delete or move them, or use a file system with more inodes.',
  ]);
  return joined([
    `The volume ${row.mount} is full, as ${name} shows.`, size === '' ? null : size ?? null,
    largest?.startsWith('By du, ') === true ? largest : null,
  ]);
}

/** Returns the largest folder within the mount, with its share; null without one. */
function largestIn(text: string, mount: string, size: number): string | null {
  const options = DU.exec(text)?.[1];
  if (options === undefined) return null;
  const rows = [...text.matchAll(DU_ROW)].map(([, amount = '', path = '']) =>
    ({ path, bytes: bytesOf(amount, duBlock(options)) }))
    .filter(({ path, bytes }) => path !== mount && path.startsWith(mount === '/' ? '/' : `${mount}/`)
      && bytes >= MIN_SHARE * size && bytes <= size).sort((a, b) => b.bytes - a.bytes);
  const [first] = rows;
  return first === undefined ? null : `${first.path} has ${formatBytes(first.bytes)} of it (${
    formatNumber(100 * first.bytes / size)} %)`;
}
