/**
 * What the main thread asks of the profile workers and the profile files. Profiles are content-addressed files
 * in the data folder with a small JSON beside each; decoding, trees and diffs run in worker threads.
 */
import type {
  AssemblyTable, Comparability, CallersTable, DiffCallersTable, DiffFlameGraph, DiffLinesTable, DiffProgress,
  DiffSearchTotal, DiffSubsystemTable, DiffTagsTable, DiffTopTable, DiffTracesTable, FlameGraph, LinesTable,
  Normalize, Per, ProfileFilters, ProfileInfo, ProfilePer, RenameProposals, SearchTotal, SideFilters, SpanProfile,
  SubsystemTable, TagsTable, Timeline, TopTable, TraceView, TracesTable,
} from '../../../../core/contract/contract.ts';
import type { GoroutineView } from '../../../../core/contract/terms/goroutines.ts';
import type { ProfileSpan } from '../../../../core/profileSpan.ts';
import type { ProfileCpu } from '../../../../core/cpuLayers.ts';
import type { TargetAtCapture } from '../../../profile/query/pair.ts';
import type { StoredProfile } from './profileFiles.ts';
import type { TextReport } from '../../../profile/reports/textReports.ts';
import type { Result } from '../../../../core/result.ts';

export interface AddProfile {
  /** As uploaded: gzip or not, at most 64 MiB, 512 MiB expanded. Transferred: must not be read afterwards. */
  bytes: Uint8Array;
  name: string;
  /** Of a capture: decides where the profile itself leaves it open, which else the name does. */
  kind?: string;
  /** A snapshot taken `seconds` before `bytes`; the difference between the two is added. */
  earlier?: { bytes: Uint8Array; seconds: number };
  source: ProfileInfo['source'];
  /** Of a capture: when it was asked for and complete, ms on our clock; the profile states the target's. */
  taken?: { startMs: number; endMs: number };
  pair?: ProfileInfo['pair'];
  /** The target's ingested-sample counter at start and end of a capture, for normalize=samples-ingested. */
  samplesIngested?: { start: number; end: number };
  /** The target's facts at the capture, to report what makes two profiles not comparable. */
  targetFacts?: TargetAtCapture;
  /** Of a merged one: what each of its CPU profiles says of the process. */
  cpu?: NonNullable<StoredProfile['cpu']>['profiles'];
}

export interface ProfileQuery extends ProfileFilters {
  sampleType?: string;
  /** Rows; 0 = every row. */
  limit?: number;
  /** Flame graph: nodes below this share of the total are culled and counted. */
  minRatio?: number;
  /** Flame graph: names from the root to the frame that is made the root. */
  zoom?: string[];
  /** Values per second (cores) or per ingested sample. */
  per?: Per;
}

export interface DiffQuery extends ProfileQuery, SideFilters {
  /** One id, or several to be merged. */
  before: string[];
  after: string[];
  normalize?: Normalize;
  /** What shares are relative to, as with -base and -diff_base; default diff_base. */
  base?: 'base' | 'diff_base';
  /** Leaves out rows that decreased. */
  drop_negative?: boolean;
}

export interface ViewQuestion {
  /** Callers and lines: the function's printed name. */
  function?: string;
  /** Tags: this key alone. */
  by?: string;
  /** Graph: nodes at most, and the least share of nodes and of edges. */
  nodecount?: number;
  nodefraction?: number;
  edgefraction?: number;
  /** Text: which report, and the unit of its values. */
  report?: TextReport;
  unit?: string;
  /** Search and goroutines: the expression that names must match. */
  search?: string;
  /** Flame graph as a file: which, and the title of the picture. */
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
  /** Profiles that came without a target belong to it from now on; those of another keep it. */
  belongTo(ids: readonly string[], target: string): Promise<void>;
  /** Newest first. */
  list(): Promise<ProfileInfo[]>;
  get(id: string): Promise<Result<ProfileInfo>>;
  /**
   * All profiles of a kind in a span of time. Its id, `spanId`, stands for the merged one in `get`, `download`, every
   * view, and on both sides of a diff. Errors then: `not_found` where no profile is of it, `too_large`.
   */
  span(span: ProfileSpan): Promise<Result<SpanProfile>>;
  /** With the target's facts at its capture, as stored. */
  stored(id: string): Promise<Result<StoredProfile>>;
  remove(id: string): Promise<Result<null>>;
  /**
   * Several profiles as one in their place, with the time of each, and what each says of CPU. Error `bad_data`: they
   * are not of one kind and target, or not taken over a time.
   */
  rollUp(ids: readonly string[]): Promise<Result<ProfileInfo>>;
  /** gzip bytes. */
  download(id: string): Promise<Result<Uint8Array>>;
  /** Of an execution trace. `bad_data`: it is none; `unprofilable`: of a Go version that is only stored. */
  executionTrace(id: string): Promise<Result<TraceView>>;
  /** Of an execution trace with CPU samples: gzip pprof bytes. Errors as above, `not_found` where it has none. */
  cpuSamples(id: string): Promise<Result<Uint8Array>>;
  /** What values can be divided by, and why not. */
  per(id: string, sampleType: string | undefined): Promise<Result<ProfilePer>>;
  top(id: string, query: ProfileQuery): Promise<Result<TopTable>>;
  /** `from`, `to`: seconds since the first sample. Error `bad_data` where no sample carries its time. */
  timeline(id: string, query: ProfileQuery & { from?: number; to?: number }): Promise<Result<Timeline>>;
  /** The answer says where the binary or a disassembler is missing. Errors as those of `lines`. */
  assembly(id: string, query: ProfileQuery & ViewQuestion): Promise<Result<AssemblyTable>>;
  view<K extends ViewName>(view: K, id: string, query: ProfileQuery & ViewQuestion): Promise<Result<ProfileViews[K]>>;
  diffView<K extends DiffViewName>(view: K, query: DiffQuery & ViewQuestion): Promise<Result<DiffViews[K]>>;
  /**
   * What a stored CPU profile says of its process; of a merged one, of each that is in it. Kept with the profile once
   * computed. Error `bad_data` when it is none, or does not say when it was taken.
   */
  cpu(id: string): Promise<Result<ProfileCpu[]>>;
  flamegraph(id: string, query: ProfileQuery): Promise<Result<FlameGraph>>;
  diffTop(query: DiffQuery): Promise<Result<DiffTopTable>>;
  diffFlamegraph(query: DiffQuery): Promise<Result<DiffFlameGraph>>;
  /** Of the questions under way about these two sides, whatever their filters. */
  diffProgress(sides: Pick<DiffQuery, 'before' | 'after'>): DiffProgress;
  comparability(query: DiffQuery): Promise<Result<Comparability>>;
  /** Functions that were perhaps only renamed. */
  renames(query: DiffQuery): Promise<Result<RenameProposals>>;
  /** Markdown, or one self-contained HTML file under 2 MB. */
  diffReport(format: 'md' | 'html', query: DiffQuery): Promise<Result<string>>;
  /** gzip pprof of after minus before, which `go tool pprof` opens. */
  diffDownload(query: DiffQuery): Promise<Result<Uint8Array>>;
  close(): Promise<void>;
}
