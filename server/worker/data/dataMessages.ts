/** What the main thread and the data worker say to each other. Everything is structured-clone-able. */
import type { StorageStatus } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { DataStore } from '../../store/dataStore.ts';

export interface DataWorkerOptions { dataDir: string; retentionMs: number; retentionBytes: number }

export type DataMethod = Exclude<keyof DataStore, 'onStatus'>;

export type DataRequest = { [M in DataMethod]: { id: number; method: M; args: Parameters<DataStore[M]> } }[DataMethod];

export type DataReply =
  | { type: 'started'; result: Result<StorageStatus> }
  | { type: 'status'; status: StorageStatus }
  | { type: 'answer'; id: number; value: unknown }
  /** The method threw: a bug there or bad arguments. */
  | { type: 'thrown'; id: number; message: string };
