/** What tsdbscope itself costs. Part of contract.ts, which says the units; import from there. */
import type { StorageStatus } from './storage.ts';

export interface SelfStatus {
  time: number;
  startTime: number;
  version: string;
  nodeVersion: string;
  /** CPU figures and the lag are of this long before `time`; 0 until there are two readings. */
  measuredSeconds: number;
  /** Of the program and its readers; null until measured. */
  cpuCores: number | null;
  residentBytes: number;
  /** The program first, then its threads, then its reader processes. */
  parts: SelfPart[];
  /** How long what is due on the main thread waits for it; null until measured. */
  eventLoop: { p50Seconds: number; p99Seconds: number; maxSeconds: number } | null;
  scrapes: SelfScrapes;
  /**
   * What asking targets for their rules, scrapes and queries cost since the start: GETs of all targets, and the most
   * that one target got within a minute.
   */
  readings: { requests: number; failed: number; mostPerMinute: number };
  queues: SelfQueue[];
  /** What was lost since the start; a `count` of 0: nothing. */
  dropped: SelfDropped[];
  storage: StorageStatus;
}

/** `cpuCores` null: not measured. `residentBytes` null: a thread, whose memory is part of the program's. */
export interface SelfPart {
  part: string;
  cpuCores: number | null;
  heapBytes: number;
  externalBytes: number;
  residentBytes: number | null;
}

/** Since the start. `late`: sent 0.5 s or more after the time that their interval sets. */
export interface SelfScrapes { due: number; late: number; skipped: number; maxLateSeconds: number }

/** `running` and `waiting` now. */
export interface SelfQueue { queue: string; running: number; waiting: number }

/** `why`: a sentence. */
export interface SelfDropped { what: string; count: number; why: string }
