/**
 * A few worker threads that answer one task each at a time. A task that takes too long costs its thread, which is
 * replaced with the next task: nothing a profile or an expression holds can stop the server.
 */
import { Worker } from 'node:worker_threads';
import { fail, okJson, type Result } from '../../../core/result.ts';
import { transferables } from '../../threads/transferables.ts';
import type { Answers, Reply, Request, Task, WorkerSetup } from './profileTasks.ts';

export interface PoolOptions {
  workerUrl: URL;
  setup: WorkerSetup;
  workers: number;
  timeLimitMs: number;
}

interface Job {
  task: Task;
  /** The profiles it is about: it goes to the thread that has the most of them decoded, when that is free. */
  homes: string[];
  resolve(result: Result<Answers[keyof Answers]>): void;
  reject(error: Error): void;
}

interface Thread { worker: Worker; job: Job | null; jobNumber: number; timer: NodeJS.Timeout | null; homes: Set<string> }

const MAX_WAITING = 200;
/** Uploads that wait to be decoded are held in memory. */
const MAX_WAITING_BYTES = 384 * 1024 * 1024;
const MAX_HOMES = 64;
/** Of one thread's heap; tables of numbers lie outside it and are bounded by the decoder. */
const MAX_HEAP_MB = 1024;

/** The free thread that has the most of the profiles decoded; none when none has any. */
function mostAtHome(free: Thread[], homes: string[]): Thread | undefined {
  const known = (thread: Thread): number => homes.filter((home) => thread.homes.has(home)).length;
  const best = free.reduce<Thread | undefined>((most, thread) => (most === undefined || known(thread) > known(most) ? thread : most), undefined);
  return best !== undefined && known(best) > 0 ? best : undefined;
}

function bytesOf(task: Task): number {
  return task.kind === 'describe' ? task.bytes.length : 0;
}

export class ProfileWorkers {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Job[] = [];
  private closed = false;

  constructor(private readonly options: PoolOptions) {}

  /** Errors: `timeout`, `too_large` (out of memory), `busy` (a long queue), and whatever the task answers. A bug rejects. */
  run<K extends Task['kind']>(task: Task & { kind: K }, homes: string[]): Promise<Result<Answers[K]>> {
    return new Promise((resolve, reject) => {
      if (this.closed) { resolve(fail('internal', 'the server is stopping; ask again when it runs')); return; }
      const bytes = this.waiting.reduce((sum, job) => sum + bytesOf(job.task), bytesOf(task));
      if (this.waiting.length >= MAX_WAITING || (this.waiting.length > 0 && bytes > MAX_WAITING_BYTES)) { resolve(fail('busy', 'too many profile questions are waiting; ask again in a moment')); return; }
      this.waiting.push({ task, homes, resolve: (result) => { resolve(result as Result<Answers[K]>); }, reject });
      this.dispatch();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.waiting.splice(0)) job.resolve(fail('internal', 'the server is stopping; ask again when it runs'));
    await Promise.all([...this.threads].map((thread) => {
      this.release(thread)?.resolve(fail('internal', 'the server is stopping; ask again when it runs'));
      this.threads.delete(thread);
      return thread.worker.terminate();
    }));
  }

  private dispatch(): void {
    for (let job = this.waiting[0]; job !== undefined; job = this.waiting[0]) {
      const free = [...this.threads].filter((thread) => thread.job === null);
      const thread = mostAtHome(free, job.homes) ?? (this.threads.size < this.options.workers && free.length === 0 ? this.start() : free[0]);
      if (thread === undefined) return;
      this.waiting.shift();
      this.give(thread, job);
    }
  }

  private start(): Thread {
    const worker = new Worker(this.options.workerUrl, { workerData: this.options.setup, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    const thread: Thread = { worker, job: null, jobNumber: 0, timer: null, homes: new Set() };
    this.threads.add(thread);
    worker.on('message', (reply: Reply) => {
      if (reply.job !== thread.jobNumber) return;
      const job = this.release(thread);
      // What it has just decoded is asked for next.
      if (job?.task.kind === 'describe' && reply.result.ok) this.makeHome(thread, (reply.result.value as Answers['describe']).id);
      job?.resolve(reply.isJson && reply.result.ok ? okJson(reply.result.value as Uint8Array) : (reply.result));
      this.dispatch();
    });
    worker.on('messageerror', (error) => { this.lose(thread, error); });
    worker.on('error', (error) => { this.lose(thread, error); });
    worker.on('exit', (code) => { this.lose(thread, new Error(`the profile worker ended with code ${code}`)); });
    // An idle thread must not keep the program from ending.
    worker.unref();
    return thread;
  }

  private give(thread: Thread, job: Job): void {
    thread.job = job;
    thread.jobNumber++;
    for (const home of job.homes) this.makeHome(thread, home);
    thread.worker.ref();
    thread.timer = setTimeout(() => { this.stopLate(thread); }, this.options.timeLimitMs);
    const request = { job: thread.jobNumber, task: job.task } satisfies Request;
    thread.worker.postMessage(request, job.task.kind === 'describe' ? transferables(job.task.bytes) : []);
  }

  private makeHome(thread: Thread, profile: string): void {
    thread.homes.delete(profile);
    thread.homes.add(profile);
    for (const oldest of thread.homes) {
      if (thread.homes.size <= MAX_HOMES) break;
      thread.homes.delete(oldest);
    }
  }

  /** Takes the job off the thread. */
  private release(thread: Thread): Job | null {
    const { job } = thread;
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.timer = null;
    thread.job = null;
    thread.worker.unref();
    return job;
  }

  private stopLate(thread: Thread): void {
    this.threads.delete(thread);
    const seconds = Math.max(1, Math.round(this.options.timeLimitMs / 1000));
    this.release(thread)?.resolve(fail('timeout', `the profile took longer than ${seconds} s to work on; narrow the question with a filter or use a smaller profile`));
    void thread.worker.terminate();
    this.dispatch();
  }

  private lose(thread: Thread, error: Error): void {
    if (!this.threads.delete(thread)) return;
    const job = this.release(thread);
    void thread.worker.terminate();
    if (job !== null) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
        job.resolve(fail('too_large', 'the profile needs more memory than may be spent on one; record a shorter or filtered one'));
      } else job.reject(error);
    }
    this.dispatch();
  }
}
