/** What a reader process answers, and how it is started. */
import type { Result } from '../../../core/result.ts';
import type { DataReads } from '../../store/dataStore.ts';

export interface ReaderOptions { workFolder: string; historyFolder: string }

export interface ReaderMemory { rssBytes: number; heapBytes: number; externalBytes: number; arrayBufferBytes: number }

export interface ReaderMethods extends DataReads {
  /** Of the process; also asked to see whether it lives. */
  memory(): Promise<Result<ReaderMemory>>;
}
