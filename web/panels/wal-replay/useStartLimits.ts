import { useEffect } from 'react';
import { useUrlState } from '../../url/useUrlState.ts';
import { keepLimits, keptLimits, type StartLimits } from './startLimits.ts';

/** Accessed on use, because a browser without storage throws at the first access. */
const browser = {
  getItem: (key: string): string | null => window.localStorage.getItem(key),
  setItem: (key: string, text: string): void => { window.localStorage.setItem(key, text); },
};

/**
 * Returns the startup probe and memory limit typed for the target: from the address, so that a link shares them, else
 * as stored in this browser.
 */
export function useStartLimits(target: string): StartLimits & { change: (patch: Partial<StartLimits>) => void } {
  const { state: { budgetSeconds, limitBytes }, set } = useUrlState();
  useEffect(() => {
    if (target === '' || budgetSeconds !== null || limitBytes !== null) return;
    const kept = keptLimits(browser, target);
    if (kept.budgetSeconds !== null || kept.limitBytes !== null) set(kept, 'replace');
  }, [target, budgetSeconds, limitBytes, set]);
  const change = (patch: Partial<StartLimits>): void => {
    const next = { budgetSeconds, limitBytes, ...patch };
    keepLimits(browser, target, next);
    set(next, 'replace');
  };
  return { budgetSeconds, limitBytes, change };
}
