/** Goroutines by state, and threads, as Go 1.26 and later reports them at each scrape. */
import type { Figure, RunnableGoroutines } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { freshScrapes } from '../windowFrame.ts';
import { valueAt } from '../valueAt.ts';

const STATES: readonly { role: Role; name: string }[] = [
  { role: 'goroutinesRunning', name: 'Goroutines running' },
  { role: 'goroutinesRunnable', name: 'Goroutines runnable, waiting for a core' },
  { role: 'goroutinesWaiting', name: 'Goroutines waiting' },
  { role: 'goroutinesNotInGo', name: 'Goroutines in system calls and C code' },
  { role: 'runtimeThreads', name: 'Threads of the Go runtime' },
];

/** Returns a row for each state that the target exports: mean, with the lowest and the highest value of a scrape. */
export function stateFigures(window: RoleWindow): Figure[] {
  return STATES.flatMap(({ role, name }): Figure[] => {
    const values = valuesOf(window, role);
    if (values.length === 0) return [];
    return [{
      name, value: mean(values), low: Math.min(...values), high: Math.max(...values), unit: 'count',
      from: window.role(role)?.names ?? [], note: 'mean of the scrapes; range: lowest to highest',
    }];
  });
}

/** Returns null if the target does not export it. */
export function runnableGoroutines(window: RoleWindow, maxProcs: number | null): RunnableGoroutines | null {
  const values = valuesOf(window, 'goroutinesRunnable');
  if (values.length === 0) return null;
  const crowded = maxProcs === null ? null : values.filter((value) => value > maxProcs).length / values.length;
  return { mean: mean(values), max: Math.max(...values), scrapes: values.length, crowdedRatio: crowded };
}

function valuesOf(window: RoleWindow, role: Role): number[] {
  const series = window.role(role);
  if (series === undefined) return [];
  return [...freshScrapes(window.scrapes)].flatMap((row) => {
    const value = valueAt(series, row);
    return value === null || value < 0 ? [] : [value];
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
