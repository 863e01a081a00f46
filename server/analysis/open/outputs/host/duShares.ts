/** Says by the output of du what fills a file system, and that the data of Prometheus do not. Pure. */
import { formatBytes, formatNumber } from '../../../../../core/text/format.ts';

const UNIT_BYTES: Readonly<Record<string, number>> = {
  K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40, P: 2 ** 50,
};
const DU = /(?:^|[\s$#;&|])du((?:[ \t]{1,4}-[-\w=]{1,30}){0,6})(?=[ \t])/m;
const DU_ROW = /^(\d[\d.]{0,15}[KMGTP]?)\s{1,12}(\/\S{1,300})[ \t\r]*$/gm;
const MIN_SHARE = 0.05;
/** Share of a folder from which one within it is what fills it. */
const MOST = 0.8;
/** Share of the file system below which less data of Prometheus frees next to nothing. */
const SMALL_SHARE = 0.1;
const OF_PROMETHEUS = /\/prometheus(?:-data|-db)?$/i;
/** The folder of a container of Docker, and its log in a listing. */
const OF_CONTAINER = /\/docker\/containers\/[0-9a-f]{8,64}$/;
const CONTAINER_LOG = new RegExp(/[ \t](\d[\d.]{0,15}[KMGTP])[ \t][^\n]{1,60} (\/\S{1,200})\//.source
  + /([0-9a-f]{8,64}-json\.log)[ \t\r]*$/.source, 'gm');
const MIN_OF_LOG = 0.8;

interface Folder { path: string; bytes: number }

/** Returns the bytes of an amount with a unit, or of blocks; NaN if neither is known. */
export function bytesOf(amount: string, block: number): number {
  const [, value = '', unit = ''] = /^([\d.,]{1,16})([KMGTP]?)/.exec(amount) ?? [];
  return Number(value.replace(',', '.')) * (unit === '' ? block : UNIT_BYTES[unit] ?? NaN);
}

/** Returns the bytes of an amount of du without a unit, by its options; KiB without one. */
function duBlock(options: string): number {
  return /-\w{0,8}b|--bytes/.test(options) ? 1 : /-\w{0,8}m\b|--block-size=1?M/.test(options) ? 2 ** 20 : 2 ** 10;
}

/** Returns the folders within the mount that du lists, the largest first. */
function foldersIn(text: string, mount: string, size: number): Folder[] {
  const options = DU.exec(text)?.[1];
  if (options === undefined) return [];
  return [...text.matchAll(DU_ROW)].map(([, amount = '', path = '']) =>
    ({ path, bytes: bytesOf(amount, duBlock(options)) }))
    .filter(({ path, bytes }) => path !== mount && path.startsWith(mount === '/' ? '/' : `${mount}/`) && bytes <= size)
    .sort((a, b) => b.bytes - a.bytes);
}

/** Returns the innermost folder that has most of the largest one. */
function innermost(folders: readonly Folder[]): Folder | undefined {
  let [most] = folders;
  for (const one of folders)
    if (most !== undefined && one.path.startsWith(`${most.path}/`) && one.bytes >= MOST * most.bytes) most = one;
  return most;
}

const shareOf = (bytes: number, size: number): string =>
  `${formatBytes(bytes)} of it (${formatNumber(100 * bytes / size)} %)`;

/** Returns what has most of the mount, with its share, and the step for it; null without a large folder. */
export function largestIn(text: string, mount: string, size: number): { said: string; step: string | null } | null {
  const most = innermost(foldersIn(text, mount, size).filter(({ bytes }) => bytes >= MIN_SHARE * size));
  if (most === undefined) return null;
  const said = `${most.path} has ${shareOf(most.bytes, size)}`;
  const log = !OF_CONTAINER.test(most.path) ? undefined
    : [...text.matchAll(CONTAINER_LOG)].find(([, amount = '', at]) =>
      at === most.path && bytesOf(amount, NaN) >= MIN_OF_LOG * most.bytes);
  return log === undefined ? { said, step: null } : {
    said: `${said}, nearly all in the log of that container, ${log[3] ?? ''}`,
    step: 'Empty that log (truncate -s 0 FILE; a deleted one keeps its space while it is open), limit it in Docker '
      + '(log-opt max-size and max-file), and see what the container logs so much of.',
  };
}

/** Says that the data of Prometheus are a small part of the mount; null if du does not show that. */
export function smallData(text: string, mount: string, size: number): string | null {
  const own = foldersIn(text, mount, size).find(({ path }) => OF_PROMETHEUS.test(path));
  return own === undefined || own.bytes >= SMALL_SHARE * size ? null
    : `${own.path} has only ${shareOf(own.bytes, size)}, so a shorter retention of Prometheus frees little.`;
}
