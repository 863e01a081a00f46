/** Detects changes of GOMAXPROCS: since 1.25, Go follows the CPU limit of its control group while it runs. Pure. */
import { numberAt } from '../../../core/elementAt.ts';
import type { RoleWindow } from '../../data/metrics/roleNames.ts';
import { valueAt } from './valueAt.ts';

export interface ProcsChange { timeMs: number; from: number; to: number }

/** Returns changes in order of time; the time is that of the first scrape with the new value. Empty if not exported. */
export function procsChanges(window: RoleWindow): ProcsChange[] {
  const series = window.role('maxProcs');
  const changes: ProcsChange[] = [];
  let before: number | null = null;
  for (let row = 0; row < window.scrapes.length; row++) {
    const procs = valueAt(series, row);
    if (procs === null || procs < 1) continue;
    if (before !== null && procs !== before)
      changes.push({ timeMs: numberAt(window.scrapes.startMs, row), from: before, to: procs });
    before = procs;
  }
  return changes;
}
