/** Parses text of Linux's `/proc` and `/sys/fs/cgroup`; pure. */

/** A listening TCP socket. `address`: bytes in hexadecimal, in network order. */
export interface Listener { address: string; uid: number; inode: string }

const LISTENS = '0A';

/**
 * Returns the sockets that listen on a port. `isLittleEndian`: byte order of the 32-bit words that the kernel prints.
 */
export function listenersOn(text: string, port: number, isLittleEndian: boolean): Listener[] {
  return text.split('\n').slice(1).flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [address = '', hexPort = ''] = (fields[1] ?? '').split(':');
    const [state, uid, inode] = [fields[3], fields[7], fields[9]];
    if (state !== LISTENS || Number.parseInt(hexPort, 16) !== port || uid === undefined || inode === undefined)
      return [];
    const words = address.match(/.{8}/g) ?? [];
    const bytes = isLittleEndian ? words.map((word) => (word.match(/../g) ?? []).reverse().join('')) : words;
    return [{ address: bytes.join('').toLowerCase(), uid: Number(uid), inode }];
  });
}

/** Returns a process's name, and its start in ticks since boot; null: not such a text. */
export function processStat(text: string): { name: string; startTicks: number } | null {
  // A name may hold spaces and brackets.
  const end = text.lastIndexOf(')');
  const startTicks = Number(text.slice(end + 2).split(' ')[19] ?? NaN);
  return end === -1 || !Number.isFinite(startTicks) ? null
    : { name: text.slice(text.indexOf('(') + 1, end), startTicks };
}

/** Returns the number after a word at the start of a line: `btime` of `/proc/stat`, `Uid:` of a status. */
export function numberOf(text: string, word: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(word) && /\s/.test(one.charAt(word.length)));
  const value = line?.slice(word.length).trim().split(/\s+/)[0];
  return value === undefined || !/^\d+$/.test(value) ? null : Number(value);
}

/** Location of a controller's control groups. `version` 2 has all controllers in one tree. */
export interface GroupTree { version: 1 | 2; mount: string; root: string }

/** Returns the trees listed in `/proc/self/mountinfo`; `controller`: `cpu`, `memory`. */
export function groupTrees(mountinfo: string, controller: string): GroupTree[] {
  return mountinfo.split('\n').flatMap((line): GroupTree[] => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root, mount] = before.split(' ');
    const [type, , options = ''] = after.split(' ');
    if (root === undefined || mount === undefined) return [];
    if (type === 'cgroup2') return [{ version: 2, mount: unescaped(mount), root: unescaped(root) }];
    return type === 'cgroup' && options.split(',').includes(controller)
      ? [{ version: 1, mount: unescaped(mount), root: unescaped(root) }] : [];
  }).sort((a, b) => a.version - b.version);
}

function unescaped(path: string): string {
  return path.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/** Returns the group of a process in a tree, from its `/proc/PID/cgroup`. */
export function groupPath(text: string, { version }: Pick<GroupTree, 'version'>, controller: string): string | null {
  for (const line of text.split('\n')) {
    const [id, controllers = '', ...path] = line.split(':');
    const isIt = version === 2 ? id === '0' && controllers === '' : controllers.split(',').includes(controller);
    if (isIt && path.length > 0) return path.join(':');
  }
  return null;
}

/** Returns the limit in `cpu.max` in cores; null: none. */
export function coresOfMax(text: string): number | null {
  const [quota = '', period = ''] = text.trim().split(/\s+/);
  return coresOf(Number(quota), Number(period));
}

/** Returns cores from `cpu.cfs_quota_us` (-1: no limit) and `cpu.cfs_period_us`; null: none. */
export function coresOf(quota: number, period: number): number | null {
  return quota > 0 && period > 0 && Number.isFinite(quota / period) ? quota / period : null;
}

export interface ThrottleCounters { periods: number; throttledPeriods: number; throttledSeconds: number }

/** Parses `cpu.stat`: microseconds in version 2, nanoseconds in version 1. */
export function throttleCounters(text: string): ThrottleCounters | null {
  const [periods, throttledPeriods] = [numberOf(text, 'nr_periods'), numberOf(text, 'nr_throttled')];
  const [micro, nano] = [numberOf(text, 'throttled_usec'), numberOf(text, 'throttled_time')];
  const throttledSeconds = micro !== null ? micro / 1e6 : nano !== null ? nano / 1e9 : null;
  return periods === null || throttledPeriods === null || throttledSeconds === null ? null
    : { periods, throttledPeriods, throttledSeconds };
}
