/**
 * The compaction panel: when the target compacts, whether it keeps to the clock, what it costs, and when it does next.
 */
import type { Compaction, CompactionPanel, MissingInput } from '../api/contract.ts';
import type { Role, RoleWindow, TargetFacts } from '../metrics/roleNames.ts';
import { findBlockRange, headLevels, type BlockRange } from './blockRange.ts';
import { phaseOf } from './circular.ts';
import { compareGauge, compareRates, costAboveQuiet, rowStates, type Comparison } from './compactionCost.ts';
import { compactionFigures, compactionFinding } from './compactionFinding.ts';
import { findCompactions, type CompactionInterval } from './compactionIntervals.ts';
import { findClock, likelyStartMs, predictNext, type Clock, type Prediction } from './compactionSchedule.ts';
import { emptyFold, foldRate, type FoldedRate } from './fold.ts';
import { counterSteps, gaugePoints, momentaryRates, pointGrid, reduceToPoints, type CounterSteps } from './panelSeries.ts';
import { findRestarts, findScrapeGaps, freshScrapes, spansInSeconds } from './windowFrame.ts';

/** A rise over a longer stretch than this many scrape steps is a gap's. */
const LONGEST_STEPS = 2.5;

export interface PanelOptions {
  facts: TargetFacts;
  /** Width of one point of `series`, ms; null = about 1,200 points. */
  stepMs: number | null;
  nowMs: number;
}

/** What the analysis found before it is put into words; units ms and the roles' own. */
export interface CompactionFacts {
  window: RoleWindow;
  compactions: CompactionInterval[];
  range: BlockRange | null;
  clock: Clock | null;
  next: Prediction | null;
  cpu: Comparison;
  diskWrite: Comparison;
  rss: Comparison;
  /** Core-seconds above quiet, in the order of `compactions`. */
  costs: (number | null)[];
  folded: FoldedRate | null;
  failed: number;
}

/**
 * Everything the panel shows of one window. The next compaction is the one after the window's last scrape, so that a
 * recording's is the one after its end. Without a compaction counter the finding says so and the series are still drawn;
 * with too few compactions it says how many are lacking, and the next one is still told by the rule when the block
 * range is known. Fold, phase and next are null while it is not.
 */
export function analyseCompaction(window: RoleWindow, options: PanelOptions): CompactionPanel {
  const { scrapes } = window;
  const grid = pointGrid(scrapes, options.stepMs);
  const restarts = findRestarts(window);
  const newProcess = new Set(restarts.map((restart) => restart.row));
  const fresh = freshScrapes(scrapes);
  const stepsOf = (role: Role): CounterSteps => counterSteps(scrapes, window.role(role), fresh, newProcess);
  const cpuSteps = stepsOf('cpuSeconds');
  const diskSteps = stepsOf('diskWrittenBytes');
  const cpuRates = momentaryRates(cpuSteps, grid.scrapeStepMs);
  const facts = gather(window, options.facts, cpuSteps, diskSteps, grid.scrapeStepMs, stepsOf('compactionsFailed'));
  const { range, clock, next } = facts;
  return {
    range: { start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length },
    finding: compactionFinding(facts),
    missing: missingInputs(window),
    restarts: restarts.map((restart) => ({ time: restart.timeMs / 1000 })),
    gapSpans: spansInSeconds(findScrapeGaps(scrapes, grid.scrapeStepMs)),
    figures: compactionFigures(facts),
    compactions: facts.compactions.map((compaction, i) => toContract(compaction, range, facts.costs[i])),
    blockRangeSeconds: range === null ? null : range.ms / 1000,
    blockRangeSource: range?.source ?? null,
    phaseSeconds: clock === null || clock.phaseMs === null ? null : clock.phaseMs / 1000,
    expectedPhaseSeconds: range === null ? null : range.ms / 2000,
    alignment: {
      resultantLength: clock?.resultantLength ?? null,
      pValue: clock?.pValue ?? null,
      aligned: clock?.aligned ?? false,
      count: clock?.count ?? 0,
    },
    fold: facts.folded?.fold ?? emptyFold(),
    multiples: { cpu: facts.cpu.multiple, diskWrite: facts.diskWrite.multiple, rss: facts.rss.multiple },
    next: next === null ? null : { time: next.timeMs / 1000, errorSeconds: next.errorMs / 1000, basis: next.basis },
    series: {
      time: grid.time,
      cpuCores: reduceToPoints(grid, cpuRates, 'mean', cpuSteps.seconds),
      cpuCoresMax: reduceToPoints(grid, cpuRates, 'max'),
      rssBytes: gaugePoints(grid, window.role('residentBytes')),
      diskWriteBytesPerSecond: reduceToPoints(grid, momentaryRates(diskSteps, grid.scrapeStepMs), 'mean', diskSteps.seconds),
      headChunks: gaugePoints(grid, window.role('headChunks')),
      blocksLoaded: gaugePoints(grid, window.role('blocksLoaded')),
    },
  };
}

