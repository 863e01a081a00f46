/**
 * The compaction panel: when the target compacts, whether it keeps to the clock, what it costs, and when it does next.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { CompactionPanel, GcProfile } from '../../../../core/contract/contract.ts';
import { runsOfBlocks } from '../../../data/metrics/blockMeta.ts';
import type { Role, RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { blockFlagNotes } from './blockFlagNotes.ts';
import { findBlockRange, headLevels, rangeOfBlocks, type BlockRange } from '../../signals/compaction/blockRange.ts';
import { phaseDifference } from '../../../../core/statistics/circular.ts';
import { cacheSwings } from './cache/pageCache.ts';
import { withPressure, type StepsOf } from './merges/mergePressure.ts';
import { storageActivity } from './wal/storageActivity.ts';
import { multiplesOf, toContract } from './compactionAnswer.ts';
import { blockLives } from './compactionBlocks.ts';
import {
  compareGauge, compareRates, costAboveQuiet, riseIn, rowStates, secondsInside, withoutGaps, type Comparison,
} from './cost/compactionCost.ts';
import type { CompactionFacts } from './compactionFacts.ts';
import { failuresOf, walTrouble } from './compactionFailures.ts';
import { compactionFigures } from './compactionFigures.ts';
import { compactionFinding } from './compactionFinding.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { mergeTimelines, type TimedCompaction } from './compactionMerge.ts';
import { clockNotes, compactionNotes, missingInputs } from './compactionNotes.ts';
import { findClock, predictNext, type Clock } from './compactionSchedule.ts';
import {
  findDelay, hasRecovered, headSpanRanges, judgeKeepingUp, keepingUpAnswer, serverState,
} from './compactionVerdicts.ts';
import { emptyFold, foldRate } from './fold.ts';
import { findMergeActivity, hasNoClock } from '../../signals/compaction/mergeActivity.ts';
import {
  counterSteps, gaugePoints, momentaryRates, pointGrid, reduceToPoints, type CounterSteps, type PointGrid,
} from '../../signals/counterSteps.ts';
import {
  onTargetClock, runsOnOurClock, scrapesOnTargetClock, targetAheadMs,
} from '../../signals/compaction/targetClock.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { diskPoints, diskReadings } from '../../signals/spikes/diskReadings.ts';
import { diskSpikes } from '../../signals/spikes/quantitySpikes.ts';
import {
  findRestarts, findScrapeGaps, freshScrapes, spansInSeconds, type ProcessRestart,
} from '../../signals/windowFrame.ts';
import { valueAt } from '../../signals/valueAt.ts';
import { statement } from '../../../../core/text/parts.ts';
import type { NodeInputs } from '../../signals/host/nodeInputs.ts';

/** Factors between levels: merges read three blocks of the level below, so every third and every ninth range. */
const WIDER_FACTORS = [3, 9];

export interface PanelOptions {
  facts: TargetFacts;
  /** Width of one point of `series`, ms; null = about 1,200 points. */
  stepMs: number | null;
  nowMs: number;
  node?: NodeInputs;
  /** CPU profiles of the window; some are compared with quiet times. */
  profiles?: readonly GcProfile[];
}

interface Counters { cpu: CounterSteps; diskWritten: CounterSteps; diskRead: CounterSteps; failed: CounterSteps }

/**
 * Returns everything the panel shows of one window. The next compaction is the one after the window's last scrape, so
 * that a recording's is the one after its end. Without a compaction counter the finding says so and the series are
 * still drawn; with too few compactions it says how many are missing, and the next one is still forecast by the rule if
 * the block range is known. Fold, phase and next are null while it is unknown. A log and a list of blocks in `facts`
 * join the timeline.
 */
