/** What the part that records does for those that read: it tells what there is, and takes over what they have made. */
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { Result } from '../../../core/result.ts';
import type { PanelQuery, StoredTarget } from './dataStore.ts';
import type { HeadHeld, HeadNews } from './partitions/headNews.ts';
import type { SealedPartition } from './partitions/sealedPartition.ts';

export interface TargetView {
  target: StoredTarget;
  folder: string;
  /** Oldest first. */
  sealed: SealedPartition[];
  /** What the reader does not hold of each. */
  heads: HeadNews[];
}

/** A target's view that a reader is told with a question, so that it need not ask for it. */
export interface ToldView {
  /** Ascending from 1. */
  number: number;
  /** For a reader that holds this much. Absent where a question before brought it. */
  news?: { held: HeadHeld[]; view: TargetView };
}

/** A question of one target as it comes to a reader. */
export type ToldQuery = PanelQuery & { told?: ToldView };

export interface Recorder {
  /** `held`: what the reader has of the target's heads. */
  view(target: string, held: readonly HeadHeld[]): Promise<Result<TargetView>>;
  putFacts(target: string, facts: TargetFacts): Promise<Result<null>>;
  /** A sealed partition could not be read: it is looked at, set aside when it is damaged, else skipped until it can. */
  unreadable(target: string, path: string): Promise<Result<null>>;
  /** Whether an imported recording may have this name. */
  mayAdopt(name: string): Promise<Result<null>>;
  /** Makes a finished folder the target's, all or nothing. */
  adopt(name: string, draft: string): Promise<Result<StoredTarget>>;
  notice(text: string): Promise<Result<null>>;
}
