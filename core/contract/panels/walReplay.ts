/** Answer of the WAL replay panel. Part of contract.ts, which defines the units; import from there. */
import type { PanelBase } from './panel.ts';

export interface ReplayPhase {
  name: 'unreachable' | 'opening' | 'snapshot' | 'mmapped-chunks' | 'checkpoint' | 'segments' | 'wbl' | 'head-gc'
    | 'finishing' | 'warm-up';
  start: number;
  /** Null while the phase runs. */
  end: number | null;
  durationSeconds: number;
  /** Segments loaded in the phase; null if it has none. */
  segments: number | null;
}

export interface ReplayRates {
  time: number[];
  segmentsPerSecond: (number | null)[];
  /** Samples per second: the advance of the head's sample time, times the ingestion rate before the stop. */
  samplesPerSecond: (number | null)[];
  /** Bytes per second by the log size that the target reports, else by the size of a segment. */
  bytesPerSecond: (number | null)[];
  /** Share of the CPU time spent in garbage collection. */
  gcRatio: (number | null)[];
}

export interface ReplayMemory {
  limitBytes: number | null;
  /**
   * Source of the limit. `gomemlimit` is soft: Go collects more often before it exceeds it. `host`: all of its memory.
   */
  limitSource: 'gomemlimit' | 'configured' | 'host' | null;
  projectedPeakBytes: number | null;
  /** Bounds of the projected peak; the actual peak once it is ready. */
  projectedLowBytes: number | null;
  projectedHighBytes: number | null;
  risk: 'none' | 'low' | 'high' | 'unknown';
  /** Remedies, safest first; empty without a risk or a start that died. */
  steps: string[];
  /** How the last failed start ended, as far as known; null if none failed in the window. */
  killed: string | null;
}

/**
 * A stalled start: since then, no figure of its head or cursor has changed, and it used no CPU. `no-answer`: it answers
 * no scrape either, as a stopped or starved process.
 */
export interface ReplayStall { since: number; seconds: number; kind: 'no-answer' | 'no-progress' }

/** Predicted start of the target if it were restarted at the window's end; it is up and has a WAL. */
export interface RestartCost {
  /**
   * Time from the start of the process until ready; with basis `head`, the bounds hold for 90 % of the measured
   * replays.
   */
  seconds: { low: number; median: number; high: number };
  /** `starts`: its own starts, scaled to its head. `head`: the time other servers needed for theirs. */
  basis: 'starts' | 'head';
  /** Number of chunks in its head. */
  chunks: number;
  peakBytes: { low: number; median: number; high: number } | null;
  limitBytes: number | null;
  memoryRisk: ReplayMemory['risk'];
  /**
   * Time of the next head compaction, and duration of a start after it, which replays less. Null if that makes no
   * difference.
   */
  afterCompaction: { time: number; seconds: number } | null;
}

export interface WalReplayPanel extends PanelBase {
  state: 'none' | 'replaying' | 'done';
  phases: ReplayPhase[];
  /** Progress, 0 to 1, never falling inside one replay; null if not yet known. */
  progressRatio: number | null;
  segments: { min: number; max: number; current: number } | null;
  segmentsPerSecond: number | null;
  etaSeconds: { low: number; median: number; high: number } | null;
  /**
   * Null while it progresses and once it is over; a stalled start has no `etaSeconds`. Absent in older stored answers.
   */
  stall?: ReplayStall | null;
  points: {
    time: number; segment: number | null; rssBytes: number | null; cpuCores: number | null;
    progressRatio: number | null
  }[];
  /** Basis of `etaSeconds`: segments read so far, the head's newest sample, or earlier starts. Null without it. */
  etaBasis: 'segments' | 'head' | 'earlier' | 'before' | null;
  /** Forecasts of the seconds left, made during this start from what was known then; ascending, at most 160. */
  forecasts: { time: number; low: number; median: number; high: number }[];
  /**
   * Accuracy of the forecasts, once it is ready; null before, and with fewer than five after a fifth of the segments.
   */
  forecastScore: { count: number; medianErrorRatio: number; heldRatio: number } | null;
  /** Rates while it reads, columns of one length, ascending, at most 300; null where unknown. */
  rates: ReplayRates;
  memory: ReplayMemory;
  totalDurationSeconds: number | null;
  /** Duration that the target reports (`prometheus_tsdb_data_replay_duration_seconds`), for comparison. */
  reportedDurationSeconds: number | null;
  /** Null while it starts or does not answer, and if the head's size is not known. Absent in older stored answers. */
  restart?: RestartCost | null;
  /** Starts of the window before the one shown, oldest first, at most 20 (the newest). */
  earlier: EarlierStart[];
}

export interface EarlierStart {
  start: number;
  /** Time when it was ready, or last seen before it failed. */
  end: number;
  /** Whether it became ready before it died. */
  ready: boolean;
  /** Segments loaded; null without a replay cursor. */
  segments: number | null;
  peakRssBytes: number | null;
}
