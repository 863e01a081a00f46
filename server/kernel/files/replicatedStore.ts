/**
 * Store of the files of a folder: the folder alone, or also an object store that several tsdbscopes share. The folder
 * then is a copy. A name is that of a file in the folder, or of a record.
 */
import { ok, type Result } from '../../../core/result.ts';

export interface ReplicatedStore {
  /** False without an object store. */
  isShared: boolean;
  /**
   * Runs a change of the named files, then sends it to the store; a change that `work` has made is sent after a crash
   * too. Rejects like `work`.
   */
  change(names: readonly string[], how: 'put' | 'remove', work: () => Promise<void>): Promise<void>;
  /**
   * Fetches a file that the store has and the folder lacks; resolves once it is in the folder. false: the store has
   * none.
   */
  fetch(name: string): Promise<Result<boolean>>;
  /** Returns the size in the store; null if it has none. */
  sizeOf(name: string): number | null;
  /** Returns all names in the store, oldest first. */
  names(): string[];
  /** Calls the listener after another tsdbscope put or removed a file, and the folder was updated. */
  onOthers(listener: (name: string) => Promise<void>): void;
}

/** One kind of replicated data, as the store reads and writes it here. */
export interface ReplicatedPart {
  /** Lowercase letters. */
  kind: string;
  /** Returns whether the name is valid: names written by others are untrusted. */
  isName: (name: string) => boolean;
  /** Returns all local names. */
  names: () => Promise<string[]>;
  /** Returns null if there is no such file here. */
  read: (name: string) => Promise<Uint8Array | null>;
  /** Writes another tsdbscope's version; rejects if it is invalid or cannot be written. */
  write: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Removes a file; no error if there is none. */
  remove: (name: string) => Promise<void>;
  /** Files that are fetched on demand and may be evicted: bytes and last use, ms. */
  copies?: {
    isCopy: (name: string) => boolean;
    stat: (name: string) => Promise<{ bytes: number; usedMs: number } | null>;
  };
}

/** Opens a part, which then follows the store. */
export type OpenReplicas = (part: ReplicatedPart) => Promise<ReplicatedStore>;

export const LOCAL_ONLY: ReplicatedStore = {
  isShared: false,
  change: (_names, _how, work) => work(),
  fetch: () => Promise.resolve(ok(false)),
  sizeOf: () => null,
  names: () => [],
  onOthers: () => undefined,
};

/** Opens parts without an object store. */
export const openLocal: OpenReplicas = () => Promise.resolve(LOCAL_ONLY);
