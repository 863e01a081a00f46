/**
 * A feature is one folder of server/features whose feature.ts exports a `Feature`. The program opens the configured
 * ones in order, and stops them in reverse; only it knows all of them.
 */
import type { Router } from 'express';
import type { SelfQueue, SelfStatus, ServerStatus } from '../../core/contract/contract.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { Config } from './config/configTypes.ts';
import type { Faults } from './files/faults.ts';
import type { MetricRows } from './http/metricRows.ts';

/** Given to every feature. */
export interface Kernel {
  config: Config;
  /** Absolute path. */
  dataDir: string;
  faults: Faults;
  clock: Clock;
  /** Returns the built file of a thread or process, by its name in the build. */
  threadFile: (name: string) => URL;
}

/** Additions of a feature while it is open; all optional. A feature may return more for those after it. */
export interface Opened {
  /** Routes below /api/v1. */
  routes?: readonly Router[];
  /** Routes without compression: event streams must be sent at once, and some files are already gzip. */
  plainRoutes?: readonly Router[];
  metrics?(): MetricRows[];
  /** Queue lengths, for the page about tsdbscope itself. */
  queues?(): SelfQueue[];
  /** Dropped data, for the same page. */
  dropped?(): SelfStatus['dropped'];
  /** Fields of the /status answer. */
  status?(): Partial<ServerStatus>;
  /** Lines printed at startup. */
  startLines?: readonly string[];
  /** Called once the program listens, in the order of opening. */
  start?(): Promise<void> | void;
  /** Starts no new work. Open requests may still call it. */
  quiet?(): void;
  /**
   * Writes its data, after the last request and the last scrape; all features at once. `stored` resolves when the last
   * scrapes are on disk.
   */
  stop?(stored: Promise<void>): Promise<unknown>;
  /** Called after all have stopped, in reverse order. */
  close?(): Promise<void>;
}

/** `Needs`: what earlier features returned, or the program provides. */
export interface Feature<Needs, Gives extends Opened> {
  name: string;
  open(kernel: Kernel, needs: Needs): Promise<Gives> | Gives;
}

/** The open features, in the order in which they were opened. */
export class Features {
  readonly #kernel: Kernel;
  readonly #opened: Opened[] = [];
  #isStarted = false;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Opens one after the other; once started, starts each too. */
  async open<Needs, Gives extends Opened>(feature: Feature<Needs, Gives>, needs: Needs): Promise<Gives> {
    const opened = await feature.open(this.#kernel, needs);
    this.#opened.push(opened);
    if (this.#isStarted) await opened.start?.();
    return opened;
  }

  routes(): Router[] {
    return this.#opened.flatMap(({ routes = [] }) => routes);
  }

  plainRoutes(): Router[] {
    return this.#opened.flatMap(({ plainRoutes = [] }) => plainRoutes);
  }

  metrics(): MetricRows[] {
    return this.#opened.flatMap((one) => one.metrics?.() ?? []);
  }

  queues(): SelfQueue[] {
    return this.#opened.flatMap((one) => one.queues?.() ?? []);
  }

  dropped(): SelfStatus['dropped'] {
    return this.#opened.flatMap((one) => one.dropped?.() ?? []);
  }

  status(): Partial<ServerStatus> {
    return Object.assign({}, ...this.#opened.map((one) => one.status?.() ?? {})) as Partial<ServerStatus>;
  }

  startLines(): string[] {
    return this.#opened.flatMap(({ startLines = [] }) => startLines);
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    for (const one of this.#opened) await one.start?.();
  }

  quiet(): void {
    for (const one of this.#opened.toReversed()) one.quiet?.();
  }

  async stop(stored: Promise<void>): Promise<void> {
    await Promise.all(this.#opened.toReversed().map(async (one) => { await one.stop?.(stored); }));
  }

  async close(): Promise<void> {
    for (const one of this.#opened.toReversed()) await one.close?.();
  }
}
