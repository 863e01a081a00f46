/**
 * CPU throttling of a target on this machine, from its control group: read at each scrape and kept, because no other
 * source records it.
 */
import type { ContainerRun, ContainerSamples } from '../../../../core/containerSamples.ts';
import { noContainer } from '../../../../core/containerSamples.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';
import { elementAt } from '../../../../core/elementAt.ts';
import { readGroup, type GroupReading } from './controlGroup.ts';
import type { LocalProcesses } from './localProcess.ts';

/** Two hours of scrapes every second; 230 kB. */
const MAX_READINGS = 7200;
/** Time after which a group without a limit is read again, and one that was not found is searched again. */
const NO_LIMIT_MS = 60_000;
const NOT_FOUND_MS = 600_000;
/** A process that has just started may be missing in the list of processes, which is kept for 5 s. */
const STARTED_MS = 60_000;
const NOT_FOUND_STARTED_MS = 6000;

const NOT_YET = 'its process start time is not known yet';

export interface LocalGroupOptions {
  /** Host of the target; on loopback unless `path` is given. */
  host: string;
  port: number;
  /** Path of its control group, from the configuration. */
  path?: string;
  processes: Pick<LocalProcesses, 'find'>;
  /** Prefix of every path; `''` except in tests. */
  root: string;
  maxReadings: number;
  /** ms since the epoch. */
  now: () => number;
}

/**
 * Returns null without a configured cgroup if the target is not on loopback, or has a configured container, which no
 * other source replaces.
 */
export function localGroupOf(
  { url, container, cgroup }: Pick<TargetConfig, 'url' | 'container' | 'cgroup'>, processes: LocalProcesses,
  now: () => number,
): LocalGroup | null {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (cgroup === undefined && (!isLocal || container !== undefined)) return null;
  return new LocalGroup({
    host, port: Number(port) || (protocol === 'https:' ? 443 : 80), processes, root: '',
    maxReadings: MAX_READINGS, now,
    ...(cgroup === undefined ? {} : { path: cgroup }),
  });
}

type Found = { pid: number } | { path: string };

export class LocalGroup {
  readonly #options: LocalGroupOptions;
  #self: { startSeconds: number | null; found: Found | string; atMs: number } | null = null;
  #last: GroupReading | string = NOT_YET;
  #nextMs = -Infinity;
  #isBusy = false;
  /** Runs of one group each, ascending. */
  #runs: { key: string; run: ContainerRun }[] = [];

  constructor(options: LocalGroupOptions) {
    this.#options = options;
  }

  get isConfigured(): boolean {
    return this.#options.path !== undefined;
  }

  /** Reads the group after each successful scrape. `startSeconds`: start of its process; null: not reported. */
  async onScrape(startSeconds: number | null): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#read(startSeconds);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Returns the readings of a window. Times on tsdbscope's clock. */
  within({ startMs, endMs }: { startMs: number; endMs: number }): ContainerSamples {
    const last = this.#last;
    const found = this.#self?.found;
    if (typeof last === 'string') return noContainer(`Its control group on this machine is not read: ${last}.`);
    const runs = this.#runs.map(({ run }) => between(run, startMs, endMs)).filter(({ timeMs }) => timeMs.length > 0);
    const process = typeof found === 'object' && 'pid' in found ? ` of process ${found.pid}` : '';
    const above = last.abovePath === null ? ''
      : ` The lowest CPU limit is that of ${last.abovePath} above it, whose counters include its other processes.`;
    return {
      source: 'cgroup', labels: { cgroup: last.path }, runs, limitCores: last.limitCores,
      memoryLimitBytes: last.memoryLimitBytes,
      sentence: `Control group ${last.path}${process} on this machine, by its cpu.stat at each scrape.${above}`,
    };
  }

  async #read(startSeconds: number | null): Promise<void> {
    const nowMs = this.#options.now();
    const found = await this.#find(startSeconds, nowMs);
    if (typeof found === 'string') {
      this.#last = found;
      return;
    }
    if (nowMs < this.#nextMs) return;
    const read = readGroup(this.#options.root, found);
    this.#last = read;
    const isCounted = typeof read !== 'string' && read.counters !== null;
    this.#nextMs = isCounted ? -Infinity : nowMs + NO_LIMIT_MS;
    const key = `${JSON.stringify(found)} ${startSeconds ?? ''} `;
    if (isCounted) this.#add(key + (read.abovePath ?? read.path), read, nowMs);
  }

  async #find(startSeconds: number | null, nowMs: number): Promise<Found | string> {
    const { host, port, path, processes } = this.#options;
    if (path !== undefined) {
      this.#self ??= { startSeconds, found: { path }, atMs: nowMs };
      return { path };
    }
    if (startSeconds === null) return NOT_YET;
    const known = this.#self;
    if (known?.startSeconds === startSeconds) {
      const againMs = known.atMs - 1000 * startSeconds < STARTED_MS ? NOT_FOUND_STARTED_MS : NOT_FOUND_MS;
      if (typeof known.found !== 'string' || nowMs - known.atMs < againMs) return known.found;
    }
    const found = await processes.find(host, port, startSeconds);
    this.#self = { startSeconds, found, atMs: nowMs };
    this.#nextMs = -Infinity;
    return found;
  }

  #add(key: string, { counters }: GroupReading, atMs: number): void {
    if (counters === null) return;
    const newest = this.#runs.at(-1);
    const run = newest?.key === key ? newest.run
      : { timeMs: [], periods: [], throttledPeriods: [], throttledSeconds: [] };
    if (newest?.run !== run) this.#runs.push({ key, run });
    run.timeMs.push(atMs);
    run.periods.push(counters.periods);
    run.throttledPeriods.push(counters.throttledPeriods);
    run.throttledSeconds.push(counters.throttledSeconds);
    this.#forget();
  }

  /** Drops the oldest readings, several at a time. */
  #forget(): void {
    const count = this.#runs.reduce((sum, { run }) => sum + run.timeMs.length, 0);
    const { maxReadings } = this.#options;
    if (count <= maxReadings * 1.0625) return;
    let rest = count - maxReadings;
    while (rest > 0) {
      const { run } = elementAt(this.#runs, 0);
      const gone = Math.min(rest, run.timeMs.length);
      for (const values of [run.timeMs, run.periods, run.throttledPeriods, run.throttledSeconds])
        values.splice(0, gone);
      if (run.timeMs.length === 0) this.#runs.shift();
      rest -= gone;
    }
  }
}

/** Cuts a run to a window, with one reading before it for the first increase. */
function between(run: ContainerRun, startMs: number, endMs: number): ContainerRun {
  const after = run.timeMs.findIndex((time) => time > startMs);
  const from = after === -1 ? run.timeMs.length : Math.max(0, after - 1);
  const end = run.timeMs.findIndex((time) => time > endMs);
  const cut = (values: readonly number[]): number[] => values.slice(from, end === -1 ? undefined : end);
  return {
    timeMs: cut(run.timeMs), periods: cut(run.periods), throttledPeriods: cut(run.throttledPeriods),
    throttledSeconds: cut(run.throttledSeconds),
  };
}
