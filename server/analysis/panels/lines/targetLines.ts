/** The lines of a window for the first drawing of a page, with no statistics. Pure. */
import type { TargetLines } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import {
  counterSteps, gaugePoints, momentaryRates, pointGrid, reduceToPoints,
} from '../../signals/counterSteps.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { findRestarts, findScrapeGaps, freshScrapes, spansInSeconds } from '../../signals/windowFrame.ts';

/** Returns whether a line, mark or span here uses the role: those of the host, and buckets, are many series. */
export function isDrawn(role: Role): boolean {
  return !role.startsWith('host') && !role.endsWith('Buckets');
}

/** Returns the same points, marks and spans as the panels of the window. `stepMs` null = about 1,200 points. */
export function targetLines(window: RoleWindow, stepMs: number | null): TargetLines {
  const { scrapes } = window;
  const grid = pointGrid(scrapes, stepMs);
  const restarts = findRestarts(window);
  const cpu = counterSteps(
    scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), new Set(restarts.map(({ row }) => row))
  );
  const rates = momentaryRates(cpu, scrapes);
  const answered = scrapes.durationSeconds.map((seconds, row) => (scrapes.error[row] === null ? seconds : NaN));
  return {
    range: {
      start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length,
    },
    restarts: restarts.map(({ timeMs }) => ({ time: timeMs / 1000 })),
    gapSpans: spansInSeconds(findScrapeGaps(scrapes, null)),
    compactions: spansInSeconds(
      findCompactions(window).filter(({ startMs, endMs }) => endMs > window.startMs && startMs < window.endMs)
    ),
    cycles: findGcCycles(window).cycles.map(({ endMs }) => ({ time: endMs / 1000 })),
    series: {
      time: grid.time,
      cpuCores: reduceToPoints(grid, rates, 'mean', cpu.seconds),
      cpuCoresMax: reduceToPoints(grid, rates, 'max'),
      rssBytes: gaugePoints(grid, window.role('residentBytes')),
      scrapeSeconds: reduceToPoints(grid, answered, 'max'),
    },
  };
}
