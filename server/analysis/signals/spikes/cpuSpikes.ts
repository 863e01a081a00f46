/** Finds the CPU spikes of a window and their causes from its counters. See docs/reference/gc-cpu.md. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { GcProfile, LoggedQuery, SpikeAttribution } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { counterSteps, type CounterSteps } from '../counterSteps.ts';
import type { CpuCeiling } from '../cpuCeiling.ts';
import { lockToCycles, type CycleLock } from '../gc/cycleLock.ts';
import type { GcCycles } from '../gc/gcCycles.ts';
import { findRestarts, freshScrapes, joinedSpans, type SpanMs } from '../windowFrame.ts';
import { attributeSpikes, type CountedGc } from './attributeSpikes.ts';
import { markBusy, secondsOf } from './busySamples.ts';
import { diskReadings, scrapeReadings } from './diskReadings.ts';
import { findSpikes } from './findSpikes.ts';
import { quietLevels, type Sample } from './quietLevel.ts';
import { attributeTrains } from '../trains/attributeTrains.ts';
import type { PulseTrain } from '../trains/pulseTrain.ts';
import { withCosts, type CostCurve, type CostCurves } from '../trains/trainCosts.ts';
import { longestQueries, queryTotals } from './queryTotals.ts';
import { spikeEvents, type SpikeEvent } from './spikeEvents.ts';
import { CPU, DISK_IO, SCRAPE_DURATION } from './spikeKinds.ts';
import { knownTrains, workOfNamed, type KnownTrains } from './trainCause.ts';

/** Shorter intervals are merged: the CPU counter moves by 10 ms of user and of system time each. */
const MIN_SAMPLE_SECONDS = 0.95;
/** Maximum length of a rise, in scrape steps and in seconds; a longer one does not show its time. */
const LONGEST_STEPS = 2.5;
const LONGEST_SECONDS = 5;

export interface CpuSpikesInput {
  window: RoleWindow;
  cpu: CounterSteps;
  compactions: readonly SpanMs[];
  gc: GcCycles;
  ceiling: CpuCeiling | null;
  profiles: readonly GcProfile[];
  stepMs: number;
  /** Queries of the target's query log; default: none. */
  queries?: readonly LoggedQuery[];
  /** Cores that the process may use at once; null or absent if unknown. */
  maxProcs?: number | null;
  /** Rule groups and scrape jobs of the target; default: none. */
  trains?: readonly PulseTrain[];
}

export interface CpuSpikesFound {
  spikes: SpikeAttribution;
  /** CPU at the GC cycles outside of compactions, heavy queries and named trains. */
  locked: ReturnType<typeof lockToCycles>;
}

/**
 * Returns the process's CPU spikes with their causes, and its CPU at GC cycles. Returns none if the counter is absent
 * or covers too short a time. Rule groups and queries allocate, so cycles cluster where they run: cycles are measured
 * outside of them. Pure.
 */
export function cpuSpikes(input: CpuSpikesInput): CpuSpikesFound {
  const { window, cpu, gc, stepMs } = input;
  const events = spikeEvents(window, input.compactions, stepMs);
  const samples = markBusy(cpuSamples(input), events);
  const found = findSpikes(samples, { ...CPU.rules, limit: input.ceiling?.cores ?? null });
  // The start of a compaction is known only to within the scrape before it.
  const work = joinedSpans([
    ...input.compactions.map((span) => ({ startMs: span.startMs - stepMs, endMs: span.endMs })),
    ...events.filter(({ cause }) => cause === 'query'),
  ]);
  const lockOutside = (spans: readonly SpanMs[]): ReturnType<typeof lockToCycles> => (
    lockToCycles({ window, gc, cpu, work: spans, scrapeStepMs: stepMs })
  );
  const all = lockOutside(work);
  const known = trainsOf(input, all.lock, { samples, events, level: found.levels?.level });
  const ofTrains = known === undefined ? [] : workOfNamed(known);
  const locked = ofTrains.length === 0 ? all : lockOutside(joinedSpans([...work, ...ofTrains]));
  return {
    locked,
    spikes: answerOf(input, attributeSpikes(found, {
      ...input, lock: locked.lock, trains: known, kind: CPU, samples, events, shortages: [], gcCpu: countedGc(window),
      measuredSeconds: secondsOf(samples),
      queryCores: window.kind === 'victoriametrics' ? Math.max(1, input.maxProcs ?? 1) : 1,
    })),
  };
}

