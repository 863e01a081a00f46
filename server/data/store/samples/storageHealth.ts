/** State of recording, with text for the user and listeners for changes. */
import type { StorageStatus } from '../../../../core/contract/contract.ts';
import { firstLine } from '../../../../core/result.ts';
import type { Faults } from '../../../kernel/files/faults.ts';
import { storageFailure } from '../partitions/storageError.ts';

/** Retry interval of a stopped store. */
const RETRY_MS = 3000;

/** The folder has changed; the message says how, and what to do. */
export class FolderError extends Error {}

export class StorageHealth {
  private status: Omit<StorageStatus, 'notices' | 'faults'>;
  private retryMs = 0;
  private readonly listeners: ((status: StorageStatus) => void)[] = [];

  constructor(
    private readonly folder: string, readonly faults: Faults, limits: { retentionMs: number; retentionBytes: number },
  ) {
    this.status = {
      state: 'recording', reason: null, stoppedSince: null, bytes: 0,
      retentionSeconds: limits.retentionMs / 1000, retentionBytes: limits.retentionBytes,
    };
    faults.onChange(() => { this.changed(); });
  }

  current(): StorageStatus {
    return { ...this.status, ...this.faults.report() };
  }

  get recording(): boolean {
    return this.status.state === 'recording';
  }

  /** Whether to write now: always while recording, at the retry interval while stopped. */
  mayTry(nowMs: number): boolean {
    return this.recording || nowMs >= this.retryMs;
  }

  failed(error: unknown, nowMs: number): void {
    this.retryMs = nowMs + RETRY_MS;
    const what = `The ${storageFailure(error) === 'full' ? 'disk of the data folder' : 'data folder'} ${this.folder}`;
    const why = error instanceof FolderError ? error.message
      : storageFailure(error) === 'full' ? `${what} is full; free space there.`
        : `${what} cannot be written (${firstLine(error)}); make it writable.`;
    this.set({
      state: 'stopped', reason: `${why} Scrapes wait in memory, within a bound, and are written then.`,
      stoppedSince: this.status.stoppedSince ?? nowMs / 1000,
    });
  }

  worked(): void {
    this.set({ state: 'recording', reason: null, stoppedSince: null });
  }

  measured(bytes: number): void {
    this.set({ bytes });
  }

  onChange(listener: (status: StorageStatus) => void): void {
    this.listeners.push(listener);
  }

  private set(change: Partial<typeof this.status>): void {
    const before = JSON.stringify(this.status);
    this.status = { ...this.status, ...change };
    if (JSON.stringify(this.status) !== before) this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener(this.current());
  }
}
