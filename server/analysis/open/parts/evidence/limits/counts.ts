/** Compares what a process has of mappings and open files, as counted in the text, with their limits there. Pure. */

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

const numberIn = (pattern: RegExp, text: string): number =>
  Number(pattern.exec(text)?.slice(1).find((value) => value !== undefined) ?? NaN);
const whole = (value: number): string => value.toLocaleString('en-US');

/** Returns whether the limit is reached by the count; null without a count beside such a fault. */
export function countedLimits(fault: 'maps' | 'files' | null, text: string): string | null {
  if (fault === null) return null;
  const head = text.slice(0, MAX_CHARS);
  const isOfMaps = fault === 'maps';
  const count = numberIn(isOfMaps ? MAPPINGS : FILES, head);
  const shown = numberIn(isOfMaps ? MAP_LIMIT : FILE_LIMIT, head);
  const limit = Number.isNaN(shown) && isOfMaps ? DEFAULT_MAPS : shown;
  if (!(count > 0) || !(limit > 0)) return null;
  const [what, setting] = isOfMaps ? ['mappings', 'vm.max_map_count'] : ['files open', 'the limit of open files'];
  const is = `${setting} ${Number.isNaN(shown) ? `is ${limit} by default` : `is ${limit}`}`;
  return count >= NEAR_RATIO * limit
    ? `The process has ${whole(count)} ${what} by the text, and ${is}: that is the limit which is reached, so raise `
      + 'it, and find why there are so many.'
    : `The process has ${whole(count)} ${what} by the text, and ${is}, so that limit was not reached when it was `
      + 'counted.';
}
