/**
 * Rules over several panels' answers: what only their combination shows. Each returns a finding, or null if it does not
 * hold or there is too little data for it; none repeats what a panel says on its own. Thresholds are documented in
 * docs/reference/overview.md. Codes: `cpu-limited`, `gc-slows-scrapes`, `compaction-spikes`,
 * `compaction-slows-scrapes`, `memory-short`, `gc-forced-cycles`.
 */
import type { Compaction, PanelByName, PanelFinding, Part } from '../../../../core/contract/contract.ts';
import { finding, NO_LIMIT_CODE } from '../../../../core/finding.ts';
import { quietClaim } from '../../../../core/quietClaim.ts';
import { isByChance } from '../../../../core/text/format.ts';
import { at, bytes, cores, count, parts, percent, quantity, seconds } from '../../../../core/text/parts.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import { DOWN_STATES } from '../scrapes/downState.ts';
import { LINKED } from '../scrapes/scrapeChance.ts';
import { expected, howMany, linked, lostTo, number, severityOf, type Rule } from './consequences.ts';
import type { Server } from '../../advice/advice.ts';
import {
  fasterDisk, fewerSeries, moreCpu, profileCompaction, raiseMemory, raiseTimeout, spreadCompactions,
  stopScraping,
} from '../../advice/steps.ts';
import { relaxGc } from './nextSteps.ts';

/** Share of CPU variance from which a cause explains the spikes. */
const EXPLAINS = 0.25;
const CPU_MULTIPLE = 2;
const MIN_COMPACTIONS = 3;
/** Share of the window at the ceiling from which CPU is short though nothing is slow: a query may take less. */
const AT_CEILING = 0.2;
const NEAR_LIMIT = 0.8;
const OVER_LIMIT = 1;
/** Time before its end in which a GC cycle slows scrapes. */
const GC_REACH_SECONDS = 1.5;

export const RULES: readonly Rule[] = [
  starvedOfCpu, gcSlowsScrapes, compactionSpikes, memoryBeforeWhatComes, forcedCycles,
];

/** CPU is at its ceiling, and slow scrapes, GC or compactions coincide with it. */
function starvedOfCpu(
  { scrapes, 'gc-cpu': gc, compaction }: PanelByName, server: Server
): PanelFinding | null {
  const { cpuCeiling, range } = scrapes;
  if (cpuCeiling === null || cpuCeiling.spans.length === 0) return null;
  const share = cpuCeiling.spans.reduce((sum, { start, end }) => sum + end - start, 0) / (range.end - range.start);
  const test = linked(scrapes, 'cpu');
  const lost = lostTo(scrapes.gaps, 'cpu');
  const isBehind = compaction.keepingUp.verdict === 'falling-behind' || compaction.keepingUp.verdict === 'busy';
  const slowed = test !== null || lost.count > 0 ? null : slowedAt(scrapes, cpuCeiling);
  const isFelt = test !== null || lost.count > 0 || isBehind || slowed !== null;
  if (!isFelt && share < AT_CEILING) return null;
  // GC's workers or a compaction fill a number of threads, which looks like a ceiling: only a consequence shows it is
  // one.
  if (cpuCeiling.isPlateau && !isFelt) return null;
  const longest = cpuCeiling.spans.reduce(
    (most, span) => (span.end - span.start > most.end - most.start ? span : most)
  );
  const consequence = lost.count > 0 ? parts`; ${count(lost.count, 'scrape')} lost`
    : isBehind ? '; compactions do not keep up' : null;
  const severity = isBehind && lost.count === 0 ? 'warning' : severityOf(scrapes, lost.count);
  return {
    ...finding({
      code: 'cpu-limited', severity, moment: lost.time ?? longest.start,
      confidence: cpuCeiling.isPlateau ? 'likely' : 'sure',
      claim: parts`The target is CPU-limited: at its ceiling of ${
        cores(cpuCeiling.cores)} for ${percent(share)} of the time${consequence}.`,
      evidence: [
        test?.parts ?? [],
        slowed === null ? []
          : parts`A scrape takes ${seconds(slowed.at)} at it; elsewhere the median is ${seconds(slowed.elsewhere)}.`,
        filledByGc(scrapes),
        waitForCores(gc),
        gc.gcCpuShareRatio === null ? [] : parts`GC takes ${percent(gc.gcCpuShareRatio)} of the CPU.`,
        isBehind && lost.count > 0 ? parts`Compactions do not keep up.` : [],
      ],
      actions: [raiseTimeout(scrapes.timeoutSeconds), ...known(relaxGc(gc, server)), moreCpu],
    }),
    panel: 'scrapes', restsOn: ['scrapes', 'gc-cpu', ...(isBehind ? ['compaction' as const] : [])],
    figures: {
      ceilingCores: cpuCeiling.cores, timeAtCeilingRatio: share, slowScrapesCount: test?.overlapping ?? null,
      slowScrapesByChanceCount: test?.expected ?? null, scrapesLostCount: lost.count,
    },
  };
}

