/** Interface of the recorder for readers: it reports what is stored, and adopts what they have imported. */
import { deserialize, serialize } from 'node:v8';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { Result } from '../../../core/result.ts';
import type { PanelQuery, StoredTarget } from './dataStore.ts';
import { heldWith, type HeadHeld, type HeadNews } from './partitions/headNews.ts';
import type { SealedPartition } from './partitions/sealedPartition.ts';

export interface TargetView {
  target: StoredTarget;
  folder: string;
  /** Sealed partitions, oldest first. */
  sealed: SealedPartition[];
  /** Additions to each head that the reader does not hold yet. */
  heads: HeadNews[];
}

/**
 * A view as it passes the main thread, which does not read it: the recording thread hands the bytes over, without a
 * copy. `held`: what a reader holds that has added it.
 */
export interface PackedView { held: HeadHeld[]; bytes: Uint8Array }

/** Packs the view for a reader that holds `before`. */
export function packView(view: TargetView, before: readonly HeadHeld[]): PackedView {
  const held = view.heads.map((news) => heldWith(before.find(({ id }) => id === news.id), news));
  return { held, bytes: serialize(view) };
}

export function unpackView({ bytes }: PackedView): TargetView {
  // The recorder is of the same build.
  return deserialize(bytes) as TargetView;
}

/** A target's view that is sent to a reader with a question, so that it need not ask for it. */
export interface ToldView {
  /** Ordinal of the view, from 1. */
  number: number;
  /** View for a reader that holds this much. Absent if an earlier question brought it. */
  news?: { held: HeadHeld[]; view: PackedView };
}

/** A query about one target as sent to a reader. */
export type ToldQuery = PanelQuery & { told?: ToldView };

export interface Recorder {
  /** Returns the target's view; `held`: amount of the target's heads that the reader has. */
  view(target: string, held: readonly HeadHeld[]): Promise<Result<PackedView>>;
  putFacts(target: string, facts: TargetFacts): Promise<Result<null>>;
  /** Checks a sealed partition that could not be read: sets it aside if damaged, else skips it until it is readable. */
  unreadable(target: string, path: string): Promise<Result<null>>;
  /** Whether an imported recording may have this name. */
  mayAdopt(name: string): Promise<Result<null>>;
  /** Makes a finished folder the target's, all or nothing. */
  adopt(name: string, draft: string): Promise<Result<StoredTarget>>;
  notice(text: string): Promise<Result<null>>;
}
