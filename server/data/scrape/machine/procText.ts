/** What Linux says in `/proc` and `/sys/fs/cgroup`, from text; pure. */

/** A socket of TCP that listens. `address`: bytes in hexadecimal, in network order. */
export interface Listener { address: string; uid: number; inode: string }

const LISTENS = '0A';

/** `isLittleEndian`: of this machine, whose words of 32 bits the kernel prints. */
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

/** Name, and ticks from the start of the machine to that of the process; null: not such a text. */
export function processStat(text: string): { name: string; startTicks: number } | null {
  // A name may hold spaces and brackets.
  const end = text.lastIndexOf(')');
  const startTicks = Number(text.slice(end + 2).split(' ')[19] ?? NaN);
  return end === -1 || !Number.isFinite(startTicks) ? null
    : { name: text.slice(text.indexOf('(') + 1, end), startTicks };
}

/** The number after a word at the start of a line: `btime` of `/proc/stat`, `Uid:` of a status. */
export function numberOf(text: string, word: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(word) && /\s/.test(one.charAt(word.length)));
  const value = line?.slice(word.length).trim().split(/\s+/)[0];
  return value === undefined || !/^\d+$/.test(value) ? null : Number(value);
}

/** Where the control groups of a controller are. `version` 2 has all controllers in one tree. */
export interface GroupTree { version: 1 | 2; mount: string; root: string }

/** By `/proc/self/mountinfo`; `controller`: `cpu`, `memory`. */
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

/** The group of a process in a tree, by its `/proc/PID/cgroup`. */
export function groupPath(text: string, { version }: Pick<GroupTree, 'version'>, controller: string): string | null {
  for (const line of text.split('\n')) {
    const [id, controllers = '', ...path] = line.split(':');
    const isIt = version === 2 ? id === '0' && controllers === '' : controllers.split(',').includes(controller);
    if (isIt && path.length > 0) return path.join(':');
  }
  return null;
}

/** `cpu.max`: cores; null: none. */
export function coresOfMax(text: string): number | null {
  const [quota = '', period = ''] = text.trim().split(/\s+/);
  return coresOf(Number(quota), Number(period));
}

/** `cpu.cfs_quota_us` and `cpu.cfs_period_us`; -1: none. */
export function coresOf(quota: number, period: number): number | null {
  return quota > 0 && period > 0 && Number.isFinite(quota / period) ? quota / period : null;
}

export interface ThrottleCounters { periods: number; throttledPeriods: number; throttledSeconds: number }

/** `cpu.stat`: microseconds in version 2, nanoseconds in version 1. */
export function throttleCounters(text: string): ThrottleCounters | null {
  const [periods, throttledPeriods] = [numberOf(text, 'nr_periods'), numberOf(text, 'nr_throttled')];
  const [micro, nano] = [numberOf(text, 'throttled_usec'), numberOf(text, 'throttled_time')];
  const throttledSeconds = micro !== null ? micro / 1e6 : nano !== null ? nano / 1e9 : null;
  return periods === null || throttledPeriods === null || throttledSeconds === null ? null
    : { periods, throttledPeriods, throttledSeconds };
}
