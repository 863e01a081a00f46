/** What starts a profile automatically: the names of the built-in rules, and what the configuration sets. */
import type { BuiltInRule, WatchRule } from './contract/contract.ts';

/** See docs/reference/triggers.md. */
export const DEFAULT_RULES = [
  'cpu', 'memory-limit', 'memory-growth', 'goroutines', 'scrape-duration', 'heap-after-gc', 'compaction',
  'next-compaction', 'finding', 'stacks', 'head-wait',
] as const satisfies readonly BuiltInRule[];
export type DefaultRule = (typeof DEFAULT_RULES)[number];

/** The rule that looks ahead: it books a profile of the next head compaction. */
export const NEXT_COMPACTION = 'next-compaction' satisfies DefaultRule;

/** A threshold on series of the configuration's choice; exactly one of `above` and `below`. */
export interface SelectorRule {
  name: string;
  selector: string;
  above?: number;
  below?: number;
  /** How long the threshold has to be crossed. */
  forMs: number;
  kind: WatchRule['kind'];
  seconds: number;
}

/** Of the rules of one target. */
export const MAX_RULES = 50;
/** What a rule may take. */
export const RULE_KINDS = [
  'cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block',
] as const satisfies readonly WatchRule['kind'][];
export const DEFAULT_RULE_SECONDS = 5;
export const MAX_RULE_SECONDS = 60;

export interface TriggerSettings {
  off: readonly DefaultRule[];
  rules: readonly SelectorRule[];
  /** Between two captures by one rule. */
  cooldownMs: number;
  /** After which a high-water mark is forgotten. */
  resetMs: number;
  /** Captures by one rule in a day (UTC). */
  maxPerDay: number;
  /** Of all captures by rules in a day (UTC). */
  budgetBytes: number;
}

/** The reset is CockroachDB's default of `server.cpu_profile.interval`. */
export const DEFAULT_TRIGGERS: TriggerSettings = {
  off: [], rules: [], cooldownMs: 5 * 60_000, resetMs: 20 * 60_000, maxPerDay: 24, budgetBytes: 64 * 2 ** 20,
};
