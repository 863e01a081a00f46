import { useEffect, useState } from 'react';

/** Whether what is waited for has taken longer than a second since this was first drawn. */
export function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}
