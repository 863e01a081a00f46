/** Captures: profiles being taken. Part of contract.ts, which says the units; import from there. */
import type { ErrorType } from './terms/errorType.ts';
import type { Finding } from './terms/finding.ts';

/**
 * `fgprof`: wall-clock samples of all goroutines, where the target serves it. `trace`: Go's execution trace.
 * `goroutineleak`: goroutines that can never go on, from Go 1.27 on.
 * `everything`: all profiles but fgprof,
 * metrics and status pages as one bundle; `profileId` is that of the CPU profile in it.
 */
export type CaptureKind = 'cpu' | 'heap' | 'allocs' | 'goroutine' | 'goroutineleak' | 'mutex' | 'block' | 'threadcreate'
  | 'fgprof' | 'trace' | 'everything';

/** One reason why a profile was taken. */
export interface CaptureCause {
  /** `booked`: asked for earlier, for a time, a compaction or an evaluation, by a person or by a rule. */
  how: 'person' | 'continuous' | 'triggered' | 'booked' | 'replay' | 'baseline';
  /** "CPU was above 1.8 cores for 3 s"; null: a person asked. */
  sentence: string | null;
  /** Of a triggered one: the rule, and the values that made it fire. Of a booked one: the rule that booked it. */
  rule?: string;
  values?: { name: string; value: number; unit: string }[];
}

/** Why a profile was taken. */
export interface CaptureReason extends CaptureCause {
  /** Rules that fired while it ran, which it covers too, in that order; absent: none. */
  also?: CaptureCause[];
}

export interface Capture {
  id: string;
  target: string;
  kind: CaptureKind;
  /** 0 for a snapshot. Until one that is booked for an event starts, as long as it would be now. */
  seconds: number;
  /** `every`: a booking that repeats, and each capture taken for it. */
  at: 'now' | 'next-compaction' | 'next-evaluation' | 'time' | 'every';
  /** Of `next-evaluation`: the rule group, as the label `rule_group` names it. */
  group?: string;
  /** Of `every`; null for the others. */
  everySeconds: number | null;
  gc: boolean;
  /** Of goroutines: a dump (`debug=2`), which has the state and the wait time of each. */
  waits?: true;
  /**
   * How a profile of a span came about: the target's own `?seconds=N`, or two snapshots subtracted here; null for any
   * other.
   */
  delta: 'target' | 'subtracted' | null;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Of a failed one: it was ended on request, or for a capture that goes first, which is nobody's failure. */
  cancelled?: boolean;
  startTime: number | null;
  endTime: number | null;
  /** 0 to 1 while running. */
  progressRatio: number | null;
  reason: CaptureReason;
  /** Who asked for it: a user, else the address of the client; null for those that tsdbscope takes automatically. */
  client: string | null;
  profileId: string | null;
  /** Of the profile as stored; null where none was stored. */
  sizeBytes: number | null;
  /** What is to be known of a profile that was taken, such as why it is empty; null: nothing. */
  note: string | null;
  error: string | null;
  /** Of `error`: `busy` when another profiler had the target, `not_found` when it has no such profile. */
  errorType: ErrorType | null;
  /**
   * Of a profile with a cause (triggered, booked, or a continuous one of CPU that met a compaction): what it has more
   * than the profile of quiet times `beforeId`, by a diff with `normalize=duration`. Absent: there was no quiet profile
   * of the same process, or it is not compared yet.
   */
  againstQuiet?: { beforeId: string; finding: Finding };
}
