/** Worker thread: unpacks an archive, and reads it if it is an incident file. */
import { ArchiveError, type ArchiveLimits } from '../../../data/archive/limits.ts';
import { isIncident, readIncident, type ReadArchive } from '../../../data/archive/readIncident.ts';
import { unpackArchive } from '../../../data/archive/unpack.ts';
import { fail, ok, writeErrorType, type Result } from '../../../../core/result.ts';
import { serve } from '../../../kernel/threads/serve.ts';

export interface ArchiveMethods {
  read(file: string, folder: string, limits: ArchiveLimits): Promise<Result<ReadArchive>>;
}

const FULL = 'The archive cannot be unpacked: the disk of the data folder is full; make room.';

serve<ArchiveMethods>({
  read: async (file, folder, limits) => {
    try {
      const unpacked = await unpackArchive(file, folder, limits);
      return ok({ unpacked, incident: isIncident(unpacked) ? await readIncident(unpacked) : null });
    } catch (error) {
      if (error instanceof ArchiveError) return fail(error.errorType, error.message);
      if (writeErrorType(error) === 'disk_full') return fail('disk_full', FULL);
      throw error;
    }
  },
});
