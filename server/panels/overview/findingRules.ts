/**
 * Rules over several panels' answers: what only their combination tells. Each gives a finding, or null where it does not hold or
 * there is too little data for it; none repeats what a panel says by itself. Thresholds are documented in docs/reference/overview.md.
 */
import type { OverlapTest, PanelByName, PanelFinding, ScrapeGap, Severity } from '../../../core/contract/contract.ts';
import { fasterDisk, fewerSeries, moreCpu, profileCompaction, raiseMemory, raiseTimeout, relaxGc, spreadCompactions, stopScraping } from './nextSteps.ts';
import { median } from '../../statistics/statistics.ts';
import { clockText, countText, pValueText } from '../../../core/text/wording.ts';
import { formatBytes, formatSeconds } from '../../../core/text/format.ts';

/** A link of slow scrapes that chance brings less often. */
const LINKED = 0.01;
/** Share of CPU variance from which a cause explains the spikes. */
const EXPLAINS = 0.25;
const CPU_MULTIPLE = 2;
const LEAST_COMPACTIONS = 3;
/** Share of the window at the ceiling from which CPU is short. */
const AT_CEILING = 0.05;
const NEAR_LIMIT = 0.8;
const OVER_LIMIT = 1;
/** A GC cycle slows scrapes in this long before its end. */
const GC_REACH_SECONDS = 1.5;

type Rule = (answers: PanelByName) => PanelFinding | null;

export const RULES: readonly Rule[] = [starvedOfCpu, gcSlowsScrapes, compactionSpikes, memoryBeforeWhatComes, swapGrows, forcedCycles];

/** CPU stands at its ceiling, and slow scrapes, GC or compactions meet it there. */
function starvedOfCpu({ scrapes, 'gc-cpu': gc, compaction }: PanelByName): PanelFinding | null {
  const { cpuCeiling, range } = scrapes;
  if (cpuCeiling === null || cpuCeiling.spans.length === 0) return null;
  const share = cpuCeiling.spans.reduce((sum, { start, end }) => sum + end - start, 0) / (range.end - range.start);
  const test = linked(scrapes.overlapTests, 'cpu');
  if (test === null && share < AT_CEILING) return null;
  const lost = lostTo(scrapes.gaps, 'cpu');
  const isBehind = compaction.keepingUp.verdict === 'falling-behind' || compaction.keepingUp.verdict === 'busy';
  // GC's workers or a compaction fill just so many threads, which looks like a ceiling: without a consequence nothing says that it is one.
  if (cpuCeiling.isPlateau && test === null && lost.count === 0 && !isBehind) return null;
  const longest = cpuCeiling.spans.reduce((most, span) => (span.end - span.start > most.end - most.start ? span : most));
  const parts = [
    `CPU stands at its ceiling of ${cpuCeiling.cores.toPrecision(2)} cores for ${percent(share)} of the time`,
    test === null ? '' : `${met(test)} fall into it`,
    lost.count === 0 ? '' : `${countText(lost.count, 'scrape')} lost there`,
    gc.gcCpuShareRatio === null ? '' : `GC takes ${percent(gc.gcCpuShareRatio)} of it`,
    isBehind ? 'compactions do not keep up' : '',
  ];
  return {
    panel: 'scrapes', severity: lost.count > 0 || isBehind ? 'warning' : 'info', time: lost.time ?? longest.start,
    sentence: `${joined(parts)}.`,
    figures: { ceilingCores: cpuCeiling.cores, timeAtCeilingRatio: share, slowScrapesCount: test?.overlapping ?? null, slowScrapesByChanceCount: test?.expected ?? null, scrapesLostCount: lost.count },
    restsOn: ['scrapes', 'gc-cpu', ...(isBehind ? ['compaction' as const] : [])],
    actions: [raiseTimeout(scrapes.timeoutSeconds), ...known(relaxGc(gc)), moreCpu],
  };
}

