/**
 * Measures what writes of VictoriaMetrics wait for besides its merges, by type of part and cache, and the trend of a
 * Thanos compactor's backlog; see docs/reference/compaction.md. Pure.
 */
import { numberAt } from '../../../../../core/elementAt.ts';
import type { MergeActivity, MergePressure, MergesOfType } from '../../../../../core/contract/contract.ts';
import type { Role, RoleSeries, RoleWindow } from '../../../../data/metrics/roleNames.ts';
import {
  gaugePoints, meanRate, momentaryRates, reduceToPoints, type CounterSteps, type PointGrid,
} from '../../../signals/counterSteps.ts';
import { valueAt } from '../../../signals/valueAt.ts';

/** Maximum types of parts and caches listed, as they are outside text. */
const MAX_TYPES = 30;
/** Minimum time for a backlog's trend. */
const MIN_TREND_SECONDS = 300;

/** Returns the rises of a series. */
export type StepsOf = (series: RoleSeries | undefined) => CounterSteps;

export function withPressure(
  merges: Omit<MergeActivity, 'pressure'> | null, window: RoleWindow, grid: PointGrid, steps: StepsOf
): MergeActivity | null {
  return merges === null ? null : { ...merges, pressure: mergePressure(window, grid, steps) };
}

function mergePressure(window: RoleWindow, grid: PointGrid, steps: StepsOf): MergePressure {
  const ofRole = (role: Role): CounterSteps => steps(window.role(role));
  const [slow, rows] = [ofRole('slowInserts'), ofRole('samplesAppended')];
  const [slowPerSecond, rowsPerSecond] = [meanRate(slow), meanRate(rows)];
  const [bytes, stored] = [last(window.role('rowsStoredBytes')), last(window.role('rowsStored'))];
  return {
    byType: byType(window, steps), assistedMerges: total(ofRole('assistedMerges')),
    slowInsertsPerSecond: slowPerSecond,
    slowInsertsRatio: slowPerSecond === null || rowsPerSecond === null || !(rowsPerSecond > 0) ? null
      : slowPerSecond / rowsPerSecond,
    caches: caches(window, steps),
    bytesPerSample: bytes === null || stored === null || !(stored.value > 0) ? null : bytes.value / stored.value,
    ...backlogTrend(window),
    pendingRows: gaugePoints(grid, window.role('rowsPending'), 'max'),
    slowInserts: reduceToPoints(grid, momentaryRates(slow, window.scrapes), 'mean', slow.seconds),
    backlog: gaugePoints(grid, window.role('compactorBacklog'), 'max'),
  };
}

/** Returns merges by the label `type`, the most merges first. */
function byType(window: RoleWindow, steps: StepsOf): MergesOfType[] {
  const [rows, active] = [typed(window, 'rowsMerged'), typed(window, 'compactionRunning')];
  return [...typed(window, 'compactions')].slice(0, MAX_TYPES).map(([type, series]) => {
    const merges = steps(series);
    const running = active.get(type);
    return {
      type, merges: total(merges) ?? 0, mergesPerSecond: meanRate(merges),
      rowsPerSecond: meanRate(steps(rows.get(type))), active: running === undefined ? null : meanOf(running),
    };
  }).sort((a, b) => b.merges - a.merges);
}

function caches(window: RoleWindow, steps: StepsOf): MergePressure['caches'] {
  const misses = typed(window, 'cacheMisses');
  return [...typed(window, 'cacheRequests')].slice(0, MAX_TYPES).flatMap(([type, series]) => {
    const [requestsPerSecond, missesPerSecond] = [meanRate(steps(series)), meanRate(steps(misses.get(type)))];
    return requestsPerSecond === null || missesPerSecond === null || !(requestsPerSecond > 0) ? []
      : [{ type, requestsPerSecond, missesPerSecond, missRatio: Math.min(1, missesPerSecond / requestsPerSecond) }];
  }).sort((a, b) => b.missesPerSecond - a.missesPerSecond);
}

function typed(window: RoleWindow, role: Role): Map<string, RoleSeries> {
  return new Map(window.labelled(role).flatMap(({ name, labels: { type }, values, present }) => (
    type === undefined ? [] : [[type, { role, names: [name], values, present }]]
  )));
}

/** Returns the trend from first to last reading; a restart of the compactor makes no jump: it recounts its backlog. */
function backlogTrend(window: RoleWindow): Pick<MergePressure, 'backlogPerHour' | 'backlogHoursLeft'> {
  const series = window.role('compactorBacklog');
  const [from, to] = [first(series), last(series)];
  const seconds = from === null || to === null ? 0
    : (numberAt(window.scrapes.startMs, to.row) - numberAt(window.scrapes.startMs, from.row)) / 1000;
  if (from === null || to === null || seconds < MIN_TREND_SECONDS)
    return { backlogPerHour: null, backlogHoursLeft: null };
  const perHour = 3600 * (to.value - from.value) / seconds;
  return { backlogPerHour: perHour, backlogHoursLeft: perHour < 0 ? to.value / -perHour : null };
}

function first(series: RoleSeries | undefined): { row: number; value: number } | null {
  for (let row = 0; row < (series?.values.length ?? 0); row++) {
    const value = valueAt(series, row);
    if (value !== null) return { row, value };
  }
  return null;
}

function last(series: RoleSeries | undefined): { row: number; value: number } | null {
  for (let row = (series?.values.length ?? 0) - 1; row >= 0; row--) {
    const value = valueAt(series, row);
    if (value !== null) return { row, value };
  }
  return null;
}

function meanOf(series: RoleSeries): number | null {
  const known = Array.from(series.values.keys()).flatMap((row) => valueAt(series, row) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function total({ increase }: CounterSteps): number | null {
  const known = increase.filter((rise) => !Number.isNaN(rise));
  return known.length === 0 ? null : known.reduce((sum, rise) => sum + rise, 0);
}
