/**
 * Tests what moves with GC: CPU, scrape duration, ingest; beyond chance or not, with and without compactions, and how
 * much of CPU's variance GC explains. See docs/reference/gc-cpu.md.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type {
  Correlation, CpuVariance, GcCpuPanel, GcEstimate, GcLink, GcProfile, GcTrace,
} from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { correlate, MIN_PAIRS, spearman } from '../../../../core/statistics/correlation.ts';
import { lagProfile } from '../../../../core/statistics/lagProfile.ts';
import { overlapMs } from './gcAround.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import { ratesOfStep, type CounterSteps, type PointGrid } from '../../signals/counterSteps.ts';
import { explainedRatio, shiftedBy } from '../../../../core/statistics/regression.ts';
import type { Random } from '../../../../core/statistics/random.ts';
import type { SpanMs } from '../../signals/windowFrame.ts';

/** Minimum intervals with the end of a cycle for a correlation. */
export const MIN_CYCLES = 5;
/** P-value below which a link is significant: at 0.05 one window in twenty would show one where there is none. */
export const SIGNIFICANT = 0.01;
/** Number of lags to each side, in scrape intervals, or in whole seconds if the intervals are shorter. */
const LAGS = 10;
/** Share of intervals with a cycle above which "one ended here" says little, so that the number of cycles is used. */
const DENSE_SHARE = 0.5;
/** Share of repeated answers above which a target's readings are too uneven for lags of one or two scrapes. */
export const OFTEN_REPEATED = 0.1;
/** Intervals whose lengths differ by less than this share are equal: timers jitter. */
const UNEVEN_STEP = 0.25;
/** Number of intervals before and after that may still contain a cycle's CPU. */
const REGRESSION_REACH = 2;

export interface GcLinksInput {
  window: RoleWindow;
  gc: GcCycles;
  cpu: CounterSteps;
  ingest: CounterSteps;
  /** Compactions, widened by their errors. */
  excluded: readonly SpanMs[];
  grid: PointGrid;
  stepMs: number;
  /** Rows of the part of the window scraped every `stepMs`. */
  rows: Int32Array;
  cycleLengthSeconds: number | null;
  random: Random;
}

export type GcLinks = Pick<
  GcCpuPanel, 'correlation' | 'correlationAll' | 'shareCorrelation' | 'shareCorrelationAll' | 'links' | 'variance'
>;

/** Puts all on one even grid of slots a scrape step wide; an interval is placed by the scrape that ends it. */
export function gcLinks(input: GcLinksInput): GcLinks {
  const { window, excluded, stepMs, random } = input;
  const slots = slotsOf(input);
  const options = { stepSeconds: stepMs / 1000, lags: LAGS, stride: Math.max(1, Math.round(1000 / stepMs)), random };
  const outside = (side: Float64Array): Float64Array => (
    excluded.length === 0 ? side : side.map((value, i) => (numberAt(slots.compaction, i) > 0 ? NaN : value))
  );
  const quietCpu = outside(slots.cpu);
  const ended = (side: Float64Array): Correlation => (
    eventsWith(slots.signal, side) < MIN_CYCLES ? tooLittle(slots.signal, side)
      : correlate(slots.signal, side, options)
  );
  const { share } = slots;
  const inCycle = (side: Float64Array): Correlation => (
    share === null || eventsWith(share, side) < MIN_CYCLES ? tooLittle(slots.signal, side)
      : shareFigures(share, side, options)
  );
  const isOftenRepeated = repeatedRatio(window) >= OFTEN_REPEATED;
  const resolved = (found: Correlation): Correlation => (isOftenRepeated ? withResolvedLag(found, stepMs) : found);
  const correlation = resolved(ended(quietCpu));
  const link = (side: GcLink['side'], name: string, found: Correlation, from: string[]): GcLink =>
    ({ side, name, linked: found.pValue === null ? null : found.pValue < SIGNIFICANT, correlation: found, from });
  const names = (role: Parameters<RoleWindow['role']>[0]): string[] => window.role(role)?.names ?? [];
  const allShare = inCycle(slots.cpu);
  return {
    correlation, correlationAll: excluded.length === 0 ? correlation : resolved(ended(slots.cpu)),
    shareCorrelation: excluded.length === 0 ? allShare : inCycle(quietCpu), shareCorrelationAll: allShare,
    links: [
      link('cpu', 'process CPU', correlation, names('cpuSeconds')),
      link('scrape-time', 'scrape duration', resolved(ended(outside(slots.scrapeSeconds))), ['duration of the scrape']),
      link('ingest', 'samples ingested', resolved(ended(outside(slots.ingest))), names('samplesAppended')),
    ],
    variance: varianceOf(slots, quietCpu, excluded.length > 0),
  };
}

