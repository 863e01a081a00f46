/** The starter's side of one thread: sends calls, matches answers, and rejects pending calls when it ends. */
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { firstLine, okJson } from '../../../core/result.ts';
import type { Call, Reply } from './calls.ts';
import { threadWorkMs } from './threadTime.ts';

export interface RemoteThreadOptions<News> {
  workerUrl: URL;
  workerData?: unknown;
  /** Limit of V8's heap, which excludes typed arrays. */
  heapMb: number;
  /**
   * Limit of its young generation, for threads that live as long as the program: by default V8 lets it grow to 48 MB
   * and keeps it.
   */
  youngMb?: number;
  /** Priority below that of the starting thread, as `nice`: 0 (the default) to 19. */
  nice?: number;
  onNews?: (news: News) => void;
  /** Called before the pending calls fail. */
  onEnd?: (error: ThreadEnded) => void;
}

/** The thread ended before it answered; `cause`: what it threw. */
export class ThreadEnded extends Error {
  get isOutOfMemory(): boolean {
    return this.cause instanceof Error && 'code' in this.cause && this.cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  }
}

interface Waiting { resolve: (value: unknown) => void; reject: (error: unknown) => void }

export class RemoteThread<News = never> {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  private ended: ThreadEnded | null = null;
  private thread: string | null = null;

  constructor({ workerUrl, workerData, heapMb, youngMb, nice = 0, onNews, onEnd }: RemoteThreadOptions<News>) {
    const resourceLimits = {
      maxOldGenerationSizeMb: heapMb, ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
    };
    this.worker = new Worker(workerUrl, { workerData, resourceLimits });
    // An idle thread must not keep the program from exiting.
    this.worker.unref();
    let thrown: unknown;
    this.worker.on('message', (reply: Reply) => {
      // The thread is of the same build.
      if ('news' in reply) onNews?.(reply.news as News);
      else if ('thread' in reply) this.begun(reply.thread, nice);
      else this.receive(reply);
    });
    this.worker.on('error', (error) => { thrown = error; });
    this.worker.on('messageerror', (error) => {
      thrown = error;
      void this.worker.terminate();
    });
    this.worker.on('exit', (code) => {
      const reason = thrown === undefined ? `its thread ended with code ${code}` : firstLine(thrown);
      this.ended = new ThreadEnded(reason, { cause: thrown });
      onEnd?.(this.ended);
      for (const { reject } of this.waiting.values()) reject(this.ended);
      this.waiting.clear();
    });
  }

  /** Rejects with ThreadEnded, or with the error of the method. `transfer`: memory in `args` to hand over. */
  call(method: string, args: unknown[], transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.ended !== null) throw this.ended;
      const call: Call = { id: this.nextId++, method, args };
      this.worker.postMessage(call, transfer);
      this.waiting.set(call.id, { resolve, reject });
      this.worker.ref();
    });
  }

  /**
   * Returns its CPU time so far or, where that is unknown, how long it was not idle, which a busy machine makes longer.
   */
  workMs(): number {
    const counted = this.thread === null ? null : threadWorkMs(this.thread);
    return counted ?? this.worker.performance.eventLoopUtilization().active;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private begun(thread: string, nice: number): void {
    this.thread = thread;
    if (nice === 0) return;
    try {
      setPriority(Number(thread), nice);
    } catch {
      // It ended already, or the system forbids it: it runs at normal priority.
    }
  }

  private receive(reply: Extract<Reply, { id: number }>): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (this.waiting.size === 0) this.worker.unref();
    if ('thrown' in reply) waiting?.reject(reply.thrown);
    else waiting?.resolve('json' in reply ? okJson(reply.json) : reply.value);
  }
}
