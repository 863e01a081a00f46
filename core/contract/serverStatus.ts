import type { Access } from './access.ts';
import type { RemoteWriteStatus, StorageStatus } from './storage.ts';

export interface ServerStatus {
  version: string;
  startTime: number;
  /** Whether only the shipped recordings are shown because no target was named or found. */
  demo: boolean;
  /** The client's user and role. */
  access: Access;
  storage: StorageStatus;
  /** Engines that receive samples; absent if none is configured. */
  remoteWrite?: RemoteWriteStatus[];
}
