/** Compares what a process has of mappings and open files, as counted in the text, with their limits there. Pure. */
import { printedNumbers, shellCommands, type PrintedNumber } from './commands.ts';

const MAX_CHARS = 64 * 1024;
/** A count by `wc -l` of what /proc lists of a process, in the line behind the command or before the path. */
const countOf = (list: string): RegExp => new RegExp([
  String.raw`\/proc\/[^\n/]{1,40}\/${list}\b\/?[^\n]{0,60}\bwc -l[^\n]{0,40}\n[ \t]{0,12}(\d{1,9})[ \t]{0,8}$`,
  String.raw`^[ \t]{0,12}(\d{1,9})[ \t]{1,8}\/proc\/[^\n/]{1,40}\/${list}[ \t]{0,8}$`,
].join('|'), 'm');
const MAPPINGS = countOf('(?:s?maps)');
const FILES = countOf('fd');
const MAP_LIMIT = /\bvm\.max_map_count["']?\s{0,4}[:=]\s{0,4}["']?(\d{4,10})\b/;
/** The default of the kernel. */
const DEFAULT_MAPS = 65_530;
const FILE_LIMIT = new RegExp([
  /^Max open files[ \t]{1,40}(\d{1,10})[ \t]/, /\bLimitNOFILE=(\d{1,10})\b/,
  /\bulimit -n[ \t]{0,4}\n?[ \t]{0,4}(\d{1,10})$/,
].map(({ source }) => source).join('|'), 'm');
const NEAR_RATIO = 0.97;
/** A limit that is usual for programs that map many files. */
const USUAL_MAPS = 262_144;

/** Parts of commands that print a count or a limit as one number. */
const PRINTED = {
  maps: { count: /\/proc\/.{1,60}\/s?maps\b/, limit: /\bmax_map_count\b/ },
  files: { count: /\/proc\/.{1,60}\/fd\b|^lsof\b/, limit: /\bulimit -S?n\b/ },
} as const;
const LISTED_FOLDER = /\bls (?:-\w{1,4} )?(?!\/proc\/)(\/[\w./-]{0,200}[\w-])\/? ?\| ?wc -l/;
const MANY_ENTRIES = 1000;

const numberIn = (pattern: RegExp, text: string): number =>
  Number(pattern.exec(text)?.slice(1).find((value) => value !== undefined) ?? NaN);
const whole = (value: number): string => value.toLocaleString('en-US');

const maxOf = (numbers: readonly PrintedNumber[], of: RegExp): number => {
  const own = numbers.filter(({ part }) => of.test(part)).map(({ value }) => value);
  return own.length === 0 ? NaN : Math.max(...own);
};

/** Returns the folders whose entries a command in the text counts, if there are many. */
export const countedFolders = (text: string): { path: string; count: number }[] =>
  foldersIn(shellCommands(text).flatMap(printedNumbers));

function foldersIn(numbers: readonly PrintedNumber[]): { path: string; count: number }[] {
  return numbers.flatMap(({ part, value }) => {
    const path = LISTED_FOLDER.exec(part)?.[1];
    return path === undefined || value < MANY_ENTRIES ? [] : [{ path, count: value }];
  });
}

/** Says how a limit is raised, and of what there are so many. */
function stepOf(isOfMaps: boolean, limit: number, numbers: readonly PrintedNumber[]): string {
  const raise = !isOfMaps ? 'it' : `it on the host, also of a container${
    limit >= USUAL_MAPS ? '' : ` (sysctl -w vm.max_map_count=${USUAL_MAPS})`}`;
  const [folder] = isOfMaps ? foldersIn(numbers) : [];
  return `raise ${raise}, and find why there are so many${folder === undefined ? ''
    : ` (${folder.path} has ${whole(folder.count)} entries)`}.`;
}

/** What counts as the limit that is reached begins so. */
const REACHED = ': that is the limit which is reached, so ';

/** Whether the sentence says that a limit is reached, which is the cause then. */
export const isReached = (said: string | null): boolean => said?.includes(REACHED) === true;

/** Returns whether the limit is reached by the count; null without a count beside such a fault. */
export function countedLimits(fault: 'maps' | 'files' | null, text: string): string | null {
  if (fault === null) return null;
  const head = text.slice(0, MAX_CHARS);
  const isOfMaps = fault === 'maps';
  const numbers = shellCommands(text).flatMap(printedNumbers);
  const [printed, allowed] = [maxOf(numbers, PRINTED[fault].count), maxOf(numbers, PRINTED[fault].limit)];
  const count = Number.isNaN(printed) ? numberIn(isOfMaps ? MAPPINGS : FILES, head) : printed;
  const shown = Number.isNaN(allowed) ? numberIn(isOfMaps ? MAP_LIMIT : FILE_LIMIT, head) : allowed;
  const limit = Number.isNaN(shown) && isOfMaps ? DEFAULT_MAPS : shown;
  if (!(count > 0) || !(limit > 0) || limit === Infinity) return null;
  const [what, setting] = isOfMaps ? ['mappings', 'vm.max_map_count'] : ['files open', 'the limit of open files'];
  const is = `${setting} ${Number.isNaN(shown) ? `is ${limit} by default` : `is ${limit}`}`;
  return count >= NEAR_RATIO * limit
    ? `The process has ${whole(count)} ${what} by the text, and ${is}${REACHED}${stepOf(isOfMaps, limit, numbers)}`
    : `The process has ${whole(count)} ${what} by the text, and ${is}, so that limit was not reached when it was `
      + 'counted.';
}
