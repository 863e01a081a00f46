/**
 * Threads that each answer one call at a time. The queue is bounded in number and bytes, each call in time, each thread
 * in heap: a call that exceeds its bounds ends its thread, which the next call replaces. So no file or expression can
 * stop the server.
 */
import { systemClock, type Cancel, type Clock } from '../../../core/time/clock.ts';
import { fail, type Result } from '../../../core/result.ts';
import { asker } from './requestContext.ts';
import { callsTo, type ResultMethods } from './calls.ts';
import { heapsMayGrow } from './heapGrowth.ts';
import { RemoteThread, ThreadEnded } from './remoteThread.ts';

type AnswerOf<F> = F extends (...args: never[]) => Promise<Result<infer T>> ? T : never;

export interface PoolOptions<M> {
  workerUrl: URL;
  workerData?: unknown;
  threads: number;
  heapMb: number;
  /** Limit of a call's CPU time, which excludes waiting for a thread or for a core of a busy machine. */
  timeLimitMs: number;
  /** Limit of each wait, for a thread and for a core, in multiples of `timeLimitMs`; default 4. */
  patience?: number;
  /** Starts one thread more where one client has all and another waits, so that no client can block the others. */
  hasSpare?: boolean;
  /** Maximum of calls that wait while every thread is busy; one client may have half of them. */
  maxWaiting: number;
  /** Limit of the bytes in the arguments of all pending calls; a single call may exceed it. */
  maxBytes?: number;
  /** Ends a thread with its call, so that it holds no memory in between. */
  isSingleUse?: boolean;
  /** Returns the key that a method's answer gives its thread, besides the keys of the call. */
  keyOf?: { [K in keyof M]?: (answer: AnswerOf<M[K]>) => string };
  clock?: Clock;
  /** Priority below that of the main thread, as `nice`: where cores are short, recording and answering come first. */
  nice?: number;
  /** Receives what a thread reports while it works on a call. */
  onNews?: (news: unknown) => void;
  /** Error messages for callers, one sentence each. */
  says: {
    busy: string; late: (seconds: number) => string; outOfMemory: string; stopping: string;
    /** No thread was free in this time. */
    waited: (seconds: number) => string;
    /** It got a thread, and worked for so much of this time. */
    starved: (seconds: number, worked: number) => string;
  };
}

export interface CallOptions {
  /** Keys of what the call reads: it goes to the free thread that has seen the most of them. */
  keys?: readonly string[];
  /** Memory in the arguments to hand over. */
  transfer?: readonly ArrayBuffer[];
  /** Rejects the call with its reason; ends the thread of a running call. */
  signal?: AbortSignal;
}

interface Job extends CallOptions {
  client: string;
  method: string;
  args: unknown[];
  bytes: number;
  /** Cancels the limit of its wait for a thread. */
  cancel: Cancel;
  resolve(answer: Result<unknown>): void;
  reject(reason: unknown): void;
}

interface Thread { remote: RemoteThread; job: Job | null; cancel: Cancel; keys: Set<string> }

const nothing: Cancel = () => undefined;
const PATIENCE = 4;
/** Minimum time between two checks of a thread's CPU time. */
const MIN_LOOK_MS = 20;

/** Maximum of keys remembered for each thread. */
const MAX_KEYS = 64;
/** Maximum of clients in `lastTurn`. */
const MAX_CLIENTS = 1000;

export class WorkerPool<M extends ResultMethods<M>> {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Job[] = [];
  private inHandBytes = 0;
  /** Turn number of each client's last call. */
  private readonly lastTurn = new Map<string, number>();
  private turns = 0;
  private isClosed = false;
  private readonly clock: Clock;

  constructor(private readonly options: PoolOptions<M>) {
    this.clock = options.clock ?? systemClock;
  }

  /** Returns the threads' methods. Further errors: `busy`, `timeout`, `too_large` (out of memory). A bug rejects. */
  calls(options: CallOptions = {}): M {
    return callsTo<M>((method, args) => this.call(method, args, options));
  }

