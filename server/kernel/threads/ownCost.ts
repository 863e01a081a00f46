import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import type { SelfPart, SelfStatus } from '../../../core/contract/contract.ts';
import type { Cancel, Clock } from '../../../core/time/clock.ts';
import type { PartMemory } from './calls.ts';

/** Use of one thread or process. */
export interface PartUse { part: string; memory: PartMemory }

const EVERY_MS = 10_000;
/** CPU is averaged over this time, because parts report theirs only now and then. */
const KEPT_MS = 5 * 60_000;
/** A finer resolution wakes an idle process more often. */
const LAG_RESOLUTION_MS = 100;
const NS_PER_SECOND = 1e9;
export const MAIN_PART = 'main';

interface Reading { timeMs: number; cpuSeconds: ReadonlyMap<string, number | null>; lag: SelfStatus['eventLoop'] }

/** Measures what this program costs: reads its parts every ten seconds and keeps the readings for five minutes. */
export class OwnCost {
  readonly #parts: () => PartUse[];
  readonly #clock: Pick<Clock, 'nowMs' | 'background'>;
  readonly #lag: IntervalHistogram = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  #readings: Reading[] = [];
  #cancel: Cancel | null = null;

  constructor(options: { parts: () => PartUse[]; clock: Pick<Clock, 'nowMs' | 'background'> }) {
    this.#parts = options.parts;
    this.#clock = options.clock;
  }

  start(): void {
    this.#lag.enable();
    this.read();
    this.#cancel = this.#clock.background.every(EVERY_MS, () => { this.read(); });
  }

  stop(): void {
    this.#cancel?.();
    this.#lag.disable();
  }

  /** Takes a reading. */
  read(): void {
    const timeMs = this.#clock.nowMs();
    const lag = lagOf(this.#lag);
    this.#lag.reset();
    const cpuSeconds = new Map(this.#parts().map(({ part, memory }) => [part, memory.cpuSeconds]));
    this.#readings = [
      ...this.#readings.filter((reading) => reading.timeMs >= timeMs - KEPT_MS), { timeMs, cpuSeconds, lag },
    ];
  }

  view(): Pick<SelfStatus, 'measuredSeconds' | 'cpuCores' | 'residentBytes' | 'parts' | 'eventLoop'> {
    const parts = this.#parts().map(({ part, memory }): SelfPart => ({
      part, cpuCores: this.#cores(part), heapBytes: memory.heapBytes, externalBytes: memory.externalBytes,
      residentBytes: isProcess(part) ? memory.rssBytes : null,
    }));
    const processes = parts.filter(({ part }) => isProcess(part));
    const known = processes.flatMap(({ cpuCores }) => cpuCores ?? []);
    const [first, last] = [this.#readings[0], this.#readings.at(-1)];
    return {
      measuredSeconds: first === undefined || last === undefined ? 0 : (last.timeMs - first.timeMs) / 1000,
      cpuCores: known.length === 0 ? null : known.reduce((sum, cores) => sum + cores, 0),
      residentBytes: processes.reduce((sum, { residentBytes }) => sum + (residentBytes ?? 0), 0),
      parts, eventLoop: this.#worstLag(),
    };
  }

  /** Returns the mean between the part's first and last reading; a restarted part counts from its restart. */
  #cores(part: string): number | null {
    let first: { timeMs: number; cpu: number } | null = null;
    let last: { timeMs: number; cpu: number } | null = null;
    for (const { timeMs, cpuSeconds } of this.#readings) {
      const cpu = cpuSeconds.get(part) ?? null;
      if (cpu === null) continue;
      if (first === null || last === null || cpu < last.cpu) first = { timeMs, cpu };
      last = { timeMs, cpu };
    }
    if (first === null || last === null || last.timeMs === first.timeMs) return null;
    return (last.cpu - first.cpu) / ((last.timeMs - first.timeMs) / 1000);
  }

  /** Returns the worst of the ten-second readings. */
  #worstLag(): SelfStatus['eventLoop'] {
    const lags = this.#readings.flatMap(({ lag }) => lag ?? []);
    if (lags.length === 0) return null;
    const worst = (of: 'p50Seconds' | 'p99Seconds' | 'maxSeconds'): number => Math.max(...lags.map((lag) => lag[of]));
    return { p50Seconds: worst('p50Seconds'), p99Seconds: worst('p99Seconds'), maxSeconds: worst('maxSeconds') };
  }
}

function isProcess(part: string): boolean {
  return part === MAIN_PART || part.startsWith('reader');
}

/** Returns the delays without the interval of the measuring timer itself. */
function lagOf(histogram: IntervalHistogram): SelfStatus['eventLoop'] {
  if (histogram.count === 0) return null;
  const seconds = (ns: number): number => Math.max(0, ns / NS_PER_SECOND - LAG_RESOLUTION_MS / 1000);
  return {
    p50Seconds: seconds(histogram.percentile(50)), p99Seconds: seconds(histogram.percentile(99)),
    maxSeconds: seconds(histogram.max),
  };
}
