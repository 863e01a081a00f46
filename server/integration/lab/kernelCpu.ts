/** A process's CPU by the kernel, as truth beside what its metrics say. Linux only. */
import { readFileSync } from 'node:fs';

/** Ticks of /proc: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;
const SAMPLE_MS = 100;
/** Within an interval of a second, CPU that is spread evenly over more than this says little of it. */
const MAX_APART_MS = 300;

/** Fields of /proc/PID/stat after the name in brackets, which may hold spaces. */
function statOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ').map(Number);
}

/** When it started, ms since the epoch, to about 10 ms. */
export function processStartMs(pid: number): number {
  return bootMs() + TICK_MS * (statOf(pid)[19] ?? NaN);
}

/** When the machine booted: of several readings the one that was interrupted least, since any wait makes it later. */
function bootMs(): number {
  const readings = Array.from({ length: 20 }, () => {
    const [uptime = NaN] = readFileSync('/proc/uptime', 'utf8').split(' ').map(Number);
    return Date.now() - 1000 * uptime;
  });
  return Math.min(...readings);
}

/** User and system time since its start. */
export function cpuSecondsOf(pid: number): number {
  const stat = statOf(pid);
  return TICK_MS * ((stat[11] ?? NaN) + (stat[12] ?? NaN)) / 1000;
}

export interface KernelCpu {
  /** CPU seconds used up to a moment, between its samples; NaN outside of them and where they are far apart. */
  secondsAt(timeMs: number): number;
  stop(): void;
}

/** Reads user and system time every 100 ms from now on. */
export function watchCpu(pid: number): KernelCpu {
  const times: number[] = [];
  const seconds: number[] = [];
  const sample = (): void => {
    const beforeMs = Date.now();
    const used = cpuSecondsOf(pid);
    // Interrupted between the two, it is of no known moment.
    if (Date.now() - beforeMs > TICK_MS) return;
    times.push(beforeMs);
    seconds.push(used);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    secondsAt: (timeMs) => {
      const after = times.findIndex((time) => time >= timeMs);
      const [t0 = NaN, t1 = NaN] = [times[after - 1], times[after]];
      const [s0 = NaN, s1 = NaN] = [seconds[after - 1], seconds[after]];
      return after <= 0 || t1 - t0 > MAX_APART_MS ? NaN : s0 + (s1 - s0) * (timeMs - t0) / (t1 - t0);
    },
    stop: () => { clearInterval(timer); },
  };
}
