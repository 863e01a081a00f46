/** Main thread: pictures as SVG or PNG, drawn by one worker thread. No browser, no network. */
import { Worker } from 'node:worker_threads';
import type { PictureSubject } from '../../core/contract/contract.ts';
import type { PictureLook, PictureReply, PictureRequest, PictureStyle, PictureTask } from './pictureTypes.ts';

export interface PictureService {
  /** UTF-8 of an SVG, or a PNG. Rejects with PictureError where it cannot be drawn; `renderError` then still can. */
  render(subject: PictureSubject, style: PictureStyle): Promise<Buffer>;
  /** A picture that says what went wrong: an <img> shows nothing else. */
  renderError(message: string, look: PictureLook): Promise<Buffer>;
  close(): Promise<void>;
}

export interface PictureServiceOptions {
  now?: () => number;
  timeLimitMs?: number;
}

/** Its message is for whoever asked for the picture. */
export class PictureError extends Error {}

const TIME_LIMIT_MS = 10_000;
const MAX_WAITING = 100;
const MAX_HEAP_MB = 512;
const STOPPING = 'The server is stopping; ask again when it runs.';

/** The thread starts with the first picture. */
export function createPictureService(workerUrl: URL, { now = Date.now, timeLimitMs = TIME_LIMIT_MS }: PictureServiceOptions = {}): PictureService {
  const thread = new PictureThread(workerUrl, timeLimitMs);
  return {
    render: (subject, style) => thread.run({ kind: 'subject', subject, style, nowMs: now() }),
    renderError: (message, look) => thread.run({ kind: 'error', message, look }),
    close: () => thread.close(),
  };
}

interface Job { task: PictureTask; resolve: (bytes: Buffer) => void; reject: (error: Error) => void }

/** One task at a time; one that takes too long costs the thread, which is replaced with the next task. */
class PictureThread {
  private worker: Worker | null = null;
  private current: Job | null = null;
  private number = 0;
  private timer: NodeJS.Timeout | null = null;
  private readonly waiting: Job[] = [];
  private closed = false;

  constructor(private readonly workerUrl: URL, private readonly timeLimitMs: number) {}

  run(task: PictureTask): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.closed) { reject(new PictureError(STOPPING)); return; }
      if (this.waiting.length >= MAX_WAITING) { reject(new PictureError('Too many pictures are waiting to be drawn; ask again in a moment.')); return; }
      this.waiting.push({ task, resolve, reject });
      this.next();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.waiting.splice(0)) job.reject(new PictureError(STOPPING));
    this.release()?.reject(new PictureError(STOPPING));
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private next(): void {
    if (this.current !== null) return;
    const job = this.waiting.shift();
    if (job === undefined) return;
    this.current = job;
    this.number += 1;
    const worker = this.worker ?? this.start();
    worker.ref();
    this.timer = setTimeout(() => {
      this.replace(new PictureError(`The picture took longer than ${Math.max(1, Math.round(this.timeLimitMs / 1000))} s to draw; ask for a shorter window or a narrower picture.`));
    }, this.timeLimitMs);
    worker.postMessage({ job: this.number, task: job.task } satisfies PictureRequest);
  }

  private start(): Worker {
    const worker = new Worker(this.workerUrl, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    this.worker = worker;
    worker.on('message', (reply: PictureReply) => {
      if (reply.job !== this.number) return;
      const job = this.release();
      if ('bytes' in reply) job?.resolve(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength));
      else job?.reject(new PictureError(reply.error));
      this.next();
    });
    const lost = (error: Error): void => {
      if (this.worker === worker) this.replace(new PictureError(`The picture could not be drawn (${error.message}).`));
    };
    worker.on('error', lost);
    worker.on('messageerror', lost);
    worker.on('exit', (code) => { lost(new Error(`its thread ended with code ${code}`)); });
    return worker;
  }

  /** The thread is given up; the task in hand fails. */
  private replace(error: PictureError): void {
    const { worker } = this;
    this.worker = null;
    this.release()?.reject(error);
    void worker?.terminate();
    this.next();
  }

  private release(): Job | null {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const job = this.current;
    this.current = null;
    // An idle thread must not keep the program from ending.
    this.worker?.unref();
    return job;
  }
}
