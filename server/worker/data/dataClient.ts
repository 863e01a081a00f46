/** The main thread's side of the data worker: a DataStore that asks the worker, and starts a new one when it dies. */
import { Worker } from 'node:worker_threads';
import type { CompactionHerd, CompactionLog, HostView, PanelByName, PanelFinding, PanelName, SampleSeries, StorageStatus, MeasuredLog, MeasuredReplay } from '../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { Labels } from '../../../core/contract/targetKind.ts';
import { fail, ok, okJson } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import type { DataStore, ExportedSamples, HistoryAnswers, IncidentExport, IncidentImport, PanelQuery, PanelQuestion, RawScrape, ScrapeOutcome, StoredTarget } from '../../store/dataStore.ts';
import { Watchdog } from '../../threads/watchdog.ts';
import type { DataMethod, DataReply, DataWorkerOptions } from './dataMessages.ts';
import { log } from '../../logging/log.ts';

export interface DataClientOptions extends DataWorkerOptions {
  /** The built dataWorker.js. */
  workerUrl: URL;
  /** For what goes wrong in the worker; default the log. */
  onProblem?: (message: string) => void;
  /** Whether the worker still answers is asked this often; default 5 s. */
  watchMs?: number;
}

interface Waiting { resolve: (value: unknown) => void; reject: (error: Error) => void; died: () => void }

const RESTART_MS = 500;
/** A worker that dies again at once is not started again more often than this. */
const RESTART_MAX_MS = 10_000;
/** A worker that answers nothing for two minutes is ended: what it does not record meanwhile is lost. */
const WATCH_MS = 5000;
const MOST_WATCHES = 24;
const HANGS = 'it answered nothing for two minutes';
/** V8's heap of the worker; a runaway ends the worker and not the program. */
const WORKER_HEAP_MB = 768;

/** Resolves once the data folder is open; fails in words when it cannot be. */
export async function openDataClient(options: DataClientOptions): Promise<Result<DataStore>> {
  const client = new DataClient(options);
  const started = await client.start();
  return started.ok ? ok(client) : started;
}

class DataClient implements DataStore {
  private worker: Worker | null = null;
  private starting: Promise<Result<null>> = Promise.resolve(ok(null));
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners: ((status: StorageStatus) => void)[] = [];
  private readonly ownNotices: string[] = [];
  private lastStatus: StorageStatus | null = null;
  private nextId = 1;
  private restartMs = RESTART_MS;
  private closing = false;
  private reason = '';
  private readonly watchdog: Watchdog;

  constructor(private readonly options: DataClientOptions) {
    this.watchdog = new Watchdog({
      everyMs: options.watchMs ?? WATCH_MS, mostTicks: MOST_WATCHES,
      ask: () => this.ask('status', [], () => Promise.resolve(null)),
      hangs: () => {
        this.reason = HANGS;
        void this.worker?.terminate();
      },
    });
  }

