/**
 * Calls from the main thread to the profile workers and the profile files. Profiles are content-addressed files in the
 * data folder with a small JSON beside each; decoding, trees and diffs run in worker threads.
 */
import type {
  AssemblyTable, Comparability, CallersTable, DiffCallersTable, DiffFlameGraph, DiffLinesTable, DiffProgress,
  DiffSearchTotal, DiffSubsystemTable, DiffTagsTable, DiffTopTable, DiffTracesTable, FlameGraph, LinesTable,
  Normalize, Per, ProfileFilters, ProfileInfo, ProfilePer, ProfileSaid, RenameProposals, SearchTotal, SideFilters,
  SpanProfile, SubsystemTable, TagsTable, Timeline, TopTable, TraceView, TracesTable,
} from '../../../../core/contract/contract.ts';
import type { GoroutineView } from '../../../../core/contract/terms/goroutines.ts';
import type { ProfileSpan } from '../../../../core/profileSpan.ts';
import type { ProfileCpu } from '../../../../core/cpuLayers.ts';
import type { TargetAtCapture } from '../../../profile/query/pair.ts';
import type { StoredProfile } from './profileFiles.ts';
import type { TextReport } from '../../../profile/reports/textReports.ts';
import type { Result } from '../../../../core/result.ts';

export interface AddProfile {
  /** Bytes as uploaded: gzip or not, at most 64 MiB, 512 MiB expanded. Transferred: must not be read afterwards. */
  bytes: Uint8Array;
  name: string;
  /** Kind of the capture, used if the profile itself does not tell it; without it, the name decides. */
  kind?: string;
  /** A snapshot taken `seconds` before `bytes`; the difference between the two is added. */
  earlier?: { bytes: Uint8Array; seconds: number };
  source: ProfileInfo['source'];
  /** Times a capture was requested and complete, ms on our clock; the profile states the target's. */
  taken?: { startMs: number; endMs: number };
  pair?: ProfileInfo['pair'];
  /** The target's ingested-sample counter at start and end of a capture, for normalize=samples-ingested. */
  samplesIngested?: { start: number; end: number };
  /** The target's facts at the capture, to report what makes two profiles not comparable. */
  targetFacts?: TargetAtCapture;
  /** CPU of the process in each of a merged profile's CPU profiles. */
  cpu?: NonNullable<StoredProfile['cpu']>['profiles'];
}

export interface ProfileQuery extends ProfileFilters {
  sampleType?: string;
  /** Number of rows; 0 = every row. */
  limit?: number;
  /** Flame graph: nodes below this share of the total are culled and counted. */
  minRatio?: number;
  /** Flame graph: names from the root to the frame that becomes the root. */
  zoom?: string[];
  /** Values per second (cores) or per ingested sample. */
  per?: Per;
}

export interface DiffQuery extends ProfileQuery, SideFilters {
  /** Ids: one, or several to merge. */
  before: string[];
  after: string[];
  normalize?: Normalize;
  /** Basis of shares, as with -base and -diff_base; default diff_base. */
  base?: 'base' | 'diff_base';
  /** Omits rows that decreased. */
  drop_negative?: boolean;
}

export interface ViewQuestion {
  /** Callers and lines: the function's printed name. */
  function?: string;
  /** Tags: restricts to this tag key. */
  by?: string;
  /** Graph: maximum number of nodes, and minimum share of nodes and of edges. */
  nodecount?: number;
  nodefraction?: number;
  edgefraction?: number;
  /** Text: type of the report, and the unit of its values. */
  report?: TextReport;
  unit?: string;
  /** Search and goroutines: the expression that names must match. */
  search?: string;
  /** Flame graph as a file: its format, and the title of the picture. */
  picture?: { format: 'svg' | 'folded' | 'speedscope'; title: string; order?: 'stacks' | 'time' };
}

/**
 * Views of a profile besides its table and its flame graph. A graph is SVG text; `text` is a report as `go tool pprof`
 * prints it, `flameFile` the flame graph as SVG or stacks, `shareTotal` the total that shares are relative to.
 */
