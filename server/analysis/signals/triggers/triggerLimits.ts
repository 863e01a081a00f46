/** Limits how often rules may take a profile: cooldown, captures per day, bytes per day. Pure. */
import type { TriggerSettings } from '../../../../core/triggers.ts';

const DAY_MS = 86_400_000;

/** A capture that a rule requested; `bytes` is 0 if it failed or is running. */
export interface TakenByRule { rule: string; timeMs: number; bytes: number }

export interface RuleLimit {
  lastMs: number | null;
  takenToday: number;
  /** Null if it may fire now. */
  notBeforeMs: number | null;
  held: 'cooldown' | 'per-day' | 'budget' | null;
}

/** Counts failed captures too, so that a refusing target is not asked at every scrape. Days begin at 00:00 UTC. */
export function ruleLimit(
  rule: string, taken: readonly TakenByRule[], settings: TriggerSettings, nowMs: number
): RuleLimit {
  const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const today = taken.filter(({ timeMs }) => timeMs >= dayMs);
  const own = taken.filter((one) => one.rule === rule);
  const lastMs = own.length === 0 ? null : Math.max(...own.map(({ timeMs }) => timeMs));
  const takenToday = own.filter(({ timeMs }) => timeMs >= dayMs).length;
  const until = (held: RuleLimit['held'], notBeforeMs: number | null): RuleLimit =>
    ({ lastMs, takenToday, notBeforeMs, held });
  if (takenToday >= settings.maxPerDay) return until('per-day', dayMs + DAY_MS);
  if (today.reduce((sum, { bytes }) => sum + bytes, 0) >= settings.budgetBytes) return until('budget', dayMs + DAY_MS);
  if (lastMs !== null && nowMs < lastMs + settings.cooldownMs) return until('cooldown', lastMs + settings.cooldownMs);
  return until(null, null);
}