/** Times as long as elsewhere that scrapes take at the ceiling, in each of so many stretches, if it slows them. */
const SLOWED_TIMES = 10;
const MIN_STRETCHES = 2;
/** A ceiling from here on may be one thread that is busy, as by a query, which slows scrapes too. */
const ONE_THREAD_CORES = 0.9;

/**
 * Returns the median duration of scrapes at a ceiling below one core and elsewhere, if each of at least two stretches
 * at it slows them tenfold; else null. A few stretches of a window are too few for a test of coincidence.
 */
function slowedAt(
  { points: { time, durationSeconds } }: PanelByName['scrapes'],
  { cores: ceiling, spans }: NonNullable<PanelByName['scrapes']['cpuCeiling']>
): { at: number; elsewhere: number } | null {
  if (ceiling > ONE_THREAD_CORES || spans.length < MIN_STRETCHES) return null;
  const taken = time.flatMap((start, i) => {
    const duration = durationSeconds[i];
    return duration === undefined || duration === null ? [] : [{ start, duration }];
  });
  const within = ({ start }: { start: number }, span: { start: number; end: number }): boolean =>
    start >= span.start && start <= span.end;
  const medianOf = (of: typeof taken): number | null => median(of.map(({ duration }) => duration));
  const elsewhere = medianOf(taken.filter((one) => !spans.some((span) => within(one, span))));
  const inEach = spans.map((span) => medianOf(taken.filter((one) => within(one, span))));
  const at = medianOf(taken.filter((one) => spans.some((span) => within(one, span))));
  if (elsewhere === null || at === null) return null;
  return inEach.every((one) => one !== null && one >= SLOWED_TIMES * elsewhere) ? { at, elsewhere } : null;
}

/** Minimum share of scrapes with more runnable goroutines than GOMAXPROCS. */
const CROWDED = 0.1;

function waitForCores({ runnable, maxProcs }: PanelByName['gc-cpu']): Part[] {
  if (runnable === undefined || maxProcs === null || (runnable.crowdedRatio ?? 0) < CROWDED) return [];
  return parts`At ${percent(runnable.crowdedRatio ?? 0)} of the scrapes more goroutines could run than GOMAXPROCS (${
    number(maxProcs)}) allows: on average ${quantity(Math.round(10 * runnable.mean) / 10, 'none')} waited for a core.`;
}

/** Slow and lost scrapes coincide with GC cycles more often than by chance. */
function gcSlowsScrapes({ scrapes, 'gc-cpu': gc }: PanelByName, server: Server): PanelFinding | null {
  const test = linked(scrapes, 'gc');
  // GC that slows scrapes by filling the CPU limit is reported with that limit.
  if (test === null || filledByGc(scrapes).length > 0) return null;
  // If compactions slow scrapes, the cycles that crowd into them only seem to: GC must also do it outside of them.
  const apart = test.outsideCompactions;
  const holdsApart = apart !== undefined && apart.pValue !== null && apart.pValue < LINKED;
  if (apart !== undefined && linked(scrapes, 'compaction') !== null && !holdsApart) return null;
  const lost = lostTo(scrapes.gaps, 'gc');
  const slowest = slowestAtCycle(scrapes);
  const half = scrapes.durationSeconds.p50;
  const explains = gc.variance.gcOutsideCompactions;
  const period = gc.periodSeconds?.mean ?? null;
  return {
    ...finding({
      code: 'gc-slows-scrapes', severity: severityOf(scrapes, lost.count), moment: lost.time ?? slowest?.time ?? null,
      confidence: 'likely',
      claim: lost.time === null ? parts`GC cycles slow scrapes: ${howMany(test)} coincide with one.`
        : parts`GC cycles slow scrapes: the one at ${at(lost.time)} cost ${count(lost.count, 'scrape')}.`,
      evidence: [
        test.parts,
        !holdsApart ? []
          : parts`Outside compactions, ${number(apart.overlapping)} of ${number(apart.slow)} slow scrapes do; ${
            expected(apart.expected)}.`,
        lost.time !== null || slowest === null || half === null ? []
          : parts`At ${at(slowest.time)} a scrape took ${seconds(slowest.seconds)}; the median is ${seconds(half)}.`,
        period === null ? []
          : parts`There is one GC cycle every ${seconds(period < 10 ? period : Math.round(period))}.`,
        explains === null || explains < EXPLAINS ? []
          : parts`GC cycles explain ${percent(explains)} of CPU variance outside compactions.`,
      ],
      actions: [
        ...(lost.count > 0 ? [raiseTimeout(scrapes.timeoutSeconds)] : []), ...known(relaxGc(gc, server)), fewerSeries,
      ],
    }),
    panel: 'scrapes', restsOn: ['scrapes', 'gc-cpu'],
    figures: {
      slowScrapesCount: test.overlapping, slowScrapesByChanceCount: test.expected, scrapesLostCount: lost.count,
      cpuVarianceRatio: explains, periodSeconds: period,
    },
  };
}