export function analyseCompaction(window: RoleWindow, options: PanelOptions): CompactionPanel {
  const { scrapes } = window;
  const grid = pointGrid(scrapes, options.stepMs);
  const restarts = findRestarts(window);
  const newProcess = new Set(restarts.map((restart) => restart.row));
  const fresh = freshScrapes(scrapes);
  const steps = (series: RoleSeries | undefined): CounterSteps => counterSteps(scrapes, series, fresh, newProcess);
  const known = new Map<RoleSeries | undefined, CounterSteps>();
  const stepsOf = (role: Role, ofNode?: RoleSeries): CounterSteps => {
    const series = window.role(role) ?? ofNode;
    const made = known.get(series) ?? steps(series);
    known.set(series, made);
    return made;
  };
  const counters: Counters = {
    cpu: stepsOf('cpuSeconds'),
    diskWritten: stepsOf('diskWrittenBytes', options.node?.diskWrittenBytes),
    diskRead: stepsOf('diskReadBytes', options.node?.diskReadBytes),
    failed: stepsOf('compactionsFailed'),
  };
  const aheadMs = targetAheadMs(window);
  const runs = runsOnOurClock([...(options.facts.logRuns ?? []), ...runsOfBlocks(options.facts.blocks ?? [])], aheadMs);
  const merged = mergeTimelines(window, findCompactions(window), runs);
  const facts = gather(
    window, merged.compactions, options, counters, grid, stepsOf, { aheadMs, starts: restarts, steps }
  );
  const { range, clock, next, compactions } = facts;
  const cpuRates = momentaryRates(counters.cpu, scrapes);
  const disk = diskReadings(window);
  return {
    range: {
      start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length,
    },
    finding: compactionFinding(facts),
    missing: missingInputs(window, options.node !== undefined),
    restarts: restarts.map((restart) => ({ time: restart.timeMs / 1000 })),
    gapSpans: spansInSeconds(findScrapeGaps(scrapes, null)),
    figures: compactionFigures(facts),
    diskSpikes: diskSpikes({ window, compactions, gc: findGcCycles(window) }, disk),
    diskIo: disk === null ? null : { of: disk.of, ...diskPoints(grid, scrapes.startMs, disk) },
    compactions: compactions.map((compaction, i) => toContract(compaction, range, elementAt(facts.costs, i), aheadMs)),
    blockRangeSeconds: range === null ? null : range.ms / 1000,
    blockRangeSource: range?.source ?? null,
    ...phaseAnswer(range, clock),
    delay: facts.delay,
    fold: facts.folded?.fold ?? emptyFold(),
    widerFolds: range === null ? [] : widerFolds(
      window, stepsSince(window.scrapes, counters.cpu, sinceMsOf(range) - aheadMs), range.ms, { grid, aheadMs }
    ),
    multiples: multiplesOf(facts),
    keepingUp: keepingUpAnswer(facts.keepingUp),
    next: next === null ? null : { time: next.timeMs / 1000, errorSeconds: next.errorMs / 1000, basis: next.basis },
    blocks: facts.blocks,
    merges: facts.merges,
    ...storageActivity(window, grid, stepsOf, options),
    notes: [
      ...compactionNotes(merged), ...clockNotes(facts),
      ...blockFlagNotes(window, options.facts.flags, range).map((note) => statement([{ text: note }])),
    ],
    series: {
      time: grid.time,
      cpuCores: reduceToPoints(grid, cpuRates, 'mean', counters.cpu.seconds),
      cpuCoresMax: reduceToPoints(grid, cpuRates, 'max'),
      rssBytes: gaugePoints(grid, window.role('residentBytes')),
      diskWriteBytesPerSecond: reduceToPoints(
        grid, momentaryRates(counters.diskWritten, scrapes), 'mean', counters.diskWritten.seconds
      ),
      headChunks: gaugePoints(grid, window.role('headChunks')),
      blocksLoaded: gaugePoints(grid, window.role('blocksLoaded'), 'max'),
      blocksBytes: gaugePoints(grid, window.role('blocksBytes')),
    },
  };
}

