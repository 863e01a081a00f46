/** Eleven troubles, planted by what they do to a host and a process, and three windows without; see plantedHost.ts. */
import type { Random } from '../../core/statistics/random.ts';
import { between, logNormal, type Second } from './plantedHost.ts';

export const CAUSES = [
  'gc', 'compaction', 'host-cpu', 'quota', 'swap', 'disk', 'fsync', 'network', 'freeze', 'restart', 'queries', 'none',
  'load-step', 'bursts',
] as const;
export type PlantedCause = (typeof CAUSES)[number];

/** What besides the seconds the counters show. Times in seconds from the start of the window. */
export interface Events {
  cycles: { start: number; end: number }[];
  compactions: { start: number; end: number }[];
  restarts: number[];
  refused: [from: number, to: number][];
}

export interface World { seconds: Second[]; events: Events; cores: number; random: Random }

type Plant = (world: World) => void;

/** Runs `change` over the seconds of [from, to), with the share of each that lies inside. */
function during(
  { seconds }: World, from: number, to: number, change: (second: Second, share: number, at: number) => void
): void {
  for (let at = Math.max(0, Math.floor(from)); at < Math.min(seconds.length, to); at++) {
    const second = seconds[at];
    if (second !== undefined) change(second, Math.min(at + 1, to) - Math.max(at, from), at);
  }
}

/** Moments about `every` seconds apart. */
function moments({ seconds, random }: World, every: number, jitter = 0.3): number[] {
  const found: number[] = [];
  for (let at = every * random(); at < seconds.length - 2; at += every * between(random, 1 - jitter, 1 + jitter))
    found.push(at);
  return found;
}

/** Stretches of `length` seconds that take up about `share` of the window. */
function stretches(world: World, share: number, length: () => number): [from: number, to: number][] {
  const { seconds, random } = world;
  const found: [number, number][] = [];
  for (let at = length() * (1 / share - 1) * random(); at < seconds.length;) {
    const to = at + length();
    found.push([at, to]);
    at = to + (to - at) * (1 / share - 1) * between(random, 0.6, 1.4);
  }
  return found;
}

/** A cycle marks the heap with up to a quarter of the cores and what is idle; requests assist it, or wait for it. */
function cycle(world: World, start: number, coreSeconds: number, assist: number): void {
  const { cores, random } = world;
  const threads = Math.max(1, cores * between(random, 0.6, 1));
  const length = coreSeconds / threads;
  world.events.cycles.push({ start, end: start + length });
  during(world, start, start + length, (second, share) => {
    second.demand += threads * share;
    second.threads = Math.max(second.threads, Math.ceil(threads) + 1);
    if (random() < 0.3 + 0.7 * share) second.scrapeFactor *= logNormal(random, assist, 0.6);
  });
}

const gc: Plant = (world) => {
  const { random } = world;
  const [coreSeconds, assist] = [between(random, 1.5, 5), between(random, 50, 150)];
  for (const at of moments(world, between(random, 18, 45))) cycle(world, at, coreSeconds, assist);
};

const compaction: Plant = (world) => {
  const { random } = world;
  const [length, offset] = [between(random, 5, 14), between(random, 10, 100)];
  const wait = between(random, 0.08, 0.4);
  for (let at = offset; at < world.seconds.length - 20; at += 120) {
    const to = at + length * between(random, 0.8, 1.2);
    world.events.compactions.push({ start: at, end: to });
    during(world, at, to, (second, share) => {
      second.demand += 0.9 * share;
      second.threads = Math.max(second.threads, 3);
      second.diskBusy = Math.min(0.7, second.diskBusy + between(random, 0.1, 0.5) * share);
      // The head's locks are held for most of it.
      if (random() < 0.75) second.scrapeWait += logNormal(random, wait, 0.5) * share;
    });
    // What it allocates brings cycles on.
    for (let cycleAt = at + 2; cycleAt < to; cycleAt += between(random, 2, 6)) cycle(world, cycleAt, 0.5, 2);
  }
};

