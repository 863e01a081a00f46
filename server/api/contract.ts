/**
 * Every request, response and error that crosses between the server and a client. Types only.
 * Times are Unix seconds (fractions allowed), durations seconds, sizes bytes, CPU in cores, ratios 0 to 1,
 * unless the key says otherwise. `null` inside a series is a gap, never a zero.
 */
import type { Labels, ScrapeErrorKind, TargetKind, TargetState } from '../metrics/series.ts';

export type { Labels, ScrapeErrorKind, TargetKind, TargetState };

export type ErrorType =
  | 'bad_data' | 'unauthorized' | 'forbidden' | 'not_found' | 'too_large' | 'unprofilable' | 'busy'
  | 'target_error' | 'timeout' | 'internal';

export type Envelope<T> =
  | { status: 'success'; data: T }
  | { status: 'error'; errorType: ErrorType; error: string };

// ---------------------------------------------------------------- server and targets

export interface ServerStatus {
  version: string;
  startTime: number;
  /** True when only the shipped recordings are shown because no target was named or found. */
  demo: boolean;
  storage: StorageStatus;
}

export interface StorageStatus {
  state: 'recording' | 'stopped';
  /** Why it stopped and what to do; null while recording. */
  reason: string | null;
  /** Told once and kept until restart: corrupt files set aside, partitions repaired. */
  notices: string[];
  bytes: number;
  retentionSeconds: number;
  retentionBytes: number;
}

export interface Target {
  name: string;
  /** `null` for a recording. */
  url: string | null;
  kind: TargetKind;
  version: string;
  goVersion: string;
  state: TargetState;
  /** Since when it is in that state, as far as recorded. */
  stateSince: number | null;
  lastScrape: LastScrape | null;
  /** What was asked for. */
  scrapeIntervalSeconds: number;
  /** What is done: longer than asked while the target answers slowly; the page says so. */
  effectiveIntervalSeconds: number;
  /** First and last recorded scrape; null when nothing is recorded yet. */
  recorded: { start: number; end: number } | null;
  blockRangeSeconds: number | null;
  labels: Labels;
}

export interface LastScrape {
  time: number;
  durationSeconds: number;
  error: string | null;
  /** Lines of the answer that could not be read, the first 20 of `badLineCount`; all others were kept. */
  badLines: { line: number; message: string }[];
  badLineCount: number;
}

// ---------------------------------------------------------------- panels

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

/** Server-sent events of `/targets/{t}/live`, by event name. */
export interface LiveEvents {
  scrape: { time: number; durationSeconds: number; status: number; error: string | null; state: TargetState };
  state: { time: number; state: TargetState; previous: TargetState };
  capture: Capture;
  storage: StorageStatus;
}

// ---------------------------------------------------------------- captures and profiles

/** `fgprof`: wall-clock samples of all goroutines, where the target serves it. */
export type CaptureKind = 'cpu' | 'heap' | 'allocs' | 'goroutine' | 'mutex' | 'block' | 'threadcreate' | 'fgprof';

/**
 * `seconds`: how long a `cpu` or `fgprof` profile runs; for `heap`, `allocs`, `goroutine`, `mutex`, `block` above 0 the profile
 * holds only what changed in that time. `gc`: collect garbage first (`heap` only).
 */
export interface CaptureRequest { kind: CaptureKind; seconds?: number; at?: 'now' | 'next-compaction'; gc?: boolean }

export interface Capture {
  id: string;
  target: string;
  kind: CaptureKind;
  seconds: number;
  at: 'now' | 'next-compaction';
  gc: boolean;
  /** How a profile of a span came about: the target's own `?seconds=N`, or two snapshots subtracted here; null for any other. */
  delta: 'target' | 'subtracted' | null;
  state: 'waiting' | 'running' | 'done' | 'failed';
  startTime: number | null;
  endTime: number | null;
  /** 0 to 1 while running. */
  progressRatio: number | null;
  profileId: string | null;
  error: string | null;
}

export interface SampleType { type: string; unit: string }

