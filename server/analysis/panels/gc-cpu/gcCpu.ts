/**
 * GC & CPU panel: whether the CPU spikes come from garbage collection, and what it costs; see docs/reference/gc-cpu.md.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import type { ContainerSamples } from '../../../../core/containerSamples.ts';
import type { GcCpuPanel, GcProfile, GcTrace, LoggedQuery } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { cycleLengthSeconds, gcAround } from './gcAround.ts';
import { describeGcCpu } from './gcCpuWords.ts';
import { gcCpuFigures, gcCpuMissing } from './gcCpuFigures.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { finestPart } from '../../signals/finestPart.ts';
import { gcDuringCycle } from './gcDuringCycle.ts';
import { gcEstimates } from './gcEstimates.ts';
import { chartSeries, memoryLimits } from './gcLines.ts';
import { cpuThrottling } from './gcThrottling.ts';
import { measuredByTraces } from './gcTraces.ts';
import { gcLinks, type GcCpuReading } from './gcLinks.ts';
import { cyclePeriod, gcLimiter, gcPauses } from './gcRuntime.ts';
import { gcWhatIf, limitOf } from './gcWhatIf.ts';
import { runnableGoroutines } from '../../signals/goroutines/goroutineStates.ts';
import { lastValue } from '../../signals/lastValue.ts';
import { counterSteps, meanRate, momentaryRates, pointGrid, type CounterSteps } from '../../signals/counterSteps.ts';
import { histogramQuantiles } from '../../signals/histogramQuantiles.ts';
import { findCpuCeiling } from '../../signals/cpuCeiling.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { cpuSpikes } from '../../signals/spikes/cpuSpikes.ts';
import type { PulseTrain } from '../../signals/trains/pulseTrain.ts';
import { findRestarts, findScrapeGaps, freshScrapes, spansInSeconds, type SpanMs } from '../../signals/windowFrame.ts';

export interface GcCpuOptions {
  /** Width of one point of `series`; null picks one for about 1,200 points. */
  stepMs: number | null;
  facts: TargetFacts;
  /** Seed of surrogates and bootstrap: the same seed and window give the same panel. */
  seed: number;
  /** CPU profiles taken of the target in the window; none by default. */
  profiles?: readonly GcProfile[];
  /** Execution traces of the target in the window; none by default. */
  traces?: readonly GcTrace[];
  /** Queries from query logs of the target; none by default. */
  queries?: readonly LoggedQuery[];
  /** Rule groups and scrape jobs of the target in the window; none by default. */
  trains?: readonly PulseTrain[];
  /** Samples of its container; none by default. */
  container?: ContainerSamples;
}

/**
 * Returns the panel for a window. `compactions` are spans on tsdbscope's clock, ascending; intervals that touch one are
 * excluded from `correlation` and from the cost per cycle, but not from `correlationAll`. The signal correlated with
 * CPU is, for each interval between two scrapes, whether a GC cycle ended in it (the number of cycles, if more than
 * half of the intervals have one). If coarser history precedes a finer part, figures of single cycles are computed from
 * the finer part. Figures that the data do not support are null, and the finding is then `unknown` and says what is
 * missing. Works on any window, even an empty one; pure.
 */
