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
