/** Counts are since tsdbscope started. */
export interface RemoteWriteStatus {
  name: string;
  /** host:port. */
  address: string;
  /** Of the protocol; null until the engine answered. */
  version: '1.0' | '2.0' | null;
  /** Samples and staleness marks that it took; those of the last 15 s are sent again after a lost connection. */
  sentSamples: number;
  refusedSamples: number;
  /** Deleted from the full buffer before they were sent. */
  droppedSamples: number;
  /** Bytes of the buffer that are not sent yet. */
  pendingBytes: number;
  /** Age of the oldest scrape that is not sent; 0 when all are. */
  delaySeconds: number;
  /** Why the last try failed; null when it did not. */
  failure: string | null;
}

export interface StorageStatus {
  state: 'recording' | 'stopped';
  /** Why it stopped and what to do; null while recording. */
  reason: string | null;
  /** Since when it has been stopped; null while recording. */
  stoppedSince: number | null;
  /** Kept until restart: what is lost, was set aside or repaired, of any store of the data folder. */
  notices: string[];
  /** What is wrong now, oldest first; each goes once it is mended. */
  faults: StorageFault[];
  bytes: number;
  retentionSeconds: number;
  retentionBytes: number;
}

export interface StorageFault {
  /** What is wrong, where, and what to do. */
  message: string;
  /** The target whose samples it concerns; null: the whole data folder. */
  target: string | null;
  since: number;
}
