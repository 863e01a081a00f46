/** What the kernel says a process and its host did, once a second: the truth that a planted trouble is checked by. */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** The clock that /proc counts CPU in. */
const TICKS_PER_SECOND = 100;
/** Shorter steps are too few ticks. */
const MIN_MS = 500;
/** Columns of /proc/<pid>/stat after the name in brackets: utime and stime. */
const [UTIME, STIME] = [11, 12];
/** Columns of the first line of /proc/stat: idle, iowait, steal. */
const [IDLE, IOWAIT, STEAL] = [3, 4, 7];

/** Rates over a second or so: cores used, threads of the process that waited for a core, cores of the host in use. */
export interface TruthSecond {
  atMs: number;
  usedCores: number;
  waitingThreads: number;
  busyCores: number;
  stolenCores: number;
}

interface Counters { atMs: number; used: number; waited: number; idle: number; stolen: number }

/** null while the process is not there. */
function read(pid: number): Counters | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
    const waited = readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[1]), 0
    );
    const host = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).slice(1).map(Number);
    return {
      atMs: Date.now(), waited: waited / 1e9,
      used: ((fields[UTIME] ?? NaN) + (fields[STIME] ?? NaN)) / TICKS_PER_SECOND,
      idle: ((host[IDLE] ?? NaN) + (host[IOWAIT] ?? NaN)) / TICKS_PER_SECOND,
      stolen: (host[STEAL] ?? NaN) / TICKS_PER_SECOND,
    };
  } catch {
    // It, or one of its threads, ended a moment ago: this second is not known.
    return null;
  }
}

/** Watches until `stop`, which gives the seconds that could be read. The process may change: its id is asked for. */
export function watchKernel(pid: () => number): { stop: () => TruthSecond[] } {
  const seconds: TruthSecond[] = [];
  let before = { pid: pid(), counters: read(pid()) };
  const timer = setInterval(() => {
    const now = { pid: pid(), counters: read(pid()) };
    const [from, to] = [before.counters, now.counters];
    // A late timer fires again at once.
    if (from !== null && to !== null && to.atMs - from.atMs < MIN_MS) return;
    if (from !== null && to !== null && before.pid === now.pid) {
      const rate = (of: (counters: Counters) => number): number => 1000 * (of(to) - of(from)) / (to.atMs - from.atMs);
      seconds.push({
        atMs: to.atMs, usedCores: rate(({ used }) => used), waitingThreads: rate(({ waited }) => waited),
        busyCores: cpus().length - rate(({ idle }) => idle), stolenCores: rate(({ stolen }) => stolen),
      });
    }
    before = now;
  }, 1000);
  return { stop: () => { clearInterval(timer); return seconds; } };
}
