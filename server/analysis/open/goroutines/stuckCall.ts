/** Finds the goroutine of a dump that has been in a system call for minutes, and those that waited later. Pure. */
import { packageOf } from '../../../../core/profile/packages.ts';
import { formatSeconds } from '../../../../core/text/format.ts';

const HEADER = new RegExp(String.raw`^[ \t]*goroutine (\d{1,20}) (?:gp=\S{1,40} m=\S{1,40} (?:mp=\S{1,40} )?)?`
  + String.raw`\[([^\],]{1,60})(?:, (\d{1,7}) minutes)?`);
const FRAME = /^[ \t]*((?:[\w.~-]{1,100}\/){0,20}[\w-]{1,100}\.[^\s{}]{1,300}?)\((?:0x|\.\.\.|\{|\)|[\d-])/gm;
/** Packages whose functions do something on behalf of their caller. */
const OF_GO = new RegExp(String.raw`^(?:runtime|sync|internal|time|io|bufio|os|syscall|net|context|reflect`
  + String.raw`|golang\.org/x/sys)(?:/[\w./-]{1,100})?\.`);
/** Calls on a file, by which the file system or the disk is meant. */
const ON_FILE = new RegExp(String.raw`^os\.(?:\(\*File\)\.`
  + String.raw`|(?:Open|Create|Rename|Remove|Stat|Lstat|ReadDir|ReadFile|WriteFile|Mkdir)\w{0,10}$)`);
const CALL = new RegExp(String.raw`^(?:syscall|golang\.org/x/sys/unix)\.(?:p?(?:write|read)v?\d{0,2}|f(?:data)?sync`
  + String.raw`|open(?:at)?|close|rename(?:at)?|unlink(?:at)?|stat|fstat(?:at)?|lstat|ftruncate|fallocate|mmap|munmap`
  + String.raw`|msync|flock|getdents|readdir|mkdir(?:at)?|sync|statfs|madvise)\w{0,10}$`, 'i');
/** Functions that wait in every program with signal handlers, and the main goroutine. */
const NORMAL = /^(?:os\/signal\.|main\.main$)/;
const MIN_MINUTES = 2;
const MIN_WAITERS = 2;
const MAX_GROUPS = 3;
const MAX_CHAIN = 4;

interface Dumped { id: string; state: string; minutes: number; names: string[] }

const short = (name: string): string => name.split('/').at(-1) ?? name;
const age = (minutes: number): string => formatSeconds(minutes * 60);

function dumpedOf(text: string): Dumped | null {
  const [, id, state, minutes = '0'] = HEADER.exec(text) ?? [];
  return id === undefined || state === undefined ? null
    : { id, state, minutes: Number(minutes), names: [...text.matchAll(FRAME)].map(([, name = '']) => name) };
}

/** Returns `write`, `fsync`; null for a call that is none on a file, such as one in C. */
function callOf({ state, minutes, names }: Dumped): string | null {
  if (state !== 'syscall' || minutes < MIN_MINUTES) return null;
  const name = names.find((one) => CALL.test(one));
  return name === undefined ? null : short(name).replace(/^\w+\./, '').toLowerCase();
}

/**
 * Says which call on a file has not returned for longest, and who waits since. `stacks`: the goroutines, each with its
 * header. Null without such a call.
 */
export function stuckCall(stacks: readonly string[]): string | null {
  const all = stacks.flatMap((stack) => dumpedOf(stack) ?? []);
  const [first, second] = all.filter((one) => callOf(one) !== null).toSorted((a, b) => b.minutes - a.minutes);
  const call = first === undefined ? null : callOf(first);
  if (first === undefined || call === null) return null;
  const isOfFile = first.names.some((name) => ON_FILE.test(name)) || !/^(?:read|write)/.test(call);
  const own = [...new Set(first.names.filter((name) => !OF_GO.test(name)).map(short))].slice(0, MAX_CHAIN);
  const chain = own.length === 0 ? '' : `, called by ${own.join(', ')}`;
  const packages = new Set(first.names.filter((name) => !OF_GO.test(name)).map(packageOf));
  const waiters = all.filter((one) => one !== first && one.minutes > 0 && one.minutes <= first.minutes
    && one.state !== 'syscall' && !one.names.some((name) => NORMAL.test(name))
    && one.names.some((name) => packages.has(packageOf(name))));
  const groups = groupsOf(waiters);
  const many = groups.reduce((sum, { count }) => sum + count, 0);
  return [
    `Goroutine ${first.id} has been in the system call ${call} for ${age(first.minutes)}${chain}: ${isOfFile
      ? `a call on a file that does not return is held up by the kernel, the disk or a network file system (NFS), `
        + 'not by Go.' : 'what it reads from or writes to does not answer.'}`,
    ...many < MIN_WAITERS ? [] : [`${groups.slice(0, MAX_GROUPS).map(({ count, at, state, least, most }) =>
      `${count} wait in ${at} ("${state}", ${least === most ? age(most) : `${age(least)} to ${age(most)}`})`)
      .join(', ')}: all began to wait after that call, in the same packages, so they probably wait for it.`],
    ...second === undefined ? [] : [`${all.filter((one) => callOf(one) !== null).length - 1} more ${
      'in such calls, the longest'} for ${age(second.minutes)}.`],
    isOfFile ? 'Look at the file system that it uses: dmesg, the mounts and their latency (nfsstat, iostat), and '
      + '/proc/PID/task/*/stack.' : 'Look at the other end of it: /proc/PID/fd shows what it is.',
  ].join(' ');
}

interface Group { count: number; at: string; state: string; least: number; most: number }

/** Groups goroutines by the function of the program in which they wait, the most first. */
function groupsOf(waiters: readonly Dumped[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { state, minutes, names } of waiters) {
    const own = names.find((name) => !OF_GO.test(name));
    if (own === undefined) continue;
    const key = `${state} ${own}`;
    const group = groups.get(key) ?? { count: 0, at: short(own), state, least: minutes, most: minutes };
    groups.set(key, group);
    group.count += 1;
    group.least = Math.min(group.least, minutes);
    group.most = Math.max(group.most, minutes);
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count);
}
