/** Profiles and diffs. Part of contract.ts, which defines the units; import from there. */
import type { CaptureReason } from './capture.ts';
import type { Finding } from './terms/finding.ts';
import type { ReplayMoment } from './replay.ts';
import type { StackFacts } from './stackFacts.ts';

export interface SampleType { type: string; unit: string }

/** A profile taken automatically during a replay. `processStart`: which start of the target, null if unknown. */
export interface TakenInReplay { moment: ReplayMoment; processStart: number | null; rssBytes: number | null }

export interface ProfileInfo {
  /** SHA-256 of the uncompressed bytes in hex, or `span:TARGET:KIND:START:END` for a span of time. */
  id: string;
  name: string;
  /**
   * Kind by its sample types: `cpu`, `heap`, `allocs`, `goroutine`, `goroutineleak`, `mutex`, `block`, `threadcreate`,
   * `wall`, `other`; or `trace`: a Go execution trace, which has events instead of samples.
   */
  kind: string;
  /** Time in the profile; null if it has none. On tsdbscope's clock for a capture, else on the target's. */
  time: number | null;
  durationSeconds: number | null;
  sampleTypes: SampleType[];
  defaultSampleType: string;
  samples: number;
  sizeBytes: number;
  /** Time when tsdbscope received it. */
  addedTime: number;
  /** `target`: the target of the profile; for an upload or the demo, the recording opened with it. */
  source: { how: 'upload'; target?: string }
    | {
      how: 'capture'; target: string; captureId: string; replay?: TakenInReplay; targetVersion?: string;
      /** Absent if an older version took it, which did not store the reason. */
      reason?: CaptureReason;
    }
    | { how: 'demo'; target?: string }
    /**
     * Several profiles of a target merged: over a span of time, or an hour of older ones. `times`: of each, ascending.
     */
    | { how: 'merged'; target: string; times: { start: number; end: number }[] };
  /** `before` or `after` side of a shipped pair. */
  pair?: { label: string; side: 'before' | 'after' };
  comments: string[];
  /** Absent for a profile that no file was opened for, and if its file says nothing else. */
  said?: ProfileSaid;
}

/** What the opened file of a profile says besides its samples, and what it shows with those opened with it. */
export interface ProfileSaid { facts: FileFacts | null; series: ProfileSeries | null }

export interface FileFacts {
  sentences: string[];
  /** Whether they are the claim of the profile, because its self values say less: of goroutines, of waits. */
  leads: boolean;
  /** Whether the file may have only a part of the profile, so that its total says nothing. */
  mayBePart: boolean;
}

/**
 * What three or more profiles of one program show in their order. `ids`: of all of them; `sides`: the ids of the two
 * whose diff shows it; null if none does.
 */
export interface ProfileSeries { ids: string[]; sides: { before: string; after: string } | null; sentences: string[] }

/** Filters as in `go tool pprof`; each is a regular expression in its syntax. */
export interface ProfileFilters {
  focus?: string; ignore?: string; hide?: string; show?: string; show_from?: string;
  tagfocus?: string; tagignore?: string;
  /** Id of a subsystem; restricts to the stacks that belong to it. */
  subsystem?: string;
  granularity?: 'functions' | 'files' | 'lines' | 'filefunctions' | 'addresses';
  noinlines?: boolean;
  /** Expressions for label keys that the tags view shows or hides. */
  tagshow?: string; taghide?: string;
  /** Label keys, comma-separated, whose values become outermost (root) or innermost (leaf) frames. */
  tagroot?: string; tagleaf?: string;
  /** Removes the frames below the lowest frame that matches. */
  prune_from?: string;
  /** Renames functions before every other filter: rules `old:new`, one per line. */
  rename?: string;
  /** Path prefixes to remove from source file names, separated by colons. */
  trim_path?: string;
  /** Folders, separated by colons: without trim_path, file names start after a folder of one of these names. */
  source_path?: string;
}

/** Filters that can apply to one side of a diff alone. */
export type SideFilterName =
  'tagfocus' | 'tagignore' | 'focus' | 'ignore' | 'hide' | 'show' | 'show_from' | 'prune_from';
export type SideFilterKey = `${'before' | 'after'}_${SideFilterName}`;
/** Filters of one side before the comparison; its totals are those of the remaining samples. */
export type SideFilters = Partial<Record<SideFilterKey, string>>;

export interface TopRow { function: string; file: string; flat: number; cum: number }
export interface TopTable {
  unit: string; sampleType: string; total: number; rows: TopRow[]; rowsLeftOut: number;
  /** Caveats about the rows; absent if there are none. */
  caveats?: ProfileCaveat[];
  /** How the largest functions came to run; absent for differences. */
  stacks?: StackFacts;
}

