/** What the data worker answers, and what it is started with. */
import type { StorageStatus } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { DataStore } from '../../store/dataStore.ts';

export interface DataWorkerOptions { dataDir: string; retentionMs: number; retentionBytes: number }

/** Its news are StorageStatus. */
export interface DataWorkerMethods extends Omit<DataStore, 'onStatus'> {
  /** Asked first: how the data folder opened. */
  opened(): Promise<Result<StorageStatus>>;
}
