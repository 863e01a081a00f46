/** Attributes each spike to a cause, and ranks the causes of a window's spikes. See docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type {
  Confidence, GcProfile, LoggedQuery, QuantitySpike, QuantitySpikeCause, QuantitySpikes, SpikeCause, SpikeQueries,
} from '../../../../core/contract/contract.ts';
import { at, count, parts, percent, quantity, render, type Piece } from '../../../../core/text/parts.ts';
import { namedParts } from '../../../../core/text/queryWords.ts';
import { START_CAUSES } from '../../../../core/text/spikeCauses.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';
import type { CycleLock } from '../gc/cycleLock.ts';
import type { GcCycles } from '../gc/gcCycles.ts';
import type { SpanMs } from '../windowFrame.ts';
import { shareWithin, type FoundSpike, type SpikesFound } from './findSpikes.ts';
import { gcCause, profiledAsGc, type GcCause } from './gcCause.ts';
import { queryCauses, type QueryCauses } from './queryCause.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';
import { hostCause, type HostCause } from './hostCause.ts';
import { mainEvent, type SpikeEvent } from './spikeEvents.ts';
import type { SpikeKind } from './spikeKinds.ts';
import { splitSpikes } from './splitSpikes.ts';
import { countTrains, trainVerdict, type KnownTrains, type MadePart } from './trainCause.ts';

/** Below this number of spikes, no shares are shown. */
const MIN_SPIKES = 4;
/** Shares are sure from this number of spikes on, if sure causes cover at least `SURE_SHARE` of their area. */
const SURE_SPIKES = 8;
const SURE_SHARE = 0.9;
/** A cause explains a spike if its events contain this share of the area above quiet; `SURELY` and more is sure. */
const EXPLAINS = 0.5;
const SURELY = 0.8;
const ABOUT_EQUAL = 0.15;
/** Causes that start and end at known times, and whose spike is split from a longer one around it. */
const SPLITS: ReadonlySet<SpikeEvent['cause']> = new Set(['compaction']);
/** The leading cause keeps its rank until another exceeds it by this share. */
const MARGIN = 0.1;

export interface AttributionInput {
  kind: SpikeKind;
  measuredSeconds: number;
  samples: readonly Sample[];
  events: readonly SpikeEvent[];
  gc: GcCycles;
  lock: CycleLock | null;
  profiles: readonly GcProfile[];
  stepMs: number;
  /** GC CPU that the target counts, by row; null if it counts none. A cycle's CPU is counted at the cycle's end. */
  gcCpu?: CountedGc | null;
  /** Times when the host was saturated. */
  shortages: readonly SpanMs[];
  /** Queries of a query log, for spikes of CPU. */
  queries?: readonly LoggedQuery[];
  /** Cores that one query may use at once; default: 1. */
  queryCores?: number;
  /** Rule groups and scrape jobs; absent if unknown. */
  trains?: KnownTrains;
}

export interface CountedGc { timesMs: Float64Array; seconds: Float64Array }

interface Verdict {
  cause: SpikeCause; confidence: Confidence; evidence: Piece[]; queries?: SpikeQueries; made?: MadePart[];
}

/**
 * Attributes every spike to a cause. An event explains a spike when at least half of the spike's excess falls in the
 * event; GC cycles within a compaction count as the compaction. A spike without an event is due to GC if a profile says
 * so, or if it lies on cycles and cycles cause spikes in this window; else to the host; else unexplained.
 */
