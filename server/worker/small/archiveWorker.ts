/** Worker thread of one archive: unpacks it, reads it where it is an incident file, answers, ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { ArchiveError } from '../../archive/limits.ts';
import { isIncident, readIncident, type ReadArchive } from '../../archive/readIncident.ts';
import { unpackArchive } from '../../archive/unpack.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { ArchiveJob } from './archiveClient.ts';

async function read({ file, folder, limits }: ArchiveJob): Promise<Result<ReadArchive>> {
  try {
    const unpacked = await unpackArchive(file, folder, limits);
    return ok({ unpacked, incident: isIncident(unpacked) ? await readIncident(unpacked) : null });
  } catch (error) {
    if (error instanceof ArchiveError) return fail(error.errorType, error.message);
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return fail('internal', 'The archive cannot be unpacked: the disk of the data folder is full; make room.');
    throw error;
  }
}

// The job comes from archiveClient.ts of the same build.
if (parentPort) parentPort.postMessage(await read(workerData as ArchiveJob));