/** Compactions slow scrapes, or take CPU far above the quiet level; `cpu-spikes` says what all spikes come from. */
function compactionSpikes({ compaction, scrapes, 'gc-cpu': gc }: PanelByName): PanelFinding | null {
  const test = linked(scrapes, 'compaction');
  const costs = compaction.compactions.flatMap(({ start, cpuCoreSecondsAboveQuiet: coreSeconds }) => (
    coreSeconds === null ? [] : [{ start, coreSeconds }]
  ));
  const multiple = compaction.multiples.cpu;
  const explains = gc.variance.compaction;
  const isDear = multiple !== null && multiple >= CPU_MULTIPLE && costs.length >= MIN_COMPACTIONS
    && explains !== null && explains >= EXPLAINS && !isByChance(compaction.multiples.cpuPValue);
  if (!isDear && test === null) return null;
  const lost = lostTo(scrapes.gaps, 'compaction');
  // Lost scrapes are worse than spikes, and lead.
  const spikes = isDear && lost.time === null;
  const largest = costs.toSorted((a, b) => b.coreSeconds - a.coreSeconds).at(0);
  const typical = median(costs.map(({ coreSeconds }) => coreSeconds));
  const gcBeyond = gc.variance.gcBeyondCompaction;
  const slows = lost.time === null ? test === null ? [] : parts`${howMany(test)} coincide with one`
    : parts`the one at ${at(lost.time)} cost ${count(lost.count, 'scrape')}`;
  const compactions = count(compaction.compactions.length, 'compaction');
  const rises = parts`CPU rises to ${quantity(Math.round(10 * (multiple ?? 0)) / 10, 'none')}x the quiet level in ${
    compactions}.`;
  return {
    ...finding({
      code: spikes ? 'compaction-spikes' : 'compaction-slows-scrapes', severity: severityOf(scrapes, lost.count),
      moment: lost.time ?? largest?.start ?? null, confidence: 'likely',
      claim: spikes ? rises : parts`Compactions slow scrapes: ${slows}.`,
      evidence: [
        typical === null ? [] : parts`Each takes ${quantity(typical, 'coreSeconds')} above the quiet level.`,
        isDear ? parts`Compactions explain ${percent(explains)} of CPU variance${
          gcBeyond === null ? null : parts`, GC ${percent(gcBeyond)} beyond that`}.` : [],
        test?.parts ?? [],
        isDear && !spikes ? rises : [],
        quietClaim(gc.profiles, dearest(compaction.compactions)),
      ],
      actions: [
        profileCompaction, ...(lost.count > 0 ? [raiseTimeout(scrapes.timeoutSeconds)] : []),
        ...(compaction.keepingUp.verdict === 'falling-behind' ? [fasterDisk] : [spreadCompactions]),
      ],
    }),
    panel: 'compaction', restsOn: ['compaction', 'gc-cpu', ...(test === null ? [] : ['scrapes' as const])],
    figures: {
      cpuMultiple: multiple, coreSecondsEach: typical, compactionsCount: compaction.compactions.length,
      cpuVarianceRatio: explains, slowScrapesCount: test?.overlapping ?? null, scrapesLostCount: lost.count,
    },
  };
}

function dearest(compactions: readonly Compaction[]): Compaction[] {
  const cost = ({ cpuCoreSecondsAboveQuiet }: Compaction): number => cpuCoreSecondsAboveQuiet ?? 0;
  return compactions.toSorted((a, b) => cost(b) - cost(a));
}

