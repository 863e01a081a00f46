/** Reports stored profiles that are damaged or missing at startup. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { firstLine } from '../../../../core/result.ts';
import { lookForDamage } from '../../../kernel/files/damagedGzip.ts';
import { beginningOf, isMissing } from '../../../kernel/files/wholeFile.ts';
import type { ProfileFiles, StoredProfile } from '../../../data/store/files/profileFiles.ts';
import { transferables } from '../../../kernel/threads/transferables.ts';
import type { WorkerPool } from '../../../kernel/threads/workerPool.ts';
import type { ProfileMethods } from './profileMethods.ts';

interface Recovering {
  files: ProfileFiles; pool: WorkerPool<ProfileMethods>; tell: (sentence: string) => void; nowMs: number;
}

/** Reports an unreadable profile, which stays in the list: it may become readable again. */
export async function tellUnreadable(
  files: ProfileFiles, id: string, tell: (sentence: string) => void
): Promise<void> {
  const path = files.bytesFile(id);
  await beginningOf(path, 1).catch(async (error: unknown) => {
    if (isMissing(error) && await files.has(id)) return;
    const what = `The stored profile ${path} cannot be read (${firstLine(error)})`;
    tell(`${what}; make it readable, or upload it again.`);
  });
}

/** Reports profiles whose bytes do not match their checksum; runs in the background. */
export async function tellDamaged(
  files: ProfileFiles, profiles: readonly StoredProfile[], tell: (sentence: string) => void
): Promise<void> {
  const newestFirst = profiles.toSorted((a, b) => b.info.addedTime - a.info.addedTime);
  await lookForDamage(
    newestFirst.map(({ info: { id, sizeBytes } }) => ({ path: files.bytesFile(id), sizeBytes })),
    (path, damage) => { tell(`The stored profile ${basename(path)} is damaged (${damage}); upload it again.`); }
  );
}

/**
 * Rebuilds the description from the profile; its name, source and pair are lost with the JSON. Returns null if that
 * fails.
 */
export async function describeAgain(
  { files, pool, tell, nowMs }: Recovering, id: string
): Promise<StoredProfile | null> {
  const name = `profiles/${id}.pb.gz`;
  let bytes: Buffer;
  try {
    bytes = await readFile(files.bytesFile(id));
  } catch (error) {
    tell(`The stored profile ${name} cannot be read (${firstLine(error)}); make it readable and restart.`);
    return null;
  }
  const sizeBytes = bytes.length;
  const described = await pool.calls({ keys: [id], transfer: transferables(bytes) }).describe(bytes, '');
  if (!described.ok || described.value.id !== id) {
    // A profile that only timed out is tried again at the next start.
    const isDamaged = described.ok || described.error.errorType === 'unprofilable';
    if (isDamaged) {
      const aside = await files.setAside(id);
      tell(`The stored profile ${name} is damaged and was set aside as ${aside}; upload it again.`);
    } else {
      tell(`The stored profile ${name} cannot be read (${described.error.message}).`);
    }
    return null;
  }
  tell(`The description of the stored profile ${name} is rebuilt from the profile; its own name is lost.`);
  const stored: StoredProfile = {
    info: {
      id, name: `recovered ${id.slice(0, 12)}`, ...described.value.facts, sizeBytes,
      addedTime: nowMs / 1000, source: { how: 'upload' },
    },
  };
  await files.describe(id, stored).catch((error: unknown) => {
    tell(`The description of ${name} cannot be written (${firstLine(error)}); free space or make it writable.`);
  });
  return stored;
}
