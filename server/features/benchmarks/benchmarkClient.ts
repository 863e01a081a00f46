/** Compares benchmarks one at a time in a separate thread, because exact tests of many runs take seconds. */
import type { BenchmarkComparer } from '../../analysis/benchmarks/comparer.ts';
import { transferables } from '../../kernel/threads/transferables.ts';
import { WorkerPool } from '../../kernel/threads/workerPool.ts';
import type { BenchmarkMethods } from './benchmarkWorker.ts';

const TIME_LIMIT_MS = 30_000;

export interface BenchmarkClientOptions { workerUrl: URL; timeLimitMs?: number }

/** Opens a comparer. Additional errors: `busy`, `timeout`, `too_large` (out of memory). Rejects only for a bug. */
export function openBenchmarkClient(
  { workerUrl, timeLimitMs = TIME_LIMIT_MS }: BenchmarkClientOptions
): BenchmarkComparer {
  const pool = new WorkerPool<BenchmarkMethods>({
    workerUrl, timeLimitMs, threads: 1, nice: 3, heapMb: 512, maxWaiting: 19, maxBytes: 64 * 2 ** 20, isSingleUse: true,
    says: {
      busy: 'Too many comparisons are waiting; ask again in a moment.',
      late: (seconds) => `The comparison took longer than ${seconds} s of work; `
        + 'compare fewer benchmarks or runs at a time.',
      waited: (seconds) => `The comparison waited ${seconds} s for its turn; ask again in a moment.`,
      starved: (seconds, worked) => `The comparison was not done in ${seconds} s, of which it could work for `
        + `${worked} s: this machine is busy; ask again when less runs beside tsdbscope.`,
      outOfMemory: 'The comparison needs more memory than its limit; '
        + 'compare fewer benchmarks or runs at a time.',
      stopping: 'The server is stopping; ask again when it runs.',
    },
  });
  return {
    compare: (body) => pool.calls({ transfer: transferables(body) }).compare(body),
    compareForEmbed: (body) => pool.calls({ transfer: transferables(body) }).compareForEmbed(body),
  };
}
