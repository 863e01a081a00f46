/** Messages between profileClient and profileWorker. */
import type { Comparability, DiffFlameGraph, DiffTopTable, FlameGraph, Normalize, TopTable } from '../api/contract.ts';
import type { ReportedProfile } from '../profile/diffReport.ts';
import type { GcShare } from '../profile/gcShare.ts';
import type { TargetAtCapture } from '../profile/pair.ts';
import type { ProfileFacts } from '../profile/profileFacts.ts';
import type { Question } from '../profile/question.ts';
import type { SideTable } from '../profile/sideTable.ts';
import type { SubsystemRule } from '../profile/subsystemRules.ts';
import type { ReportFormat } from '../profile/takeAway.ts';
import type { Result } from '../result.ts';
import type { DiffViews, ProfileViews, ViewName, ViewQuestion } from '../store/profileCatalog.ts';

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
