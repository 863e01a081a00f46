/** Opens a DataStore in this thread alone, for tests and benchmarks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../../../core/result.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import { DuckEngine } from '../../../data/store/partitions/duckEngine.ts';
import { SampleReader } from '../../../data/store/read/sampleReader.ts';
import { SampleStore, type SampleStoreOptions } from '../../../data/store/samples/sampleStore.ts';
import { readsOf } from '../reader/reads.ts';
import { recorderOf, recordingStoreOf } from './recordingStore.ts';

export async function openLocalDataStore(options: SampleStoreOptions): Promise<Result<DataStore>> {
  const opened = await SampleStore.open(options);
  if (!opened.ok) return opened;
  const folder = await mkdtemp(join(options.dataDir, 'reader-'));
  const engine = await DuckEngine.open(join(folder, 'spill'));
  const reader = new SampleReader({
    engine, recorder: recorderOf(opened.value), workFolder: join(folder, 'work'),
    historyFolder: join(folder, 'history'),
  });
  return ok({
    ...recordingStoreOf(opened.value),
    ...readsOf(reader, { engine, folder: join(folder, 'work') }),
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
      await opened.value.close();
    },
  });
}
