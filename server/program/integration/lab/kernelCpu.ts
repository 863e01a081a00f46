/** A process's CPU by the kernel, as truth beside what its metrics say. Linux only. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Ticks of /proc: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;
const SAMPLE_MS = 50;
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

/** An hour at its pace. */
const MAX_SAMPLES = 3_600_000 / SAMPLE_MS;

/**
 * On a thread of its own, which sleeps but for this: on a full machine the event loop of a test, which also makes the
 * load and asks for pages, comes to it too seldom. `samples`: moment and CPU seconds by turns; `state[0]`: how many.
 */
const SAMPLER = `
const { readFileSync } = require('node:fs');
const { workerData: { pid, samples, state, tickMs, everyMs } } = require('node:worker_threads');
for (;;) {
  const beforeMs = Date.now();
  let text;
  try { text = readFileSync('/proc/' + pid + '/stat', 'utf8'); } catch { break; }
  const stat = text.slice(text.lastIndexOf(')') + 2).split(' ').map(Number);
  const count = Atomics.load(state, 0);
  if (2 * count >= samples.length) break;
  // Interrupted between the two, it is of no known moment.
  if (Date.now() - beforeMs <= tickMs) {
    samples[2 * count] = beforeMs;
    samples[2 * count + 1] = tickMs * (stat[11] + stat[12]) / 1000;
    Atomics.store(state, 0, count + 1);
  }
  Atomics.wait(state, 1, 0, everyMs);
}
`;

/** Reads user and system time every 50 ms from now on. */
export function watchCpu(pid: number): KernelCpu {
  const samples = new Float64Array(new SharedArrayBuffer(16 * MAX_SAMPLES));
  const state = new Int32Array(new SharedArrayBuffer(8));
  const sampler = new Worker(
    SAMPLER, { eval: true, workerData: { pid, samples, state, tickMs: TICK_MS, everyMs: SAMPLE_MS } }
  );
  sampler.unref();
  const timeAt = (i: number): number => samples[2 * i] ?? NaN;
  const usedAt = (i: number): number => samples[2 * i + 1] ?? NaN;
  return {
    secondsAt: (timeMs) => {
      let [after, end] = [0, Atomics.load(state, 0)];
      const count = end;
      while (after < end) {
        const middle = (after + end) >> 1;
        if (timeAt(middle) < timeMs) after = middle + 1;
        else end = middle;
      }
      if (after === 0 || after === count) return NaN;
      const [t0, t1, s0, s1] = [timeAt(after - 1), timeAt(after), usedAt(after - 1), usedAt(after)];
      return t1 - t0 > MAX_APART_MS ? NaN : s0 + (s1 - s0) * (timeMs - t0) / (t1 - t0);
    },
    stop: () => { void sampler.terminate(); },
  };
}
