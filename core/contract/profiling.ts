/** Profiles that tsdbscope takes automatically. Part of contract.ts, which defines the units; import from there. */
import type { CaptureKind } from './capture.ts';

export interface ProfilingPlan { kind: CaptureKind; everySeconds: number; seconds: number }

export interface ProfilingPause {
  reason: 'cpu-ceiling' | 'replaying' | 'slow' | 'not-answering' | 'in-use' | 'budget' | 'no-pprof';
  sentence: string;
  sinceTime: number;
  /** Time of the next check; null if it resumes when the reason is gone. */
  untilTime: number | null;
}

/** A threshold on a series chosen by the user; exactly one of `above` and `below` is a number. */
export interface WatchRule {
  name: string;
  selector: string;
  above: number | null;
  below: number | null;
  /** Duration for which the threshold must be crossed. */
  forSeconds: number;
  kind: Extract<CaptureKind, 'cpu' | 'heap' | 'allocs' | 'goroutine' | 'mutex' | 'block'>;
  /** Duration of a CPU profile; 0 for the others. */
  seconds: number;
}

export type BuiltInRule = 'cpu' | 'memory-limit' | 'memory-growth' | 'goroutines' | 'scrape-duration' | 'heap-after-gc'
  | 'compaction' | 'next-compaction' | 'finding' | 'stacks' | 'head-wait';

/** Disabled built-in rules, and the additional rules. */
export interface RuleSet { off: BuiltInRule[]; rules: WatchRule[] }

/** A rule that takes a profile when it fires. */
export interface TriggerState {
  rule: string;
  sentence: string;
  on: boolean;
  lastTime: number | null;
  takenToday: number;
  maxPerDay: number;
  notBeforeTime: number | null;
}

/** Automatically taken profiles of one target. */
export interface KeptProfiles {
  profiles: number;
  bytes: number;
  budgetBytes: number;
  /** Number of those that are an hour of older ones, merged. */
  hours: number;
  /** Ids of profiles that a note or an embed refers to; they are neither merged nor removed. */
  pinned: string[];
  /** Age in seconds from which continuous profiles are merged by the hour. */
  rollUpSeconds: number;
}

/** Automatic profiling of one target. */
export interface Profiling {
  on: boolean;
  setBy: 'default' | 'configuration' | 'flag' | 'page';
  /** What it does, or would do if on. */
  plans: ProfilingPlan[];
  state: 'off' | 'waiting' | 'running' | 'paused';
  pause: ProfilingPause | null;
  /** Cost of automatic profiling, shown before it is enabled. */
  costSentence: string;
  nextTime: number | null;
  kept: KeptProfiles;
  triggers: TriggerState[];
  /** Rules behind `triggers`; `page`: set on the page instead of the configuration. */
  rules: RuleSet & { setBy: 'default' | 'configuration' | 'page' };
  /** Quiet profile that other profiles are compared with. */
  baseline: { profileId: string; time: number; cores: number } | null;
}