/** Slow and lost scrapes meet GC cycles more often than by chance. */
function gcSlowsScrapes({ scrapes, 'gc-cpu': gc }: PanelByName): PanelFinding | null {
  const test = linked(scrapes.overlapTests, 'gc');
  if (test === null) return null;
  // Where compactions slow scrapes, the cycles that crowd into them only seem to: GC must do it outside of them too.
  const apart = test.outsideCompactions;
  if (apart !== undefined && linked(scrapes.overlapTests, 'compaction') !== null && !(apart.pValue !== null && apart.pValue < LINKED)) return null;
  const lost = lostTo(scrapes.gaps, 'gc');
  const slowest = slowestAtCycle(scrapes);
  const half = scrapes.durationSeconds.p50;
  const explains = gc.variance.gcOutsideCompactions;
  const parts = [
    `GC cycles slow scrapes: ${met(test)} meet one`,
    apart === undefined || apart.pValue === null || apart.pValue >= LINKED ? '' : `outside compactions ${apart.overlapping} of ${apart.slow} do (chance gives ${apart.expected.toFixed(1)})`,
    lost.time !== null ? `the one at ${clockText(1000 * lost.time)} cost ${countText(lost.count, 'scrape')}`
      : slowest === null || half === null ? '' : `at ${clockText(1000 * slowest.time)} one took ${formatSeconds(slowest.seconds)} where half take ${formatSeconds(half)}`,
    gc.periodSeconds === null ? '' : `one cycle every ${formatSeconds(gc.periodSeconds.median < 10 ? gc.periodSeconds.median : Math.round(gc.periodSeconds.median))}`,
    explains === null || explains < EXPLAINS ? '' : `they explain ${percent(explains)} of CPU variance outside compactions`,
  ];
  return {
    panel: 'scrapes', severity: severityOf(scrapes, lost.count), time: lost.time ?? slowest?.time ?? null,
    sentence: `${joined(parts)}.`,
    figures: { slowScrapesCount: test.overlapping, slowScrapesByChanceCount: test.expected, scrapesLostCount: lost.count, cpuVarianceRatio: explains, periodSeconds: gc.periodSeconds?.median ?? null },
    restsOn: ['scrapes', 'gc-cpu'],
    actions: [...(lost.count > 0 ? [raiseTimeout(scrapes.timeoutSeconds)] : []), ...known(relaxGc(gc)), fewerSeries],
  };
}

/** Compactions make the CPU spikes, or slow scrapes. */
function compactionSpikes({ compaction, scrapes, 'gc-cpu': gc }: PanelByName): PanelFinding | null {
  const test = linked(scrapes.overlapTests, 'compaction');
  const costs = compaction.compactions.flatMap(({ start, cpuCoreSecondsAboveQuiet }) => (cpuCoreSecondsAboveQuiet === null ? [] : [{ start, coreSeconds: cpuCoreSecondsAboveQuiet }]));
  const multiple = compaction.multiples.cpu;
  const explains = gc.variance.compaction;
  const spikes = multiple !== null && multiple >= CPU_MULTIPLE && costs.length >= LEAST_COMPACTIONS && explains !== null && explains >= EXPLAINS;
  if (!spikes && test === null) return null;
  const lost = lostTo(scrapes.gaps, 'compaction');
  const dearest = costs.toSorted((a, b) => b.coreSeconds - a.coreSeconds).at(0);
  const typical = median(costs.map(({ coreSeconds }) => coreSeconds));
  const each = typical === null ? '' : `, ${typical.toPrecision(2)} core-s a piece`;
  const parts = [
    spikes ? `Compactions make the CPU spikes: ${multiple.toFixed(1)}x the quiet level in ${countText(compaction.compactions.length, 'compaction')}${each}` : 'Compactions slow scrapes',
    spikes ? `they explain ${percent(explains)} of CPU variance${gc.variance.gcBeyondCompaction === null ? '' : `, GC ${percent(gc.variance.gcBeyondCompaction)} beyond that`}` : '',
    test === null ? '' : `${met(test)} meet one`,
    lost.time === null ? '' : `the one at ${clockText(1000 * lost.time)} cost ${countText(lost.count, 'scrape')}`,
  ];
  return {
    panel: 'compaction', severity: severityOf(scrapes, lost.count), time: lost.time ?? dearest?.start ?? null,
    sentence: `${joined(parts)}.`,
    figures: { cpuMultiple: multiple, coreSecondsEach: typical, compactionsCount: compaction.compactions.length, cpuVarianceRatio: explains, slowScrapesCount: test?.overlapping ?? null, scrapesLostCount: lost.count },
    restsOn: ['compaction', 'gc-cpu', ...(test === null ? [] : ['scrapes' as const])],
    actions: [profileCompaction, ...(lost.count > 0 ? [raiseTimeout(scrapes.timeoutSeconds)] : []), ...(compaction.keepingUp.verdict === 'falling-behind' ? [fasterDisk] : [spreadCompactions])],
  };
}

/** Memory leaves no room for the next compaction, or for a start with its replay. */
function memoryBeforeWhatComes({ memory, compaction, 'wal-replay': replay }: PanelByName): PanelFinding | null {
  const { limitBytes, residentBytes } = memory;
  if (limitBytes === null || residentBytes.median === null || memory.finding.severity === 'unknown') return null;
  const rises = compaction.compactions.flatMap(({ rssRiseBytes }) => (rssRiseBytes === null || rssRiseBytes <= 0 ? [] : [rssRiseBytes]));
  const rise = rises.length === 0 ? null : Math.max(...rises);
  const atCompaction = rise === null ? null : (residentBytes.median + rise) / limitBytes;
  const replayPeak = replay.state === 'none' ? null : replay.memory.projectedPeakBytes;
  const atStart = replayPeak === null ? null : replayPeak / limitBytes;
  const worst = Math.max(atCompaction ?? 0, atStart ?? 0);
  if (worst < NEAR_LIMIT) return null;
  const parts = [
    `Memory is at ${percent(residentBytes.median / limitBytes)} of its limit of ${formatBytes(limitBytes)}`,
    rise === null || (atCompaction ?? 0) < NEAR_LIMIT ? '' : `a compaction adds up to ${formatBytes(rise)}: ${percent(atCompaction ?? 0)}`,
    replayPeak === null || (atStart ?? 0) < NEAR_LIMIT ? '' : `a start with its replay takes ${formatBytes(replayPeak)}: ${percent(atStart ?? 0)}`,
  ];
  return {
    panel: 'memory', severity: worst >= OVER_LIMIT ? 'critical' : 'warning', time: memory.finding.time,
    sentence: `${joined(parts)}. Beyond the limit it may be killed, and a start needs the most of all.`,
    figures: { residentBytes: residentBytes.median, limitBytes, compactionRiseBytes: rise, replayPeakBytes: replayPeak },
    restsOn: ['memory', ...((atCompaction ?? 0) < NEAR_LIMIT ? [] : ['compaction' as const]), ...((atStart ?? 0) < NEAR_LIMIT ? [] : ['wal-replay' as const])],
    actions: [fewerSeries, stopScraping, raiseMemory],
  };
}

