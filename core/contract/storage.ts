/** Status of one remote-write engine. Counts are since tsdbscope started. */
export interface RemoteWriteStatus {
  name: string;
  /** Address as host:port. */
  address: string;
  /** Version of the protocol; null until the engine answered. */
  version: '1.0' | '2.0' | null;
  /** Samples and staleness marks that it accepted; those of the last 15 s are resent after a lost connection. */
  sentSamples: number;
  refusedSamples: number;
  /** Samples dropped from the full buffer before they were sent. */
  droppedSamples: number;
  /** Unsent bytes in the buffer. */
  pendingBytes: number;
  /** Age of the oldest unsent scrape; 0 if all are sent. */
  delaySeconds: number;
  /** Why the last attempt failed; null if it succeeded. */
  failure: string | null;
}

export interface StorageStatus {
  state: 'recording' | 'stopped';
  /** Why recording stopped and what to do; null while recording. */
  reason: string | null;
  /** When recording stopped; null while recording. */
  stoppedSince: number | null;
  /** Notices kept until restart: what any store of the data folder lost, set aside or repaired. */
  notices: string[];
  /** Current faults, oldest first; each is removed once it is repaired. */
  faults: StorageFault[];
  bytes: number;
  retentionSeconds: number;
  retentionBytes: number;
}

export interface StorageFault {
  /** What is wrong, where, and what to do. */
  message: string;
  /** Target whose samples are affected; null if the whole data folder is. */
  target: string | null;
  since: number;
}
