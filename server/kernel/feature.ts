/**
 * A feature is one folder of server/features whose feature.ts exports a `Feature`. The program opens those that the
 * configuration asks for, in order, and stops them backwards; it alone knows which there are.
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
  /** Absolute. */
  dataDir: string;
  faults: Faults;
  clock: Clock;
  /** Returns the built file of a thread or process, by the name that it has in the build. */
  threadFile: (name: string) => URL;
}

/** What a feature adds while it is open, each only where it has one. A feature may return more for those after it. */
export interface Opened {
  /** Below /api/v1. */
  routes?: readonly Router[];
  /** The same without compression: an event stream must leave at once, and some files are gzip already. */
  plainRoutes?: readonly Router[];
  metrics?(): MetricRows[];
  /** What waits in it, on the page about tsdbscope itself. */
  queues?(): SelfQueue[];
  /** What it did not keep, on the same page. */
  dropped?(): SelfStatus['dropped'];
  /** Fields of the answer of /status. */
  status?(): Partial<ServerStatus>;
  /** Lines that the program prints at its start. */
  startLines?: readonly string[];
  /** Called once the program listens, in the order of opening. */
  start?(): Promise<void> | void;
  /** Begins nothing any more. Requests that are open may still ask it. */
  quiet?(): void;
  /**
   * Writes what it was given, after the last request and the last scrape; all features at once. `stored` resolves when
   * the last scrapes are on disk.
   */
  stop?(stored: Promise<void>): Promise<unknown>;
  /** Called after all have stopped, backwards. */
  close?(): Promise<void>;
}

/** `Needs`: what features before it returned, or the program has. */
export interface Feature<Needs, Gives extends Opened> {
  name: string;
  open(kernel: Kernel, needs: Needs): Promise<Gives> | Gives;
}

/** The features that are open, in the order in which they were opened. */
export class Features {
  readonly #kernel: Kernel;
  readonly #opened: Opened[] = [];
  #isStarted = false;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Opens one after the others; after the start it is started too. */
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