/** Pages go out to swap: a Go heap that is scanned from disk takes ever longer. */
function swapGrows({ memory }: PanelByName): PanelFinding | null {
  const swap = memory.parts.find(({ key }) => key === 'swap');
  if (swap?.lowBytes === undefined || swap.lowBytes === null || swap.highBytes === null) return null;
  const grown = swap.highBytes - swap.lowBytes;
  if (memory.residentBytes.median === null || grown < 0.01 * memory.residentBytes.median) return null;
  return {
    panel: 'memory', severity: 'warning', time: null,
    sentence: `Swap in use on the host moved by ${formatBytes(grown)} in this window (${formatBytes(swap.lowBytes)} to ${formatBytes(swap.highBytes)}): each GC cycle reads the whole heap, and what lies in swap comes back from disk.`,
    figures: { swapLowBytes: swap.lowBytes, swapHighBytes: swap.highBytes },
    actions: [fewerSeries, raiseMemory],
  };
}

/** CPU spikes about every two minutes that follow Go's forced cycles. */
function forcedCycles({ 'gc-cpu': gc }: PanelByName): PanelFinding | null {
  const isLinked = gc.links.some(({ side, linked: is }) => side === 'cpu' && is === true);
  if (gc.gaps.verdict !== 'forced' || !isLinked || gc.gaps.forcedShareRatio === null) return null;
  return {
    panel: 'gc-cpu', severity: 'info', time: gc.cycles.at(-1)?.time ?? null,
    sentence: `The CPU spikes about every two minutes are GC cycles that Go forces by the clock (${percent(gc.gaps.forcedShareRatio)} of the gaps): not the load makes them, and GOGC does not move them.`,
    figures: { forcedShareRatio: gc.gaps.forcedShareRatio },
  };
}

function linked(tests: readonly OverlapTest[], cause: string): OverlapTest | null {
  return tests.find((test) => test.cause === cause && test.pValue !== null && test.pValue < LINKED) ?? null;
}

/** `25 of the slow or lost scrapes (chance: 2.6, p < 0.001)`. */
function met({ overlapping, expected, pValue }: OverlapTest): string {
  return `${overlapping} slow or lost scrapes (chance gives ${expected.toFixed(1)}, ${pValueText(pValue ?? 1)})`;
}

/** Scrapes missed in the gaps of a cause, and where the longest of these began. */
function lostTo(gaps: readonly ScrapeGap[], cause: string): { count: number; time: number | null } {
  const mine = gaps.filter((gap) => gap.cause === cause);
  const longest = mine.reduce<ScrapeGap | null>((most, gap) => (most === null || gap.end - gap.start > most.end - most.start ? gap : most), null);
  return { count: mine.reduce((sum, { scrapesMissed }) => sum + scrapesMissed, 0), time: longest?.start ?? null };
}

function slowestAtCycle({ points, cycles }: PanelByName['scrapes']): { time: number; seconds: number } | null {
  let found: { time: number; seconds: number } | null = null;
  points.durationSeconds.forEach((seconds, i) => {
    const time = points.time[i];
    if (seconds === null || time === undefined || (found !== null && seconds <= found.seconds)) return;
    if (cycles.some((cycle) => cycle.time >= time && cycle.time - GC_REACH_SECONDS <= time + seconds)) found = { time, seconds };
  });
  return found;
}

/** Lost scrapes warn; so do slow ones that come near their time-out. */
function severityOf({ timeoutSeconds, durationSeconds }: PanelByName['scrapes'], lost: number): Severity {
  return lost > 0 || (timeoutSeconds !== null && (durationSeconds.p99 ?? 0) > timeoutSeconds / 2) ? 'warning' : 'info';
}

function known<T>(value: T | null): T[] {
  return value === null ? [] : [value];
}

function joined(parts: string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

function percent(share: number): string {
  return share > 0 && share < 0.0095 ? `${(100 * share).toFixed(1)} %` : `${Math.round(100 * share)} %`;
}