export function attributeSpikes(
  { quiet, levels, spikes: found }: SpikesFound, input: AttributionInput
): QuantitySpikes {
  const none = noSpikes(input.kind, input.measuredSeconds);
  if (quiet === null || levels === null) return none;
  const spikes = input.kind.isKept ? found
    : splitSpikes(found, input.samples, levels, input.events.filter(({ cause }) => SPLITS.has(cause)));
  const named = queryCauses({ ...input, levels, queries: input.queries ?? [] });
  const whole = { ...input, levels, named };
  const byTrain = spikes.map((spike) => (
    input.trains === undefined ? null : trainVerdict(causingPart(spike, input), input.trains, input.kind.noun)
  ));
  // Rules are queries too, so a train's name beats an unnamed burst of queries; logged queries have their own names.
  const byEvent = spikes.map((spike, i) => {
    const event = eventVerdict(causingPart(spike, input), whole);
    const isUnnamed = event?.cause === 'query' && event.queries === undefined;
    return event === null || isUnnamed ? byTrain[i] ?? event : event;
  });
  const left = spikes.filter((_, i) => elementAt(byEvent, i) === null);
  const gc = input.kind.fromGc ? gcCause({ ...whole, spikes: left }) : null;
  const byGc = spikes.map((spike, i) => (gc === null || byEvent[i] !== null ? null : gcVerdict(spike, gc, whole)));
  const host = hostCause({ ...whole, spikes: spikes.filter((_, i) => byEvent[i] === null && !isNamed(byGc[i])) });
  const verdicts = spikes.map((spike, i): Verdict => byEvent[i] ?? (isNamed(byGc[i]) ? byGc[i] : null)
    ?? hostVerdict(spike, host, whole) ?? byGc[i] ?? NONE_COVERS);
  const attributed = spikes.map((spike, i): QuantitySpike => {
    const { cause, confidence, evidence, queries, made } = elementAt(verdicts, i);
    const text = parts`${evidence.flatMap((piece) => parts`${piece}`)}.`;
    return {
      start: spike.startMs / 1000, end: spike.endMs / 1000, isOver: spike.isOver, peak: spike.peak,
      quiet: spike.quiet, area: spike.excess, cause, confidence, evidence: render(text), evidenceParts: text,
      ...(queries === undefined ? {} : { queries }),
      ...(made === undefined ? {} : { trains: made.map(({ place }) => place) }),
    };
  });
  const starts = new Set(
    input.events.filter(({ cause }) => START_CAUSES.has(cause)).map(({ ownStartMs }) => ownStartMs)
  );
  const recurs = ({ cause }: QuantitySpike): boolean => starts.size > 1 || !START_CAUSES.has(cause);
  const counted = attributed.filter(recurs).length;
  return {
    ...none, quiet, spikes: attributed, causes: rankedCauses(attributed, recurs),
    confidence: overall(attributed, counted), counted,
    ...(input.trains === undefined ? {} : {
      trains: countTrains(input.trains.list, attributed.map(({ area }, i) => (
        { area, made: elementAt(verdicts, i).made ?? [] }
      ))),
    }),
  };
}

/** Returns the result for too little data. */
export function noSpikes({ quantity: what, unit, areaUnit }: SpikeKind, measuredSeconds: number): QuantitySpikes {
  return {
    quantity: what, unit, areaUnit, measuredSeconds, needed: MIN_SPIKES, quiet: null, spikes: [], causes: [],
    confidence: 'too-early', counted: 0,
  };
}

interface KnownInput extends AttributionInput { levels: QuietLevels; named: QueryCauses }

const NONE_COVERS: Verdict = {
  cause: 'unexplained', confidence: 'likely',
  evidence: ['no compaction, GC cycle, start, standstill or heavy query covers half of it'],
};

function isNamed(verdict: Verdict | null | undefined): verdict is Verdict {
  return verdict !== null && verdict !== undefined && verdict.cause !== 'unexplained';
}

/** Returns the part of a spike in which its cause was active. */
function causingPart(spike: FoundSpike, { kind, samples }: Pick<AttributionInput, 'kind' | 'samples'>): FoundSpike {
  return kind.isKept ? { ...spike, to: spike.top + 1, endMs: elementAt(samples, spike.top).endMs } : spike;
}

