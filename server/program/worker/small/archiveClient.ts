/** Unpacks an archive in its own worker thread, with limits on memory and time. */
import { ARCHIVE_LIMITS } from '../../../data/archive/limits.ts';
import type { OpenArchive } from '../../../data/archive/readIncident.ts';
import { WorkerPool } from '../../../kernel/threads/workerPool.ts';
import type { ArchiveMethods } from './archiveWorker.ts';

/** V8's heap limit of the thread, for names of entries and an incident's JSON. */
const HEAP_MB = 256;

export function archiveOpener(workerUrl: URL): OpenArchive {
  const pool = new WorkerPool<ArchiveMethods>({
    workerUrl, timeLimitMs: ARCHIVE_LIMITS.timeMs, threads: 1, nice: 3, heapMb: HEAP_MB, maxWaiting: 20,
    isSingleUse: true,
    says: {
      busy: 'Too many archives are waiting to be unpacked; send it again in a moment.',
      late: (seconds) => `Unpacking the archive takes longer than ${seconds} s of work; `
        + 'send its files in several archives.',
      waited: (seconds) => `The archive waited ${seconds} s to be unpacked; send it again in a moment.`,
      starved: (seconds, worked) => `The archive was not unpacked in ${seconds} s, of which the work had ${worked} s: `
        + 'this machine or its disk is busy; send it again when less runs beside tsdbscope.',
      outOfMemory: 'The archive needs more memory than its limit; send its files in several archives.',
      stopping: 'The server is stopping; send the archive again when it runs.',
    },
  });
  return (file, folder) => pool.calls().read(file, folder, ARCHIVE_LIMITS);
}