  /** Calls a method by name; otherwise like `calls`. */
  async call(method: string, args: unknown[], options: CallOptions = {}): Promise<Result<unknown>> {
    const { says, maxWaiting, maxBytes = Infinity } = this.options;
    if (this.isClosed) return fail('internal', says.stopping);
    options.signal?.throwIfAborted();
    const bytes = args.reduce<number>((sum, arg) => sum + (arg instanceof Uint8Array ? arg.length : 0), 0);
    const isTooMuch = this.inHandBytes > 0 && this.inHandBytes + bytes > maxBytes;
    const { client } = asker();
    const own = client === '' ? 0 : this.waiting.filter((job) => job.client === client).length;
    if (this.waiting.length >= maxWaiting || own >= Math.max(1, maxWaiting / 2) || isTooMuch)
      return fail('busy', says.busy);
    this.inHandBytes += bytes;
    let aborted = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const job: Job = { ...options, client, method, args, bytes, cancel: nothing, resolve, reject };
        job.cancel = this.clock.after(this.maxWaitMs, () => {
          this.forget(job);
          resolve(fail('busy', says.waited(seconds(this.maxWaitMs))));
        });
        aborted = () => { this.abort(job); };
        options.signal?.addEventListener('abort', aborted);
        this.waiting.push(job);
        this.dispatch();
      });
    } finally {
      options.signal?.removeEventListener('abort', aborted);
      this.inHandBytes -= bytes;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const stopping = fail('internal', this.options.says.stopping);
    for (const job of [...this.waiting]) {
      this.forget(job);
      job.resolve(stopping);
    }
    await Promise.all([...this.threads].map((thread) => {
      this.release(thread)?.resolve(stopping);
      return this.drop(thread);
    }));
  }

  private dispatch(): void {
    for (let job = this.next(); job !== undefined; job = this.next()) {
      const free = [...this.threads].filter((thread) => thread.job === null);
      const most = this.options.threads + (this.options.hasSpare === true && this.isHeldByOthersThan(job) ? 1 : 0);
      const canStart = free.length === 0 && this.threads.size < most;
      const thread = mostAtHome(free, job.keys ?? []) ?? (canStart ? this.start() : free[0]);
      if (thread === undefined) return;
      this.forget(job);
      this.lastTurn.delete(job.client);
      this.lastTurn.set(job.client, ++this.turns);
      for (const oldest of this.lastTurn.keys()) {
        if (this.lastTurn.size <= MAX_CLIENTS) break;
        this.lastTurn.delete(oldest);
      }
      this.give(thread, job);
    }
  }

  /** Returns the first call of the client with the fewest running calls; on a tie, of the client served longer ago. */
  private next(): Job | undefined {
    const running = (client: string): number => [...this.threads].filter(({ job }) => job?.client === client).length;
    const rank = ({ client }: Job): [number, number] => [running(client), this.lastTurn.get(client) ?? 0];
    // A client that has all its threads leaves the spare one to others.
    const [first] = this.waiting.filter(({ client }) => running(client) < this.options.threads)
      .map((job) => ({ job, rank: rank(job) }))
      .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
    return first?.job;
  }

  /** Returns whether one other client has every thread. */
  private isHeldByOthersThan({ client }: Job): boolean {
    const clients = new Set([...this.threads].map(({ job }) => job?.client));
    return clients.size === 1 && !clients.has(client);
  }

  private start(): Thread {
    const { workerUrl, workerData, heapMb, nice = 0, onNews } = this.options;
    // A thread that ends while idle is replaced with the next call.
    const remote = new RemoteThread<unknown>({
      workerUrl, workerData, heapMb, nice, onEnd: () => { this.threads.delete(thread); },
      ...(onNews === undefined ? {} : { onNews }),
    });
    const thread: Thread = { remote, job: null, cancel: nothing, keys: new Set() };
    this.threads.add(thread);
    return thread;
  }

  private give(thread: Thread, job: Job): void {
    const { says } = this.options;
    thread.job = job;
    for (const key of job.keys ?? []) remember(thread.keys, key);
    this.limit(thread, job);
    const over = heapsMayGrow();
    // A value that is no answer of this pool's methods is a bug and rejects.
    const answered = thread.remote.call(job.method, job.args, job.transfer) as Promise<Result<unknown>>;
    answered.then((answer) => {
      this.learn(thread, job, answer);
      job.resolve(answer);
    }, (error: unknown) => {
      if (error instanceof ThreadEnded && error.isOutOfMemory) job.resolve(fail('too_large', says.outOfMemory));
      else job.reject(error instanceof ThreadEnded ? error.cause ?? error : error);
    }).finally(() => {
      over();
      // A call that was given up has a new thread already.
      if (thread.job !== job) return;
      this.release(thread);
      if (this.options.isSingleUse === true) void this.drop(thread);
      this.dispatch();
    });
  }

  /** Ends a call that exceeded its CPU time, or that got hardly any CPU for very long. */
  private limit(thread: Thread, job: Job): void {
    const { timeLimitMs, says } = this.options;
    const [givenMs, before] = [this.clock.steadyMs(), thread.remote.workMs()];
    const look = (): void => {
      const workedMs = thread.remote.workMs() - before;
      const passedMs = this.clock.steadyMs() - givenMs;
      const leftMs = Math.min(timeLimitMs - workedMs, this.maxWaitMs - passedMs);
      if (leftMs > 0) {
        thread.cancel = this.clock.after(Math.max(MIN_LOOK_MS, leftMs), look);
        return;
      }
      job.resolve(workedMs >= timeLimitMs ? fail('timeout', says.late(seconds(timeLimitMs)))
        : fail('busy', says.starved(seconds(passedMs), Math.round(workedMs / 1000))));
      this.giveUp(thread);
    };
    thread.cancel = this.clock.after(Math.min(timeLimitMs, this.maxWaitMs), look);
  }

  private get maxWaitMs(): number {
    const { timeLimitMs, patience = PATIENCE } = this.options;
    return timeLimitMs * patience;
  }

  /** Removes it from the queue. */
  private forget(job: Job): void {
    job.cancel();
    const place = this.waiting.indexOf(job);
    if (place >= 0) this.waiting.splice(place, 1);
  }

  private learn(thread: Thread, { method }: Job, answer: Result<unknown>): void {
    const keyOf = this.options.keyOf as Record<string, (answer: unknown) => string> | undefined;
    const key = answer.ok ? keyOf?.[method]?.(answer.value) : undefined;
    if (key !== undefined) remember(thread.keys, key);
  }

  private abort(job: Job): void {
    job.reject(job.signal?.reason);
    this.forget(job);
    for (const thread of this.threads) if (thread.job === job) this.giveUp(thread);
  }

  private giveUp(thread: Thread): void {
    this.release(thread);
    void this.drop(thread);
    this.dispatch();
  }

  private release(thread: Thread): Job | null {
    const { job } = thread;
    thread.cancel();
    thread.job = null;
    return job;
  }

  private drop(thread: Thread): Promise<void> {
    this.threads.delete(thread);
    return thread.remote.end();
  }
}

/** Returns whole seconds for a message: at least 1. */
function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000));
}

/** Returns the free thread that has seen the most of the keys, or undefined if none has seen any. */
function mostAtHome(free: Thread[], keys: readonly string[]): Thread | undefined {
  const known = (thread: Thread): number => keys.filter((key) => thread.keys.has(key)).length;
  const most = Math.max(0, ...free.map(known));
  return most === 0 ? undefined : free.find((thread) => known(thread) === most);
}

/** Adds the key as the newest and removes the oldest beyond the limit. */
function remember(keys: Set<string>, key: string): void {
  keys.delete(key);
  keys.add(key);
  for (const oldest of keys) {
    if (keys.size <= MAX_KEYS) break;
    keys.delete(oldest);
  }
}
