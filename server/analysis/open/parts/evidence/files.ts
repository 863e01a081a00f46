/** Tells what outputs in the text show of the path that an error names: its file system, owner and mode. Pure. */
import { DENIED, FULL, OPEN_FILES } from './faults.ts';

const MAX_CHARS = 64 * 1024;
const MAX_LINES = 20;
const MAX_LINE = 4000;
const MAX_BEFORE = 300;
const MAX_BEHIND = 40;
const MAX_PATHS = 5;
const MAX_TOLD = 2;
const NEAR_FULL = 95;

export const PATH = String.raw`(\/[\w.@+-]{1,100}(?:\/[\w.@+:-]{1,100}){0,20})`;
const NO_SPACE = /no space left|disk quota exceeded/i;
const NO_RIGHT = /permission denied|operation not permitted/i;
const pathBefore = (words: RegExp): RegExp =>
  new RegExp(String.raw`${PATH}["'\x60]?[^\n/]{0,80}?(?:${words.source})`, 'gi');
const [OUT_OF_SPACE, NOT_ALLOWED] = [pathBefore(NO_SPACE), pathBefore(NO_RIGHT)];
const AMOUNT = String.raw`[\d.,]{1,20}[KMGTP]?i?`;
/** A row of df, of bytes or of inodes. */
const DF = new RegExp(
  String.raw`^\S{1,300} +(?:[a-z]\w{1,11} +)?${AMOUNT} +${AMOUNT} +\S{1,20} +(\d{1,3})% +(\/\S{0,200})$`, 'gm'
);
const DF_HEADER = /^Filesystem\b.{0,100}$/gm;
/** A row of ls -l: mode, owner, group, name. */
const LS = new RegExp([
  String.raw`^([-dlcbps][rwxsStT-]{9}[.+@]?) +\d{1,6} +(\S{1,60}) +(\S{1,60}) +[\d.,]{1,15}[KMGT]?`,
  String.raw`(?:[A-Z][a-z]{2} +\d{1,2}|\d{4}-\d\d-\d\d) +(?:\d\d:\d\d\S{0,20}|\d{4})(?: [+-]\d{4})?`,
  String.raw`(\S{1,200})(?: ->.*)?$`,
].join(' +'), 'gm');
/** The user of a container, a unit or a process. */
const USERS = new RegExp([
  /^[ \t-]{0,40}(run(?:AsUser|AsGroup)|fsGroup): ["']?(\d{1,10})\b/, /^\s{0,8}(User|Group)=(\S{1,60})$/,
  /^[ \t]{0,40}(user): ["']?(\d{1,10}(?::\d{1,10})?)["']?$/, /\s--(user)[= ](\d{1,10}(?::\d{1,10})?)\s/,
  /\b(uid)=(\d{1,10}(?:\(\w{1,40}\))?)/,
].map(({ source }) => source).join('|'), 'gm');
const BOUND = /(?:^|\s)["']?([\w./~-]{1,200}):(\/[\w./-]{1,200})(?::[\w,]{1,20})?["']?(?=\s|$)/gm;
const OPEN_LIMIT = new RegExp([
  /^open files {1,60}(?:\([^)\n]{1,20}\) )?(\d{1,10}|unlimited)$/, /^Max open files {1,40}(\d{1,10}) /,
  /\bulimit -n\s{1,4}(\d{1,10})$/,
].map(({ source }) => source).join('|'), 'm');

/** Returns the paths right before an error. `words`: the error. */
function pathsIn(words: RegExp, pattern: RegExp, text: string): string[] {
  const places = text.split('\n').flatMap((line) => {
    const at = line.slice(0, MAX_LINE).search(words);
    return at < 0 ? [] : [line.slice(Math.max(0, at - MAX_BEFORE), at + MAX_BEHIND)];
  }).slice(0, MAX_LINES);
  return [...new Set(places.flatMap((place) => [...place.matchAll(pattern)])
    .map(([, path = '']) => path.replace(/[:.]$/, '')))].slice(0, MAX_PATHS);
}

/** Returns what df shows of the file system of a path that had no space; null without such a row. */
export function fullDisk(facts: string, text: string): string | null {
  if (!FULL.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const headers = [...head.matchAll(DF_HEADER)]
    .map(({ index, 0: line }) => ({ index, isInodes: /Inodes|IUse/.test(line) }));
  const rows = [...head.matchAll(DF)].map(({ index, 1: used = '', 2: mount = '' }) => ({
    used: Number(used), mount, isInodes: headers.findLast((one) => one.index < index)?.isInodes === true,
  }));
  // That of / may be another one than the root of the container of the path.
  const found = pathsIn(NO_SPACE, OUT_OF_SPACE, head).flatMap((path) => {
    const own = rows.filter(({ mount }) => mount !== '/' && (path === mount || path.startsWith(`${mount}/`)));
    const longest = Math.max(...own.map(({ mount }) => mount.length));
    return own.filter(({ mount }) => mount.length === longest);
  });
  const inodes = found.find(({ isInodes, used }) => isInodes && used >= NEAR_FULL);
  if (inodes !== undefined)
    return `By df -i, ${inodes.used} % of the inodes of ${inodes.mount} are used: it is full of files, not of bytes.`;
  const [space] = found.filter(({ isInodes }) => !isInodes);
  if (space === undefined || facts.includes(`${space.mount} is the fullest`)) return null;
  const hasInodes = found.some(({ isInodes }) => isInodes);
  return space.used >= NEAR_FULL ? `By df, ${space.mount} is ${space.used} % full.`
    : `By df, ${space.mount} was ${space.used} % full when it ran: see whether space was freed since the error${
      hasInodes ? '' : ', and df -i for its inodes'}.`;
}

/** Returns owner and mode of a path that was denied, and the user that the text gives; null without these. */
export function deniedPath(facts: string, text: string): string | null {
  if (!DENIED.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const inside = pathsIn(NO_RIGHT, NOT_ALLOWED, head);
  const denied = [...inside, ...boundFolders(inside, head)]
    .map((path) => ({ path, parts: path.split('/').filter((part) => part !== '') }));
  if (denied.length === 0) return null;
  const listed = [...head.matchAll(LS)].flatMap(([, shown = '', owner = '', group = '', whole = '']) => {
    const [name, mode] = [whole.replace(/(?<=.)\/$/, ''), shown.replace(/[.+@]$/, '')];
    const isOwn = denied.some(({ path, parts }) => path === name || parts.at(-1) === name
      // A folder above it, which must let the user in.
      || (mode.startsWith('d') && (path.startsWith(`${name}/`) || parts.slice(0, -1).includes(name))));
    return !isOwn || facts.includes(mode) ? [] : [`${name} as ${mode} of ${owner}:${group}`];
  });
  const users = [...head.matchAll(USERS)]
    .map((match) => match.slice(1).filter((part) => part !== undefined).join(' '));
  const said = [...[...new Set(listed)].slice(0, MAX_TOLD), ...[...new Set(users)].slice(0, MAX_TOLD)];
  return said.length === 0 ? null : `The text shows ${said.join(', ')}.`;
}

/** Returns the folders of the host that are mounted where the paths are, as in `./data:/prometheus`. */
const boundFolders = (paths: readonly string[], text: string): string[] => [...text.matchAll(BOUND)]
  .flatMap(([, folder = '', path = '']) => (paths.some((one) => one === path || one.startsWith(`${path}/`))
    ? [folder.replace(/^\.\//, '')] : [])).slice(0, MAX_PATHS);

/** Returns the limit of open files that an output shows; null without one. */
export function openFiles(facts: string, text: string): string | null {
  if (!OPEN_FILES.test(facts)) return null;
  const limit = OPEN_LIMIT.exec(text.slice(0, MAX_CHARS))?.slice(1).find((value) => value !== undefined);
  return limit === undefined ? null : `In the text, the limit of open files is ${limit}.`;
}
