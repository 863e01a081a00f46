/** Messages between profileClient and profileWorker. */
import type { Comparability, DiffFlameGraph, DiffTopTable, FlameGraph, Normalize, TopTable } from '../../../core/contract/contract.ts';
import type { ReportedProfile } from '../../profile/reports/diffReport.ts';
import type { GcShare } from '../../profile/query/gcShare.ts';
import type { TargetAtCapture } from '../../profile/query/pair.ts';
import type { ProfileFacts } from '../../profile/query/profileFacts.ts';
import type { Question } from '../../profile/query/question.ts';
import type { SideTable } from '../../profile/diff/sideTable.ts';
import type { SubsystemRule } from '../../profile/views/subsystemRules.ts';
import type { ReportFormat } from '../../profile/reports/diffExport.ts';
import type { Result } from '../../../core/result.ts';
import type { DiffViews, ProfileViews, ViewName, ViewQuestion } from '../../store/files/profileCatalog.ts';

export interface ProfileRef { id: string; samplesIngested?: { start: number; end: number }; target?: TargetAtCapture }

export interface DiffTask { before: ProfileRef[]; after: ProfileRef[]; normalize: Normalize; question: Question }

export type Task =
  | { kind: 'describe'; bytes: Uint8Array; name: string }
  | { kind: 'subtract'; bytes: Uint8Array; earlier: Uint8Array; seconds: number }
  | { kind: 'top' | 'flamegraph'; id: string; question: Question }
  | { kind: 'gcShare'; id: string }
  | { kind: 'view'; view: ViewName; id: string; question: Question & ViewQuestion }
  | { kind: 'diffView'; view: ViewName } & DiffTask & { question: ViewQuestion }
  | { kind: 'diffReport'; format: ReportFormat; names: { before: ReportedProfile[]; after: ReportedProfile[] } } & DiffTask
  | { kind: 'sideTable'; which: 'before' | 'after'; id: string; question: Question; keep: boolean }
  | { kind: 'diffTop'; beforeTable?: SideTable } & DiffTask
  | { kind: 'diffFlamegraph' | 'diffDownload' | 'comparability' } & DiffTask;

/** Answered with memory that is handed over. All other answers come as JSON text: see `okJson`. */
const HANDED_OVER: readonly Task['kind'][] = ['describe', 'subtract', 'diffDownload', 'sideTable'];

export function isAnsweredInJson(kind: Task['kind']): boolean {
  return !HANDED_OVER.includes(kind);
}

export interface Described {
  id: string;
  facts: ProfileFacts;
  /** The bytes as they came when they were gzip, else compressed. */
  gzip: Uint8Array;
}

export interface Answers {
  describe: Described;
  /** gzip bytes. */
  subtract: Uint8Array;
  top: TopTable;
  gcShare: GcShare;
  flamegraph: FlameGraph;
  diffTop: DiffTopTable;
  diffFlamegraph: DiffFlameGraph;
  diffDownload: Uint8Array;
  comparability: Comparability;
  /** null: the side cannot be told apart from the other one, or it was asked to be kept there. */
  sideTable: SideTable | null;
  diffReport: string;
  view: ProfileViews[ViewName];
  diffView: DiffViews[ViewName];
}

/** `isJson`: the value is the JSON text of the answer. */
export interface Reply { job: number; result: Result<Answers[keyof Answers] | Uint8Array>; isJson: boolean }
export interface Request { job: number; task: Task }
export interface WorkerSetup {
  folder: string;
  cacheBytes: number;
  /** Folders that source text may be read from. */
  sourceRoots: string[];
  /** The user's rows of the table of subsystems. */
  subsystems: SubsystemRule[];
}
