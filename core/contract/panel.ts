/** What the time panels and their findings answer. Part of contract.ts, which says the units; import from there. */
import type { CompactionPanel } from './compaction.ts';
import type { GcCpuPanel } from './gcCpu.ts';
import type { MemoryPanel } from './memory.ts';
import type { ScrapesPanel } from './scrapes.ts';

/** What each panel answers. A new panel begins here; the compiler then asks for its row in every table. */
export interface PanelByName {
  'gc-cpu': GcCpuPanel;
  compaction: CompactionPanel;
  'wal-replay': WalReplayPanel;
  memory: MemoryPanel;
  scrapes: ScrapesPanel;
}

export type PanelName = keyof PanelByName;
export type Severity = 'ok' | 'info' | 'warning' | 'critical' | 'unknown';

/** The sentence a panel opens with. `unknown` = not enough data, and the sentence says what is lacking. */
export interface Finding {
  severity: Severity;
  sentence: string;
  /** The moment to look at, null when the finding speaks of the whole window. */
  time: number | null;
}

export interface PanelFinding extends Finding {
  panel: PanelName;
  /** Named figures the sentence is made of, with unit in the key. */
  figures: Record<string, number | null>;
  /** The panels whose answers it rests on, `panel` first, where it takes more than one to tell. */
  restsOn?: PanelName[];
  /** What to do about it, the safest first; absent where nothing needs doing. */
  steps?: NextStep[];
}

export interface NextStep {
  /** What to do, as a request. */
  step: string;
  /** What it brings, with figures where they are known. */
  why: string;
  /** What it may cost. */
  risk: string;
}

export interface PanelRange {
  start: number;
  end: number;
  /** Width of one point of `series`, seconds; equals the scrape interval when nothing was thinned. */
  step: number;
  scrapes: number;
}

/** An input the target does not give: which, what that costs, what to switch on. */
export interface MissingInput {
  names: string[];
  costs: string;
  remedy: string;
}

export interface Span { start: number; end: number }

export interface PanelBase {
  range: PanelRange;
  finding: Finding;
  missing: MissingInput[];
  /** Process starts seen inside the window (counter resets are explained by them). */
  restarts: { time: number }[];
  /** Scrape gaps of the window, for the hatch in every chart. */
  gapSpans: Span[];
  /** Rows of the "numbers behind it" table. */
  figures: Figure[];
  /** Where the samples come from, ascending; absent until the panel was read from a store. */
  sources?: PanelSource[];
}

/** A stretch of the window from one source. */
export interface PanelSource {
  start: number;
  end: number;
  /** `recorded`: scraped by tsdbscope. `history`: asked of the target's own query API. */
  source: 'recorded' | 'history';
  /** Median distance of its scrapes; null with fewer than two. */
  stepSeconds: number | null;
}

/** One row of a panel's table. `value` null = not known, and `note` says why. */
export interface Figure {
  name: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  unit: 'seconds' | 'bytes' | 'bytesPerSecond' | 'cores' | 'ratio' | 'count' | 'perSecond' | 'segmentsPerSecond' | 'timestamp' | 'bytesPerSample' | 'none';
  /** Metric names it was computed from. */
  from: string[];
  note?: string;
}

export interface ReplayPhase {
  name: 'unreachable' | 'opening' | 'snapshot' | 'mmapped-chunks' | 'checkpoint' | 'segments' | 'wbl' | 'finishing' | 'warm-up';
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
  /** By the size of the log where the target tells it, else by the size of a segment. */
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

export interface WalReplayPanel extends PanelBase {
  state: 'none' | 'replaying' | 'done';
  phases: ReplayPhase[];
  /** 0 to 1, never falling inside one replay; null when not yet known. */
  progressRatio: number | null;
  segments: { min: number; max: number; current: number } | null;
  segmentsPerSecond: number | null;
  etaSeconds: { low: number; median: number; high: number } | null;
  points: { time: number; segment: number | null; rssBytes: number | null; cpuCores: number | null; progressRatio: number | null }[];
  /** What `etaSeconds` rests on: segments read so far, the head's newest sample, or earlier starts. null without it. */
  etaBasis: 'segments' | 'head' | 'earlier' | null;
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

export interface SampleSeries { metric: Record<string, string>; values: [number, number | 'NaN' | '+Inf' | '-Inf'][] }

export type * from './memory.ts';
export type * from './scrapes.ts';
export type * from './compaction.ts';
export type * from './gcCpu.ts';
