/** Main thread: has an archive unpacked by a worker thread of its own, with bounds on memory and time. */
import { Worker } from 'node:worker_threads';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../archive/limits.ts';
import type { OpenArchive, ReadArchive } from '../../archive/readIncident.ts';
import { fail, type Result } from '../../../core/result.ts';

export interface ArchiveJob { file: string; folder: string; limits: ArchiveLimits }

/** V8's heap of the thread: names of entries, an incident's JSON. */
const HEAP_MB = 256;

export function archiveOpener(workerUrl: URL, limits: ArchiveLimits = ARCHIVE_LIMITS): OpenArchive {
  return (file, folder) => new Promise((resolve, reject) => {
    const job: ArchiveJob = { file, folder, limits };
    const worker = new Worker(workerUrl, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    const timer = setTimeout(() => {
      resolve(fail('timeout', `The archive was not unpacked within ${limits.timeMs / 1000} s and was given up; send its files in several archives.`));
      void worker.terminate();
    }, limits.timeMs);
    worker.once('message', (result: Result<ReadArchive>) => { resolve(result); });
    worker.once('error', (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        resolve(fail('too_large', 'The archive needs more memory than is given to it; send its files in several archives.'));
      } else reject(error instanceof Error ? error : new Error(String(error)));
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that unpacks archives ended without an answer.'));
    });
  });
}
