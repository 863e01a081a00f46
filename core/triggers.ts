/** What starts a profile automatically: the names of the built-in rules, and what the configuration sets. */
import type { CaptureKind } from './contract/contract.ts';

/** See docs/reference/triggers.md. */
export const DEFAULT_RULES = [
  'cpu', 'memory-limit', 'memory-growth', 'goroutines', 'scrape-duration', 'heap-after-gc', 'compaction', 'finding',
] as const;
export type DefaultRule = (typeof DEFAULT_RULES)[number];

/** A threshold on series of the configuration's choice; exactly one of `above` and `below`. */
export interface SelectorRule {
  name: string;
  selector: string;
  above?: number;
  below?: number;
  /** How long the threshold has to be crossed. */
  forMs: number;
  kind: CaptureKind;
  seconds: number;
}

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
