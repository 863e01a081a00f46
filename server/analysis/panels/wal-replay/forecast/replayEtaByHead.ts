/** Forecasts the time left without a replay cursor (Prometheus before 2.28, recordings of /metrics alone). */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { bounded, FINISH_MS, type Band, type Eta } from './etaBounds.ts';
import { headMaxMs, newestLoggedMs } from '../../../signals/replay/headTimes.ts';
import { SETTLED_SERIES } from './replayForecast.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { valueAt } from '../../../signals/valueAt.ts';

/** Wide, since only one recording of that kind exists. */
const HEAD_BAND: Band = { low: -1.8, high: 4.2 };
const MIN_ADVANCES = 4;
/** Relative error (one standard deviation) of the head's pace. */
const HEAD_ERROR = 0.2;
/** Length, in typical steps, of a pause that separates the skipped samples from the loaded ones. */
const STANDSTILL = 3;

/**
 * Forecasts without a cursor, from the head's newest sample alone: it pauses while samples of m-mapped chunks are
 * skipped and then moves towards the last sample before the stop. null until it has moved a few times after that, while
 * it pauses, or when the last sample is unknown.
 */
export function etaByHead(window: RoleWindow, start: ProcessStart, lastRow: number): Eta | null {
  const { startMs } = window.scrapes;
  if (start.beforeRow === null || headMaxMs(window, start.beforeRow) === null) return null;
  const newestMs = newestLoggedMs(window, start);
  const steps = headAdvances(window, start, lastRow);
  if (steps.length < MIN_ADVANCES) return null;
  const first = elementAt(steps, 0);
  const last = elementAt(steps, steps.length - 1);
  const typicalMs = (last.timeMs - first.timeMs) / (steps.length - 1);
  const idleMs = numberAt(startMs, lastRow) - last.timeMs;
  if (last.headMs >= newestMs || last.timeMs <= first.timeMs || idleMs > STANDSTILL * typicalMs) return null;
  const speed = (last.headMs - first.headMs) / (last.timeMs - first.timeMs);
  const medianMs = Math.max(0, (newestMs - last.headMs) / speed - Math.min(idleMs, typicalMs)) + FINISH_MS;
  return bounded(medianMs, Math.hypot(HEAD_ERROR * medianMs, typicalMs), 'head', HEAD_BAND);
}

/** Returns the rows at which the head's newest sample rose, after most series exist and after the longest pause. */
function headAdvances(window: RoleWindow, start: ProcessStart, lastRow: number): { timeMs: number; headMs: number }[] {
  const series = window.role('headSeries');
  let seriesNow: number | null = null;
  for (let row = lastRow; row >= start.firstRow && seriesNow === null; row--) seriesNow = valueAt(series, row);
  const steps: { timeMs: number; headMs: number }[] = [];
  let highest: number | null = null;
  for (let row = start.firstRow; row <= lastRow; row++) {
    const headMs = headMaxMs(window, row);
    if (headMs === null) continue;
    const settled = seriesNow === null || (valueAt(series, row) ?? 0) >= SETTLED_SERIES * seriesNow;
    if (highest !== null && headMs > highest && settled)
      steps.push({ timeMs: numberAt(window.scrapes.startMs, row), headMs });
    highest = Math.max(highest ?? headMs, headMs);
  }
  let cut = 0;
  let longest = 0;
  for (let i = 1; i < steps.length; i++) {
    const gap = elementAt(steps, i).timeMs - elementAt(steps, i - 1).timeMs;
    if (gap > longest) { longest = gap; cut = i; }
  }
  const after = steps.slice(cut);
  const typical = after.length < 2 ? Infinity
    : (elementAt(after, after.length - 1).timeMs - elementAt(after, 0).timeMs) / (after.length - 1);
  return longest > STANDSTILL * typical || after.length < 2 ? after : steps;
}

