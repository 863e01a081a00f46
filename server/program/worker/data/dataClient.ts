/**
 * The main thread's access to all data: a DataStore that records through the data worker, which it restarts after a
 * crash, and reads through the readers.
 */
import { rm } from 'node:fs/promises';
import { systemClock, type Clock } from '../../../../core/time/clock.ts';
import type { StorageStatus } from '../../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../../core/result.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { DataReads, DataStore, RawScrape, ScrapeOutcome } from '../../../data/store/dataStore.ts';
import { readersFolder } from '../../../data/store/samples/dataFolder.ts';
import { callsTo, type PartMemory } from '../../../kernel/threads/calls.ts';
import { RemoteThread, ThreadEnded } from '../../../kernel/threads/remoteThread.ts';
import { Watchdog } from '../../../kernel/threads/watchdog.ts';
import { ReaderClient } from '../reader/readerClient.ts';
import type { DataWorkerMethods, DataWorkerOptions } from './dataMessages.ts';
import { RecentScrapes } from './recentScrapes.ts';
import { RestartDelay } from '../../../kernel/threads/restartDelay.ts';

export interface DataClientOptions extends DataWorkerOptions {
  /** The built dataWorker.js. */
  workerUrl: URL;
  /** The built readerProcess.js. */
  readerFile: URL;
  /** Faults of the other stores and crashes of this worker, shown with those of the samples. Default: its own. */
  faults?: Faults;
  /** Interval of the liveness check; default 5 s. */
  watchMs?: number;
  clock?: Clock;
}

/** A worker that does not answer for two minutes is terminated: it records nothing meanwhile. */
const WATCH_MS = 5000;
const MAX_WATCHES = 24;
/** V8's heap limit of the worker; runaway growth ends the worker and not the program. */
const WORKER_HEAP_MB = 768;
/** Three semi-spaces of 2 MB; see bench/storage/memoryDayBench.ts. */
const WORKER_YOUNG_MB = 6;

const DIED = 'The part of tsdbscope that holds the data ended unexpectedly and is being started again; '
  + 'try again in a few seconds.';

/** Limit for bodies that wait for the worker's restart; a body beyond it is lost, with a notice. */
const MAX_HELD_BYTES = 64 * 2 ** 20;
const MAX_TRIES = 5;

export interface DataClient extends DataStore {
  /** Last reported memory of the data worker and of the running readers. */
  memory(): { part: string; memory: PartMemory }[];
  /** Load of the readers, whether they run or not. */
  load(): { part: string; running: number; waiting: number }[];
  /** Starts a reader early, because an opened page will request panels. */
  warm(): void;
}

/** Resolves once the data folder is open; fails with a message for the user when it cannot be opened. */
export async function openDataClient(options: DataClientOptions): Promise<Result<DataClient>> {
  const client = new Recording(options);
  const started = await client.start();
  if (!started.ok) return started;
  await client.emptyReadersFolder();
  return ok(client.store());
}

interface Asked { method: string; args: unknown[]; died: () => unknown }

class Recording {
  private thread: RemoteThread<StorageStatus> | null = null;
  private starting: Promise<Result<null>> = Promise.resolve(ok(null));
  private readonly listeners: ((status: StorageStatus) => void)[] = [];
  private lastStatus: StorageStatus | null = null;
  /** Null while no worker runs. */
  private memory: PartMemory | null = null;
  private readonly delay = new RestartDelay();
  private openedMs = 0;
  private closing = false;
  /** Reason for terminating the worker from here; null if it was not. */
  private reason: string | null = null;
  private readonly watchdog: Watchdog;
  private readonly readers: ReaderClient;
  private readonly recent = new RecentScrapes();
  private heldBytes = 0;
  /** Notice of the restart, sent once the worker runs again and the loss is known; null while it runs. */
  private restarted: string | null = null;

  private readonly faults: Faults;
  private readonly clock: Clock;

  constructor(private readonly options: DataClientOptions) {
    this.faults = options.faults ?? new Faults(log.warn);
    this.clock = options.clock ?? systemClock;
    this.faults.onChange(() => {
      if (this.lastStatus !== null) this.tellStatus(this.lastStatus);
    });
    this.readers = new ReaderClient({
      file: options.readerFile, dataDir: options.dataDir, clock: this.clock,
      recorder: this.calls(() => fail('internal', DIED)),
      onProblem: (message) => { this.faults.notice(message); },
    });
    this.watchdog = new Watchdog({
      everyMs: options.watchMs ?? WATCH_MS, maxTicks: MAX_WATCHES, clock: this.clock,
      ask: () => this.askMemory(),
      hangs: (reason) => {
        this.reason = reason;
        void this.thread?.end();
      },
    });
  }

  start(): Promise<Result<null>> {
    const { dataDir, retentionMs, retentionBytes, outboxBytes, workerUrl } = this.options;
    const workerData: DataWorkerOptions = {
      dataDir, retentionMs, retentionBytes, ...(outboxBytes === undefined ? {} : { outboxBytes }),
    };
    this.reason = null;
    const thread = new RemoteThread<StorageStatus>({
      workerUrl, workerData, heapMb: WORKER_HEAP_MB, youngMb: WORKER_YOUNG_MB,
      onNews: (status) => { this.tellStatus(status); },
      onEnd: (error) => { this.ended(thread, error); },
    });
    this.thread = thread;
    this.starting = this.opened(thread);
    return this.starting;
  }

  /** Deletes what an earlier run left; called once, while the folder is locked and no reader runs. */
  async emptyReadersFolder(): Promise<void> {
    const folder = readersFolder(this.options.dataDir);
    try {
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      this.faults.notice(
        `The folder ${folder} could not be emptied (${firstLine(error)}); stop tsdbscope and delete it.`
      );
    }
  }

