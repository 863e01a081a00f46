/**
 * Do the CPU spikes come from garbage collection, and what does it cost? The GC & CPU panel; see docs/gc-cpu.md.
 */
import type { Correlation, GcCpuPanel } from '../api/contract.ts';
import type { RoleWindow, TargetFacts } from '../metrics/roleNames.ts';
import { correlate } from './correlation.ts';
import { gcCpuCost, lastValue } from './gcCpuCost.ts';
import { describeGcCpu, gcCpuFigures, gcCpuMissing, MIN_CYCLES, type GcCpuReading } from './gcCpuWords.ts';
import { findGcCycles, type GcCycles } from './gcCycles.ts';
import {
  counterSteps, gaugePoints, momentaryRates, pointGrid, reduceToPoints, type CounterSteps, type PointGrid,
} from './panelSeries.ts';
import { quantile, seededRandom, sortedFinite, type Random } from './statistics.ts';
import { findRestarts, findScrapeGaps, freshScrapes, spansInSeconds, type SpanMs } from './windowFrame.ts';

/** Lags of 10 s each side at 1 s; of 10 scrape intervals where those are longer, of whole seconds where they are shorter. */
const LAGS = 10;
/** With a cycle in more than this share of the intervals, "one ended here" says little and the number of cycles is taken. */
const DENSE_SHARE = 0.5;

export interface GcCpuOptions {
  /** Width of one point of `series`; null picks one for about 1,200 points. */
  stepMs: number | null;
  facts: TargetFacts;
  /** Of the generator behind surrogates and bootstrap: the same seed and window give the same panel. */
  seed: number;
}

/**
 * The panel over a window. `compactions` are spans on tsdbscope's clock, ascending; intervals that touch one are taken
 * out of `correlation` and of the cost per cycle, and stay in in `correlationAll`.
 * The signal set against CPU is, for each interval between two scrapes, whether a GC cycle ended in it (the number of
 * cycles, where more than half of the intervals have one). Figures that the data do not carry are null, and the finding
 * is then `unknown` and says what is lacking. Works on any window, also an empty one; pure.
 */
export function analyseGcCpu(window: RoleWindow, compactions: readonly SpanMs[], options: GcCpuOptions): GcCpuPanel {
  const { scrapes } = window;
  const random = seededRandom(options.seed);
  const grid = pointGrid(scrapes, options.stepMs);
  const fresh = freshScrapes(scrapes);
  const restarts = findRestarts(window);
  const newProcessRows = new Set(restarts.map((restart) => restart.row));
  const steps = (series: ReturnType<RoleWindow['role']>): CounterSteps => counterSteps(scrapes, series, fresh, newProcessRows);
  const gc = findGcCycles(window);
  const cpu = steps(window.role('cpuSeconds'));
  const rates = momentaryRates(cpu, grid.scrapeStepMs);
  const overlapping = compactions.filter((span) => span.endMs > window.startMs && span.startMs < window.endMs);
  // A compaction's start is known to within the scrape before it.
  const excluded = overlapping.map((span) => ({ startMs: span.startMs - grid.scrapeStepMs, endMs: span.endMs }));

  const gcCpuSeries = window.role('gcCpuSeconds');
  const cost = gcCpuCost({
    window, facts: options.facts, gc, cpu, gcCpu: gcCpuSeries === undefined ? null : steps(gcCpuSeries),
    compactions: excluded, scrapeStepMs: grid.scrapeStepMs, random,
  });
  const processCores = meanRate(cpu);
  const period = cyclePeriod(gc, newProcessRows);
  const reading: GcCpuReading = {
    window, gc, cost, processCores, scrapeStepMs: grid.scrapeStepMs,
    period: period.period, forcedShareRatio: period.forcedShareRatio,
    shareRatio: cost.cost !== null && processCores !== null && processCores > 0 ? cost.cost.cores / processCores : null,
    ...correlations({ window, gc, cpu, rates, excluded, grid, random }),
    compactionExcluded: overlapping.length > 0,
    allocBytesPerSample: ratioOfRises(steps(window.role('allocBytes')), steps(window.role('samplesAppended'))),
    maxProcs: lastValue(window.role('maxProcs')) ?? options.facts.maxProcs ?? null,
  };
  return {
    range: { start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length },
    finding: describeGcCpu(reading),
    missing: gcCpuMissing(window),
    restarts: restarts.map((restart) => ({ time: restart.timeMs / 1000 })),
    gapSpans: spansInSeconds(findScrapeGaps(scrapes, grid.scrapeStepMs)),
    figures: gcCpuFigures(reading),
    cycles: gc.cycles.map((cycle) => ({
      time: cycle.endMs / 1000, heapBeforeBytes: cycle.heapBeforeBytes, heapAfterBytes: cycle.heapAfterBytes,
    })),
    cyclesWithoutTime: gc.withoutTime,
    periodSeconds: reading.period,
    correlation: reading.correlation,
    correlationAll: reading.correlationAll,
    compactionExcluded: reading.compactionExcluded,
    gcCpuShareRatio: reading.shareRatio,
    gcCpu: cost.cost === null ? null : {
      cores: cost.cost.cores, lowCores: cost.cost.lowCores, highCores: cost.cost.highCores,
      estimator: cost.cost.estimator, cyclesUsed: cost.cost.cyclesUsed,
    },
    allocBytesPerSample: reading.allocBytesPerSample,
    maxProcs: reading.maxProcs,
    compactions: spansInSeconds(overlapping),
    series: chartSeries(window, grid, { rates, cpu, gc }),
  };
}

