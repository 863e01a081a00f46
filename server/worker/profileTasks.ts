/** Messages between profileClient and profileWorker. */
import type { DiffFlameGraph, DiffTopTable, FlameGraph, Normalize, TopTable } from '../api/contract.ts';
import type { ProfileFacts } from '../profile/profileFacts.ts';
import type { Question } from '../profile/question.ts';
import type { Result } from '../result.ts';

export interface ProfileRef { id: string; samplesIngested?: { start: number; end: number } }

export interface DiffTask { before: ProfileRef[]; after: ProfileRef[]; normalize: Normalize; question: Question }

export type Task =
  | { kind: 'describe'; bytes: Uint8Array; name: string }
  | { kind: 'top' | 'flamegraph'; id: string; question: Question }
  | { kind: 'diffTop' | 'diffFlamegraph' | 'diffDownload' } & DiffTask;

export interface Described {
  id: string;
  facts: ProfileFacts;
  /** The bytes as they came when they were gzip, else compressed. */
  gzip: Uint8Array;
}

export interface Answers {
  describe: Described;
  top: TopTable;
  flamegraph: FlameGraph;
  diffTop: DiffTopTable;
  diffFlamegraph: DiffFlameGraph;
  diffDownload: Uint8Array;
}

export interface Reply { job: number; result: Result<Answers[keyof Answers]> }
export interface Request { job: number; task: Task }
export interface WorkerSetup { folder: string; cacheBytes: number }
