/** Lists figures of the Go runtime over time: allocation, pauses, scheduling latency, live heap, limits. */
import type { Figure, MemoryLimit } from '../../../../core/contract/contract.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { counterSteps, meanRate } from '../../signals/counterSteps.ts';
import { wholeQuantile, type BucketQuantile } from '../../signals/histogramQuantiles.ts';
import { lastValue } from '../../signals/lastValue.ts';
import { stateFigures } from '../../signals/goroutines/goroutineStates.ts';
import { findRestarts, freshScrapes } from '../../signals/windowFrame.ts';

const LIMIT_NAMES: Record<MemoryLimit['source'], string> = {
  gomemlimit: 'Memory limit of Go', configured: 'Memory limit of its container, configured',
  container: 'Memory limit of its container', cgroup: 'Memory limit of its control group',
};

/** Returns rows for `memoryLimits` other than Go's own, which has its row in any case. */
export function limitFigures(window: RoleWindow, limits: readonly MemoryLimit[]): Figure[] {
  return limits.filter(({ source }) => source !== 'gomemlimit').map(({ source, bytes }) => ({
    name: LIMIT_NAMES[source], value: bytes, unit: 'bytes',
    from: source === 'configured' ? ['memory_limit'] : source === 'cgroup' ? ['memory.max']
      : window.role('containerLimitBytes')?.names ?? ['container_spec_memory_limit_bytes'],
  }));
}

/** Returns one row per figure; an unknown value has a note that names the metric. */
export function runtimeFigures(window: RoleWindow): Figure[] {
  const fresh = freshScrapes(window.scrapes);
  const newProcessRows = new Set(findRestarts(window).map(({ row }) => row));
  const alloc = meanRate(counterSteps(window.scrapes, window.role('allocBytes'), fresh, newProcessRows));
  const quantile = (role: Role, q: number): (BucketQuantile & { count: number }) | null => (
    wholeQuantile({ window, role, fresh, newProcessRows, stepMs: null }, q)
  );
  return [
    figure(window, { name: 'Allocation rate, mean', value: alloc, unit: 'bytesPerSecond', role: 'allocBytes' }),
    liveFigure(window),
    bucketFigure(
      window, 'Stop-the-world pause, p99', { role: 'gcPauseBuckets', found: quantile('gcPauseBuckets', 0.99) }
    ),
    bucketFigure(
      window, 'Scheduling latency, p50', { role: 'schedLatencyBuckets', found: quantile('schedLatencyBuckets', 0.5) }
    ),
    bucketFigure(
      window, 'Scheduling latency, p99', { role: 'schedLatencyBuckets', found: quantile('schedLatencyBuckets', 0.99) }
    ),
    ...stateFigures(window),
  ];
}

function figure(
  window: RoleWindow,
  { name, value, unit, role }: { name: string; value: number | null; unit: Figure['unit']; role: Role },
): Figure {
  const from = window.role(role)?.names ?? [];
  return { name, value, unit, from, ...(value === null ? { note: missingNote(window, role) } : {}) };
}

/** Returns the live heap; if the runtime does not state it, a note says that its line is the heap after each cycle. */
function liveFigure(window: RoleWindow): Figure {
  const stated = lastValue(window.role('heapLiveBytes'));
  const live = figure(window, { name: 'Live heap, last cycle', value: stated, unit: 'bytes', role: 'heapLiveBytes' });
  return stated === null
    ? { ...live, note: `${missingNote(window, 'heapLiveBytes')}; its line is the heap after each cycle` } : live;
}

function bucketFigure(
  window: RoleWindow, name: string, { role, found }: { role: Role; found: (BucketQuantile & { count: number }) | null }
): Figure {
  const row = figure(window, { name, value: found?.value ?? null, unit: 'seconds', role });
  if (found === null) return row;
  const bucket = found.high === null ? `above ${formatSeconds(found.low)}, the last bucket` : 'range: its bucket';
  return {
    ...row, low: found.low, ...(found.high === null ? {} : { high: found.high }),
    note: `of ${found.count.toLocaleString('en-US')} in this window; ${bucket}`,
  };
}

function missingNote(window: RoleWindow, role: Role): string {
  if (window.role(role) !== undefined) return 'nothing was counted in this window';
  const names = window.expectedNames(role);
  return names.length === 0 ? 'this kind and version of target does not export it'
    : `the target does not export ${names.join(' or ')}`;
}
