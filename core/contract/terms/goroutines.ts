/** Goroutines of a profile: where they wait, for how long, and what that means for a TSDB. */

/** One stack of a profile: its functions, its share of the total, and how long a goroutine has waited there. */
export interface ProfileStack {
  functions: readonly string[];
  share: number;
  waitMinutes?: number;
  /** By the counters, the wait lasted until the end of the window. */
  isOpen?: true;
}

/** Equal goroutines of a profile. `state` is `""` and `waitMinutes` null where the profile does not say. */
export interface WaitingStack {
  /** Innermost first. */
  functions: readonly string[];
  state: string;
  /** Whole minutes, as Go counts them; 0 below one. */
  waitMinutes: number | null;
  creator: string;
  count: number;
}

export type SituationName = 'head-compaction-waits' | 'ooo-compaction-waits' | 'scrape-loop-on-lock'
  | 'scrape-stuck' | 'rule-evaluation-on-lock' | 'rule-evaluation-stuck' | 'queries-queue' | 'remote-write-full'
  | 'remote-write-stuck' | 'compaction-on-lock' | 'wal-on-lock' | 'notifier-on-lock' | 'discovery-on-lock'
  | 'append-on-lock' | 'goroutines-on-lock';

/** Goroutines that are in one situation. */
export interface Situation {
  name: SituationName;
  count: number;
  /** The longest wait that one dump shows; null: it polls, so that only several dumps can tell. */
  waitMinutes: number | null;
  /** The innermost function that is not of Go's own library. */
  where: string;
}

/** What one goroutine profile shows. */
export interface GoroutineView {
  total: number;
  /** Whether it is a dump, which has states and wait times. */
  hasStates: boolean;
  /** Most first. Empty where the profile does not say who created them. */
  creators: { name: string; count: number }[];
  /** In the order of the table. Empty where the profile has no states. */
  situations: Situation[];
  /** Stacks that known issues look for. */
  stacks: ProfileStack[];
}

/** A situation at the time of a dump. */
export interface HeldSituation extends Situation {
  waitMinutes: number;
  /** Of what polls: since the first of several profiles that all show it. null: the dump states the wait. */
  seenSinceMs: number | null;
  /** The wait by the counters of the server, where they show it; `waitMinutes` is then its whole length. */
  counted?: { sinceMs: number; isOpen: boolean };
}

/** What the newest goroutine profiles of a window show together. */
export interface GoroutineEvidence {
  timeMs: number;
  total: number;
  situations: HeldSituation[];
  /** Creator whose goroutines at least doubled; null without one, or without an earlier dump. */
  growth: { creator: string; before: number; after: number; sinceMs: number } | null;
}
