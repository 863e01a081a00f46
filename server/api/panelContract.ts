/** What the time panels and their findings answer. Part of contract.ts, which says the units; import from there. */
import type { ScrapeErrorKind } from '../metrics/series.ts';

export type PanelName = 'gc-cpu' | 'compaction' | 'wal-replay' | 'scrapes';
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

export interface Lag { lagSeconds: number; r: number | null }

export interface Correlation {
  pearson: number | null;
  spearman: number | null;
  /** CPU later than GC is positive. */
  bestLagSeconds: number | null;
  /** Two-sided, by circular-shift surrogates that keep the autocorrelation. */
  pValue: number | null;
  sampleSize: number;
  lags: Lag[];
}

export interface GcCycle {
  time: number;
  heapBeforeBytes: number | null;
  heapAfterBytes: number | null;
}

export interface GcCpuPanel extends PanelBase {
  cycles: GcCycle[];
  /** Cycles the counter saw whose moment is not known (several between two scrapes). */
  cyclesWithoutTime: number;
  periodSeconds: { median: number; p10: number; p90: number; count: number } | null;
  /** Compaction windows taken out (they confound); `correlationAll` has them in. */
  correlation: Correlation;
  correlationAll: Correlation;
  compactionExcluded: boolean;
  gcCpuShareRatio: number | null;
  gcCpu: { cores: number; lowCores: number; highCores: number; estimator: string; cyclesUsed: number } | null;
  allocBytesPerSample: number | null;
  maxProcs: number | null;
  compactions: Span[];
  series: {
    time: number[];
    cpuCores: (number | null)[];
    /** Cycles that ended in the step. */
    gcCycles: (number | null)[];
    heapInuseBytes: (number | null)[];
    nextGcBytes: (number | null)[];
    rssBytes: (number | null)[];
    /** Thinned steps only: the extremes inside each step, so that no spike is lost. */
    cpuCoresMax: (number | null)[];
    heapInuseBytesMin: (number | null)[];
    heapInuseBytesMax: (number | null)[];
  };
}

export type CompactionKind = 'head' | 'merge' | 'head+merge' | 'unknown';

export interface Compaction {
  /** Bounded by scrapes: the true start lies within `startErrorSeconds` before `start`... */
  start: number;
  end: number;
  durationSeconds: number;
  /** Single compactions in the episode. */
  count: number;
  kind: CompactionKind;
  startErrorSeconds: number;
  endErrorSeconds: number;
  /** Offset of its likely start (middle of the error span) in the block range, from its boundary on the UNIX clock. */
  phaseSeconds: number | null;
  /** Still under way at the window's end; `end` is then the last scrape. */
  running: boolean;
  cpuCoreSecondsAboveQuiet: number | null;
}

export interface FoldBand { mean: (number | null)[]; low: (number | null)[]; high: (number | null)[] }

export interface CompactionPanel extends PanelBase {
  compactions: Compaction[];
  blockRangeSeconds: number | null;
  /** `flags`, `cmdline`, `head-min-time` (steps of the head's minimum time) or null. */
  blockRangeSource: string | null;
  phaseSeconds: number | null;
  expectedPhaseSeconds: number | null;
  alignment: { resultantLength: number | null; pValue: number | null; aligned: boolean; count: number };
  fold: {
    periodSeconds: number | null;
    offsetSeconds: number[];
    cpuCores: FoldBand;
    /** Each period of the window by itself, same offsets. */
    cycles: { start: number; cpuCores: (number | null)[] }[];
  };
  /** Mean during compactions over quiet mean; null where the input or the compactions are missing. */
  multiples: { cpu: number | null; diskWrite: number | null; rss: number | null };
  next: { time: number; errorSeconds: number; basis: string } | null;
  series: {
    time: number[];
    cpuCores: (number | null)[];
    cpuCoresMax: (number | null)[];
    rssBytes: (number | null)[];
    diskWriteBytesPerSecond: (number | null)[];
    headChunks: (number | null)[];
    blocksLoaded: (number | null)[];
  };
}

export interface ReplayPhase {
  name: 'unreachable' | 'opening' | 'mmapped-chunks' | 'checkpoint' | 'segments' | 'wbl' | 'finishing' | 'warm-up';
  start: number;
  /** null while it runs. */
  end: number | null;
  durationSeconds: number;
  /** Segments loaded in the phase; null where it has none. */
  segments: number | null;
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
  memory: { limitBytes: number | null; projectedPeakBytes: number | null; risk: 'none' | 'low' | 'high' | 'unknown' };
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

export interface ScrapeGap {
  start: number;
  end: number;
  /** `down`, `restart`, `replay`, `timeout`, `gc`, `compaction`, `collector` (tsdbscope itself was not running), `unknown`. */
  cause: string;
  sentence: string;
  scrapesMissed: number;
}

export interface ScrapesPanel extends PanelBase {
  scrapes: { total: number; failed: number; timedOut: number; skipped: number };
  durationSeconds: { p50: number | null; p99: number | null; max: number | null };
  timeoutSeconds: number | null;
  gaps: ScrapeGap[];
  byState: { state: 'quiet' | 'gc' | 'compaction'; count: number; p50: number | null; p99: number | null; max: number | null }[];
  /** One point a scrape, or per step the slowest one when thinned. */
  points: {
    time: number[];
    durationSeconds: (number | null)[];
    status: number[];
    bytes: (number | null)[];
    error: (ScrapeErrorKind | null)[];
  };
  cycles: { time: number }[];
  compactions: Span[];
}

export interface PanelByName {
  'gc-cpu': GcCpuPanel;
  compaction: CompactionPanel;
  'wal-replay': WalReplayPanel;
  scrapes: ScrapesPanel;
}

export interface SampleSeries { metric: Record<string, string>; values: [number, number | 'NaN' | '+Inf' | '-Inf'][] }