function eventVerdict(spike: FoundSpike, { kind, levels, samples, events, gc, named }: KnownInput): Verdict | null {
  const logged = named(spike);
  const near = events.filter(({ startMs, endMs }) => endMs > spike.startMs && startMs < spike.endMs);
  let best: { cause: SpikeEvent['cause']; share: number } | null = null;
  for (const cause of kind.causes) {
    const counted = shareWithin(samples, levels, spike, near.filter((event) => event.cause === cause));
    const share = cause === 'query' ? Math.max(counted, logged?.share ?? 0) : counted;
    if (share >= EXPLAINS && share > (best === null ? 0 : best.share + ABOUT_EQUAL)) best = { cause, share };
  }
  if (best === null) return null;
  const { cause, share } = best;
  const made = near.filter((one) => one.cause === cause);
  const cycles = endedIn(gc.cycles, spike.startMs, spike.endMs).length;
  const queries = cause === 'query' && logged !== null ? { named: logged.named, others: logged.others } : undefined;
  return {
    cause, confidence: share >= SURELY ? 'sure' : 'likely', ...(queries === undefined ? {} : { queries }),
    evidence: [
      parts`${percent(share)} of its ${kind.noun} above quiet${kind.isKept ? ', up to its peak,' : ''} falls in ${
        queries !== undefined ? namedParts(queries) : seriesWords(made) ?? eventWords(mainEvent(made, spike))}`,
      cycles === 0 || !kind.fromGc ? null : parts`; ${count(cycles, 'GC cycle')} ended in it`,
    ],
  };
}

function hostVerdict(
  spike: FoundSpike, { isLinked, shortages }: HostCause, { samples, levels, kind }: KnownInput
): Verdict | null {
  const share = isLinked ? shareWithin(samples, levels, spike, shortages) : 0;
  return share < EXPLAINS ? null : {
    cause: 'host', confidence: 'likely',
    evidence: [parts`${percent(share)} of its ${kind.noun} above quiet falls in times when the host was saturated`],
  };
}

/** Describes several events of one spike; null for fewer than two. */
function seriesWords(events: readonly SpikeEvent[]): Piece | null {
  const [first] = events;
  if (first === undefined || events.length < 2) return null;
  if (first.cause !== 'query' && first.cause !== 'compaction') return null;
  const [from, until] = [
    Math.min(...events.map(({ ownStartMs }) => ownStartMs)), Math.max(...events.map(({ ownEndMs }) => ownEndMs)),
  ];
  const what = first.cause === 'query' ? parts`${count(events.length, 'burst')} of heavy queries`
    : count(events.length, 'compaction');
  return parts`${what} between ${at(from / 1000)} and ${at(until / 1000)}`;
}

function eventWords({ cause, ownStartMs, ownEndMs }: SpikeEvent): Piece {
  const during = parts`from ${at(ownStartMs / 1000)} to ${at(ownEndMs / 1000)}`;
  switch (cause) {
    case 'compaction': return parts`the compaction ${during}`;
    case 'query': return parts`heavy queries ${during}`;
    case 'replay': return parts`the start with its WAL replay ${during}`;
    case 'restart': return parts`the start at ${at(ownStartMs / 1000)} and the 30 s after it`;
    case 'freeze': return parts`the 10 s after a standstill ${during}`;
  }
}