function chartSeries(
  window: RoleWindow, grid: PointGrid, { rates, cpu, gc }: { rates: Float64Array; cpu: CounterSteps; gc: GcCycles },
): GcCpuPanel['series'] {
  const heap = window.role('heapInuseBytes') ?? window.role('heapAllocBytes');
  return {
    time: grid.time,
    cpuCores: reduceToPoints(grid, rates, 'mean', cpu.seconds),
    gcCycles: reduceToPoints(grid, gc.endedByRow, 'sum'),
    heapInuseBytes: gaugePoints(grid, heap),
    nextGcBytes: gaugePoints(grid, window.role('heapGoalBytes')),
    rssBytes: gaugePoints(grid, window.role('residentBytes')),
    cpuCoresMax: reduceToPoints(grid, rates, 'max'),
    heapInuseBytesMin: gaugePoints(grid, heap, 'min'),
    heapInuseBytesMax: gaugePoints(grid, heap, 'max'),
  };
}

interface CorrelationInput {
  window: RoleWindow;
  gc: GcCycles;
  cpu: CounterSteps;
  rates: Float64Array;
  excluded: readonly SpanMs[];
  grid: PointGrid;
  random: Random;
}

/** Both correlations on one even grid of slots a scrape step wide; an interval is placed by the scrape that ends it. */
function correlations(
  { window, gc, cpu, rates, excluded, grid, random }: CorrelationInput,
): { correlation: Correlation; correlationAll: Correlation } {
  const { startMs } = window.scrapes;
  const step = grid.scrapeStepMs;
  const slots = grid.rows.length === 0 ? 0
    : 1 + Math.round((startMs[grid.rows[grid.rows.length - 1]] - startMs[grid.rows[0]]) / step);
  const cycles = new Float64Array(slots).fill(NaN);
  const cores = new Float64Array(slots).fill(NaN);
  const outside = new Float64Array(slots).fill(NaN);
  let next = 0;
  let dense = 0;
  let filled = 0;
  for (const row of grid.rows) {
    if (Number.isNaN(rates[row]) || Number.isNaN(gc.endedByRow[row])) continue;
    const slot = Math.round((startMs[row] - startMs[grid.rows[0]]) / step);
    // Two scrapes that jitter puts in one slot: the later one is as good.
    cycles[slot] = gc.endedByRow[row];
    cores[slot] = rates[row];
    const fromMs = startMs[row] - 1000 * cpu.seconds[row];
    while (next < excluded.length && excluded[next].endMs <= fromMs) next++;
    outside[slot] = next < excluded.length && excluded[next].startMs < startMs[row] ? NaN : rates[row];
    filled++;
    if (cycles[slot] > 0) dense++;
  }
  const signal = dense > DENSE_SHARE * filled ? cycles : cycles.map((ended) => (ended > 0 ? 1 : ended));
  const options = { stepSeconds: step / 1000, lags: LAGS, stride: Math.max(1, Math.round(1000 / step)), random };
  const measure = (side: Float64Array): Correlation => {
    const events = signal.reduce((count, ended, slot) => count + (ended > 0 && !Number.isNaN(side[slot]) ? 1 : 0), 0);
    return events < MIN_CYCLES ? tooLittle(signal, side) : correlate(signal, side, options);
  };
  const correlationAll = measure(cores);
  return { correlationAll, correlation: excluded.length === 0 ? correlationAll : measure(outside) };
}