export function analyseGcCpu(window: RoleWindow, compactions: readonly SpanMs[], options: GcCpuOptions): GcCpuPanel {
  const { scrapes } = window;
  const {
    facts, profiles = [], traces = [], queries = [], trains = [], container = NO_INPUTS.container,
  } = options;
  const random = seededRandom(options.seed);
  const grid = pointGrid(scrapes, options.stepMs);
  const part = finestPart(scrapes, grid);
  const fresh = freshScrapes(scrapes);
  const restarts = findRestarts(window);
  const newProcessRows = new Set(restarts.map((restart) => restart.row));
  const steps = (series: ReturnType<RoleWindow['role']>): CounterSteps =>
    counterSteps(scrapes, series, fresh, newProcessRows);
  const gc = findGcCycles(window);
  const cpu = steps(window.role('cpuSeconds'));
  const rates = momentaryRates(cpu, scrapes);
  const ingest = steps(window.role('samplesAppended'));
  const alloc = steps(window.role('allocBytes'));
  const overlapping = compactions.filter((span) => span.endMs > window.startMs && span.startMs < window.endMs);
  // A compaction's start is known to within the scrape before it.
  const excluded = overlapping.map((span) => ({ startMs: span.startMs - part.stepMs, endMs: span.endMs }));

  const statedProcs = lastValue(window.role('maxProcs'));
  const maxProcs = statedProcs ?? facts.maxProcs ?? null;
  const ceiling = findCpuCeiling(window, maxProcs);
  const { spikes, locked } = cpuSpikes({
    window, cpu, compactions: overlapping, gc, ceiling, profiles, stepMs: part.stepMs, queries, maxProcs, trains,
  });
  const lengthSeconds = locked.lock === null ? null : cycleLengthSeconds(locked.lock, part.stepMs);
  const gcCpuSeries = window.role('gcCpuSeconds');
  const gcCpu = gcCpuSeries === undefined ? null : steps(gcCpuSeries);
  const { estimates: estimated, eventLocked } = gcEstimates({
    ceiling, window, facts, gc, cpu, gcCpu, locked, profiles, cycleLengthSeconds: lengthSeconds, random,
  });
  const best = estimated.find((estimate) => estimate.best) ?? null;
  const measured = measuredByTraces(traces, best);
  const estimates = measured === null ? estimated : [...estimated, measured];
  const processCores = meanRate(cpu);
  const { period, gaps } = cyclePeriod(gc, newProcessRows);
  const what = gcWhatIf({ window, facts, gc, alloc, best, period });
  const links = gcLinks({
    window, gc, cpu, ingest, excluded, grid, stepMs: part.stepMs, rows: part.rows,
    cycleLengthSeconds: lengthSeconds, random,
  });
  const around = locked.lock === null || eventLocked === null ? null
    : gcAround(locked.lock, part.stepMs, lengthSeconds, { measured: eventLocked.measured, random });
  const duringCycle = gcDuringCycle({ best, around, profiles, maxProcs, maxProcsFromApi: statedProcs === null });
  const quantiles = (role: 'gcPauseBuckets' | 'schedLatencyBuckets'): GcCpuPanel['schedLatency'] =>
    histogramQuantiles({ window, role, fresh, newProcessRows, stepMs: options.stepMs });
  const runnable = runnableGoroutines(window, maxProcs);
  const reading: GcCpuReading = {
    window, gc, estimates, best, processCores, scrapeStepMs: part.stepMs, period, gaps, profiles, traces,
    shareRatio: best?.cores !== undefined && best.cores !== null && processCores !== null && processCores > 0
      ? best.cores / processCores : null,
    ...links, around, duringCycle,
    compactionExcluded: overlapping.length > 0,
    allocBytesPerSample: ratioOfRises(alloc, ingest),
    pauses: gcPauses(window, steps(window.role('gcPauseSeconds')), gc),
    limiter: gcLimiter(window),
    maxProcs, budgetCores: duringCycle.budgetCores, memoryLimits: memoryLimits(window, facts, container),
    memoryLimitBytes: limitOf(lastValue(window.role('memoryLimitBytes')) ?? facts.memoryLimitBytes ?? null),
    whatIf: what.whatIf,
    spikes,
    throttling: cpuThrottling({
      window, container, gc, cycleLengthSeconds: lengthSeconds, spikes: spikes.spikes,
    }),
  };
  return {
    range: {
      start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length,
    },
    finding: describeGcCpu(reading),
    missing: gcCpuMissing(window, profiles.length > 0),
    restarts: restarts.map((restart) => ({ time: restart.timeMs / 1000 })),
    gapSpans: spansInSeconds(findScrapeGaps(scrapes, null)),
    figures: gcCpuFigures(reading),
    cycles: gc.cycles.map((cycle) => ({
      time: cycle.endMs / 1000, heapBeforeBytes: cycle.heapBeforeBytes, heapAfterBytes: cycle.heapAfterBytes,
    })),
    cyclesWithoutTime: gc.withoutTime,
    periodSeconds: period,
    correlation: reading.correlation,
    correlationAll: reading.correlationAll,
    shareCorrelation: reading.shareCorrelation,
    shareCorrelationAll: reading.shareCorrelationAll,
    links: reading.links,
    variance: reading.variance,
    compactionExcluded: reading.compactionExcluded,
    gcCpuShareRatio: reading.shareRatio,
    gcCpu: best?.cores === undefined || best.cores === null ? null : {
      cores: best.cores, lowCores: best.lowCores ?? best.cores, highCores: best.highCores ?? best.cores,
      estimator: `${best.estimator} ${best.name}`, cyclesUsed: best.cyclesUsed,
    },
    estimates,
    profiles: [...profiles],
    around: reading.around,
    gaps,
    pauses: reading.pauses,
    limiter: reading.limiter,
    whatIf: what.whatIf,
    whatIfNote: what.why,
    allocBytesPerSample: reading.allocBytesPerSample,
    maxProcs,
    budgetCores: reading.budgetCores,
    memoryLimitBytes: reading.memoryLimitBytes,
    memoryLimits: reading.memoryLimits,
    duringCycle,
    throttling: reading.throttling,
    pauseQuantiles: quantiles('gcPauseBuckets'),
    schedLatency: quantiles('schedLatencyBuckets'),
    ...(runnable === null ? {} : { runnable }),
    compactions: spansInSeconds(overlapping),
    spikes: reading.spikes,
    series: chartSeries({
      window, grid, rates, cpu, alloc, gc, container, during: { gcCpu, lock: locked.lock, lengthSeconds, maxProcs },
    }),
  };
}

/** Returns the sum of one counter's rises over the sum of another's, over the steps that both have. */
function ratioOfRises(top: CounterSteps, bottom: CounterSteps): number | null {
  let tops = 0;
  let bottoms = 0;
  for (let row = 0; row < top.increase.length; row++) {
    const [rise, below] = [numberAt(top.increase, row), numberAt(bottom.increase, row)];
    if (Number.isNaN(rise) || Number.isNaN(below)) continue;
    tops += rise;
    bottoms += below;
  }
  return bottoms > 0 ? tops / bottoms : null;
}