/** Half of the hosts are full for most of the time. */
const hostCpu: Plant = (world) => {
  const { random, cores } = world;
  const share = random() < 0.5 ? between(random, 0.85, 0.98) : between(random, 0.15, 0.4);
  const load = between(random, 1.6, 3) * cores;
  const length = share > 0.8 ? 200 : 30;
  for (const [from, to] of stretches(world, share, () => between(random, 0.5 * length, 1.5 * length))) {
    during(world, from, to, (second, part) => {
      second.others += load * part * between(random, 0.9, 1.1);
      if (random() < 0.25) second.scrapeWait += logNormal(random, 0.08, 0.8) * part;
    });
  }
};

/** The quota is above the mean and below the peaks: bursts of ingestion and of collection run into it. */
const quota: Plant = (world) => {
  const { seconds, random } = world;
  const mean = seconds.reduce((sum, { demand }) => sum + demand, 0) / seconds.length;
  const limit = Math.max(0.12, mean * between(random, 1.4, 2.2));
  for (const [from, to] of stretches(world, between(random, 0.12, 0.3), () => between(random, 8, 25))) {
    during(world, from, to, (second, share) => {
      second.demand += limit * between(random, 1, 1.6) * share;
      second.threads = 4;
      second.samples *= 1 + share;
    });
  }
  for (const second of seconds) second.quota = limit;
};

const swap: Plant = (world) => {
  const { random } = world;
  const share = random() < 0.5 ? 0.97 : between(random, 0.2, 0.5);
  const [inPages, fault] = [between(random, 150, 2500), between(random, 0.002, 0.008)];
  for (const [from, to] of stretches(world, share, () => between(random, 30, share > 0.9 ? 300 : 80))) {
    during(world, from, to, (second, part) => {
      second.swappedInPages += inPages * between(random, 0.5, 1.5) * part;
      second.swappedOutPages += inPages * between(random, 0.4, 1.6) * part;
      second.memoryWaiting = Math.min(0.9, between(random, 0.1, 0.5) * part);
      second.diskBusy = Math.min(1, second.diskBusy + between(random, 0.1, 0.6) * part);
      second.ioWaiting = Math.min(0.9, second.ioWaiting + between(random, 0.1, 0.4) * part);
      // Pages of the heap that the answer touches come back one by one.
      if (random() < 0.3) second.scrapeWait += logNormal(random, 40 * fault, 0.7) * part;
    });
  }
};

const disk: Plant = (world) => {
  const { random } = world;
  const share = random() < 0.4 ? 0.95 : between(random, 0.2, 0.5);
  for (const [from, to] of stretches(world, share, () => between(random, 20, share > 0.9 ? 300 : 60))) {
    during(world, from, to, (second, part) => {
      second.diskBusy = Math.min(1, second.diskBusy + between(random, 0.9, 1) * part);
      second.ioWaiting = Math.min(0.95, between(random, 0.6, 0.95) * part);
      // Blocks and head chunks are mapped: a page that is not cached waits for the disk.
      if (random() < 0.3) second.scrapeWait += logNormal(random, 0.15, 0.7) * part;
      if (random() < 0.04) second.fsyncSeconds += logNormal(random, 0.3, 0.6);
    });
  }
};

/** The file system's journal stalls when a segment is cut: appends, and with them the head's locks, wait. */
const fsync: Plant = (world) => {
  const { random } = world;
  for (const at of moments(world, between(random, 20, 45))) {
    const stall = logNormal(random, 0.5, 0.5);
    during(world, at, at + stall, (second, share) => {
      second.fsyncSeconds += share;
      if (random() < 0.9) second.scrapeWait += share * between(random, 0.4, 1);
    });
  }
};

const network: Plant = (world) => {
  const { random, seconds } = world;
  for (let i = 0; i < 1 + Math.floor(3 * random()); i++) {
    const from = between(random, 60, seconds.length - 160);
    during(world, from, from + between(random, 4, 40), (second) => { second.isCut = true; });
  }
};

const freeze: Plant = (world) => {
  const { random, seconds } = world;
  for (let i = 0; i < 1 + Math.floor(2 * random()); i++) {
    const from = between(random, 60, seconds.length - 160);
    const to = from + between(random, 4, 40);
    during(world, from, to, (second) => { second.isFrozen = true; second.samples = 0; second.allocBytes = 0; });
    // Every timer is due at once.
    during(world, to, to + 1, (second) => { second.demand += 0.3; });
  }
};