  store(): DataClient {
    const died = (): Result<never> => fail('internal', DIED);
    const asked = this.calls(died);
    const own: Omit<DataClient, keyof DataReads> = {
      putTarget: (target) => asked.putTarget(target),
      putFacts: (target, facts) => asked.putFacts(target, facts),
      removeTarget: (target) => asked.removeTarget(target),
      // These reads cannot report a failure: they are repeated with the next worker.
      targets: () => this.calls(() => this.calls(reject).targets()).targets(),
      // A worker's crash does not mean that there is no such target, so this is repeated too.
      target: (name) => this.calls(() => this.calls(reject).target(name)).target(name),
      record: (target, scrape) => this.record(target, scrape),
      // Returns the last status from the worker, which reports every change.
      // oxlint-disable-next-line typescript/require-await -- a throw must become a rejection
      status: async () => (this.lastStatus === null ? reject() : this.withFaults(this.lastStatus)),
      onStatus: (listener) => { this.listeners.push(listener); },
      close: () => this.close(),
      load: () => this.readers.load(),
      warm: () => { this.readers.warm(); },
      memory: () => [
        ...(this.memory === null ? [] : [{ part: 'data', memory: this.memory }]),
        ...this.readers.memory().map(({ reader, memory }) => ({ part: `reader ${reader}`, memory })),
      ],
    };
    return callsTo<DataReads, typeof own>((method, args) => this.readers.read(method, args), own);
  }

  /** Sends the scrape again if the worker ends before it has recorded it. */
  private async record(target: string, scrape: RawScrape): Promise<ScrapeOutcome> {
    const bytes = (scrape.body?.length ?? 0) + (scrape.node?.body?.length ?? 0);
    if (this.restarted !== null && this.heldBytes > 0 && this.heldBytes + bytes > MAX_HELD_BYTES) {
      this.recent.lost(scrape.startMs);
      return reject();
    }
    this.heldBytes += bytes;
    try {
      for (let tries = 1; tries <= MAX_TRIES; tries++) {
        const outcome = await this.calls(() => null).record(target, scrape) as ScrapeOutcome | null;
        if (outcome === null) continue;
        this.recent.recorded(target, scrape.startMs);
        if (outcome.error === null) this.readers.keep();
        return outcome;
      }
      this.recent.lost(scrape.startMs);
      return reject();
    } finally {
      this.heldBytes -= bytes;
    }
  }

  private async askMemory(): Promise<void> {
    const answer = await this.calls(() => fail('internal', DIED)).memory();
    if (answer.ok) this.memory = answer.value;
  }

  private async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    this.watchdog.stop();
    await this.readers.close();
    if (this.thread === null) return;
    await this.calls(() => undefined).close();
    await this.thread?.end();
  }

  private async opened(thread: RemoteThread<StorageStatus>): Promise<Result<null>> {
    try {
      const methods = callsTo<DataWorkerMethods>((method, args) => thread.call(method, args));
      const opened = await methods.opened();
      if (opened.ok) {
        this.openedMs = this.clock.steadyMs();
        this.tellStatus(opened.value);
        await this.tellLoss(methods);
        this.watchdog.start();
        return ok(null);
      }
      this.reason = opened.error.message;
      await thread.end();
      return opened;
    } catch (error) {
      return fail('internal', `The data worker ended (${firstLine(error)}).`);
    }
  }

  /** Returns the worker's methods; `died` returns the answer if the worker ends before answering. */
  private calls(died: () => unknown): DataWorkerMethods {
    return callsTo<DataWorkerMethods>((method, args) => this.ask({ method, args, died }));
  }

  private async ask({ method, args, died }: Asked): Promise<unknown> {
    const started = await this.starting;
    const { thread } = this;
    if (!started.ok || thread === null) return died();
    try {
      return await thread.call(method, args);
    } catch (error) {
      if (error instanceof ThreadEnded) return died();
      throw new Error(`The data worker failed: ${firstLine(error)}`, { cause: error });
    }
  }

  private ended(thread: RemoteThread<StorageStatus>, { message }: ThreadEnded): void {
    if (this.thread !== thread) return;
    this.thread = null;
    this.memory = null;
    this.watchdog.stop();
    // Without a status it never ran: there is nothing to restart.
    if (this.closing || !this.lastStatus) return;
    this.restarted =
      `The part of tsdbscope that records ended unexpectedly and was started again (${this.reason ?? message})`;
    log.error(`${this.restarted}.`);
    const delayMs = this.delay.after(this.clock.steadyMs() - this.openedMs);
    // Repeated calls wait for the new worker: pending calls fail only after this.
    this.starting = new Promise((resolve) => {
      this.clock.after(delayMs, () => { resolve(this.closing ? fail('internal', DIED) : this.start()); });
    });
  }

  /** Reports which acknowledged scrapes are not in the data folder, before any is sent again. */
  private async tellLoss(methods: Pick<DataWorkerMethods, 'targets'>): Promise<void> {
    const { restarted } = this;
    this.restarted = null;
    if (restarted === null) return;
    const stored = new Map((await methods.targets()).map(({ name, lastMs }) => [name, lastMs]));
    this.faults.notice(`${restarted}; ${this.recent.missing(stored)}.`);
  }

  private tellStatus(status: StorageStatus): void {
    this.lastStatus = status;
    for (const listener of this.listeners) listener(this.withFaults(status));
  }

  private withFaults(status: StorageStatus): StorageStatus {
    const { notices, faults } = this.faults.report();
    return { ...status, notices: [...notices, ...status.notices], faults: [...faults, ...status.faults] };
  }
}

function reject(): never {
  throw new Error(DIED);
}
