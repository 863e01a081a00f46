/** Resource usage of tsdbscope itself. Part of contract.ts, which defines the units; import from there. */
import type { StorageStatus } from './storage.ts';

export interface SelfStatus {
  time: number;
  startTime: number;
  version: string;
  nodeVersion: string;
  /** Length of the interval before `time` for CPU figures and the lag; 0 until there are two readings. */
  measuredSeconds: number;
  /** CPU of the program and its readers; null until measured. */
  cpuCores: number | null;
  residentBytes: number;
  /** The program, then its threads, then its reader processes. */
  parts: SelfPart[];
  /** Delay of tasks that are due on the main thread; null until measured. */
  eventLoop: { p50Seconds: number; p99Seconds: number; maxSeconds: number } | null;
  scrapes: SelfScrapes;
  /**
   * Cost since the start of asking targets for rules, scrapes and queries: GETs of all targets, and the maximum of one
   * target within a minute.
   */
  readings: { requests: number; failed: number; mostPerMinute: number };
  queues: SelfQueue[];
  /** Data dropped since the start; a `count` of 0 means none. */
  dropped: SelfDropped[];
  storage: StorageStatus;
}

/**
 * One part of the program. `cpuCores` is null if not measured; `residentBytes` is null for a thread, whose memory is
 * part of the program's.
 */
export interface SelfPart {
  part: string;
  cpuCores: number | null;
  heapBytes: number;
  externalBytes: number;
  residentBytes: number | null;
}

/** Scrapes since the start. `late`: sent 0.5 s or more after the time set by the interval. */
export interface SelfScrapes { due: number; late: number; skipped: number; maxLateSeconds: number }

/** Current number of running and waiting jobs of a queue. */
export interface SelfQueue { queue: string; running: number; waiting: number }

/** Dropped data; `why` is a sentence. */
export interface SelfDropped { what: string; count: number; why: string }