/** Reason why a profile can mislead. */
export interface ProfileCaveat {
  code: 'unwinding-failed' | 'no-symbols' | 'counts' | 'summed-in-use' | 'net-decrease' | 'net-increase' | 'wall-clock'
    | 'implausible-time' | 'implausible-duration' | 'since-start' | 'over-time' | 'empty-default';
  sentence: string;
  /** Whether it replaces the function with the highest self value as the profile's claim. */
  leads: boolean;
  /** Whether it is reported before the function with the highest self value, which stays part of the finding. */
  goesFirst?: boolean;
  /** What else is known about it, and the next step. */
  details?: string[];
  /** Printed names that do not correspond to code of the program. */
  names?: string[];
}

export interface FlameNode {
  name: string; value: number; self: number; children: FlameNode[];
  /** Signed sums for profiles with negative values; `value` and `self` are then sums of magnitudes. */
  net?: number; selfNet?: number;
}
export interface FlameGraph {
  unit: string; sampleType: string; total: number; nodes: number; culledNodes: number; root: FlameNode
}

/** `none`: a group counts as the mean of its profiles; `sum`: as their sum. The others scale the mean of after. */
export type Normalize = 'none' | 'sum' | 'total' | 'duration' | 'samples-ingested' | `function:${string}`;

export interface Sides { before: number; after: number; delta: number }

/**
 * Whether a difference exceeds sampling noise. `unknown`: not determinable for this kind of profile, or with too few
 * profiles.
 */
export type Sureness = 'different' | 'noise' | 'unknown';

export interface DiffTopRow {
  function: string;
  file: string;
  flat: Sides;
  cum: Sides;
  /** P-value of flat: probability of a difference this large if nothing changed; null if not testable. */
  pValue: number | null;
  /**
   * Q-value of flat: share of false positives among all rows with a q-value up to this one (Benjamini-Hochberg); null
   * for untested rows.
   */
  qValue: number | null;
  /** Significance of flat. */
  sure: Sureness;
  /** Samples behind flat on each side, for methods that count them (`counts`); of after unnormalized. */
  samples?: { before: number; after: number };
  cumSamples?: { before: number; after: number };
  cumPValue: number | null;
  cumQValue: number | null;
  cumSure: Sureness;
}

/** How the rows of a diff were distinguished from noise. */
export interface HowSure {
  /**
   * `counts`: number of samples (CPU); `sampled-bytes`: sampled objects (heap, allocs); `rank`: spread and ranks of the
   * profiles of two groups; `none`: not tested.
   */
  method: 'counts' | 'sampled-bytes' | 'rank' | 'none';
  /** Rows tested by flat, and those of them that differ; then rows that differ by cum, and by either. */
  tested: number;
  different: number;
  cumDifferent: number;
  eitherDifferent: number;
  /** One sentence: the method in words, or why there is no test. */
  sentence: string;
}

export type DifferenceKind = 'sample-type' | 'unit' | 'duration' | 'period' | 'build-id' | 'go-version' | 'cores'
  | 'uptime' | 'profiles' | 'program' | 'coverage';

/** One difference between the two sides besides the change, in words. */
export interface SideDifference {
  what: DifferenceKind;
  before: string;
  after: string;
  /** Effect on the numbers, one sentence. */
  consequence: string;
  /** Value of `normalize` that compensates for it; null if none does or it is already set. */
  helps: Normalize | null;
}

/** Whether the sides can be compared; with empty `differences`, no known reason speaks against it. */
export interface Comparability { differences: SideDifference[] }

/** Number of profiles per side, and whether a value is their mean or sum. */
export interface Groups { before: number; after: number; countAs: 'mean' | 'sum' }
export interface DiffTopTable {
  unit: string;
  sampleType: string;
  totals: { before: number; after: number };
  /** Absent if each side is one profile. */
  groups?: Groups;
  /**
   * Total of the magnitudes of the differences, to which shares of deltas refer with `base=base`. Absent: the total of
   * before.
   */
  shareTotal?: number;
  rows: DiffTopRow[];
  rowsLeftOut: number;
  /** The finding: one sentence that ignores noise. */
  finding: Finding;
  howSure: HowSure;
  comparability: Comparability;
}

/**
 * A function that disappeared and one that appeared with the same callers and callees, possibly a rename. Only `rename`
 * applies it.
 */
export interface RenameProposal {
  from: string;
  to: string;
  /** Rule for `rename`. */
  rule: string;
  /** Cum of `from` before, and of `to` after. */
  before: number;
  after: number;
  /** Share of both functions' time with equal callers, and with equal callees; 1 = all. */
  callersRatio: number;
  calleesRatio: number;
}
export interface RenameProposals { unit: string; sampleType: string; proposals: RenameProposal[] }

export type DiffKind = 'new' | 'gone' | 'grown' | 'shrunk' | 'same';
export interface DiffFlameNode {
  name: string;
  /** Width: the larger value of the two sides (a vanished frame keeps its old width). */
  value: number;
  before: number;
  after: number;
  delta: number;
  selfBefore: number;
  selfAfter: number;
  kind: DiffKind;
  /** Whether `delta` exceeds noise, by the same test as the rows; absent if not testable. */
  sure?: Exclude<Sureness, 'unknown'>;
  /** Reason for frames within noise: the q-value of the test, and the samples behind it if the method counts them. */
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
