/**
 * The readers: separate processes, so that a query cannot affect the recording part. One answers panels and the pages'
 * frequent requests, one answers large ones; each starts with its first query and ends after idling. While recording, a
 * fresh panels reader is kept ready, so that a page opened in an incident need not wait for its start.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Cancel, Clock } from '../../../../core/time/clock.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { Recorder } from '../../../data/store/recorder.ts';
import { historyFolder, readersFolder } from '../../../data/store/samples/dataFolder.ts';
import { Admission } from '../../../kernel/threads/admission.ts';
import { forAll } from '../../../kernel/threads/requestContext.ts';
import type { PartMemory } from '../../../kernel/threads/calls.ts';
import { endedWhenStalled } from '../../../kernel/threads/endedWhenStalled.ts';
import { ProcessEnded, RemoteProcess } from '../../../kernel/threads/remoteProcess.ts';
import { Watchdog } from '../../../kernel/threads/watchdog.ts';
import type { ReaderOptions } from './readerMessages.ts';
import { bytesOf, LANES, laneOf, toldTarget, withTold, type LaneName } from './readerLanes.ts';
import { ToldViews } from './toldViews.ts';

export interface ReaderClientOptions {
  /** The built readerProcess.js. */
  file: URL;
  dataDir: string;
  recorder: Recorder;
  /** Called when a reader ends unexpectedly. */
  onProblem: (message: string) => void;
  clock: Clock;
}

/** A reader that does not answer for two minutes is replaced. */
const WATCH_MS = 5000;
const MAX_WATCHES = 24;
/** A stream whose client does not read for this long is ended: it holds memory that others wait for. */
const STALL_MS = 30_000;
/** After the last `keep`, an unused reader stays this long. */
const KEPT_MS = 60_000;
/** Minimum time between starts by `keep`: a reader that cannot start is not retried with every scrape. */
const KEEP_EVERY_MS = 30_000;

const BUSY = 'More is being read than there is memory for; try again in a few seconds.';
const TOO_LARGE = 'There is not enough memory to read this much at once; choose a shorter range or fewer series.';
const STOPPING = 'tsdbscope is stopping.';

export class ReaderClient {
  private readonly lanes: Record<LaneName, Lane>;

  constructor(options: ReaderClientOptions) {
    this.lanes = { panels: new Lane('panels', options), bulk: new Lane('bulk', options) };
  }

  /**
   * Calls a method of DataReads. Errors besides its own: `busy`, `too_large` (no memory), `internal` (the reader
   * ended).
   */
  read(method: string, args: unknown[]): Promise<Result<unknown>> {
    return this.lanes[laneOf(method)].call(method, args);
  }

  /** Returns the last reported memory of each running reader: a hanging one must not delay the caller. */
  memory(): { reader: LaneName; memory: PartMemory }[] {
    return Object.values(this.lanes).flatMap(({ name, memory }) => (memory === null ? [] : [{ reader: name, memory }]));
  }

  /** Returns the running and waiting queries of each reader. */
  load(): { part: LaneName; running: number; waiting: number }[] {
    return Object.values(this.lanes).map(({ name, load }) => ({ part: name, ...load }));
  }

  /** Starts the panels reader, so that it runs before the first query. */
  warm(): void {
    this.lanes.panels.warm();
  }

  /** Keeps a fresh panels reader running; called while recording. */
  keep(): void {
    this.lanes.panels.keep();
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.lanes).map((lane) => lane.close()));
  }
}

class Lane {
  /** Null while none runs, and until its first answer. */
  memory: PartMemory | null = null;
  private process: RemoteProcess | null = null;
  /** Views that the process holds. */
  private views: ToldViews | null = null;
  private readonly admission: Admission;
  private readonly watchdog: Watchdog;
  private cancelIdle: Cancel | null = null;
  private starts = 0;
  private startedMs = -Infinity;
  private keptMs = -Infinity;
  /** Whether the current process has received a query. */
  private isUsed = false;
  private isClosed = false;

  constructor(readonly name: LaneName, private readonly options: ReaderClientOptions) {
    this.admission = new Admission(LANES[name].limits, options.clock);
    this.watchdog = new Watchdog({
      everyMs: WATCH_MS, maxTicks: MAX_WATCHES, clock: options.clock,
      ask: () => this.askMemory(),
      hangs: (reason) => { void this.process?.kill(reason); },
    });
  }

  get load(): { running: number; waiting: number } {
    return this.admission.load;
  }

