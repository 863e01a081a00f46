/** Methods and start options of a reader process. */
import type { Result } from '../../../../core/result.ts';
import type { DataReads } from '../../../data/store/dataStore.ts';
import type { PartMemory } from '../../../kernel/threads/calls.ts';

export interface ReaderOptions { workFolder: string; historyFolder: string }

export interface ReaderMethods extends DataReads {
  /** Memory of the process; also serves as the liveness check. */
  memory(): Promise<Result<PartMemory>>;
}
