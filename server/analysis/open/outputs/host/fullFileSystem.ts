/** Says of a full file system of df what its size is, what du finds in it, and what that means for Prometheus. Pure. */
import { formatBytes } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { FULL_PERCENT, rowsOf, type FileSystem } from './dfRows.ts';
import { bytesOf, largestIn, smallData } from './duShares.ts';

const AMOUNT = String.raw`(\d[\d.,]{0,15}[KMGTP]?i?B?)`;
/** Size, used and available of a row, by its mount. */
const ROW = new RegExp(String.raw`^\S{1,300}[ \t]{1,60}(?:[a-z]\w{1,11}[ \t]{1,20})?${AMOUNT}[ \t]{1,40}${AMOUNT}`
  + String.raw`[ \t]{1,40}${AMOUNT}[ \t]{1,20}\d{1,3}%[ \t]{1,20}(\/\S{0,200})[ \t\r]*$`, 'gm');
/** The unit of amounts without one, from the header; blocks of 512 bytes are those of POSIX. */
const BLOCKS = /^Filesystem[ \t]{1,60}(1K|1024|512|1M|1048576)-blocks\b/m;
const BLOCK_BYTES: Readonly<Record<string, number>> = {
  '1K': 2 ** 10, 1024: 2 ** 10, 512: 512, '1M': 2 ** 20, 1048576: 2 ** 20,
};
const MAX_CHARS = 64 * 1024;
const OF_PROMETHEUS = /(?:^|[\W_])prometheus(?:[\W_]|$)/i;

/** Returns the size of a mount and what is free of it; null if it has none in the text. */
export function spaceOf(head: string, mount: string): { size: number; free: number } | null {
  const block = BLOCK_BYTES[BLOCKS.exec(head)?.[1] ?? ''] ?? NaN;
  const row = [...head.matchAll(ROW)].find(([, , , , at]) => at === mount);
  const [size = NaN, free = NaN] = [row?.[1] ?? '', row?.[3] ?? ''].map((amount) => bytesOf(amount, block));
  return size > 0 ? { size, free } : null;
}

/** Returns what the text shows of a full mount; null without its size. */
export function fullFileSystem(text: string, mount: string): string | null {
  const head = text.slice(0, MAX_CHARS);
  const space = spaceOf(head, mount);
  if (space === null) return null;
  const { size, free } = space;
  const isOfPrometheus = OF_PROMETHEUS.test(mount);
  const largest = largestIn(head, mount, size);
  return joined([
    `It has ${formatBytes(size)}, of which ${free > 0 ? formatBytes(free) : 'nothing'} is free.`,
    largest === null ? null : `By du, ${largest.said}.`,
    isOfPrometheus ? `${free < 0.01 * size ? 'Prometheus can write' : 'Once it is full, Prometheus can write'} neither `
      + 'its WAL nor blocks there, and what shares that volume (a Thanos sidecar) cannot write its state: enlarge the '
      + 'volume, or let Prometheus keep less (--storage.tsdb.retention.size or .time). Do not delete the '
      + 'WAL, which has the samples of the last hours.'
      : largest === null ? null : largest.step ?? 'Free space there, or enlarge it.',
  ]);
}

/** The last part of a path, which a mount has in each of the containers that share it. */
const lastPart = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? '';
const NO_SPACE = /(\/\S{1,300}?)"?: (?:no space left on device|disk quota exceeded)/;
const WITHOUT_PATH = /\bno space left on device\b/;

/**
 * Returns the full file system that a log without space means: one whose last folder is in the path of its error, or
 * the one that holds that path; without a path the only one that is full.
 */
function fullOf(log: string, df: string): FileSystem | undefined {
  const all = rowsOf(df);
  const full = all.filter(({ percent, mount }) => percent >= FULL_PERCENT && !mount.startsWith('/snap/'));
  const path = NO_SPACE.exec(log)?.[1];
  if (path === undefined) {
    const mounts = new Set(full.map(({ mount }) => mount));
    return mounts.size === 1 && WITHOUT_PATH.test(log) ? full[0] : undefined;
  }
  const folders = path.split('/').slice(0, -1);
  const named = full.find(({ mount }) => mount !== '/' && folders.includes(lastPart(mount)));
  if (named !== undefined) return named;
  const holds = all.map(({ mount }) => mount).filter((mount) => path.startsWith(mount === '/' ? '/' : `${mount}/`))
    .sort((a, b) => b.length - a.length);
  return full.find(({ mount }) => mount === holds[0]);
}

/**
 * Says which file system of df a log means that has no space on it. Null without one. `name`: the file with the output
 * of df.
 */
export function fullBeside(log: string, df: string, name: string): string | null {
  const head = df.slice(0, MAX_CHARS);
  const row = fullOf(log.slice(0, MAX_CHARS), head);
  if (row === undefined) return null;
  const [size] = (fullFileSystem(df, row.mount) ?? '').split(/(?<=\.) /);
  if (row.isOfInodes) return joined([
    `The volume ${row.mount} has ${row.percent} % of its inodes in use, as ${name} shows, so no file can be made `
      + `there, no matter how many bytes are free. ${size ?? ''}`.trim(),
    'Find the folder with most files (du --inodes -x), delete or move them, or use a file system with more inodes.',
  ]);
  const space = spaceOf(head, row.mount);
  const small = space === null ? null : smallData(head, row.mount, space.size);
  const most = space === null ? null : largestIn(head, row.mount, space.size);
  return joined([
    `The ${row.mount === '/' ? 'file system' : 'volume'} ${row.mount} is full, as ${name} shows${
      most !== null && small !== null ? `, and not by the data of Prometheus: ${most.said}` : ''}.`,
    size === '' ? null : size ?? null,
    most === null || small !== null ? null : `By du, ${most.said}.`, small, most?.step ?? null,
  ]);
}
