/** Values read from every scrape, so that nothing has to be queried for them. Pure. */
import type { Role } from './roleNames.ts';

/** Roles whose values each recorded scrape reports; see docs/reference/triggers.md and fleet.md. */
export const FIGURE_ROLES = [
  'cpuSeconds', 'residentBytes', 'goroutines', 'heapGoalBytes', 'memoryLimitBytes', 'maxProcs', 'compactionRunning',
  'compactions', 'compactionsFailed', 'headTruncations', 'headMinTimeMs', 'headMaxTimeMs', 'gcCpuSeconds', 'gcCycles',
] as const satisfies readonly Role[];

/** Values by role; absent if the scrape does not have it. */
export type ScrapeFigures = Partial<Record<(typeof FIGURE_ROLES)[number], number>>;

/** Minimum and maximum of the series that a selector matches in one scrape. */
export interface WatchedValue { least: number; most: number }
