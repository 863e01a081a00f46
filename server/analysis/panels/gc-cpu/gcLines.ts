/** Builds the lines of the GC & CPU panel over time, and the limits of memory; see docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { ContainerSamples } from '../../../../core/containerSamples.ts';
import type { GcCpuPanel, MemoryLimit } from '../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import type { RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';
import {
  gaugePoints, momentaryRates, reduceToPoints, type CounterSteps, type PointGrid,
} from '../../signals/counterSteps.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import { lastValue } from '../../signals/lastValue.ts';
import { duringCycleLines, type DuringLinesInput } from './gcDuringLines.ts';
import { throttlingLines } from './gcThrottling.ts';
import { limitOf } from './gcWhatIf.ts';

interface LinesInput {
  window: RoleWindow;
  grid: PointGrid;
  /** CPU by row, cores. */
  rates: Float64Array;
  cpu: CounterSteps;
  alloc: CounterSteps;
  gc: GcCycles;
  container: ContainerSamples;
  during: Pick<DuringLinesInput, 'gcCpu' | 'lock' | 'lengthSeconds' | 'maxProcs'>;
}

export function chartSeries(
  { window, grid, rates, cpu, alloc, gc, container, during }: LinesInput
): GcCpuPanel['series'] {
  const heap = window.role('heapInuseBytes') ?? window.role('heapAllocBytes');
  const allocRates = momentaryRates(alloc, window.scrapes);
  return {
    time: grid.time,
    cpuCores: reduceToPoints(grid, rates, 'mean', cpu.seconds),
    gcCycles: reduceToPoints(grid, gc.endedByRow, 'sum'),
    heapInuseBytes: gaugePoints(grid, heap),
    nextGcBytes: goalPoints(grid, window.role('heapGoalBytes')),
    rssBytes: gaugePoints(grid, window.role('residentBytes')),
    cpuCoresMax: reduceToPoints(grid, rates, 'max'),
    heapInuseBytesMin: gaugePoints(grid, heap, 'min'),
    heapInuseBytesMax: gaugePoints(grid, heap, 'max'),
    liveHeapBytes: reduceToPoints(grid, liveHeap(window, gc), 'mean'),
    allocBytesPerSecond: reduceToPoints(grid, allocRates, 'mean', alloc.seconds),
    allocBytesPerSecondMax: reduceToPoints(grid, allocRates, 'max'),
    recentPauseMedianSeconds: quantilePoints(window, grid, 0.5),
    recentPauseMaxSeconds: quantilePoints(window, grid, 1),
    ...duringCycleLines({ window, grid, gc, ...during }),
    ...throttlingLines(window, grid, container),
  };
}

/** Omits the largest integer, stated for GOGC=off without a limit: it is no goal, and would flatten other lines. */
function goalPoints(grid: PointGrid, goal: RoleSeries | undefined): (number | null)[] {
  if (goal === undefined) return gaugePoints(grid, goal);
  return gaugePoints(grid, { values: goal.values.map((bytes) => limitOf(bytes) ?? NaN) });
}

/**
 * Returns, per row, what the last mark phase found live, else the heap after the newest cycle that has one. NaN before
 * the first cycle, in failed scrapes, and from a restart until the next cycle.
 */
function liveHeap(window: RoleWindow, gc: GcCycles): Float64Array {
  const stated = window.role('heapLiveBytes');
  if (stated !== undefined) return stated.values.map((bytes) => (bytes > 0 ? bytes : NaN));
  const { scrapes } = window;
  const starts = window.role('processStartSeconds');
  const live = new Float64Array(scrapes.length).fill(NaN);
  let next = 0, bytes: number | null = null, process = NaN;
  for (let row = 0; row < live.length; row++) {
    if (scrapes.error[row] !== null) continue;
    const started = starts?.present[row] === 1 ? numberAt(starts.values, row) : process;
    if (!Number.isNaN(process) && started !== process) bytes = null;
    process = started;
    for (; next < gc.cycles.length && elementAt(gc.cycles, next).row <= row; next++)
      bytes = elementAt(gc.cycles, next).heapAfterBytes ?? bytes;
    live[row] = bytes ?? NaN;
  }
  return live;
}

/** Returns a quantile of the last pauses as the target states it; 0 before the first of them is no pause. */
function quantilePoints(window: RoleWindow, grid: PointGrid, quantile: number): (number | null)[] {
  const found = window.labelled('gcPauseQuantiles').find(({ labels }) => Number(labels['quantile']) === quantile);
  const values = found?.values.map((seconds) => (seconds > 0 ? seconds : NaN));
  return gaugePoints(grid, values && { values }, 'max');
}

/** Returns every known limit, lowest first; the largest integer is none. */
export function memoryLimits(
  window: RoleWindow, facts: TargetFacts, container: Pick<ContainerSamples, 'memoryLimitBytes' | 'source'>
): MemoryLimit[] {
  const { memoryLimitBytes: ofContainer } = container;
  const isCgroup = container.source === 'cgroup';
  const known: { source: MemoryLimit['source']; bytes: number | null }[] = [
    { source: 'gomemlimit', bytes: lastValue(window.role('memoryLimitBytes')) ?? facts.memoryLimitBytes ?? null },
    { source: 'configured', bytes: facts.configuredLimitBytes ?? null },
    { source: 'container', bytes: lastValue(window.role('containerLimitBytes')) ?? (isCgroup ? null : ofContainer) },
    { source: 'cgroup', bytes: isCgroup ? ofContainer : null },
  ];
  return known.flatMap(({ source, bytes }) => {
    const limit = limitOf(bytes);
    return limit === null ? [] : [{ source, bytes: limit }];
  }).sort((a, b) => a.bytes - b.bytes);
}