function answerOf(
  input: CpuSpikesInput,
  { quiet, spikes, causes, measuredSeconds, confidence, counted, needed, trains }: ReturnType<typeof attributeSpikes>,
): SpikeAttribution {
  return {
    quietCores: quiet, measuredSeconds, confidence, counted, needed,
    spikes: spikes.map(({ peak, quiet: quietCores, area, ...rest }) => (
      { ...rest, peakCores: peak, quietCores, coreSeconds: area }
    )),
    causes: causes.map(({ area, ...rest }) => ({ ...rest, coreSeconds: area })),
    queries: queryTotals(spikes), loggedQueries: longestQueries(input.queries ?? []),
    trains: trains ?? [],
  };
}

/** Returns the cost of each known train outside events other than queries, because rules are queries too. */
function trainsOf(
  { window, trains = [], gc, maxProcs, stepMs }: CpuSpikesInput, lock: CycleLock | null,
  { samples, events, level }: { samples: readonly Sample[]; events: readonly SpikeEvent[]; level?: Float64Array },
): KnownTrains | undefined {
  if (trains.length === 0 || level === undefined) return undefined;
  const outside = markBusy(samples, events.filter(({ cause }) => cause !== 'query'));
  const backMs = stepMs * (lock?.width.back ?? 1);
  const sampleSeconds = Math.max(MIN_SAMPLE_SECONDS, stepMs / 1000);
  const results = attributeTrains({
    samples: outside, level, trains, cores: maxProcs ?? null,
    besides: gc.cycles.map(({ endMs }) => ({ startMs: endMs - backMs, endMs })),
    leastArea: Math.max(CPU.rules.leastExcess, sampleSeconds * CPU.rules.leastRise(sampleSeconds)),
  });
  const known = knownTrains(results, samples);
  return known.results.some(({ verdict }) => verdict === 'named')
    ? { ...known, list: withCosts(known, trains, costCurves(window, events, stepMs)) } : known;
}

function costCurves(window: RoleWindow, events: readonly SpikeEvent[], stepMs: number): CostCurves {
  const besides = events.filter(({ cause }) => cause !== 'query');
  const curveOf = (samples: readonly Omit<Sample, 'isBusy'>[], levelMs: number): CostCurve | null => {
    const marked = markBusy(samples, besides);
    const levels = quietLevels(marked, levelMs);
    return levels === null ? null : { samples: marked, level: levels.level };
  };
  return {
    alloc: curveOf(allocated(window, stepMs), CPU.rules.levelMs),
    io: curveOf(diskReadings(window)?.readings ?? [], DISK_IO.rules.levelMs),
    scrapes: curveOf(scrapeReadings(window.scrapes), SCRAPE_DURATION.rules.levelMs),
  };
}

/** Returns none if the target does not count its allocations. */
function allocated(window: RoleWindow, stepMs: number): Omit<Sample, 'isBusy'>[] {
  const series = window.role('allocBytes');
  if (series === undefined) return [];
  const restarted = new Set(findRestarts(window).map(({ row }) => row));
  const cpu = counterSteps(window.scrapes, series, freshScrapes(window.scrapes), restarted);
  return cpuSamples({ window, cpu, stepMs });
}

function countedGc(window: RoleWindow): CountedGc | null {
  const series = window.role('gcCpuSeconds');
  if (series === undefined) return null;
  const restarted = new Set(findRestarts(window).map(({ row }) => row));
  const { increase } = counterSteps(window.scrapes, series, freshScrapes(window.scrapes), restarted);
  return { timesMs: window.scrapes.startMs, seconds: increase };
}

/** Returns cores by interval, ascending. Gaps and restarts give no sample. */
function cpuSamples(
  { window, cpu, stepMs }: Pick<CpuSpikesInput, 'window' | 'cpu' | 'stepMs'>
): Omit<Sample, 'isBusy'>[] {
  const samples: Omit<Sample, 'isBusy'>[] = [];
  const longest = Math.max(LONGEST_SECONDS, LONGEST_STEPS * stepMs / 1000);
  let open: { startMs: number; endMs: number; cpuSeconds: number } | null = null;
  cpu.increase.forEach((rise, row) => {
    const seconds = numberAt(cpu.seconds, row);
    if (Number.isNaN(rise) || !(seconds > 0) || seconds > longest) return;
    const endMs = numberAt(window.scrapes.startMs, row) + 500 * numberAt(window.scrapes.durationSeconds, row);
    const startMs = endMs - 1000 * seconds;
    const continues = open !== null && startMs - open.endMs < 1;
    open = {
      startMs: continues && open !== null ? open.startMs : startMs, endMs,
      cpuSeconds: rise + (continues && open !== null ? open.cpuSeconds : 0),
    };
    const covered = (open.endMs - open.startMs) / 1000;
    if (covered < MIN_SAMPLE_SECONDS) return;
    samples.push({ startMs: open.startMs, endMs, value: open.cpuSeconds / covered, weight: covered });
    open = null;
  });
  return samples;
}

