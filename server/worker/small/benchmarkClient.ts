/**
 * A worker thread for each comparison of benchmarks, one at a time: exact tests of many runs take seconds, which nobody else
 * must wait for. One that takes too long is stopped.
 */
import { Worker } from 'node:worker_threads';
import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import type { BenchmarkComparer } from '../../benchmarks/comparer.ts';
import { fail, okJson, type Result } from '../../../core/result.ts';
import type { BenchmarkReply } from './benchmarkWorker.ts';

const TIME_LIMIT_MS = 30_000;
const MAX_WAITING = 20;
/** Bodies that wait are held in memory. */
const MAX_WAITING_BYTES = 64 * 2 ** 20;
const MAX_HEAP_MB = 512;

export interface BenchmarkClientOptions { workerUrl: URL; timeLimitMs?: number }

/** Errors besides those of the report: `busy`, `timeout`, `too_large` (out of memory). A bug rejects. */
export function openBenchmarkClient({ workerUrl, timeLimitMs = TIME_LIMIT_MS }: BenchmarkClientOptions): BenchmarkComparer {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let waitingBytes = 0;
  return (body) => {
    if (waiting >= MAX_WAITING || (waiting > 0 && waitingBytes + body.length > MAX_WAITING_BYTES)) return Promise.resolve(fail('busy', 'Too many comparisons are waiting; ask again in a moment.'));
    waiting++;
    waitingBytes += body.length;
    const answer = last.then(() => compareOnce(workerUrl, timeLimitMs, body)).finally(() => {
      waiting--;
      waitingBytes -= body.length;
    });
    // Whoever asked is told of a failure; the next one must not be.
    last = answer.catch(() => undefined);
    return answer;
  };
}

function compareOnce(workerUrl: URL, timeLimitMs: number, body: Uint8Array): Promise<Result<BenchmarkReport>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl, { workerData: body, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    const timer = setTimeout(() => {
      resolve(fail('timeout', `The comparison took longer than ${Math.round(timeLimitMs / 1000)} s; compare fewer benchmarks or runs at a time.`));
      void worker.terminate();
    }, timeLimitMs);
    worker.once('message', (reply: BenchmarkReply) => { resolve(reply.ok ? okJson<BenchmarkReport>(reply.json) : reply); });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(fail('too_large', 'The comparison needs more memory than may be spent on one; compare fewer benchmarks or runs at a time.'));
      else reject(error);
    });
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the benchmark worker ended with code ${code} before it answered`));
    });
  });
}
