/** The data worker's methods and its start options. */
import type { StorageStatus } from '../../../../core/contract/contract.ts';
import type { Result } from '../../../../core/result.ts';
import type { Recorder } from '../../../data/store/recorder.ts';
import type { PartMemory } from '../../../kernel/threads/calls.ts';
import type { RecordingStore } from './recordingStore.ts';

export interface DataWorkerOptions {
  dataDir: string;
  retentionMs: number;
  retentionBytes: number;
  /** Size of the remote-write buffer; absent: nothing is sent. */
  outboxBytes?: number;
}

/** Methods of the data worker; its news messages are StorageStatus. */
export interface DataWorkerMethods extends Omit<RecordingStore, 'onStatus'>, Recorder {
  /** Called first: returns the result of opening the data folder. */
  opened(): Promise<Result<StorageStatus>>;
  memory(): Promise<Result<PartMemory>>;
}