/** Memory leaves no room for the next compaction, or for a start with its replay. */
function memoryBeforeWhatComes({ memory, compaction, 'wal-replay': replay }: PanelByName): PanelFinding | null {
  const { limitBytes, residentBytes } = memory;
  const { severity, code } = memory.finding;
  const isTooEarly = severity === 'unknown' && code !== NO_LIMIT_CODE && !DOWN_STATES.includes(code);
  if (limitBytes === null || residentBytes.median === null || isTooEarly) return null;
  const rises = compaction.compactions.flatMap(
    ({ rssRiseBytes }) => (rssRiseBytes === null || rssRiseBytes <= 0 ? [] : [rssRiseBytes])
  );
  const rise = rises.length === 0 ? null : Math.max(...rises);
  const atCompaction = rise === null ? 0 : (residentBytes.median + rise) / limitBytes;
  const replayPeak = replay.state === 'none' ? null : replay.memory.projectedPeakBytes;
  const atStart = replayPeak === null ? 0 : replayPeak / limitBytes;
  const worst = Math.max(atCompaction, atStart);
  if (worst < NEAR_LIMIT) return null;
  const [byCompaction, byStart] = [atCompaction >= NEAR_LIMIT, atStart >= NEAR_LIMIT];
  return {
    ...finding({
      code: 'memory-short', severity: worst >= OVER_LIMIT ? 'critical' : 'warning', moment: memory.finding.moment,
      claim: parts`${atCompaction >= atStart ? 'A compaction' : 'A start with its replay'} takes memory to ${
        percent(worst)} of its limit of ${bytes(limitBytes)}.`,
      evidence: [
        parts`Memory is at ${percent(residentBytes.median / limitBytes)} of the limit (median).`,
        byCompaction ? parts`A compaction adds up to ${bytes(rise ?? 0)}: ${percent(atCompaction)} of the limit.` : [],
        byStart
          ? parts`A start with its replay takes ${bytes(replayPeak ?? 0)}: ${percent(atStart)} of the limit.` : [],
        parts`Above the limit it may be OOM-killed, and the start that follows needs the most memory.`,
      ],
      actions: [fewerSeries, stopScraping, raiseMemory],
    }),
    panel: 'memory',
    restsOn: [
      'memory', ...(byCompaction ? ['compaction' as const] : []), ...(byStart ? ['wal-replay' as const] : []),
    ],
    figures: {
      residentBytes: residentBytes.median, limitBytes, compactionRiseBytes: rise, replayPeakBytes: replayPeak,
    },
  };
}

/** CPU spikes about every two minutes that follow Go's forced cycles. */
function forcedCycles({ 'gc-cpu': gc }: PanelByName): PanelFinding | null {
  const isLinked = gc.links.some(({ side, linked: is }) => side === 'cpu' && is === true);
  const isSeen = gc.spikes.spikes.some(({ cause }) => cause === 'gc');
  if (gc.gaps.verdict !== 'forced' || !isLinked || !isSeen || gc.gaps.forcedShareRatio === null) return null;
  return {
    ...finding({
      code: 'gc-forced-cycles', severity: 'info', moment: gc.cycles.at(-1)?.time ?? null, confidence: 'likely',
      claim: parts`The CPU spikes about every two minutes are GC cycles that Go forces, not load.`,
      evidence: [
        parts`${percent(gc.gaps.forcedShareRatio)} of the times between cycles are two minutes.`,
        parts`GOGC does not change these cycles.`,
      ],
    }),
    panel: 'gc-cpu', restsOn: ['gc-cpu'], figures: { forcedShareRatio: gc.gaps.forcedShareRatio },
  };
}

function slowestAtCycle({ points, cycles }: PanelByName['scrapes']): { time: number; seconds: number } | null {
  let found: { time: number; seconds: number } | null = null;
  points.durationSeconds.forEach((seconds, i) => {
    const time = points.time[i];
    if (seconds === null || time === undefined || (found !== null && seconds <= found.seconds)) return;
    if (cycles.some((cycle) => cycle.time >= time && cycle.time - GC_REACH_SECONDS <= time + seconds))
      found = { time, seconds };
  });
  return found;
}

/** Returns what is said of GC with the CPU limit, if GC slows scrapes by filling it; else empty. */
function filledByGc({ causes }: PanelByName['scrapes']): Part[] {
  return causes.find(({ cause }) => cause === 'cpu')?.detail ?? [];
}

function known<T>(value: T | null): T[] {
  return value === null ? [] : [value];
}