/** r of a handful of cycles is whatever those few did. */
function tooLittle(signal: Float64Array, side: Float64Array): Correlation {
  let sampleSize = 0;
  signal.forEach((ended, slot) => { if (!Number.isNaN(ended) && !Number.isNaN(side[slot])) sampleSize++; });
  return { pearson: null, spearman: null, bestLagSeconds: null, pValue: null, sampleSize, lags: [] };
}

/** Gaps between cycle ends. Cycles without a time share the gap they lie in evenly; a gap over a restart is none. */
function cyclePeriod(
  gc: GcCycles, newProcessRows: ReadonlySet<number>,
): { period: GcCpuPanel['periodSeconds']; forcedShareRatio: number | null } {
  const gaps: number[] = [];
  const starts = [...newProcessRows].sort((a, b) => a - b);
  let nextStart = 0;
  for (let i = 1; i < gc.cycles.length; i++) {
    const { row, endMs, endedSincePrevious } = gc.cycles[i];
    while (nextStart < starts.length && starts[nextStart] <= gc.cycles[i - 1].row) nextStart++;
    if (nextStart < starts.length && starts[nextStart] <= row) continue;
    const gap = (endMs - gc.cycles[i - 1].endMs) / 1000 / endedSincePrevious;
    for (let k = 0; k < endedSincePrevious && k < 1000; k++) gaps.push(gap);
  }
  const sorted = sortedFinite(gaps);
  const [p10, median, p90] = [quantile(sorted, 0.1), quantile(sorted, 0.5), quantile(sorted, 0.9)];
  if (p10 === null || median === null || p90 === null || sorted.length < 2) return { period: null, forcedShareRatio: null };
  const forced = sorted.filter((gap) => gap >= 118 && gap <= 122).length;
  return { period: { median, p10, p90, count: sorted.length }, forcedShareRatio: forced / sorted.length };
}

function meanRate(steps: CounterSteps): number | null {
  let rises = 0;
  let seconds = 0;
  steps.increase.forEach((rise, row) => {
    if (!Number.isNaN(rise)) { rises += rise; seconds += steps.seconds[row]; }
  });
  return seconds > 0 ? rises / seconds : null;
}

/** Sum of one counter's rises over the sum of another's, over the steps that both have. */
function ratioOfRises(top: CounterSteps, bottom: CounterSteps): number | null {
  let tops = 0;
  let bottoms = 0;
  top.increase.forEach((rise, row) => {
    if (Number.isNaN(rise) || Number.isNaN(bottom.increase[row])) return;
    tops += rise;
    bottoms += bottom.increase[row];
  });
  return bottoms > 0 ? tops / bottoms : null;
}
