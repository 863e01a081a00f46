/** Profiles that tsdbscope takes automatically. Part of contract.ts, which says the units; import from there. */
import type { CaptureKind } from './capture.ts';

export interface ProfilingPlan { kind: CaptureKind; everySeconds: number; seconds: number }

export interface ProfilingPause {
  reason: 'cpu-ceiling' | 'replaying' | 'slow' | 'not-answering' | 'in-use' | 'budget' | 'no-pprof';
  sentence: string;
  sinceTime: number;
  /** When it looks again; null: when the reason is gone. */
  untilTime: number | null;
}

/** A threshold on series of somebody's choice; exactly one of `above` and `below` is a number. */
export interface WatchRule {
  name: string;
  selector: string;
  above: number | null;
  below: number | null;
  /** How long the threshold has to be crossed. */
  forSeconds: number;
  kind: Extract<CaptureKind, 'cpu' | 'heap' | 'allocs' | 'goroutine' | 'mutex' | 'block'>;
  /** Of a CPU profile; 0 of the others. */
  seconds: number;
}

export type BuiltInRule = 'cpu' | 'memory-limit' | 'memory-growth' | 'goroutines' | 'scrape-duration' | 'heap-after-gc'
  | 'compaction' | 'next-compaction' | 'finding' | 'stacks' | 'head-wait';

/** Which built-in rules are off, and the rules beside them. */
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

/** Those that were taken automatically, of one target. */
export interface KeptProfiles {
  profiles: number;
  bytes: number;
  budgetBytes: number;
  /** How many of them are an hour of older ones, merged. */
  hours: number;
  /** Ids of those that a note or an embed names: neither merged nor removed. */
  pinned: string[];
  /** Continuous ones older than this are merged by the hour. */
  rollUpSeconds: number;
}

/** Of one target. */
export interface Profiling {
  on: boolean;
  setBy: 'default' | 'configuration' | 'flag' | 'page';
  /** What it does, or would do when on. */
  plans: ProfilingPlan[];
  state: 'off' | 'waiting' | 'running' | 'paused';
  pause: ProfilingPause | null;
  /** What it costs, said before it is switched on. */
  costSentence: string;
  nextTime: number | null;
  kept: KeptProfiles;
  triggers: TriggerState[];
  /** What `triggers` is made of; `page`: in place of what is configured. */
  rules: RuleSet & { setBy: 'default' | 'configuration' | 'page' };
  /** The quiet profile that others are compared with. */
  baseline: { profileId: string; time: number; cores: number } | null;
}
