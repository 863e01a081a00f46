/** Whether recording works, as text for the user, with listeners for changes. */
import type { StorageStatus } from '../../../core/contract/contract.ts';
import { firstLine } from '../../../core/result.ts';
import { storageFailure } from '../partitions/storageError.ts';

const MAX_NOTICES = 50;
/** A stopped store retries this often. */
const RETRY_MS = 3000;

export class StorageHealth {
  private status: StorageStatus;
  private retryMs = 0;
  private readonly listeners: ((status: StorageStatus) => void)[] = [];

  constructor(private readonly folder: string, limits: { retentionMs: number; retentionBytes: number }) {
    this.status = {
      state: 'recording', reason: null, notices: [], bytes: 0,
      retentionSeconds: limits.retentionMs / 1000, retentionBytes: limits.retentionBytes,
    };
  }

  current(): StorageStatus {
    return { ...this.status, notices: [...this.status.notices] };
  }

  get recording(): boolean {
    return this.status.state === 'recording';
  }

  /** While stopped: is it time to retry? */
  mayTry(nowMs: number): boolean {
    return this.recording || nowMs >= this.retryMs;
  }

  failed(error: unknown, nowMs: number): void {
    this.retryMs = nowMs + RETRY_MS;
    const reason = storageFailure(error) === 'full'
      ? `The disk of the data folder ${this.folder} is full: recording has stopped and resumes once there is space.`
      : `The data folder ${this.folder} cannot be written: recording has stopped `
        + `and resumes once it is writable. (${firstLine(error)})`;
    this.set({ state: 'stopped', reason });
  }

  worked(): void {
    this.set({ state: 'recording', reason: null });
  }

  measured(bytes: number): void {
    this.set({ bytes });
  }

  notice(text: string): void {
    if (this.status.notices.includes(text) || this.status.notices.length >= MAX_NOTICES) return;
    this.set({ notices: [...this.status.notices, text] });
  }

  onChange(listener: (status: StorageStatus) => void): void {
    this.listeners.push(listener);
  }

  private set(change: Partial<StorageStatus>): void {
    const before = JSON.stringify(this.status);
    this.status = { ...this.status, ...change };
    if (JSON.stringify(this.status) === before) return;
    for (const listener of this.listeners) listener(this.current());
  }
}