const restart: Plant = (world) => {
  const { random, seconds, events } = world;
  const at = Math.floor(between(random, 100, seconds.length - 200));
  const up = at + Math.ceil(between(random, 1, 8));
  const ready = up + Math.ceil(between(random, 1, 25));
  events.restarts.push(up);
  events.refused.push([at, up]);
  during(world, at, up, (second) => { second.isDown = true; second.samples = 0; });
  during(world, up, ready, (second) => {
    second.isReady = false;
    second.samples = 0;
    second.demand += 0.9;
    second.scrapeFactor *= between(random, 5, 40);
  });
  during(world, ready, ready + 5, (second) => { second.demand += 0.5; second.scrapeFactor *= between(random, 2, 20); });
};

const queries: Plant = (world) => {
  const { random, cores } = world;
  for (const [from, to] of stretches(world, between(random, 0.1, 0.3), () => between(random, 10, 60))) {
    const concurrency = Math.ceil(cores * between(random, 0.8, 2.5));
    const [length, wait] = [between(random, 0.5, 8), between(random, 0.05, 0.25)];
    for (let k = 0; k < concurrency; k++) {
      for (let at = from; at < to; at += length) {
        // A query is counted when it is over.
        during(world, at + length, at + length + 1, (second, share) => { second.querySeconds += length * share; });
      }
    }
    during(world, from, to, (second, share) => {
      second.demand += Math.min(cores, concurrency) * between(random, 0.75, 1) * share;
      second.threads = Math.max(second.threads, Math.min(cores, concurrency));
      second.queries = concurrency;
      second.allocBytes += 8e7 * share;
      if (random() < 0.6) second.scrapeWait += logNormal(random, wait, 0.6) * share;
    });
    for (let at = from + 3; at < to; at += between(random, 4, 12)) cycle(world, at, 0.8, 4);
  }
};

/** A healthy server is not a still one: a half-loaded host, old swap, one late answer, a short query now and then. */
const none: Plant = (world) => {
  const { random, cores } = world;
  const load = cores * between(random, 0, 0.55);
  during(world, 0, world.seconds.length, (second) => {
    second.others += load * between(random, 0.7, 1.3);
    second.diskBusy = between(random, 0, 0.3);
    second.ioWaiting = between(random, 0, 0.1);
    second.querySeconds += random() < 0.1 ? between(random, 0.001, 0.2) : 0;
  });
  if (random() < 0.5) {
    for (const at of moments(world, 250)) during(world, at, at + 1, (second) => { second.scrapeWait += 0.12; });
  }
};

/** More to ingest from some moment on, once or for a while: the work grows with it, and scrapes take longer. */
const loadStep: Plant = (world) => {
  const { random, seconds } = world;
  const from = between(random, 0.2, 0.7) * seconds.length;
  const to = random() < 0.5 ? seconds.length : from + between(random, 60, 200);
  const [more, noise] = [between(random, 0.4, 1.2), between(random, 0, 0.1)];
  during(world, from, to, (second, share) => {
    second.demand += more * share * between(random, 1 - noise, 1 + noise);
    second.samples *= 1 + share;
    second.allocBytes *= 1 + share;
    second.scrapeFactor *= 1 + share;
  });
  for (const at of moments(world, 60)) during(world, at, at + 1, (second) => { second.scrapeWait += 0.08; });
};

/** Work that comes in bursts, each of another size, on a host with cores to spare. */
const bursts: Plant = (world) => {
  const { random } = world;
  for (const [from, to] of stretches(world, between(random, 0.15, 0.4), () => between(random, 6, 25))) {
    const height = between(random, 0.2, 1.6);
    during(world, from, to, (second, share) => { second.demand += height * share; });
  }
  for (const at of moments(world, 60)) during(world, at, at + 1, (second) => { second.scrapeWait += 0.08; });
};

/** The cause that is right to name first: none where nothing is wrong. */
export function expectedCause(planted: PlantedCause): PlantedCause {
  return planted === 'load-step' || planted === 'bursts' ? 'none' : planted;
}

export const PLANTS: Readonly<Record<PlantedCause, Plant>> = {
  gc, compaction, 'host-cpu': hostCpu, quota, swap, disk, fsync, network, freeze, restart, queries, none,
  'load-step': loadStep, bursts,
};