function gather(
  window: RoleWindow, targetFacts: TargetFacts, cpuSteps: CounterSteps, diskSteps: CounterSteps,
  scrapeStepMs: number, failedSteps: CounterSteps,
): CompactionFacts {
  const { scrapes } = window;
  const compactions = findCompactions(window);
  const levels = headLevels(window);
  const onClock = window.role('compactions') !== undefined && window.kind !== 'victoriametrics';
  const range = onClock ? findBlockRange(levels, compactions, targetFacts) : null;
  const clock = range === null ? null : findClock(compactions, levels, range.ms);
  const longestSeconds = (LONGEST_STEPS * scrapeStepMs) / 1000;
  const states = rowStates(scrapes, compactions, cpuSteps);
  const cpu = compareRates(cpuSteps, states, longestSeconds);
  return {
    window,
    compactions,
    range,
    clock,
    next: range === null || clock === null || scrapes.length === 0 ? null : predictNext({
      compactions, levels, rangeMs: range.ms, clock, referenceMs: scrapes.startMs[scrapes.length - 1], scrapeIntervalMs: scrapeStepMs,
    }),
    cpu,
    diskWrite: compareRates(diskSteps, rowStates(scrapes, compactions, diskSteps), longestSeconds),
    rss: compareGauge(window.role('residentBytes'), rowStates(scrapes, compactions)),
    costs: compactions.map((compaction) => costAboveQuiet(scrapes, cpuSteps, compaction, cpu.quiet, longestSeconds)),
    folded: range === null ? null : foldRate(scrapes, cpuSteps, range.ms, scrapeStepMs, longestSeconds),
    failed: failedSteps.increase.reduce((sum, rise) => sum + (Number.isFinite(rise) ? rise : 0), 0),
  };
}

function toContract(compaction: CompactionInterval, range: BlockRange | null, cost: number | null): Compaction {
  return {
    start: compaction.startMs / 1000,
    end: compaction.endMs / 1000,
    durationSeconds: (compaction.endMs - compaction.endErrorMs / 2 - likelyStartMs(compaction)) / 1000,
    count: compaction.count,
    kind: compaction.kind,
    startErrorSeconds: compaction.startErrorMs / 1000,
    endErrorSeconds: compaction.endErrorMs / 1000,
    phaseSeconds: range === null ? null : phaseOf(likelyStartMs(compaction), range.ms) / 1000,
    cpuCoreSecondsAboveQuiet: cost,
    running: compaction.running,
  };
}

function missingInputs(window: RoleWindow): MissingInput[] {
  const missing: MissingInput[] = [];
  const lacks = (role: Role, costs: string, remedy: string): void => {
    if (window.role(role) !== undefined) return;
    missing.push({ names: window.expectedNames(role), costs, remedy });
  };
  lacks('cpuSeconds', 'No CPU line, fold or cost of a compaction.', 'Scrape an endpoint that exposes the Go process collector.');
  lacks(
    'diskWrittenBytes', 'Bytes written during compactions are unknown: this target has no process I/O metric.',
    'A node_exporter on the same host counts what its disks write: node_disk_written_bytes_total.',
  );
  if (window.role('compactions') === undefined || window.kind === 'victoriametrics') return missing;
  lacks('compactionSeconds', 'A compaction starts somewhere between two scrapes at best.', 'Use a version that exposes the duration of compactions.');
  lacks('compactionRunning', 'A compaction under way is not seen before it ends.', 'Use Prometheus 2.8 or later, which tells while it writes a block.');
  lacks('headMinTimeMs', 'The next compaction is told from earlier ones only.', 'Use a version that exposes the minimum time of the head.');
  return missing;
}
