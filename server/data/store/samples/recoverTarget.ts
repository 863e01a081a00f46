/** Recovers a target whose `target.json` is lost: its name from the partitions, its kind from their series. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { detectTarget } from '../../metrics/detectTarget.ts';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import { parsePartitionFileName, targetSlug } from '../partitions/partitionNames.ts';
import { readSeries } from '../partitions/partitionRead.ts';
import { storageFailure } from '../partitions/storageError.ts';
import { setAside } from '../../../kernel/files/wholeFile.ts';
import type { TargetDescription } from '../dataStore.ts';
import { targetFilePath } from './targetFile.ts';

/**
 * Recovers the description; null if no partition in the folder can be read. `recording` is assumed, so that retention
 * deletes nothing; a target that is scraped again corrects it.
 */
export async function recoverTarget(engine: DuckEngine, folder: string): Promise<TargetDescription | null> {
  const files = (await readdir(folder)).filter((name) => parsePartitionFileName(name)).sort().reverse();
  for (const file of files) {
    const path = join(folder, file);
    try {
      const alias = await engine.pin(path);
      const [names] = await engine.columns(`SELECT target FROM ${alias}.meta`);
      const name = names?.[0];
      // A file copied here from another target has that target's name.
      if (typeof name !== 'string' || targetSlug(name) !== basename(folder)) continue;
      return {
        id: randomUUID(), name, url: null, recording: true, facts: {}, labels: {},
        ...detectTarget(await readSeries(engine, alias)),
      };
    } catch (error) {
      // The next partition may be readable; a damaged one is set aside when the target is opened.
      if (storageFailure(error) === 'full') throw error;
    } finally {
      await engine.detach(path);
    }
  }
  return null;
}

/** Renames the damaged file and resolves to the new name; null when there is no file. */
export function setTargetFileAside(folder: string, nowMs: number): Promise<string | null> {
  return setAside(targetFilePath(folder), `corrupt-${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')}`);
}
