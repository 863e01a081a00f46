import type { Access } from './access.ts';
import type { RemoteWriteStatus, StorageStatus } from './storage.ts';

export interface ServerStatus {
  version: string;
  startTime: number;
  /** True when only the shipped recordings are shown because no target was named or found. */
  demo: boolean;
  /** Who asks, and what they may do. */
  access: Access;
  storage: StorageStatus;
  /** Engines that samples are sent to; absent where none is configured. */
  remoteWrite?: RemoteWriteStatus[];
}
