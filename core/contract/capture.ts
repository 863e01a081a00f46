/** Captures: profiles being taken. Part of contract.ts, which defines the units; import from there. */
import type { ErrorType } from './terms/errorType.ts';
import type { Finding } from './terms/finding.ts';

/**
 * Kind of capture. `fgprof`: wall-clock samples of all goroutines, if the target serves it. `trace`: Go's execution
 * trace. `goroutineleak`: goroutines blocked forever, from Go 1.27 on. `everything`: all profiles except fgprof,
 * metrics and status pages as one bundle; `profileId` is that of its CPU profile.
 */
export type CaptureKind = 'cpu' | 'heap' | 'allocs' | 'goroutine' | 'goroutineleak' | 'mutex' | 'block' | 'threadcreate'
  | 'fgprof' | 'trace' | 'everything';

/** One reason why a profile was taken. */
export interface CaptureCause {
  /** How it was requested. `booked`: scheduled for a time, a compaction or an evaluation, by a person or a rule. */
  how: 'person' | 'continuous' | 'triggered' | 'booked' | 'replay' | 'baseline';
  /** Cause in words: "CPU was above 1.8 cores for 3 s"; null if a person requested it. */
  sentence: string | null;
  /** Rule and values that triggered it, or the rule that booked it. */
  rule?: string;
  values?: { name: string; value: number; unit: string }[];
}

/** Reason for a profile. */
export interface CaptureReason extends CaptureCause {
  /** Rules that fired while it ran, in that order, and that it also covers; absent if none did. */
  also?: CaptureCause[];
}

export interface Capture {
  id: string;
  target: string;
  kind: CaptureKind;
  /** Duration; 0 for a snapshot. If booked for an event, the duration it would have now, until it starts. */
  seconds: number;
  /** When to start. `every`: a recurring booking, and each capture taken for it. */
  at: 'now' | 'next-compaction' | 'next-evaluation' | 'time' | 'every';
  /** Rule group of `next-evaluation`, as in the label `rule_group`. */
  group?: string;
  /** Period of `every`; null for the others. */
  everySeconds: number | null;
  gc: boolean;
  /** Whether a goroutine profile is a dump (`debug=2`), with the state and the wait time of each. */
  waits?: true;
  /**
   * Origin of a profile over a span: the target's own `?seconds=N`, or the difference of two snapshots; null for any
   * other.
   */
  delta: 'target' | 'subtracted' | null;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Whether a failed capture was cancelled on request, or for a capture with priority, which is not an error. */
  cancelled?: boolean;
  startTime: number | null;
  endTime: number | null;
  /** Progress from 0 to 1, while running. */
  progressRatio: number | null;
  reason: CaptureReason;
  /** User, else client address, that requested it; null for automatic captures. */
  client: string | null;
  profileId: string | null;
  /** Size of the stored profile; null if none was stored. */
  sizeBytes: number | null;
  /** Note about the profile, such as why it is empty; null if none. */
  note: string | null;
  error: string | null;
  /** Type of `error`: `busy` if another profiler was using the target, `not_found` if it has no such profile. */
  errorType: ErrorType | null;
  /**
   * Excess over the quiet profile `beforeId`, by a diff with `normalize=duration`, for a profile with a cause
   * (triggered, booked, or a continuous CPU profile during a compaction). Absent without a quiet profile of the same
   * process, or if not yet compared.
   */
  againstQuiet?: { beforeId: string; finding: Finding };
}
