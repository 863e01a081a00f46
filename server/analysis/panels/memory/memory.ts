/**
 * Memory & capacity panel: where the memory goes, what a sample and a series cost, and what another load would need;
 * see docs/reference/memory.md.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { HeadReading, MemoryPanel, WarmUp } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { memoryFrame, type MemoryFrame } from '../../signals/memory/memoryFrame.ts';
import { seriesGrowth } from './headGrowth.ts';
import { memoryParts, memoryRows } from './memoryParts.ts';
import { churnOf } from './memoryChurn.ts';
import { capacityRatios } from './memoryRatios.ts';
import { findWarmUps } from '../../signals/memory/memoryWarmUp.ts';
import { describeMemory, memoryFigures, memoryMissing } from './memoryWords.ts';
import { momentaryRates, pointGrid, reduceToPoints, type PointGrid } from '../../signals/counterSteps.ts';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { memorySpikes } from '../../signals/spikes/quantitySpikes.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { findScrapeGaps, nothingKnown, spansInSeconds, type SpanMs } from '../../signals/windowFrame.ts';

export interface MemoryOptions {
  stepMs: number | null;
  facts: TargetFacts;
  intervalSeconds: number;
  seed: number;
  /** Readings of the window, ascending; see headGrowth.ts. */
  headReadings?: readonly HeadReading[];
}

/** Value above which Go means "no limit" (math.MaxInt64). */
const NO_LIMIT_BYTES = 2 ** 62;

/**
 * The panel over a window; pure. `compactions` on tsdbscope's clock, ascending. Levels are medians over the scrapes
 * that hold them, ratios exclude warm-ups, a counter's reset is not a rise, and a figure whose metric is missing is
 * null with a reason.
 * Works on an empty window.
 */
export function analyseMemory(window: RoleWindow, compactions: readonly SpanMs[], options: MemoryOptions): MemoryPanel {
  const { scrapes } = window;
  const grid = pointGrid(scrapes, options.stepMs);
  const frame = memoryFrame(window);
  const rows = memoryRows(window);
  const warmUps = findWarmUps(window, frame, compactions);
  const warming = warmUpRows(window, frame, warmUps);
  const { ratios, load } = capacityRatios(
    window, frame, { isWarmUp: (row) => warming[row] === 1, facts: options.facts, random: seededRandom(options.seed) }
  );
  const resident = sortedFinite(rows.resident ?? []);
  const residentBytes = {
    median: quantile(resident, 0.5), low: quantile(resident, 0), high: quantile(resident, 1),
    latest: rows.resident?.findLast((value) => Number.isFinite(value)) ?? null,
  };
  const limitBytes = lowestLimit(
    limitOf(window) ?? options.facts.memoryLimitBytes ?? null, options.facts.configuredLimitBytes ?? null
  );
  const spikes = memorySpikes({ window, compactions, gc: findGcCycles(window) });
  const churn = churnOf(window, frame, { isWarmUp: (row) => warming[row] === 1, series: load.series });
  const growth = seriesGrowth(options.headReadings ?? []);
  const answer = {
    parts: memoryParts(window, rows), residentBytes, limitBytes, ratios, load, warmUps, spikes, churn, growth,
  };
  return {
    range: {
      start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length,
    },
    finding: nothingKnown(scrapes) ?? describeMemory(answer, resident.length, peakTimeMs(window, rows.resident)),
    missing: memoryMissing(window),
    restarts: frame.restarts.map(({ timeMs }) => ({ time: timeMs / 1000 })),
    gapSpans: spansInSeconds(findScrapeGaps(scrapes, options.intervalSeconds * 1000)),
    figures: memoryFigures(window, answer, options.facts.configuredLimitBytes ?? null),
    ...answer,
    series: drawnSeries(window, frame, rows, grid),
  };
}

/** Returns 1 for rows outside the steady state: from a start to the first ingested sample and its warm-up's end. */
function warmUpRows(
  window: RoleWindow, { fresh, newProcessRows, samples }: MemoryFrame, warmUps: readonly WarmUp[]
): Uint8Array {
  const warming = new Uint8Array(window.scrapes.length);
  if (window.role('samplesAppended') === undefined) return warming;
  let starting = warmUps.length > 0
    && elementAt(warmUps, 0).processStart * 1000 < numberAt(window.scrapes.startMs, numberAt(fresh, 0));
  for (const row of fresh) {
    if (newProcessRows.has(row)) starting = true;
    if (numberAt(samples.increase, row) > 0) starting = false;
    const time = numberAt(window.scrapes.startMs, row) / 1000;
    if (starting || warmUps.some((warm) => time >= warm.ingestStart && time < warm.ingestStart + (warm.seconds ?? 0)))
      warming[row] = 1;
  }
  return warming;
}

function drawnSeries(
  window: RoleWindow, frame: MemoryFrame, rows: ReturnType<typeof memoryRows>, grid: PointGrid
): MemoryPanel['series'] {
  const points = (values: Float64Array | undefined, reduce: 'mean' | 'max' = 'mean'): (number | null)[] =>
    (values === undefined ? new Array<number | null>(grid.time.length).fill(null)
      : reduceToPoints(grid, values, reduce));
  const cpu = momentaryRates(frame.cpu, window.scrapes);
  const samples = momentaryRates(frame.samples, window.scrapes);
  const cpuPoints = points(cpu);
  const samplePoints = points(samples);
  return {
    time: grid.time,
    rssBytes: points(rows.resident),
    rssBytesMax: points(rows.resident, 'max'),
    goHeldBytes: points(rows.goHeld),
    heapInuseBytes: points(rows.byKey.heapInuse),
    heapGoalBytes: points(rows.goal),
    virtualBytes: points(rows.byKey.virtual),
    pageCacheBytes: points(rows.byKey.pageCache),
    swapBytes: points(rows.byKey.swap),
    residentBytesPerSeries: points(
      frame.resident.map((bytes, row) => (numberAt(frame.series, row) > 0 ? bytes / numberAt(frame.series, row) : NaN))
    ),
    cpuSecondsPerSample: cpuPoints.map((cores, i) => {
      const rate = elementAt(samplePoints, i);
      return cores === null || rate === null || !(rate > 0) ? null : cores / rate;
    }),
    samplesPerSecond: samplePoints,
    headSeries: points(frame.series),
  };
}

/** Returns the lower limit: Go's own is soft and its container's is hard; the lower one takes effect first. */
function lowestLimit(goBytes: number | null, configuredBytes: number | null): number | null {
  return goBytes === null || configuredBytes === null ? goBytes ?? configuredBytes : Math.min(goBytes, configuredBytes);
}

function limitOf(window: RoleWindow): number | null {
  const limit = window.role('memoryLimitBytes');
  if (limit === undefined) return null;
  for (let row = limit.values.length - 1; row >= 0; row--) {
    if (limit.present[row] === 1 && numberAt(limit.values, row) > 0) return numberAt(limit.values, row) < NO_LIMIT_BYTES
      ? numberAt(limit.values, row) : null;
  }
  return null;
}

function peakTimeMs(window: RoleWindow, resident: Float64Array | undefined): number | null {
  let best = -1;
  resident?.forEach(
    (bytes, row) => { if (Number.isFinite(bytes) && (best < 0 || bytes > numberAt(resident, best))) best = row; }
  );
  return best < 0 ? null : numberAt(window.scrapes.startMs, best);
}
