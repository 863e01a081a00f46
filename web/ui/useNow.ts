import { systemClock } from '../../core/time/clock.ts';
import { useEffect, useState } from 'react';

/** Returns Unix seconds, updated every `everyMs`; for ages and countdowns. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => systemClock.nowMs() / 1_000);
  useEffect(() => systemClock.every(everyMs, () => setNow(systemClock.nowMs() / 1_000)), [everyMs]);
  return now;
}

const quarterSeconds = 900;

/**
 * Returns the start of the current quarter hour in Unix seconds, to decide whether a time is today: no zone changes its
 * date within a quarter hour.
 */
export function useToday(): number {
  return Math.floor(useNow(60_000) / quarterSeconds) * quarterSeconds;
}