  async call(method: string, args: unknown[]): Promise<Result<unknown>> {
    if (this.isClosed) return fail('internal', STOPPING);
    const leave = await this.admission.enter(bytesOf(method, args));
    if (leave === null) return fail('busy', BUSY);
    const question = await this.withNews(method, args);
    // Closed while it waited.
    if (this.isClosed) {
      leave();
      return fail('internal', STOPPING);
    }
    this.cancelIdle?.();
    try {
      // A value that is no Result is a bug and was thrown.
      const process = this.running();
      this.isUsed = true;
      const answer = await process.call(method, question, () => {
        leave();
        this.rest();
      }) as Result<unknown>;
      return answer.ok && answer.json === undefined && answer.value instanceof Readable
        ? ok(endedWhenStalled(answer.value, STALL_MS, this.options.clock)) : answer;
    } catch (error) {
      // It could not be started, or has ended.
      if (this.process === null) leave();
      if (!(error instanceof ProcessEnded)) throw error;
      if (this.isClosed) return fail('internal', STOPPING);
      if (error.isOutOfMemory) return fail('too_large', TOO_LARGE);
      return fail('internal', `The part that reads ended (${error.message}) and is started again; try again.`);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelIdle?.();
    this.watchdog.stop();
    await this.process?.kill();
  }

  warm(): void {
    if (this.isClosed || this.process !== null) return;
    this.running();
    this.rest();
  }

  keep(): void {
    const nowMs = this.options.clock.steadyMs();
    this.keptMs = nowMs;
    if (nowMs - this.startedMs >= KEEP_EVERY_MS) this.warm();
  }

  /** Adds the target's news to the query, so that the reader need not request it. */
  private async withNews(method: string, args: unknown[]): Promise<unknown[]> {
    const { views } = this;
    const target = toldTarget(method, args);
    if (target === null || views === null) return args;
    const told = await forAll(() => views.news(target));
    return told === null || views !== this.views ? args : withTold(args, told);
  }

  private async askMemory(): Promise<void> {
    const { process } = this;
    const answer = await process?.call('memory', []) as Result<PartMemory> | undefined;
    if (answer?.ok === true && process === this.process) this.memory = answer.value;
  }

  private running(): RemoteProcess {
    if (this.process !== null) return this.process;
    const { file, dataDir, recorder, onProblem, clock } = this.options;
    this.startedMs = clock.steadyMs();
    this.isUsed = false;
    const workFolder = join(readersFolder(dataDir), `${this.name}-${this.starts++}`);
    const options: ReaderOptions = { workFolder, historyFolder: historyFolder(dataDir) };
    let isWanted = true;
    const views = new ToldViews(recorder);
    // Outside the context of the client whose query happened to be first.
    const process: RemoteProcess = forAll(() => new RemoteProcess({
      file, options, heapMb: LANES[this.name].heapMb, nice: LANES[this.name].nice,
      asked: (method, args) => (
        method === 'view' ? views.view(...args as Parameters<Recorder['view']>) : askRecorder(recorder, method, args)
      ),
      onEnd: (error) => {
        isWanted = this.process === process && !this.isClosed;
        if (this.process === process) this.forget();
        if (isWanted) {
          log.error('A part that reads ended.', { reader: this.name, reason: error.message, said: error.said });
          onProblem(
            `A part of tsdbscope that reads ended (${error.message}) and is started again; recording was not touched.`
          );
        }
        rm(workFolder, { recursive: true, force: true }).catch((failure: unknown) => {
          log.warn('The files of a reader that ended could not be removed.', { folder: workFolder, error: failure });
        });
      },
    }));
    this.process = process;
    this.views = views;
    forAll(() => { this.watchdog.start(); });
    return process;
  }

  /** Ends the process after it was idle for a while: what it caches is read again when needed. */
  private rest(): void {
    this.cancelIdle?.();
    if (this.admission.load.running > 0) return;
    const { clock } = this.options;
    this.cancelIdle = clock.background.after(LANES[this.name].idleMs, () => {
      if (!this.isUsed && clock.steadyMs() - this.keptMs < KEPT_MS) {
        this.rest();
        return;
      }
      const { process } = this;
      this.forget();
      void process?.kill();
    });
  }

  private forget(): void {
    this.process = null;
    this.views = null;
    this.memory = null;
    this.watchdog.stop();
  }
}

/** Methods that a reader may call; the object behind it has all methods of the recording part. */
const ASKED: Record<keyof Recorder, true> = {
  view: true, putFacts: true, unreadable: true, mayAdopt: true, adopt: true, notice: true,
};

function askRecorder(recorder: Recorder, method: string, args: unknown[]): Promise<unknown> {
  if (!Object.hasOwn(ASKED, method)) throw new Error(`A reader may not ask for "${method}".`);
  // The reader is of the same build: the arguments are those of Recorder.
  const byName = recorder as unknown as Record<keyof Recorder, (...given: unknown[]) => Promise<unknown>>;
  return byName[method as keyof Recorder](...args);
}