export interface ProfileViews {
  callers: CallersTable; lines: LinesTable; tags: TagsTable; subsystems: SubsystemTable; search: SearchTotal;
  traces: TracesTable; graph: string; text: string; flameFile: string; shareTotal: number;
  goroutines: GoroutineView
}
export interface DiffViews {
  callers: DiffCallersTable; lines: DiffLinesTable; tags: DiffTagsTable; subsystems: DiffSubsystemTable;
  search: DiffSearchTotal; traces: DiffTracesTable; graph: string; text: string; flameFile: string; shareTotal: number
}
export type ViewName = keyof ProfileViews;
export type DiffViewName = keyof DiffViews;

export interface ProfileCatalog {
  add(profile: AddProfile): Promise<Result<ProfileInfo>>;
  /** Assigns profiles without a target to this one; those of another stay there. */
  belongTo(ids: readonly string[], target: string): Promise<void>;
  /** Stores what the file of a profile says besides its samples; no change for an unknown profile. */
  keepSaid(id: string, said: Partial<ProfileSaid>): Promise<void>;
  /** Lists profiles, newest first. */
  list(): Promise<ProfileInfo[]>;
  get(id: string): Promise<Result<ProfileInfo>>;
  /**
   * Merges all profiles of a kind in a span of time. Its id, `spanId`, is valid in `get`, `download`, every view, and
   * on both sides of a diff. Errors then: `not_found` if the span has no profile, `too_large`.
   */
  span(span: ProfileSpan): Promise<Result<SpanProfile>>;
  /** Returns the profile as stored, with the target's facts at its capture. */
  stored(id: string): Promise<Result<StoredProfile>>;
  remove(id: string): Promise<Result<null>>;
  /**
   * Replaces several profiles by their merged one, with the time and the CPU of each. Error `bad_data`: they are not of
   * one kind and target, or not taken over a time.
   */
  rollUp(ids: readonly string[]): Promise<Result<ProfileInfo>>;
  /** Returns gzip bytes. */
  download(id: string): Promise<Result<Uint8Array>>;
  /**
   * View of an execution trace. `bad_data`: it is not one; `unprofilable`: its Go version is stored but not analysed.
   */
  executionTrace(id: string): Promise<Result<TraceView>>;
  /** CPU samples of an execution trace as gzip pprof bytes. Errors as above, and `not_found` if it has none. */
  cpuSamples(id: string): Promise<Result<Uint8Array>>;
  /** Returns the divisors available for values, and why others are not. */
  per(id: string, sampleType: string | undefined): Promise<Result<ProfilePer>>;
  top(id: string, query: ProfileQuery): Promise<Result<TopTable>>;
  /** Timeline of a profile. `from`, `to`: seconds since the first sample. Error `bad_data` if no sample has a time. */
  timeline(id: string, query: ProfileQuery & { from?: number; to?: number }): Promise<Result<Timeline>>;
  /** Assembly of a function. The answer says if the binary or a disassembler is missing. Errors as those of `lines`. */
  assembly(id: string, query: ProfileQuery & ViewQuestion): Promise<Result<AssemblyTable>>;
  view<K extends ViewName>(view: K, id: string, query: ProfileQuery & ViewQuestion): Promise<Result<ProfileViews[K]>>;
  diffView<K extends DiffViewName>(view: K, query: DiffQuery & ViewQuestion): Promise<Result<DiffViews[K]>>;
  /**
   * CPU of the process in a stored CPU profile, or in each part of a merged one. Kept with the profile once computed.
   * Error `bad_data` if it is not a CPU profile, or does not state its time.
   */
  cpu(id: string): Promise<Result<ProfileCpu[]>>;
  flamegraph(id: string, query: ProfileQuery): Promise<Result<FlameGraph>>;
  diffTop(query: DiffQuery): Promise<Result<DiffTopTable>>;
  diffFlamegraph(query: DiffQuery): Promise<Result<DiffFlameGraph>>;
  /** Progress of the running queries about these two sides, with any filters. */
  diffProgress(sides: Pick<DiffQuery, 'before' | 'after'>): DiffProgress;
  comparability(query: DiffQuery): Promise<Result<Comparability>>;
  /** Functions that may only have been renamed. */
  renames(query: DiffQuery): Promise<Result<RenameProposals>>;
  /** Markdown, or one self-contained HTML file under 2 MB. */
  diffReport(format: 'md' | 'html', query: DiffQuery): Promise<Result<string>>;
  /** gzip pprof of after minus before, which `go tool pprof` opens. */
  diffDownload(query: DiffQuery): Promise<Result<Uint8Array>>;
  close(): Promise<void>;
}
