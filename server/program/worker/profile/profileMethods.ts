/** Methods that profileClient calls in profileWorker. */
import type {
  Comparability, DiffFlameGraph, DiffTopTable, FlameGraph, Normalize, RenameProposals, Timeline, TopTable, TraceView,
} from '../../../../core/contract/contract.ts';
import type { ReportedProfile } from '../../../profile/reports/diffReport.ts';
import type { CpuShares } from '../../../../core/cpuLayers.ts';
import type { SpanCoverage, TargetAtCapture } from '../../../profile/query/pair.ts';
import type { ProfileFacts } from '../../../profile/query/profileFacts.ts';
import type { Question } from '../../../profile/query/question.ts';
import type { SpanTask } from '../../../profile/span/mergeSpan.ts';
import type { SideTable } from '../../../profile/diff/sideTable.ts';
import type { TimelineQuestion } from '../../../profile/views/timeline.ts';
import type { FunctionAddresses } from '../../../profile/views/addresses.ts';
import type { SubsystemRule } from '../../../../core/profile/subsystemRules.ts';
import type { ReportFormat } from '../../../profile/reports/diffExport.ts';
import type { Result } from '../../../../core/result.ts';
import type {
  DiffViewName, DiffViews, ProfileViews, ViewName, ViewQuestion,
} from '../../../data/store/files/profileCatalog.ts';

/** A stored profile by its id, or the profiles of a time span. */
export type Wanted = string | SpanTask;

/** Returns the key for finding a thread that already has it. */
export function keyOf(wanted: Wanted): string {
  return typeof wanted === 'string' ? wanted : JSON.stringify(wanted);
}

export interface ProfileRef {
  id: Wanted;
  samplesIngested?: { start: number; end: number };
  target?: TargetAtCapture;
  /** Coverage of a time span. */
  span?: SpanCoverage;
}

export interface DiffTask { before: ProfileRef[]; after: ProfileRef[]; normalize: Normalize; question: Question }

export interface Names { before: ReportedProfile[]; after: ReportedProfile[] }

export interface Described {
  id: string;
  facts: ProfileFacts;
  /** The uploaded bytes if they were gzip, else compressed. */
  gzip: Uint8Array;
  /** CPU shares of a CPU profile that is not large. */
  cpu?: CpuShares;
}

/**
 * Methods of a profile thread. `describe`, `subtract`, the downloads and `sideTable` transfer memory; all other answers
 * come as JSON text, see `okJson`.
 */
export interface ProfileMethods {
  describe(bytes: Uint8Array, name: string): Promise<Result<Described>>;
  /** gzip bytes. */
  subtract(bytes: Uint8Array, earlier: Uint8Array, seconds: number): Promise<Result<Uint8Array>>;
  executionTrace(id: string): Promise<Result<TraceView>>;
  /** gzip pprof bytes. */
  cpuSamples(id: string): Promise<Result<Uint8Array>>;
  top(id: Wanted, question: Question): Promise<Result<TopTable>>;
  flamegraph(id: Wanted, question: Question): Promise<Result<FlameGraph>>;
  timeline(id: Wanted, question: TimelineQuestion): Promise<Result<Timeline>>;
  addresses(id: Wanted, name: string, question: Question): Promise<Result<FunctionAddresses>>;
  cpuShares(id: string): Promise<Result<CpuShares>>;
  view<K extends ViewName>(view: K, id: Wanted, question: Question & ViewQuestion): Promise<Result<ProfileViews[K]>>;
  /** gzip pprof bytes of the merged profile. */
  spanDownload(task: SpanTask): Promise<Result<Uint8Array>>;
  diffView<K extends DiffViewName>(view: K, task: DiffTask & { question: ViewQuestion }): Promise<Result<DiffViews[K]>>;
  diffReport(task: DiffTask, format: ReportFormat, names: Names): Promise<Result<string>>;
  /** Returns null if the side cannot be computed alone, or if the thread keeps it (`keep`). */
  sideTable(side: SideTask): Promise<Result<SideTable | null>>;
  diffTop(task: DiffTask, beforeTable?: SideTable): Promise<Result<DiffTopTable>>;
  diffFlamegraph(task: DiffTask): Promise<Result<DiffFlameGraph>>;
  comparability(task: DiffTask): Promise<Result<Comparability>>;
  renames(task: DiffTask): Promise<Result<RenameProposals>>;
  diffDownload(task: DiffTask): Promise<Result<Uint8Array>>;
}

export interface SideTask { id: string; which: 'before' | 'after'; question: Question; keep: boolean }

export interface WorkerSetup {
  folder: string;
  cacheBytes: number;
  /** Folders with readable source code. */
  sourceRoots: string[];
  /** The user's rows in the table of subsystems. */
  subsystems: SubsystemRule[];
}
