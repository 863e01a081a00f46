/** Goroutines of a profile: where and how long they wait, and what that means for a TSDB. */

/** One stack of a profile: its functions, its share of the total, and how long a goroutine has waited in it. */
export interface ProfileStack {
  functions: readonly string[];
  share: number;
  waitMinutes?: number;
  /** Set if, by the counters, the wait lasted until the end of the window. */
  isOpen?: true;
}

/** Equal goroutines of a profile. `state` is `""` and `waitMinutes` null if the profile lacks them. */
export interface WaitingStack {
  /** Functions, innermost first. */
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

/** Goroutines in the same situation. */
export interface Situation {
  name: SituationName;
  count: number;
  /** Longest wait in one dump; null for polling goroutines, whose wait only several dumps show. */
  waitMinutes: number | null;
  /** Innermost function outside Go's standard library. */
  where: string;
}

/** Summary of one goroutine profile. */
export interface GoroutineView {
  total: number;
  /** Whether it is a dump, which has states and wait times. */
  hasStates: boolean;
  /** Creators, most goroutines first; empty if the profile lacks them. */
  creators: { name: string; count: number }[];
  /** Situations in table order; empty if the profile has no states. */
  situations: Situation[];
  /** Stacks that the known issues check. */
  stacks: ProfileStack[];
}

/** A situation at the time of a dump. */
export interface HeldSituation extends Situation {
  waitMinutes: number;
  /** Time of the first of several profiles that show polling goroutines. Null if the dump gives the wait. */
  seenSinceMs: number | null;
  /** The wait by the server's counters, if they show it; `waitMinutes` is then its full length. */
  counted?: { sinceMs: number; isOpen: boolean };
}

/** Combined result of the newest goroutine profiles of a window. */
export interface GoroutineEvidence {
  timeMs: number;
  total: number;
  situations: HeldSituation[];
  /** Creator whose goroutines at least doubled; null if there is none, or no earlier dump. */
  growth: { creator: string; before: number; after: number; sinceMs: number } | null;
}