/** Returns the share of answered scrapes whose body equals that of the previous one. */
export function repeatedRatio({ scrapes: { error, repeated } }: RoleWindow): number {
  let [answered, same] = [0, 0];
  for (let row = 0; row < error.length; row++) {
    if (error[row] === null) answered++;
    same += numberAt(repeated, row);
  }
  return answered === 0 ? 0 : same / answered;
}

/**
 * Names no lag beside 0 that repeated bodies may have caused: with them, an interval ends up to a scrape late, so which
 * of these lags is strongest depends on where the repeated bodies fell.
 */
function withResolvedLag(found: Correlation, stepMs: number): Correlation {
  const { bestLagSeconds, lags } = found;
  if (bestLagSeconds === null) return found;
  const [least, zero] = [2 * stepMs / 1000, lags.find(({ lagSeconds }) => lagSeconds === 0)];
  const isUnresolved = bestLagSeconds !== 0 && Math.abs(bestLagSeconds) <= least;
  return isUnresolved && zero !== undefined ? { ...found, bestLagSeconds: 0, bestLagPValue: found.pValue } : found;
}

interface Slots {
  /** Cycles that ended per scrape step; at most one per interval where they are sparse. */
  signal: Float64Array;
  /** Share of the interval inside a cycle; null if a cycle's length is unknown. */
  share: Float64Array | null;
  /** Share of the interval inside a compaction. */
  compaction: Float64Array;
  cpu: Float64Array;
  scrapeSeconds: Float64Array;
  ingest: Float64Array;
}

function slotsOf({ window, gc, cpu, ingest, excluded, stepMs, rows, cycleLengthSeconds }: GcLinksInput): Slots {
  const { startMs, durationSeconds } = window.scrapes;
  const length = rows.length === 0 ? 0 : 1
    + Math.round((numberAt(startMs, numberAt(rows, rows.length - 1)) - numberAt(startMs, numberAt(rows, 0))) / stepMs);
  const empty = (): Float64Array => new Float64Array(length).fill(NaN);
  const slots = {
    cycles: empty(), steps: empty(), share: empty(), compaction: empty(), cpu: empty(), scrapeSeconds: empty(),
    ingest: empty(),
  };
  const rates = ratesOfStep(cpu, stepMs);
  const ingestRates = ratesOfStep(ingest, stepMs);
  const lengthMs = cycleLengthSeconds === null ? NaN : 1000 * cycleLengthSeconds;
  let nextSpan = 0, nextCycle = 0, dense = 0, filled = 0;
  for (const row of rows) {
    if (Number.isNaN(rates[row]) || Number.isNaN(gc.endedByRow[row])) continue;
    // If jitter puts two scrapes into one slot, the later one is kept.
    const slot = Math.round((numberAt(startMs, row) - numberAt(startMs, numberAt(rows, 0))) / stepMs);
    const to = numberAt(startMs, row) + 500 * numberAt(durationSeconds, row);
    const interval = { startMs: to - 1000 * numberAt(cpu.seconds, row), endMs: to };
    slots.cycles[slot] = numberAt(gc.endedByRow, row);
    slots.steps[slot] = stepsIn(1000 * numberAt(cpu.seconds, row), stepMs);
    slots.cpu[slot] = numberAt(rates, row);
    slots.scrapeSeconds[slot] = numberAt(durationSeconds, row);
    slots.ingest[slot] = numberAt(ingestRates, row);
    while (nextSpan < excluded.length && elementAt(excluded, nextSpan).endMs <= interval.startMs) nextSpan++;
    let compacting = 0;
    for (let k = nextSpan; k < excluded.length && elementAt(excluded, k).startMs < interval.endMs; k++)
      compacting += overlapMs(interval, elementAt(excluded, k).startMs, elementAt(excluded, k).endMs);
    slots.compaction[slot] = Math.min(1, compacting / (interval.endMs - interval.startMs));
    while (nextCycle < gc.cycles.length && elementAt(gc.cycles, nextCycle).endMs <= interval.startMs) nextCycle++;
    let inCycle = 0, coveredMs = interval.startMs;
    for (let k = nextCycle; k < gc.cycles.length && elementAt(gc.cycles, k).endMs - lengthMs < interval.endMs; k++) {
      const { endMs } = elementAt(gc.cycles, k);
      inCycle += overlapMs(interval, Math.max(coveredMs, endMs - lengthMs), endMs);
      coveredMs = Math.max(coveredMs, endMs);
    }
    slots.share[slot] = inCycle / (interval.endMs - interval.startMs);
    filled++;
    if (numberAt(gc.endedByRow, row) > 0) dense++;
  }
  const isDense = dense > DENSE_SHARE * filled;
  // If bodies repeat, an interval has one step or two, and so holds more cycles: compare a rate only with a rate.
  const signal = slots.cycles.map(
    (count, slot) => (isDense ? count : Math.min(1, count)) / numberAt(slots.steps, slot)
  );
  return { ...slots, signal, share: cycleLengthSeconds === null ? null : slots.share };
}