function gather(
  window: RoleWindow, compactions: TimedCompaction[], { facts: targetFacts, node, profiles = [] }: PanelOptions,
  counters: Counters, grid: PointGrid,
  stepsOf: (role: Role) => CounterSteps,
  { aheadMs, starts, steps }: { aheadMs: number; starts: readonly ProcessRestart[]; steps: StepsOf },
): CompactionFacts {
  const { scrapes } = window;
  const { scrapeStepMs } = grid;
  // The rule applies on the target's clock, as do the times that the target states.
  const levels = headLevels(window).map((level) => ({ ...level, seenMs: level.seenMs + aheadMs }));
  const clocked = onTargetClock(compactions, aheadMs);
  const newStartsMs = starts.map(({ timeMs }) => timeMs + aheadMs);
  const onClock = window.role('compactions') !== undefined && !hasNoClock(window);
  const known = targetFacts.blocks ?? [];
  const told = [...known, ...(targetFacts.logRuns ?? []).flatMap(({ block }) => (block === null ? [] : [block]))];
  const range = onClock ? findBlockRange(levels, clocked, targetFacts, newStartsMs) ?? rangeOfBlocks(told) : null;
  const startsMs = [...firstStartMs(window), ...newStartsMs];
  // Compactions of an earlier process at another range do not count against this one's clock.
  const sinceMs = sinceMsOf(range);
  const ofRange = clocked.filter((one) => one.startMs >= sinceMs);
  const levelsOfRange = levels.slice(Math.max(0, levels.findLastIndex(({ seenMs }) => seenMs < sinceMs)));
  const clock = range === null ? null : findClock(ofRange, levelsOfRange, range.ms, startsMs);
  const compare = (steps: CounterSteps, isTested = false): Comparison => compareRates(
    steps, rowStates(scrapes, compactions, steps), { inside: secondsInside(scrapes, compactions, steps), isTested }
  );
  const cpuSteps = withoutGaps(counters.cpu);
  const [written, read] = [withoutGaps(counters.diskWritten), withoutGaps(counters.diskRead)];
  const [cpu, diskWrite, diskRead] = [compare(cpuSteps, true), compare(written), compare(read)];
  const above = (compaction: TimedCompaction, steps: CounterSteps, { quiet }: Comparison): number | null =>
    (compaction.endKnown ? costAboveQuiet(scrapes, steps, compaction, quiet) : null);
  const newProcess = new Set(starts.map(({ row }) => row));
  const { failed, atEnd } = failuresOf(window, counters.failed, newProcess);
  const cache = cacheSwings(scrapes, compactions, {
    cached: node?.cachedBytes ?? window.role('hostCachedBytes'), free: window.role('hostFreeBytes'),
  });
  // A target that is down or starting compacts once it is back: no forecast.
  const next = range === null || clock === null || !isAnswering(scrapes) ? null : predictNext({
    compactions: ofRange, levels: levelsOfRange, rangeMs: range.ms, clock,
    referenceMs: numberAt(scrapes.startMs, scrapes.length - 1) + aheadMs, scrapeIntervalMs: scrapeStepMs, startsMs,
  });
  return {
    window,
    compactions,
    range,
    aheadMs,
    clock,
    next: next === null ? null : {
      ...next, timeMs: next.timeMs - aheadMs,
      overdueSinceMs: next.overdueSinceMs === null ? null : next.overdueSinceMs - aheadMs,
    },
    cpu,
    diskWrite,
    rss: compareGauge(window.role('residentBytes'), rowStates(scrapes, compactions)),
    costs: compactions.map((compaction, i) => ({
      cpuCoreSeconds: above(compaction, cpuSteps, cpu),
      bytesWritten: above(compaction, written, diskWrite),
      bytesRead: above(compaction, read, diskRead),
      rssRiseBytes: riseIn(scrapes, window.role('residentBytes'), compaction),
      ...elementAt(cache, i),
    })),
    folded: range === null ? null : foldRate(
      scrapesOnTargetClock(scrapes, aheadMs), stepsSince(scrapes, cpuSteps, sinceMs - aheadMs), range.ms,
      { scrapeStepMs, longestSeconds: Infinity }
    ),
    failed,
    delay: range === null ? null : findDelay(ofRange, levelsOfRange, range.ms, { facts: targetFacts, startsMs }),
    keepingUp: judgeKeepingUp({
      compactions: compactions.filter((one) => one.startMs + aheadMs >= sinceMs), rangeMs: range?.ms
        ?? null, failed, failedAtEnd: atEnd, wal: walTrouble(window, stepsOf), saidSo: 0,
      recovered: hasRecovered(window, counters.failed.increase, compactions),
      ...serverState(window, range === null ? null : headSpanRanges(window, range.ms)),
    }),
    merges: withPressure(findMergeActivity(window, grid, stepsOf), window, grid, steps),
    blocks: blockLives(told, targetFacts.logDeletedMs ?? {}),
    profiles,
  };
}

