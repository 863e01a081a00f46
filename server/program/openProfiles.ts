import { StartError } from '../kernel/config/usageError.ts';
import type { Kernel } from '../kernel/feature.ts';
import type { OpenReplicas } from '../kernel/files/replicatedStore.ts';
import type { DataReads, DataStore } from '../data/store/dataStore.ts';
import type { ProfileCatalog } from '../data/store/files/profileCatalog.ts';
import { BinaryFolder } from '../profile/binaries/binaryFolder.ts';
import { ingestedIn } from './ingestedIn.ts';
import { openProfileClient } from './worker/profile/profileClient.ts';

export interface ProfileNeeds {
  openReplica: OpenReplicas;
  data: Pick<DataStore, 'targets'>;
  reads: Pick<DataReads, 'samples'>;
  /** Returns the ids of the profiles of an opened recording; null if it is none. */
  ownIds: (target: string) => readonly string[] | null;
}

/** Opens the catalogue of profiles; throws StartError if its folder cannot be used. */
export async function openProfiles(
  { config, dataDir, faults, threadFile }: Kernel, { openReplica, data, reads, ownIds }: ProfileNeeds
): Promise<ProfileCatalog> {
  const { sourceRoots, subsystems, binaries } = config;
  const profiles = await openProfileClient({
    dataDir, faults, openReplica, workerUrl: threadFile('profileWorker'), sourceRoots, subsystems, ownIds,
    ingested: ingestedIn(data, reads), binaries: binaries === undefined ? null : new BinaryFolder(binaries),
  });
  if (!profiles.ok) throw new StartError(profiles.error.message);
  return profiles.value;
}
