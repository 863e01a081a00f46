import { systemClock } from '../../core/time/clock.ts';
import { useEffect, useState } from 'react';

/** Returns true from a second after the first render. */
export function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => systemClock.after(1_000, () => setSlow(true)), []);
  return isSlow;
}