export interface ProfileInfo {
  /** SHA-256 of the uncompressed bytes, hex. */
  id: string;
  name: string;
  /** `cpu`, `heap`, `allocs`, `goroutine`, `mutex`, `block`, `threadcreate`, `wall`, `other`, from its sample types. */
  kind: string;
  /** When it was taken, from the profile; null when it does not say. */
  time: number | null;
  durationSeconds: number | null;
  sampleTypes: SampleType[];
  defaultSampleType: string;
  samples: number;
  sizeBytes: number;
  /** When it came in here. */
  addedTime: number;
  source: { how: 'upload' } | { how: 'capture'; target: string; captureId: string } | { how: 'demo' };
  /** `before` / `after` partner of a shipped pair. */
  pair?: { label: string; side: 'before' | 'after' };
  comments: string[];
}

/** Filters as in `go tool pprof`; each a regular expression in its syntax. */
export interface ProfileFilters {
  focus?: string; ignore?: string; hide?: string; show?: string; show_from?: string;
  tagfocus?: string; tagignore?: string;
  granularity?: 'functions' | 'files' | 'lines' | 'filefunctions' | 'addresses';
  noinlines?: boolean;
  /** Expressions for label keys: which the tags view shows. */
  tagshow?: string; taghide?: string;
  /** Takes off what lies beneath the lowest frame that matches. */
  prune_from?: string;
  /** Path prefixes taken off source file names, separated by colons. */
  trim_path?: string;
}

export interface TopRow { function: string; file: string; flat: number; cum: number }
export interface TopTable { unit: string; sampleType: string; total: number; rows: TopRow[]; rowsLeftOut: number }

export interface FlameNode { name: string; value: number; self: number; children: FlameNode[] }
export interface FlameGraph { unit: string; sampleType: string; total: number; nodes: number; culledNodes: number; root: FlameNode }

export type Normalize = 'none' | 'total' | 'duration' | 'samples-ingested' | `function:${string}`;

export interface Sides { before: number; after: number; delta: number }

/** Whether a difference is beyond what sampling alone gives. `unknown`: the kind of profile or too few profiles cannot tell. */
export type Sureness = 'different' | 'noise' | 'unknown';

export interface DiffTopRow {
  function: string;
  file: string;
  flat: Sides;
  cum: Sides;
  /** Of flat: how often a difference at least as large comes up when nothing changed; null where it cannot be told. */
  pValue: number | null;
  /** Of flat: share of false ones among all rows with a q-value up to this one (Benjamini-Hochberg); null for rows not tested. */
  qValue: number | null;
  /** Of flat. */
  sure: Sureness;
  cumPValue: number | null;
  cumQValue: number | null;
  cumSure: Sureness;
}

/** How the rows of a diff were told from noise. */
export interface HowSure {
  /** `counts`: samples taken (CPU); `sampled-bytes`: sampled objects (heap, allocs); `rank`: ranks of the profiles of two groups; `none`: not told. */
  method: 'counts' | 'sampled-bytes' | 'rank' | 'none';
  /** Rows whose flat was tested, and of them those called different. */
  tested: number;
  different: number;
  /** One sentence: the method in words, or why it cannot be told. */
  sentence: string;
}

export type DifferenceKind = 'sample-type' | 'unit' | 'duration' | 'period' | 'build-id' | 'go-version' | 'cores' | 'uptime' | 'profiles';

/** One thing that makes the two sides unlike, in words. */
export interface SideDifference {
  what: DifferenceKind;
  before: string;
  after: string;
  /** What that does to the numbers, one sentence. */
  consequence: string;
  /** The `normalize` that makes up for it; null when none does or it is already set. */
  helps: Normalize | null;
}

/** Empty `differences`: nothing known speaks against comparing them. */
export interface Comparability { differences: SideDifference[] }
export interface DiffTopTable {
  unit: string;
  sampleType: string;
  totals: { before: number; after: number };
  rows: DiffTopRow[];
  rowsLeftOut: number;
  /** The finding: one sentence that leaves noise out. */
  finding: Finding;
  howSure: HowSure;
  comparability: Comparability;
}

export type DiffKind = 'new' | 'gone' | 'grown' | 'shrunk' | 'same';
export interface DiffFlameNode {
  name: string;
  /** Width: the larger of both sides (a vanished frame keeps its old width). */
  value: number;
  before: number;
  after: number;
  delta: number;
  selfBefore: number;
  selfAfter: number;
  kind: DiffKind;
  /** Whether `delta` is beyond noise, by the same test as the rows; absent where it cannot be told. */
  sure?: Exclude<Sureness, 'unknown'>;
  children: DiffFlameNode[];
}
export interface DiffFlameGraph {
  unit: string;
  sampleType: string;
  totals: { before: number; after: number };
  nodes: number;
  culledNodes: number;
  root: DiffFlameNode;
}

