/** Threads that decode profiles and answer queries about them. */
import { WorkerPool } from '../../../kernel/threads/workerPool.ts';
import type { DiffNews } from './diffProgress.ts';
import type { ProfileMethods, WorkerSetup } from './profileMethods.ts';

const MIB = 1024 * 1024;
const TIME_LIMIT_MS = 30_000;
const WORKERS = 2;
/** Limit of each thread's decoded profiles: some hundred of the usual size, or both sides of a diff of large ones. */
const CACHE_BYTES = 128 * MIB;
const MAX_WAITING = 200;
/** Uploads that wait to be decoded are held in memory. */
const MAX_WAITING_BYTES = 384 * MIB;
/** Heap limit of one thread; typed arrays are outside it and bounded by the decoder. */
const MAX_HEAP_MB = 1024;

interface ProfilePoolOptions {
  workerUrl: URL;
  setup: Omit<WorkerSetup, 'cacheBytes'>;
  timeLimitMs?: number;
  onNews: (news: DiffNews) => void;
}

export function profilePool(
  { workerUrl, setup, timeLimitMs = TIME_LIMIT_MS, onNews }: ProfilePoolOptions
): WorkerPool<ProfileMethods> {
  const workerData: WorkerSetup = { ...setup, cacheBytes: CACHE_BYTES };
  return new WorkerPool<ProfileMethods>({
    workerUrl, workerData, threads: WORKERS, hasSpare: true, nice: 1, heapMb: MAX_HEAP_MB, timeLimitMs,
    // The thread is of the same build.
    onNews: (news) => { onNews(news as DiffNews); },
    maxWaiting: MAX_WAITING, maxBytes: MAX_WAITING_BYTES,
    // A profile that a thread has just decoded is usually queried next.
    keyOf: { describe: ({ id }) => id },
    says: {
      busy: 'too many profile questions are waiting; ask again in a moment',
      late: (seconds) => `the profile took longer than ${seconds} s of work; `
        + 'narrow the question with a filter or use a smaller profile',
      waited: (seconds) => `the profile waited ${seconds} s for its turn; ask again when fewer questions wait`,
      starved: (seconds, worked) => `the profile was not done in ${seconds} s, of which it could be worked on for `
        + `${worked} s: this machine is busy; ask again when less runs beside tsdbscope`,
      outOfMemory: 'the profile needs more memory than its limit; record a shorter or filtered one',
      stopping: 'the server is stopping; ask again when it runs',
    },
  });
}