/** Returns the scrape steps that an interval lasts; 1 if only jitter lengthens it. */
function stepsIn(intervalMs: number, stepMs: number): number {
  const steps = intervalMs / stepMs;
  return Math.abs(steps - 1) < UNEVEN_STEP ? 1 : steps;
}

function eventsWith(signal: Float64Array, side: Float64Array): number {
  let events = 0;
  for (let slot = 0; slot < signal.length; slot++) if (numberAt(signal, slot) > 0 && side[slot] === side[slot])
    events++;
  return events;
}

/** Returns a correlation without a result, as r of few cycles is not meaningful. */
function tooLittle(signal: Float64Array, side: Float64Array): Correlation {
  let sampleSize = 0;
  for (let slot = 0; slot < signal.length; slot++) if (signal[slot] === signal[slot] && side[slot] === side[slot])
    sampleSize++;
  return {
    pearson: null, spearman: null, bestLagSeconds: null, pValue: null, bestLagPValue: null, sampleSize, lags: [],
  };
}

function shareFigures(
  share: Float64Array, side: Float64Array, options: { stepSeconds: number; lags: number; stride: number }
): Correlation {
  const lags = lagProfile(share, side, options, MIN_PAIRS);
  const best = lags.reduce<(typeof lags)[number] | null>(
    (most, lag) => (lag.r !== null && Math.abs(lag.r) > Math.abs(most?.r ?? 0) ? lag : most), null
  );
  return {
    pearson: elementAt(lags, options.lags).r, spearman: spearman(share, side, MIN_PAIRS),
    bestLagSeconds: best?.lagSeconds ?? null, pValue: null, bestLagPValue: null,
    sampleSize: tooLittle(share, side).sampleSize, lags,
  };
}

function varianceOf(
  { signal, share, compaction, cpu }: Slots, quietCpu: Float64Array, hasCompactions: boolean
): CpuVariance {
  if (eventsWith(signal, cpu) < MIN_CYCLES)
    return { gcOutsideCompactions: null, gc: null, compaction: null, gcBeyondCompaction: null };
  const activity = share ?? signal;
  const around = Array.from({ length: 2 * REGRESSION_REACH + 1 }, (_, k) => shiftedBy(activity, k - REGRESSION_REACH));
  const explained = (y: Float64Array, columns: Float64Array[]): number | null => explainedRatio(y, columns, MIN_PAIRS);
  const gc = explained(cpu, around);
  const alone = hasCompactions ? explained(cpu, [compaction]) : null;
  const both = hasCompactions ? explained(cpu, [compaction, ...around]) : null;
  return {
    gcOutsideCompactions: eventsWith(signal, quietCpu) < MIN_CYCLES ? null
      : explained(quietCpu, around), gc, compaction: alone,
    gcBeyondCompaction: alone === null || both === null ? null : Math.max(0, both - alone),
  };
}

/** Input of the panel's finding and table. */
export interface GcCpuReading extends GcLinks,
  Pick<
    GcCpuPanel,
    'around' | 'gaps' | 'pauses' | 'limiter' | 'whatIf' | 'estimates' | 'compactionExcluded' | 'allocBytesPerSample'
      | 'maxProcs' | 'budgetCores' | 'memoryLimitBytes' | 'memoryLimits' | 'duringCycle' | 'spikes' | 'throttling'
  > {
  window: RoleWindow;
  gc: GcCycles;
  profiles: readonly GcProfile[];
  traces: readonly GcTrace[];
  period: GcCpuPanel['periodSeconds'];
  best: GcEstimate | null;
  processCores: number | null;
  shareRatio: number | null;
  scrapeStepMs: number;
}
