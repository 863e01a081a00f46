/** Profiles and diffs. Part of contract.ts, which says the units; import from there. */
import type { CaptureReason } from './capture.ts';
import type { Finding } from './terms/finding.ts';
import type { ReplayMoment } from './replay.ts';

export interface SampleType { type: string; unit: string }

/**
 * Taken automatically while its target replayed. `processStart`: which start of the target, null if unknown.
 */
export interface TakenInReplay { moment: ReplayMoment; processStart: number | null; rssBytes: number | null }

export interface ProfileInfo {
  /** SHA-256 of the uncompressed bytes, hex; of a span of time `span:TARGET:KIND:START:END`. */
  id: string;
  name: string;
  /**
   * `cpu`, `heap`, `allocs`, `goroutine`, `goroutineleak`, `mutex`, `block`, `threadcreate`, `wall`, `other`, from its
   * sample types; or `trace`: an execution trace of Go, which has none, and events for samples.
   */
  kind: string;
  /**
   * When it was taken, from the profile; null when it does not say. Of a capture on our clock, of all others on that of
   * the target.
   */
  time: number | null;
  durationSeconds: number | null;
  sampleTypes: SampleType[];
  defaultSampleType: string;
  samples: number;
  sizeBytes: number;
  /** When it came in here. */
  addedTime: number;
  /** `target`: what it is of. Of an upload or the demo, the recording that was opened with it. */
  source: { how: 'upload'; target?: string }
    | {
      how: 'capture'; target: string; captureId: string; replay?: TakenInReplay; targetVersion?: string;
      /** Absent: taken by a version that did not keep it. */
      reason?: CaptureReason;
    }
    | { how: 'demo'; target?: string }
    /** Several profiles of a target as one: of a span of time, or an hour rolled up. `times`: of each, ascending. */
    | { how: 'merged'; target: string; times: { start: number; end: number }[] };
  /** `before` / `after` partner of a shipped pair. */
  pair?: { label: string; side: 'before' | 'after' };
  comments: string[];
}

/** Filters as in `go tool pprof`; each a regular expression in its syntax. */
export interface ProfileFilters {
  focus?: string; ignore?: string; hide?: string; show?: string; show_from?: string;
  tagfocus?: string; tagignore?: string;
  /** The id of a row of the subsystems: only the stacks that belong to it. */
  subsystem?: string;
  granularity?: 'functions' | 'files' | 'lines' | 'filefunctions' | 'addresses';
  noinlines?: boolean;
  /** Expressions for label keys: which the tags view shows. */
  tagshow?: string; taghide?: string;
  /** Keys of labels, separated by commas, whose values become frames: outermost, innermost. */
  tagroot?: string; tagleaf?: string;
  /** Takes off what lies beneath the lowest frame that matches. */
  prune_from?: string;
  /** Functions under another name, `old:new`, one rule a line: before every other filter. */
  rename?: string;
  /** Path prefixes taken off source file names, separated by colons. */
  trim_path?: string;
  /** Folders, separated by colons: without trim_path, file names begin after a folder of one of these names. */
  source_path?: string;
}

/** Filters that one side of a diff may have for itself. */
export type SideFilterName =
  'tagfocus' | 'tagignore' | 'focus' | 'ignore' | 'hide' | 'show' | 'show_from' | 'prune_from';
export type SideFilterKey = `${'before' | 'after'}_${SideFilterName}`;
/** What one side is narrowed to before it is compared: its totals are then those of what is left. */
export type SideFilters = Partial<Record<SideFilterKey, string>>;

export interface TopRow { function: string; file: string; flat: number; cum: number }
export interface TopTable {
  unit: string; sampleType: string; total: number; rows: TopRow[]; rowsLeftOut: number;
  /** What else to know before the rows are believed; absent when there is nothing. */
  caveats?: ProfileCaveat[];
}

/** Why a profile is not what its rows look like. */
export interface ProfileCaveat {
  code: 'unwinding-failed' | 'no-symbols' | 'counts' | 'summed-in-use' | 'net-decrease' | 'net-increase' | 'wall-clock'
    | 'implausible-time' | 'implausible-duration' | 'since-start' | 'over-time' | 'empty-default';
  sentence: string;
  /** It is the profile's claim, in place of the function with the highest self value. */
  leads: boolean;
  /** Printed names that stand for no code of the program. */
  names?: string[];
}

