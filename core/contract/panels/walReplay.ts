/** What the WAL replay panel answers. Part of contract.ts, which says the units; import from there. */
import type { PanelBase } from './panel.ts';

export interface ReplayPhase {
  name: 'unreachable' | 'opening' | 'snapshot' | 'mmapped-chunks' | 'checkpoint' | 'segments' | 'wbl' | 'head-gc'
    | 'finishing' | 'warm-up';
  start: number;
  /** null while it runs. */
  end: number | null;
  durationSeconds: number;
  /** Segments loaded in the phase; null where it has none. */
  segments: number | null;
}

export interface ReplayRates {
  time: number[];
  segmentsPerSecond: (number | null)[];
  /** By the sample time that the head advances in, times what was ingested before the stop. */
  samplesPerSecond: (number | null)[];
  /** By the size of the log where the target reports it, else by the size of a segment. */
  bytesPerSecond: (number | null)[];
  /** Share of its CPU time that went to garbage collection. */
  gcRatio: (number | null)[];
}

export interface ReplayMemory {
  limitBytes: number | null;
  /** `gomemlimit` is soft: Go collects ever more often before it passes it. `host`: all the memory there is. */
  limitSource: 'gomemlimit' | 'configured' | 'host' | null;
  projectedPeakBytes: number | null;
  /** Bounds of the projection; the peak itself once it is ready. */
  projectedLowBytes: number | null;
  projectedHighBytes: number | null;
  risk: 'none' | 'low' | 'high' | 'unknown';
  /** What helps, safest first; empty without a risk or a start that died. */
  steps: string[];
  /** What is known of how the last start that died ended; null when none did in the window. */
  killed: string | null;
}

/**
 * A start that stands still: no figure of its head or its cursor has changed since then, and it used no CPU.
 * `no-answer`: it answers no scrape either, as a stopped or starved process.
 */
export interface ReplayStall { since: number; seconds: number; kind: 'no-answer' | 'no-progress' }

/** A start of the target as it is at the window's end, if it were restarted; it is up and has a WAL. */
export interface RestartCost {
  /** From the start of the process until ready; of its head, the bounds hold for 90 % of the replays measured. */
  seconds: { low: number; median: number; high: number };
  /** `starts`: its own starts, in proportion to its head. `head`: what other servers needed for theirs. */
  basis: 'starts' | 'head';
  /** Chunks in its head. */
  chunks: number;
  peakBytes: { low: number; median: number; high: number } | null;
  limitBytes: number | null;
  memoryRisk: ReplayMemory['risk'];
  /** The next compaction of the head leaves less to replay: when, and how long a start takes then. null: no matter. */
  afterCompaction: { time: number; seconds: number } | null;
}

export interface WalReplayPanel extends PanelBase {
  state: 'none' | 'replaying' | 'done';
  phases: ReplayPhase[];
  /** 0 to 1, never falling inside one replay; null when not yet known. */
  progressRatio: number | null;
  segments: { min: number; max: number; current: number } | null;
  segmentsPerSecond: number | null;
  etaSeconds: { low: number; median: number; high: number } | null;
  /** null while it moves, and once it is over; a stalled start has no `etaSeconds`. Absent in older stored answers. */
  stall?: ReplayStall | null;
  points: {
    time: number; segment: number | null; rssBytes: number | null; cpuCores: number | null;
    progressRatio: number | null
  }[];
  /** What `etaSeconds` rests on: segments read so far, the head's newest sample, or earlier starts. null without it. */
  etaBasis: 'segments' | 'head' | 'earlier' | 'before' | null;
  /** Seconds left as they were told at moments of this start, from what was known then; ascending, at most 160. */
  forecasts: { time: number; low: number; median: number; high: number }[];
  /** How good those were, once it is ready; null before, and with fewer than five from a fifth of the segments on. */
  forecastScore: { count: number; medianErrorRatio: number; heldRatio: number } | null;
  /** Rates while it reads, columns of one length, ascending, at most 300; null where nothing tells. */
  rates: ReplayRates;
  memory: ReplayMemory;
  totalDurationSeconds: number | null;
  /** What the target says itself (`prometheus_tsdb_data_replay_duration_seconds`), for comparison. */
  reportedDurationSeconds: number | null;
  /** null while it starts or does not answer, and without a head of known size. Absent in older stored answers. */
  restart?: RestartCost | null;
  /** Starts of the window before the one shown, oldest first, at most 20 (the newest). */
  earlier: EarlierStart[];
}

export interface EarlierStart {
  start: number;
  /** When it was ready, or was last seen before it died. */
  end: number;
  /** False: it died before it was ready. */
  ready: boolean;
  /** Segments loaded; null without a replay cursor. */
  segments: number | null;
  peakRssBytes: number | null;
}
