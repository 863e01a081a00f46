/**
 * Where the files of a folder last: in the folder alone, or in an object store too, which several tsdbscopes share.
 * The folder then is a copy. A name is that of a file in the folder, or of a record.
 */
import { ok, type Result } from '../../../core/result.ts';

export interface ReplicatedStore {
  /** False without a store. */
  isShared: boolean;
  /**
   * Runs a change of what has the names, and sends it to the store from then on; a change that `work` has made is sent
   * after a crash too. Rejects as `work` does.
   */
  change(names: readonly string[], how: 'put' | 'remove', work: () => Promise<void>): Promise<void>;
  /** Once it is in the folder, where the store has it and the folder does not. false: the store has none. */
  fetch(name: string): Promise<Result<boolean>>;
  /** Bytes of what the store has of the name; null: it has none. */
  sizeOf(name: string): number | null;
  /** All that the store has, the oldest first. */
  names(): string[];
  /** Called after another tsdbscope put or removed what has the name, and the folder has followed. */
  onOthers(listener: (name: string) => Promise<void>): void;
}

/** One kind of what lasts, as the store reads and writes it here. */
export interface ReplicatedPart {
  /** Small letters. */
  kind: string;
  /** Whether it may be one: what another wrote is hostile text. */
  isName: (name: string) => boolean;
  /** All that are here. */
  names: () => Promise<string[]>;
  /** null: it is not here. */
  read: (name: string) => Promise<Uint8Array | null>;
  /** As another tsdbscope has it; rejects where it cannot be written or is none. */
  write: (name: string, bytes: Uint8Array) => Promise<void>;
  /** No error where there is none. */
  remove: (name: string) => Promise<void>;
  /** Of those that are fetched when somebody asks, and may leave the folder again: bytes and last use, ms. */
  copies?: {
    isCopy: (name: string) => boolean;
    stat: (name: string) => Promise<{ bytes: number; usedMs: number } | null>;
  };
}

/** Opens a part, which follows the store from then on. */
export type OpenReplicas = (part: ReplicatedPart) => Promise<ReplicatedStore>;

export const LOCAL_ONLY: ReplicatedStore = {
  isShared: false,
  change: (_names, _how, work) => work(),
  fetch: () => Promise.resolve(ok(false)),
  sizeOf: () => null,
  names: () => [],
  onOthers: () => undefined,
};

/** Without an object store. */
export const openLocal: OpenReplicas = () => Promise.resolve(LOCAL_ONLY);
