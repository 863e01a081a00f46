/**
 * A host and a process on it, second by second: what they have to do, what they can do, and what comes of it. The
 * bench of causes plants troubles into a quiet recording with it. It models where time goes (a queue for cores, pages
 * read back from swap, a frozen process), not what the program looks for.
 */
import { elementAt } from '../../core/elementAt.ts';
import type { Random } from '../../core/statistics/random.ts';

/** What the recording has of one second. */
export interface QuietSecond { cpuSeconds: number; samples: number; scrapeSeconds: number; allocBytes: number }

/** One second of the simulation. Rates are per this second. */
export interface Second {
  /** CPU that the process wants for itself, core-seconds, and how many threads want it at once. */
  demand: number;
  threads: number;
  /** Cores that other processes of the host want. */
  others: number;
  /** The process's quota, cores; Infinity without one. */
  quota: number;
  /** Work of a scrape besides its share of the cores: waits for locks, for pages, for a disk, seconds. */
  scrapeWait: number;
  /** Its own work, times this: assists of GC. */
  scrapeFactor: number;
  isFrozen: boolean;
  isCut: boolean;
  isDown: boolean;
  isReady: boolean;
  samples: number;
  allocBytes: number;
  swappedInPages: number;
  swappedOutPages: number;
  memoryWaiting: number;
  diskBusy: number;
  ioWaiting: number;
  fsyncSeconds: number;
  querySeconds: number;
  queries: number;
}

export function quietSecond(quiet: QuietSecond): Second {
  return {
    demand: quiet.cpuSeconds, threads: 2, others: 0, quota: Infinity, scrapeWait: 0, scrapeFactor: 1,
    isFrozen: false, isCut: false, isDown: false, isReady: true, samples: quiet.samples, allocBytes: quiet.allocBytes,
    swappedInPages: 0, swappedOutPages: 0, memoryWaiting: 0, diskBusy: 0.02, ioWaiting: 0.01, fsyncSeconds: 0,
    querySeconds: 0, queries: 0,
  };
}

export interface Outcome {
  /** CPU used by the process, and busy cores of the host. */
  used: number;
  busyCores: number;
  cpuWaiting: number;
  scrapeSeconds: number;
}

/** The scheduler gives a thread its turn after those before it; a slice lasts some ms. */
const SLICE_SECONDS = 0.004;
/** A quota is dealt out every tenth of a second. */
const PERIOD_SECONDS = 0.1;

/** What comes of the seconds on a host of so many cores; work that finds no core is carried over. */
export function run(
  seconds: readonly Second[], quiet: readonly QuietSecond[], cores: number, random: Random
): Outcome[] {
  let backlog = 0;
  return seconds.map((second, i) => {
    if (second.isFrozen || second.isDown) {
      backlog = 0;
      const busyCores = Math.min(cores, second.others);
      return { used: 0, busyCores, cpuWaiting: waitingFor(second.others, cores), scrapeSeconds: Infinity };
    }
    const wanted = second.demand + backlog;
    // A fair share: whoever wants less leaves the rest to the others.
    const fair = Math.max(cores - second.others, cores * second.threads / (second.threads + second.others));
    const can = Math.min(second.quota, second.threads, cores, fair);
    const used = Math.min(wanted, can);
    // Requests and work that were given up do not wait for ever.
    backlog = Math.min(30, wanted - used);
    const own = elementAt(quiet, i).scrapeSeconds * second.scrapeFactor * (0.7 + 0.6 * random());
    const throttledFor = used >= second.quota * 0.97
      ? PERIOD_SECONDS * (0.2 + 0.8 * random()) * (1 + own / (second.quota * PERIOD_SECONDS)) : 0;
    const load = second.others + used;
    // A handler runs in several turns; at each it waits behind what is runnable beyond the cores.
    const turns = 1 + own / SLICE_SECONDS + 3 * random();
    const queued = Math.max(0, load - 0.8 * cores) / cores;
    const queueing = turns * queued * SLICE_SECONDS * -Math.log(1 - random()) * 4;
    const behind = backlog > 0 && used >= can * 0.97 ? Math.min(1.5, 0.3 * backlog * random()) : 0;
    return {
      used, busyCores: Math.min(cores, load), cpuWaiting: waitingFor(load + Math.min(2, backlog), cores),
      scrapeSeconds: own + throttledFor + queueing + behind + second.scrapeWait,
    };
  });
}

/** Share of the time in which more tasks are runnable than there are cores. */
function waitingFor(load: number, cores: number): number {
  return Math.min(0.99, Math.max(0, 0.1 + 1.2 * (load / cores - 0.8)) + (load >= cores ? 0.4 : 0));
}

/** With this median; sigma of the logarithm. */
export function logNormal(random: Random, median: number, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(sigma * normal);
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}
