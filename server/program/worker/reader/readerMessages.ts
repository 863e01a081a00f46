/** What a reader process answers, and how it is started. */
import type { Result } from '../../../../core/result.ts';
import type { DataReads } from '../../../data/store/dataStore.ts';
import type { PartMemory } from '../../../kernel/threads/calls.ts';

export interface ReaderOptions { workFolder: string; historyFolder: string }

export interface ReaderMethods extends DataReads {
  /** Of the process; also asked to see whether it lives. */
  memory(): Promise<Result<PartMemory>>;
}
