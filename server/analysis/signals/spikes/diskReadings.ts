/** Readings of disk bytes and scrape durations, in which spikes are found. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../../data/metrics/series.ts';
import { counterSteps, reduceToPoints, type PointGrid } from '../counterSteps.ts';
import { hostRates, hostSteps } from '../host/hostRates.ts';
import { measuredDurations } from '../scrapeDurations.ts';
import { findRestarts, freshScrapes, medianStepMs, pacesMs } from '../windowFrame.ts';
import type { Sample } from './quietLevel.ts';

/** A reading later than this many scrape steps, and than this, does not represent the time since the previous one. */
export const LONGEST_STEPS = 2.5;
const LONGEST_MS = 5000;

/** Returns the longest reading at a row. Spikes use one resolution: coarse history around it does not extend it. */
export function longestMs(scrapes: ScrapeTable, row: number, usualMs: number): number {
  return Math.max(LONGEST_MS, LONGEST_STEPS * Math.min(usualMs, numberAt(pacesMs(scrapes), row)));
}

/** `weight`: seconds since the previous reading. */
export type Reading = Omit<Sample, 'isBusy'>;

/** Resolution of scrape times: a shorter scrape still took some time. */
const MIN_MS = 1;

/** Returns each scrape as a reading over its own duration. */
export function scrapeReadings(scrapes: ScrapeTable): Reading[] {
  const readings: Reading[] = [];
  measuredDurations(scrapes).forEach((value, row) => {
    if (Number.isNaN(value)) return;
    const startMs = numberAt(scrapes.startMs, row);
    readings.push({ startMs, endMs: startMs + Math.max(MIN_MS, 1000 * value), value, weight: 1 });
  });
  return readings;
}

/** `value`: bytes per second. */
type DiskReading = Reading & { row: number };
export interface DiskReadings { of: 'process' | 'host'; readings: DiskReading[] }

/** Returns readings of the process if it counts its I/O, else of its host; null if neither is known. */
export function diskReadings(window: RoleWindow): DiskReadings | null {
  return processDisk(window) ?? hostDisk(window);
}

function processDisk(window: RoleWindow): DiskReadings | null {
  const { scrapes } = window;
  const [read, written] = [window.role('diskReadBytes'), window.role('diskWrittenBytes')];
  if (read === undefined && written === undefined) return null;
  const fresh = freshScrapes(scrapes);
  const restarted = new Set(findRestarts(window).map(({ row }) => row));
  const steps = [read, written].flatMap((series) => (
    series === undefined ? [] : [counterSteps(scrapes, series, fresh, restarted)]
  ));
  const stepMs = medianStepMs(scrapes, fresh) ?? 0;
  const readings = Array.from(scrapes.startMs).flatMap((endMs, row): DiskReading[] => {
    const seconds = Math.max(...steps.map((one) => numberAt(one.seconds, row)));
    const bytes = steps.reduce((sum, { increase }) => sum + numberAt(increase, row), 0);
    return seconds > 0 && 1000 * seconds <= longestMs(scrapes, row, stepMs) && !Number.isNaN(bytes)
      ? [{ row, startMs: endMs - 1000 * seconds, endMs, value: bytes / seconds, weight: seconds }] : [];
  });
  return { of: 'process', readings };
}

function hostDisk(window: RoleWindow): DiskReadings | null {
  if (window.role('hostDiskReadBytes') === undefined && window.role('hostDiskWrittenBytes') === undefined) return null;
  const steps = hostSteps(window);
  const [read, written] = [
    hostRates(window, steps, 'hostDiskReadBytes'), hostRates(window, steps, 'hostDiskWrittenBytes'),
  ];
  const readings = Array.from(steps.before).flatMap((before, row): DiskReading[] => {
    const value = (read[row] || 0) + (written[row] || 0);
    if (before < 0 || (Number.isNaN(read[row]) && Number.isNaN(written[row]))) return [];
    const [startMs, endMs] = [numberAt(window.scrapes.startMs, before), numberAt(window.scrapes.startMs, row)];
    return [{ row, startMs, endMs, value, weight: (endMs - startMs) / 1000 }];
  });
  return { of: 'host', readings };
}

/**
 * Returns bytes per second at the points of a chart, mean and maximum; null if nothing was read. A reading holds over
 * the scrapes since the previous one: a host's history is coarser than scrapes.
 */
export function diskPoints(
  grid: PointGrid, rowsMs: Float64Array, { readings }: DiskReadings
): { mean: (number | null)[]; max: (number | null)[] } {
  const rates = new Float64Array(rowsMs.length).fill(NaN);
  const seconds = new Float64Array(rowsMs.length);
  for (const { row, value, startMs } of readings) {
    for (let at = row; at >= 0 && numberAt(rowsMs, at) > startMs; at--) {
      rates[at] = value;
      seconds[at] = (numberAt(rowsMs, at) - Math.max(startMs, rowsMs[at - 1] ?? startMs)) / 1000;
    }
  }
  return { mean: reduceToPoints(grid, rates, 'mean', seconds), max: reduceToPoints(grid, rates, 'max') };
}
