/** Triggers of automatic profiles: the names of the built-in rules, and the configuration. */
import type { BuiltInRule, WatchRule } from './contract/contract.ts';

/** Built-in rules; see docs/reference/triggers.md. */
export const DEFAULT_RULES = [
  'cpu', 'memory-limit', 'memory-growth', 'goroutines', 'scrape-duration', 'heap-after-gc', 'compaction',
  'next-compaction', 'finding', 'stacks', 'head-wait',
] as const satisfies readonly BuiltInRule[];
export type DefaultRule = (typeof DEFAULT_RULES)[number];

/** Rule that schedules a profile of the next head compaction in advance. */
export const NEXT_COMPACTION = 'next-compaction' satisfies DefaultRule;

/** A threshold on series selected in the configuration; exactly one of `above` and `below` is set. */
export interface SelectorRule {
  name: string;
  selector: string;
  above?: number;
  below?: number;
  /** Duration for which the threshold must be crossed. */
  forMs: number;
  kind: WatchRule['kind'];
  seconds: number;
}

/** Maximum number of rules per target. */
export const MAX_RULES = 50;
/** Kinds of profiles that a rule can take. */
export const RULE_KINDS = [
  'cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block',
] as const satisfies readonly WatchRule['kind'][];
export const DEFAULT_RULE_SECONDS = 5;
export const MAX_RULE_SECONDS = 60;

export interface TriggerSettings {
  off: readonly DefaultRule[];
  rules: readonly SelectorRule[];
  /** Minimum time between two captures by one rule. */
  cooldownMs: number;
  /** Time after which a high-water mark is reset. */
  resetMs: number;
  /** Maximum number of captures by one rule per day (UTC). */
  maxPerDay: number;
  /** Maximum size of all captures by rules per day (UTC). */
  budgetBytes: number;
}

/** Defaults; the reset is CockroachDB's default of `server.cpu_profile.interval`. */
export const DEFAULT_TRIGGERS: TriggerSettings = {
  off: [], rules: [], cooldownMs: 5 * 60_000, resetMs: 20 * 60_000, maxPerDay: 24, budgetBytes: 64 * 2 ** 20,
};