export interface FlameNode {
  name: string; value: number; self: number; children: FlameNode[];
  /** Signed sums, where the profile has negative values: there `value` and `self` are sums of magnitudes. */
  net?: number; selfNet?: number;
}
export interface FlameGraph {
  unit: string; sampleType: string; total: number; nodes: number; culledNodes: number; root: FlameNode
}

/** `none`: a group counts as the mean of its profiles; `sum`: as their sum. The others scale after's mean. */
export type Normalize = 'none' | 'sum' | 'total' | 'duration' | 'samples-ingested' | `function:${string}`;

export interface Sides { before: number; after: number; delta: number }

/**
 * Whether a difference is beyond what sampling alone gives. `unknown`: the kind of profile or too few profiles cannot
 * tell.
 */
export type Sureness = 'different' | 'noise' | 'unknown';

export interface DiffTopRow {
  function: string;
  file: string;
  flat: Sides;
  cum: Sides;
  /** Of flat: how often a difference at least as large comes up when nothing changed; null where it cannot be told. */
  pValue: number | null;
  /**
   * Of flat: share of false ones among all rows with a q-value up to this one (Benjamini-Hochberg); null for rows not
   * tested.
   */
  qValue: number | null;
  /** Of flat. */
  sure: Sureness;
  /** Samples behind flat on each side, for methods that count them (`counts`); of after as taken, not normalised. */
  samples?: { before: number; after: number };
  cumSamples?: { before: number; after: number };
  cumPValue: number | null;
  cumQValue: number | null;
  cumSure: Sureness;
}

/** How the rows of a diff were distinguished from noise. */
export interface HowSure {
  /**
   * `counts`: samples taken (CPU); `sampled-bytes`: sampled objects (heap, allocs); `rank`: spread and ranks of the
   * profiles of two groups; `none`: not told.
   */
  method: 'counts' | 'sampled-bytes' | 'rank' | 'none';
  /** Rows whose flat was tested, and of them those called different; then rows different by cum, and by either. */
  tested: number;
  different: number;
  cumDifferent: number;
  eitherDifferent: number;
  /** One sentence: the method in words, or why it cannot be told. */
  sentence: string;
}

export type DifferenceKind = 'sample-type' | 'unit' | 'duration' | 'period' | 'build-id' | 'go-version' | 'cores'
  | 'uptime' | 'profiles' | 'program' | 'coverage';

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

/** How many profiles each side has, and what one value of a side is of them. */
export interface Groups { before: number; after: number; countAs: 'mean' | 'sum' }
export interface DiffTopTable {
  unit: string;
  sampleType: string;
  totals: { before: number; after: number };
  /** Absent: one profile on each side. */
  groups?: Groups;
  /**
   * Asked for `base=base`: what shares of deltas are of, the magnitudes of what differs. Absent: the before side's
   * total.
   */
  shareTotal?: number;
  rows: DiffTopRow[];
  rowsLeftOut: number;
  /** The finding: one sentence that leaves noise out. */
  finding: Finding;
  howSure: HowSure;
  comparability: Comparability;
}

/**
 * One function went and one came with the same callers and callees: perhaps it was only renamed. Nothing is renamed
 * without `rename` being asked.
 */
export interface RenameProposal {
  from: string;
  to: string;
  /** For `rename`. */
  rule: string;
  /** cum of `from` before, and of `to` after. */
  before: number;
  after: number;
  /** How much of the time of both is shared by equal callers, and by equal callees; 1 = all. */
  callersRatio: number;
  calleesRatio: number;
}
export interface RenameProposals { unit: string; sampleType: string; proposals: RenameProposal[] }

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
  /**
   * Why, of frames that are within noise: the q-value of the test, and the samples behind it where the method counts
   * them.
   */
  qValue?: number;
  samples?: { before: number; after: number };
  children: DiffFlameNode[];
}
export interface DiffFlameGraph {
  unit: string;
  sampleType: string;
  totals: { before: number; after: number };
  groups?: Groups;
  nodes: number;
  culledNodes: number;
  root: DiffFlameNode;
}