  start(): Promise<Result<null>> {
    this.starting = new Promise((resolve) => {
      const { dataDir, retentionMs, retentionBytes, workerUrl } = this.options;
      const workerData: DataWorkerOptions = { dataDir, retentionMs, retentionBytes };
      const worker = new Worker(workerUrl, { workerData, resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB } });
      this.worker = worker;
      this.reason = '';
      worker.on('message', (reply: DataReply) => {
        if (reply.type === 'started') {
          if (reply.result.ok) {
            this.tellStatus(reply.result.value);
            this.watchdog.start();
          }
          resolve(reply.result.ok ? ok(null) : reply.result);
        } else {
          this.receive(reply);
        }
      });
      worker.on('error', (error) => { this.reason = error instanceof Error ? error.message : String(error); });
      worker.on('exit', () => {
        resolve(fail('internal', `The data worker ended (${this.reason || 'without a reason'}).`));
        this.exited(worker, this.reason);
      });
    });
    return this.starting;
  }

  putTarget(target: { name: string; url: string | null; recording: boolean; labels: Labels }): Promise<Result<StoredTarget>> {
    return this.askResult('putTarget', [target]);
  }

  putFacts(target: string, facts: TargetFacts): Promise<Result<null>> {
    return this.askResult('putFacts', [target, facts]);
  }

  async targets(): Promise<StoredTarget[]> {
    // A read without a way to say no: asked again of the next worker.
    return this.ask('targets', [], () => this.ask('targets', [], () => Promise.reject(diedError())));
  }

  removeTarget(target: string): Promise<Result<null>> {
    return this.askResult('removeTarget', [target]);
  }

  record(target: string, scrape: RawScrape): Promise<ScrapeOutcome> {
    return this.ask('record', [target, scrape], () => Promise.reject(diedError()), [...transferable(scrape.body), ...transferable(scrape.node?.body ?? null)]);
  }

  panel<P extends PanelName>(panel: P, query: PanelQuestion): Promise<Result<PanelByName[P]>> {
    return this.askResult('panel', [panel, query]);
  }

  findings(query: PanelQuestion): Promise<Result<PanelFinding[]>> {
    return this.askResult('findings', [query]);
  }

  addHistory(target: string, history: HistoryAnswers): Promise<Result<{ rows: number; firstMs: number | null }>> {
    return this.askResult('addHistory', [target, history]);
  }

  host(query: PanelQuery): Promise<Result<HostView>> {
    return this.askResult('host', [query]);
  }

  compactionHerd(queries: PanelQuery[]): Promise<Result<CompactionHerd>> {
    return this.askResult('compactionHerd', [queries]);
  }

  compactionLog(bytes: Uint8Array, target: string | null): Promise<Result<CompactionLog>> {
    return this.askResult('compactionLog', [bytes, target]);
  }

  replays(query: { target: string; startMs: number; endMs: number; live: boolean; memoryLimitBytes?: number | undefined }): Promise<Result<MeasuredReplay[]>> {
    return this.askResult('replays', [query]);
  }

  replayLog(bytes: Uint8Array): Promise<Result<MeasuredLog>> {
    return this.askResult('replayLog', [bytes]);
  }

  /** Comes as JSON text: building millions of values would keep the thread that answers HTTP for seconds. */
  async samples(target: string, match: string, startMs: number, endMs: number, limitValues: number): Promise<Result<SampleSeries[]>> {
    const answer = await this.askResult<Uint8Array>('samples', [target, match, startMs, endMs, limitValues]);
    return answer.ok ? okJson(answer.value) : answer;
  }

  importRecording(name: string, file: string, replace: boolean): Promise<Result<StoredTarget>> {
    return this.askResult('importRecording', [name, file, replace]);
  }

  exportRecording(target: string, startMs: number, endMs: number, file: string): Promise<Result<number>> {
    return this.askResult('exportRecording', [target, startMs, endMs, file]);
  }

  exportIncident(options: IncidentExport): Promise<Result<ExportedSamples>> {
    return this.askResult('exportIncident', [options]);
  }

  importIncident(parts: IncidentImport): Promise<Result<StoredTarget>> {
    return this.askResult('importIncident', [parts]);
  }

  /** The last one told by the worker, which tells every change. */
  status(): Promise<StorageStatus> {
    return this.lastStatus ? Promise.resolve(this.withOwnNotices(this.lastStatus)) : Promise.reject(diedError());
  }

  onStatus(listener: (status: StorageStatus) => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    this.watchdog.stop();
    if (!this.worker) return;
    await this.ask('close', [], () => Promise.resolve(undefined));
    await this.worker?.terminate();
  }

  private askResult<T>(method: DataMethod, args: unknown[]): Promise<Result<T>> {
    return this.ask<Result<T>>(method, args, () => Promise.resolve(fail('internal', DIED)));
  }

  /** The worker answers in the types of DataStore; `died` says what to answer when it ends before. */
  private async ask<T>(method: DataMethod, args: unknown[], died: () => Promise<T>, transfer: ArrayBuffer[] = []): Promise<T> {
    const started = await this.starting;
    const worker = this.worker;
    if (!started.ok || !worker) return died();
    return new Promise<T>((resolve, reject) => {
      const id = this.nextId++;
      this.waiting.set(id, {
        resolve: (value) => { resolve(value as T); },
        reject,
        died: () => { resolve(died()); },
      });
      worker.postMessage({ id, method, args }, transfer);
    });
  }

  private receive(reply: Exclude<DataReply, { type: 'started' }>): void {
    if (reply.type === 'status') {
      this.tellStatus(reply.status);
      return;
    }
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.type === 'answer') waiting?.resolve(reply.value);
    else waiting?.reject(new Error(`The data worker failed: ${reply.message}`));
  }

  private exited(worker: Worker, reason: string): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.watchdog.stop();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    // Without a status it never ran: there is nothing to start again.
    if (this.closing || !this.lastStatus) {
      for (const one of waiting) one.died();
      return;
    }
    const notice = `The part of tsdbscope that records ended unexpectedly and was started again (${reason || 'no reason given'}); scrapes of up to two seconds are missing.`;
    if (!this.ownNotices.includes(notice)) this.ownNotices.push(notice);
    (this.options.onProblem ?? log.error)(notice);
    this.tellStatus(this.lastStatus);
    const delayMs = this.restartMs;
    this.restartMs = Math.min(this.restartMs * 2, RESTART_MAX_MS);
    this.starting = new Promise((resolve) => {
      setTimeout(() => {
        resolve(this.closing ? fail('internal', DIED) : this.start());
      }, delayMs);
    });
    // Only now: what is asked again waits for the new worker.
    for (const one of waiting) one.died();
  }

  private tellStatus(status: StorageStatus): void {
    this.lastStatus = status;
    for (const listener of this.listeners) listener(this.withOwnNotices(status));
  }

  private withOwnNotices(status: StorageStatus): StorageStatus {
    return { ...status, notices: [...this.ownNotices, ...status.notices] };
  }
}

const DIED = 'The part of tsdbscope that holds the data ended unexpectedly and is being started again; try again in a few seconds.';

function diedError(): Error {
  return new Error(DIED);
}

/** Only memory that the body has to itself may be given away; Node keeps small buffers in a shared pool. */
function transferable(body: Uint8Array | null): ArrayBuffer[] {
  const whole = body && body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer;
  return whole ? [body.buffer] : [];
}
