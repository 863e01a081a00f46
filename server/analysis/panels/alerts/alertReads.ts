/**
 * Defines the reads for the conditions: a range and a `for` reach further back than the window of the findings. Most
 * conditions need less than an hour; the few that need more are read only if the first read points to them.
 */
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { AlertCondition } from './condition.ts';
import { CONDITIONS, rolesOf } from './conditions.ts';

export interface AlertRead {
  conditions: readonly AlertCondition[];
  roles: readonly Role[];
  lookBackMs: number;
  /** Whether any of them can fire, by what the first read shows. */
  isNeeded(first: RoleWindow): boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Longest span judged, at the end of a longer window: a `for` is at most 4 hours. */
const MAX_SPAN_MS = 6 * HOUR_MS;
/** Maximum values per metric name, so that thousands of rule groups do not fill the memory of a reader. */
const MAX_VALUES = 3_000_000;
const MIN_SERIES = 50;

const LONG_FOR = CONDITIONS.filter(({ alerts }) => alerts.some(({ forSeconds }) => forSeconds * 1000 > HOUR_MS));
const RESTARTS = CONDITIONS.filter(({ code }) => code === 'crash-looping');
const USUAL = CONDITIONS.filter((one) => !LONG_FOR.includes(one) && !RESTARTS.includes(one));

const rolesOfAll = (conditions: readonly AlertCondition[]): Role[] => [...new Set(conditions.flatMap(rolesOf))];

export const ALERT_READS: readonly [AlertRead, ...AlertRead[]] = [
  {
    conditions: USUAL, roles: [...rolesOfAll(USUAL), ...rolesOfAll(LONG_FOR), ...rolesOfAll(RESTARTS)],
    lookBackMs: 40 * MINUTE_MS, isNeeded: () => true,
  },
  // Skips a failure counter that is always 0.
  ...LONG_FOR.map((condition): AlertRead => ({
    conditions: [condition], roles: rolesOf(condition), lookBackMs: 7 * HOUR_MS,
    isNeeded: (first) => rolesOf(condition)
      .some((role) => first.role(role)?.values.some((value) => value > 0) === true),
  })),
  {
    conditions: RESTARTS, roles: rolesOfAll(RESTARTS), lookBackMs: 70 * MINUTE_MS,
    isNeeded: (first) => first.role('processStartSeconds')?.values.some(
      (seconds) => seconds * 1000 > first.startMs - HOUR_MS
    ) === true,
  },
];

/** Returns the time from which alerts that fire are findings of the window. */
export function judgedFromMs({ startMs, endMs }: { startMs: number; endMs: number }): number {
  return Math.max(startMs, endMs - MAX_SPAN_MS);
}

/** Returns a filter for the series to read: those with the names, up to the number per name whose values fit. */
export function seriesWithin(
  names: ReadonlySet<string>, scrapes: number
): (series: { name: string; labels: Readonly<Record<string, string>> }) => boolean {
  const most = Math.max(MIN_SERIES, Math.floor(MAX_VALUES / Math.max(1, scrapes)));
  const taken = new Map<string, Set<string>>();
  return ({ name, labels }) => {
    if (!names.has(name)) return false;
    const keys = taken.get(name) ?? new Set();
    taken.set(name, keys);
    const key = JSON.stringify(labels);
    if (!keys.has(key) && keys.size >= most) return false;
    keys.add(key);
    return true;
  };
}
