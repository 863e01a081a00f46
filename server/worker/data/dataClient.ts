/** The main thread's side of the data worker: a DataStore that calls the worker and restarts it when it dies. */
import type { StorageStatus } from '../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import type { DataStore } from '../../store/dataStore.ts';
import { Faults } from '../../files/faults.ts';
import { log } from '../../logging/log.ts';
import { callsTo, type ResultMethods } from '../../threads/calls.ts';
import { RemoteThread, ThreadEnded } from '../../threads/remoteThread.ts';
import { transferables } from '../../threads/transferables.ts';
import { Watchdog } from '../../threads/watchdog.ts';
import type { DataWorkerMethods, DataWorkerOptions } from './dataMessages.ts';

export interface DataClientOptions extends DataWorkerOptions {
  /** The built dataWorker.js. */
  workerUrl: URL;
  /** Of the other stores and of this worker's death: shown with those of the samples. Default one of its own. */
  faults?: Faults;
  /** Interval of the liveness check; default 5 s. */
  watchMs?: number;
}

const RESTART_MS = 500;
/** A worker that keeps dying is restarted at most this often. */
const RESTART_MAX_MS = 10_000;
/** A worker that does not answer for two minutes is terminated: it records nothing meanwhile. */
const WATCH_MS = 5000;
const MAX_WATCHES = 24;
const HANGS = 'it answered nothing for two minutes';
/** V8's heap of the worker; a runaway ends the worker and not the program. */
const WORKER_HEAP_MB = 768;

const DIED = 'The part of tsdbscope that holds the data ended unexpectedly and is being started again; '
  + 'try again in a few seconds.';

/** Answered here, or with their own answer when the worker dies. */
type OwnMethods = Pick<DataStore, 'targets' | 'record' | 'status' | 'onStatus' | 'close'>;
/** All others answer that it died. */
type AskedMethods = Failing<Omit<DataStore, keyof OwnMethods>>;
type Failing<M extends ResultMethods<M>> = M;

/** Resolves once the data folder is open; fails with a message for the user when it cannot be opened. */
export async function openDataClient(options: DataClientOptions): Promise<Result<DataStore>> {
  const client = new DataClient(options);
  const started = await client.start();
  return started.ok ? ok(client.store()) : started;
}

interface Asked { method: string; args: unknown[]; died: () => unknown; transfer?: ArrayBuffer[] }

class DataClient {
  private thread: RemoteThread<StorageStatus> | null = null;
  private starting: Promise<Result<null>> = Promise.resolve(ok(null));
  private readonly listeners: ((status: StorageStatus) => void)[] = [];
  private lastStatus: StorageStatus | null = null;
  private restartMs = RESTART_MS;
  private closing = false;
  /** Why the worker was terminated from here; null when it was not. */
  private reason: string | null = null;
  private readonly watchdog: Watchdog;

  private readonly faults: Faults;

  constructor(private readonly options: DataClientOptions) {
    this.faults = options.faults ?? new Faults(log.warn);
    this.faults.onChange(() => {
      if (this.lastStatus !== null) this.tellStatus(this.lastStatus);
    });
    this.watchdog = new Watchdog({
      everyMs: options.watchMs ?? WATCH_MS, maxTicks: MAX_WATCHES,
      ask: () => this.calls(() => null).status(),
      hangs: () => {
        this.reason = HANGS;
        void this.thread?.end();
      },
    });
  }

  start(): Promise<Result<null>> {
    const { dataDir, retentionMs, retentionBytes, workerUrl } = this.options;
    const workerData: DataWorkerOptions = { dataDir, retentionMs, retentionBytes };
    this.reason = null;
    const thread = new RemoteThread<StorageStatus>({
      workerUrl, workerData, heapMb: WORKER_HEAP_MB,
      onNews: (status) => { this.tellStatus(status); },
      onEnd: (error) => { this.ended(thread, error); },
    });
    this.thread = thread;
    this.starting = this.opened(thread);
    return this.starting;
  }

  store(): DataStore {
    const orReject = (transfer: ArrayBuffer[] = []): DataWorkerMethods => this.calls(reject, transfer);
    const own: OwnMethods = {
      // A read that cannot report a failure: repeated with the next worker.
      targets: () => this.calls(() => orReject().targets()).targets(),
      record: (target, scrape) => {
        const bodies = [scrape.body, scrape.node?.body ?? null];
        return orReject(bodies.flatMap((body) => (body === null ? [] : transferables(body)))).record(target, scrape);
      },
      // The last one from the worker, which reports every change.
      // eslint-disable-next-line @typescript-eslint/require-await -- a throw must become a rejection
      status: async () => (this.lastStatus === null ? reject() : this.withFaults(this.lastStatus)),
      onStatus: (listener) => { this.listeners.push(listener); },
      close: () => this.close(),
    };
    const died = (): Result<never> => fail('internal', DIED);
    return callsTo<AskedMethods, OwnMethods>((method, args) => this.ask({ method, args, died }), own);
  }

  private async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    this.watchdog.stop();
    if (this.thread === null) return;
    await this.calls(() => undefined).close();
    await this.thread?.end();
  }

  private async opened(thread: RemoteThread<StorageStatus>): Promise<Result<null>> {
    try {
      const methods = callsTo<DataWorkerMethods>((method, args) => thread.call(method, args));
      const opened = await methods.opened();
      if (opened.ok) {
        this.tellStatus(opened.value);
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

  /** The worker's methods; `died` says what to answer when it ends before it has. */
  private calls(died: () => unknown, transfer: ArrayBuffer[] = []): DataWorkerMethods {
    return callsTo<DataWorkerMethods>((method, args) => this.ask({ method, args, died, transfer }));
  }

  private async ask({ method, args, died, transfer = [] }: Asked): Promise<unknown> {
    const started = await this.starting;
    const { thread } = this;
    if (!started.ok || thread === null) return died();
    try {
      return await thread.call(method, args, transfer);
    } catch (error) {
      if (error instanceof ThreadEnded) return died();
      throw new Error(`The data worker failed: ${firstLine(error)}`, { cause: error });
    }
  }

  private ended(thread: RemoteThread<StorageStatus>, { message }: ThreadEnded): void {
    if (this.thread !== thread) return;
    this.thread = null;
    this.watchdog.stop();
    // Without a status it never ran: there is nothing to restart.
    if (this.closing || !this.lastStatus) return;
    const what = 'The part of tsdbscope that records ended unexpectedly and was started again';
    const notice = `${what} (${this.reason ?? message}); scrapes of up to two seconds are missing.`;
    this.faults.notice(notice);
    const delayMs = this.restartMs;
    this.restartMs = Math.min(this.restartMs * 2, RESTART_MAX_MS);
    // Repeated calls wait for the new worker: pending calls fail only after this.
    this.starting = new Promise((resolve) => {
      setTimeout(() => {
        resolve(this.closing ? fail('internal', DIED) : this.start());
      }, delayMs);
    });
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
