/** The data worker's methods and its start options. */
import type { StorageStatus } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { DataStore } from '../../store/dataStore.ts';

export interface DataWorkerOptions { dataDir: string; retentionMs: number; retentionBytes: number }

/** Its news messages are StorageStatus. */
export interface DataWorkerMethods extends Omit<DataStore, 'onStatus'> {
  /** Called first: result of opening the data folder. */
  opened(): Promise<Result<StorageStatus>>;
}