// ---------------------------------------------------------------- more views of a profile, each for one and for a diff

/** What every table of one profile has in common. `total` is what shares are taken of, as in TopTable. */
export interface ProfileHead { unit: string; sampleType: string; total: number }
export interface DiffHead { unit: string; sampleType: string; totals: { before: number; after: number } }

/** One edge of the call graph. `inline`: everywhere it occurs, the callee was inlined. */
export interface CallRow { function: string; file: string; value: number; inline: boolean }
export interface DiffCallRow { function: string; file: string; value: Sides; inline: boolean }

/**
 * `callers`: `function=NAME`, a printed name as in TopRow. Rows: largest absolute value first. Direct recursion is no row.
 * The trees (sandwich): every sample with the function is cut at its outermost occurrence; `calleeTree` is what lies
 * below, `callerTree` what lies above, upside down: its root is the function, a child is a caller. Both roots' value is `cum`.
 */
export interface CallersTable extends ProfileHead {
  function: string;
  file: string;
  flat: number;
  cum: number;
  callers: CallRow[];
  callees: CallRow[];
  callerTree: CallTree;
  calleeTree: CallTree;
}
export interface CallTree { nodes: number; culledNodes: number; root: FlameNode }
export interface DiffCallersTable extends DiffHead {
  function: string;
  file: string;
  flat: Sides;
  cum: Sides;
  callers: DiffCallRow[];
  callees: DiffCallRow[];
  callerTree: DiffCallTree;
  calleeTree: DiffCallTree;
}
export interface DiffCallTree { nodes: number; culledNodes: number; root: DiffFlameNode }

/** `text` is the source line, null when the file is not at hand. Line 0: the profile does not say. */
export interface LineRow { line: number; flat: number; cum: number; text: string | null }
export interface DiffLineRow { line: number; flat: Sides; cum: Sides; text: string | null }
/**
 * One source file of a function. With source: every line from some before the first to some after the last with a value,
 * those without a value as zeros. `sourceNote` says why there is no text, or what to keep in mind about it.
 */
export interface FileLines { file: string; rows: LineRow[]; rowsLeftOut: number; hasSource: boolean; sourceNote: string }
export interface DiffFileLines { file: string; rows: DiffLineRow[]; rowsLeftOut: number; hasSource: boolean; sourceNote: string }
/** `lines`: `function=NAME`. `flat` and `cum` are those of the function in TopTable; under recursion cums of lines add up to more. */
export interface LinesTable extends ProfileHead { function: string; flat: number; cum: number; files: FileLines[] }
export interface DiffLinesTable extends DiffHead { function: string; flat: Sides; cum: Sides; files: DiffFileLines[] }

/** `share` is of the table's total, 0 to 1; null when that is 0. */
export interface TagRow { value: string; flat: number; share: number | null }
/** `flat` is the sum over the rows, `without` that of samples that lack the key; a sample with two values counts in both. */
export interface TagKey { key: string; numeric: boolean; flat: number; without: number; rows: TagRow[]; rowsLeftOut: number }
/** `by=KEY` gives that key alone. Keys by name, rows: largest absolute flat first. */
export interface TagsTable extends ProfileHead { keys: TagKey[] }
/** A share is of the total of its side. */
export interface DiffTagRow { value: string; flat: Sides; share: { before: number | null; after: number | null } }
export interface DiffTagKey { key: string; numeric: boolean; flat: Sides; without: Sides; rows: DiffTagRow[]; rowsLeftOut: number }
export interface DiffTagsTable extends DiffHead { keys: DiffTagKey[] }

/** `functions`: those whose own value is largest in the subsystem, at most five. */
export interface SubsystemRow { id: string; name: string; flat: number; share: number | null; functions: { function: string; flat: number }[] }
/** Every sample belongs to exactly one row, so the rows add up to `sum`: the kept samples' signed sum. Largest absolute flat first. */
export interface SubsystemTable extends ProfileHead { sum: number; rows: SubsystemRow[] }
export interface DiffSubsystemRow {
  id: string;
  name: string;
  flat: Sides;
  share: { before: number | null; after: number | null };
  functions: { function: string; flat: Sides }[];
}
/** Rows: largest absolute delta first. */
export interface DiffSubsystemTable extends DiffHead { sum: Sides; rows: DiffSubsystemRow[] }
