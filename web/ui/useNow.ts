import { useEffect, useState } from 'react';

/** Unix seconds, renewed every `everyMs`; for ages and countdowns. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now() / 1_000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1_000), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

const quarterSeconds = 900;

/**
 * The start of this quarter of an hour, Unix seconds, for telling whether a time is of today: no zone changes its date
 * within one.
 */
export function useToday(): number {
  return Math.floor(useNow(60_000) / quarterSeconds) * quarterSeconds;
}