/** Returns the phase, its expected value, their difference and the test, in the contract's units. */
export function phaseAnswer(
  range: BlockRange | null, clock: Clock | null
): Pick<CompactionPanel, 'phaseSeconds' | 'expectedPhaseSeconds' | 'phaseErrorSeconds' | 'alignment'> {
  const phaseMs = clock?.phaseMs ?? null;
  return {
    phaseSeconds: phaseMs === null ? null : phaseMs / 1000,
    expectedPhaseSeconds: range === null ? null : range.ms / 2000,
    phaseErrorSeconds: phaseMs === null || range === null ? null
      : phaseDifference(phaseMs, range.ms / 2, range.ms) / 1000,
    alignment: {
      resultantLength: clock?.resultantLength ?? null,
      pValue: clock?.pValue ?? null,
      aligned: clock?.aligned ?? false,
      count: clock?.count ?? 0,
    },
  };
}

function widerFolds(
  window: RoleWindow, cpu: CounterSteps, rangeMs: number, { grid, aheadMs }: { grid: PointGrid; aheadMs: number },
): CompactionPanel['widerFolds'] {
  const steps = withoutGaps(cpu);
  const scrapes = scrapesOnTargetClock(window.scrapes, aheadMs);
  return WIDER_FACTORS.filter((factor) => window.endMs - window.startMs >= factor * rangeMs)
    .map((factor) => ({
      factor,
      ...foldRate(scrapes, steps, factor * rangeMs, { scrapeStepMs: grid.scrapeStepMs, longestSeconds: Infinity }).fold,
    }));
}

/** Returns the time from which the range holds, on the target's clock. */
function sinceMsOf(range: BlockRange | null): number {
  return range?.before?.untilMs ?? -Infinity;
}

function stepsSince(scrapes: RoleWindow['scrapes'], steps: CounterSteps, sinceMs: number): CounterSteps {
  if (sinceMs === -Infinity) return steps;
  const later = (values: Float64Array): Float64Array =>
    values.map((value, row) => (numberAt(scrapes.startMs, row) < sinceMs ? NaN : value));
  return { increase: later(steps.increase), seconds: later(steps.seconds) };
}

/** Returns the start of the process that gave the window's first answer, on the target's clock. */
function firstStartMs(window: RoleWindow): number[] {
  const series = window.role('processStartSeconds');
  for (let row = 0; row < window.scrapes.length; row++) {
    const seconds = valueAt(series, row);
    if (seconds !== null) return [seconds * 1000];
  }
  return [];
}

/** Silence before the window's last scrape from which it is more than a slow answer. */
const SILENT_MS = 30_000;

/** Whether the target answers at the window's end. */
function isAnswering({ length, error, startMs }: RoleWindow['scrapes']): boolean {
  for (let row = length - 1; row >= 0 && numberAt(startMs, length - 1) - numberAt(startMs, row) <= SILENT_MS; row--)
    if (error[row] === null) return true;
  return false;
}