function gcVerdict(
  spike: FoundSpike, { reach, isLinked, perCycleSeconds }: GcCause,
  { kind, levels, samples, gc, gcCpu, profiles, stepMs }: KnownInput,
): Verdict {
  const profiled = profiledAsGc(spike, profiles);
  if (profiled === true) return {
    cause: 'gc', confidence: 'sure', evidence: ['a CPU profile taken in it shows GC as at least half of it'],
  };
  const share = shareWithin(samples, levels, spike, reach);
  if (share < EXPLAINS || profiled === false) return {
    cause: 'unexplained', confidence: 'likely',
    evidence: profiled === false ? ['a CPU profile taken in it shows GC as less than half of it']
      : NONE_COVERS.evidence,
  };
  if (!isLinked) return {
    cause: 'unexplained', confidence: 'likely',
    evidence: [
      `GC cycles ended in it, but ${kind.noun} does not rise at GC cycles more than at other times`,
    ],
  };
  const ended = endedIn(gc.cycles, spike.startMs - stepMs, spike.endMs + stepMs);
  const cycles = ended.reduce((sum, { endedSincePrevious }) => sum + endedSincePrevious, 0);
  if (perCycleSeconds !== null && cycles * perCycleSeconds < EXPLAINS * spike.excess) return {
    cause: 'unexplained', confidence: 'likely',
    evidence: [
      parts`${count(cycles, 'GC cycle')} ended in it, at ${quantity(perCycleSeconds, 'coreSeconds')} each on average: `,
      'too little for this spike',
    ],
  };
  const counted = kind.quantity === 'cpu' ? countedIn(gcCpu ?? null, spike, stepMs) : null;
  if (counted !== null && counted < EXPLAINS * spike.excess) return {
    cause: 'unexplained', confidence: 'likely',
    evidence: [
      parts`${count(cycles, 'GC cycle')} ended in it, and the target counts ${
        quantity(counted, 'coreSeconds')} of GC: too little for this spike`,
    ],
  };
  return {
    cause: 'gc', confidence: share >= SURELY ? 'sure' : 'likely',
    evidence: [
      parts`${percent(share)} of its ${kind.noun} above quiet falls on ${
        ended.length === 1 ? 'a GC cycle that ended at ' : 'GC cycles, the last one at '}${
        at((ended.at(-1)?.endMs ?? spike.endMs) / 1000)}`,
    ],
  };
}

/** Returns the GC CPU that the target counted over a span; null if it counted none. */
function countedIn(counted: CountedGc | null, { startMs, endMs }: SpanMs, stepMs: number): number | null {
  if (counted === null) return null;
  const { timesMs, seconds } = counted;
  let sum: number | null = null;
  const timeAt = (row: number): number => numberAt(timesMs, row);
  for (let row = countBelow(timesMs.length, timeAt, startMs); row < timesMs.length; row++) {
    if (timeAt(row) > endMs + stepMs) break;
    if (timeAt(row) > startMs && !Number.isNaN(numberAt(seconds, row))) sum = (sum ?? 0) + numberAt(seconds, row);
  }
  return sum;
}

/** Returns the cycles that end within the range, from cycles in ascending order. */
function endedIn(cycles: GcCycles['cycles'], fromMs: number, toMs: number): GcCycles['cycles'] {
  const endAt = (place: number): number => elementAt(cycles, place).endMs;
  const first = countBelow(cycles.length, endAt, fromMs);
  let end = first;
  while (end < cycles.length && endAt(end) <= toMs) end++;
  return cycles.slice(first, end);
}

/**
 * Ranks causes by the area above quiet that each covers. The first rank has hysteresis: going through the spikes in
 * time, another cause takes the lead only if it exceeds the leader's sum by a tenth. Non-recurring causes follow.
 */
function rankedCauses(
  spikes: readonly QuantitySpike[], recurs: (spike: QuantitySpike) => boolean
): QuantitySpikeCause[] {
  const totals = new Map<SpikeCause, QuantitySpikeCause>();
  let all = 0;
  let leader: QuantitySpikeCause | undefined;
  for (const spike of spikes) {
    const { cause, area } = spike;
    const total = totals.get(cause) ?? { cause, count: 0, area: 0, shareRatio: 0 };
    totals.set(cause, total);
    total.count++;
    total.area += area;
    all += area;
    if (!recurs(spike)) continue;
    if (leader === undefined || total.area > (1 + MARGIN) * leader.area) leader = total;
  }
  return [...totals.values()].map((total) => ({ ...total, shareRatio: all > 0 ? total.area / all : 0 }))
    .toSorted((a, b) => Number(b.cause === leader?.cause) - Number(a.cause === leader?.cause)
      || b.area - a.area);
}

function overall(spikes: readonly QuantitySpike[], counted: number): Confidence {
  if (counted < MIN_SPIKES) return 'too-early';
  const sum = (list: readonly QuantitySpike[]): number => list.reduce((total, { area }) => total + area, 0);
  const sure = sum(spikes.filter(({ cause, confidence }) => cause !== 'unexplained' && confidence === 'sure'));
  return counted >= SURE_SPIKES && sure >= SURE_SHARE * sum(spikes) ? 'sure' : 'likely';
}
