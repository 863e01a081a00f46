/**
 * Recognizes files, and lays them side by side, in a thread that starts at the first call: one in twenty takes over
 * 5 ms, some take 70 ms.
 */
import { WorkerPool } from '../../kernel/threads/workerPool.ts';
import type { RecognizeMethods } from './recognizeWorker.ts';

/** V8 heap of the thread: for a megabyte of text, its lines and the matches in them. */
const HEAP_MB = 128;

/** `recognize`: what a file is; `together`: what each of several files says beside the others. */
export type FileLooks = { [K in keyof RecognizeMethods]: (...args: Parameters<RecognizeMethods[K]>) =>
  ReturnType<RecognizeMethods[K]> };

export function fileRecognizer(workerUrl: URL): FileLooks & { close: () => Promise<void> } {
  const pool = new WorkerPool<RecognizeMethods>({
    workerUrl, timeLimitMs: 10_000, threads: 1, nice: 3, heapMb: HEAP_MB, maxWaiting: 100,
    says: {
      busy: 'Too many files are waiting to be opened; send it again in a moment.',
      late: (seconds) => `What the file is could not be found in ${seconds} s of work; send a part of it.`,
      waited: (seconds) => `The file waited ${seconds} s to be looked at; send it again in a moment.`,
      starved: (seconds) => `The file was not looked at in ${seconds} s: this machine is busy; send it again later.`,
      outOfMemory: 'Finding what the file is needs more memory than its limit; send a part of it.',
      stopping: 'The server is stopping; send the file again when it runs.',
    },
  });
  return {
    recognize: (file, name) => pool.calls().recognize(file, name),
    together: (files) => pool.calls().together(files),
    close: () => pool.close(),
  };
}
