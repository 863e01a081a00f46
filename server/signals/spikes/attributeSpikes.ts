/** What each spike comes from, and what the spikes of a window come from in all. See docs/reference/gc-cpu.md. */
import { elementAt } from '../../../core/elementAt.ts';
import type {
  Confidence, GcProfile, Spike, SpikeAttribution, SpikeCause, SpikeCauseTotal,
} from '../../../core/contract/contract.ts';
import { at, count, parts, percent, quantity, render, type Piece } from '../../../core/text/parts.ts';
import type { CycleLock } from '../gc/cycleLock.ts';
import type { GcCycles } from '../gc/gcCycles.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { shareWithin, type FoundSpike, type SpikesFound } from './findSpikes.ts';
import { gcCause, profiledAsGc, type GcCause } from './gcCause.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';
import { mainEvent, type SpikeEvent } from './spikeEvents.ts';

/** Fewer spikes than this show no shares. */
const LEAST_SPIKES = 4;
/** From this many on, all but a tenth of them with a sure cause by their CPU, the shares are sure too. */
const SURE_SPIKES = 8;
const SURE_SHARE = 0.9;
/** A cause explains a spike when this share of its CPU above quiet lies in the event; surely, from the second on. */
const EXPLAINS = 0.5;
const SURELY = 0.8;
const ABOUT_EQUAL = 0.15;
/** The cause named first keeps its place until another exceeds it by this share. */
const MARGIN = 0.1;
/** A single start is no answer to what makes the spikes, however much CPU it took. */
const STARTS: ReadonlySet<SpikeCause> = new Set(['restart', 'replay']);
/** Of events that cover a spike about equally the first one: work itself before a time when work is likely. */
const EVENT_CAUSES = ['replay', 'compaction', 'query', 'restart', 'freeze'] as const;

export interface AttributionInput {
  samples: readonly Sample[];
  events: readonly SpikeEvent[];
  gc: GcCycles;
  lock: CycleLock | null;
  profiles: readonly GcProfile[];
  stepMs: number;
}

interface Verdict { cause: SpikeCause; confidence: Confidence; evidence: Piece[] }

/**
 * A cause for every spike. An event explains it when at least half of its CPU above quiet lies in the event's time; GC
 * cycles within a compaction are the compaction's. What no event explains is GC's where a profile says so, or where the
 * spike lies on cycles and cycles make spikes at all; else it is unexplained.
 */
export function attributeSpikes({ quiet, levels, spikes }: SpikesFound, input: AttributionInput): SpikeAttribution {
  const measuredSeconds = input.samples.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0);
  if (quiet === null || levels === null) {
    return {
      quietCores: null, measuredSeconds, spikes: [], causes: [], confidence: 'too-early', counted: 0,
      needed: LEAST_SPIKES,
    };
  }
  const byEvent = spikes.map((spike) => eventVerdict(spike, levels, input));
  const gc = gcCause({ ...input, levels, spikes: spikes.filter((_, i) => elementAt(byEvent, i) === null) });
  const attributed = spikes.map((spike, i): Spike => {
    const { cause, confidence, evidence } = byEvent[i] ?? gcVerdict(spike, levels, gc, input);
    const text = parts`${evidence.flatMap((piece) => parts`${piece}`)}.`;
    return {
      start: spike.startMs / 1000, end: spike.endMs / 1000, isOver: spike.isOver, peakCores: spike.peak,
      quietCores: spike.quiet, coreSeconds: spike.excess, cause, confidence, evidence: render(text),
      evidenceParts: text,
    };
  });
  const starts = new Set(input.events.filter(({ cause }) => STARTS.has(cause)).map(({ ownStartMs }) => ownStartMs));
  const recurs = ({ cause }: Spike): boolean => starts.size > 1 || !STARTS.has(cause);
  const counted = attributed.filter(recurs).length;
  return {
    quietCores: quiet, measuredSeconds, spikes: attributed, causes: rankedCauses(attributed, recurs),
    confidence: overall(attributed, counted), counted, needed: LEAST_SPIKES,
  };
}

function eventVerdict(spike: FoundSpike, levels: QuietLevels, input: AttributionInput): Verdict | null {
  const { samples, events, gc } = input;
  const near = events.filter(({ startMs, endMs }) => endMs > spike.startMs && startMs < spike.endMs);
  let best: { cause: SpikeEvent['cause']; share: number } | null = null;
  for (const cause of EVENT_CAUSES) {
    const share = shareWithin(samples, levels, spike, near.filter((event) => event.cause === cause));
    if (share >= EXPLAINS && share > (best === null ? 0 : best.share + ABOUT_EQUAL)) best = { cause, share };
  }
  if (best === null) return null;
  const { cause, share } = best;
  const event = mainEvent(near.filter((one) => one.cause === cause), spike);
  const cycles = gc.cycles.filter(({ endMs }) => endMs >= spike.startMs && endMs <= spike.endMs).length;
  return {
    cause, confidence: share >= SURELY ? 'sure' : 'likely',
    evidence: [
      parts`${percent(share)} of its CPU above quiet falls in ${eventWords(event)}`,
      cycles === 0 ? null : parts`; ${count(cycles, 'GC cycle')} ended in it`,
    ],
  };
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
  spike: FoundSpike, levels: QuietLevels, { reach, isLinked, perCycleSeconds }: GcCause,
  { samples, gc, profiles, stepMs }: AttributionInput,
): Verdict {
  const profiled = profiledAsGc(spike, profiles);
  if (profiled === true) return {
    cause: 'gc', confidence: 'sure', evidence: ['a CPU profile taken in it shows GC as at least half of it'],
  };
  const share = shareWithin(samples, levels, spike, reach);
  if (share < EXPLAINS || profiled === false) return {
    cause: 'unexplained', confidence: 'likely',
    evidence: [profiled === false ? 'a CPU profile taken in it shows GC as less than half of it'
      : 'no compaction, GC cycle, start, standstill or heavy query covers half of it'],
  };
  if (!isLinked) return {
    cause: 'unexplained', confidence: 'likely',
    evidence: ['GC cycles ended in it, but CPU does not rise at GC cycles more than at other times'],
  };
  const ended = gc.cycles.filter(({ endMs }) => endMs >= spike.startMs - stepMs && endMs <= spike.endMs + stepMs);
  const cycles = ended.reduce((sum, { endedSincePrevious }) => sum + endedSincePrevious, 0);
  if (perCycleSeconds !== null && cycles * perCycleSeconds < EXPLAINS * spike.excess) return {
    cause: 'unexplained', confidence: 'likely',
    evidence: [
      parts`${count(cycles, 'GC cycle')} ended in it, at ${quantity(perCycleSeconds, 'coreSeconds')} each on average: `,
      'too little for this spike',
    ],
  };
  return {
    cause: 'gc', confidence: share >= SURELY ? 'sure' : 'likely',
    evidence: [
      parts`${percent(share)} of its CPU above quiet falls on ${ended.length === 1 ? 'a GC cycle that ended at '
        : 'GC cycles, the last one at '}${at((ended.at(-1)?.endMs ?? spike.endMs) / 1000)}`,
    ],
  };
}

/**
 * By the CPU above quiet that each covers, the first one with hysteresis: going through the spikes in time, another
 * cause takes the lead only where it exceeds the leader's sum by a tenth. Causes that do not recur follow it.
 */
function rankedCauses(spikes: readonly Spike[], recurs: (spike: Spike) => boolean): SpikeCauseTotal[] {
  const totals = new Map<SpikeCause, SpikeCauseTotal>();
  let all = 0;
  let leader: SpikeCauseTotal | undefined;
  for (const spike of spikes) {
    const { cause, coreSeconds } = spike;
    const total = totals.get(cause) ?? { cause, count: 0, coreSeconds: 0, shareRatio: 0 };
    totals.set(cause, total);
    total.count++;
    total.coreSeconds += coreSeconds;
    all += coreSeconds;
    if (!recurs(spike)) continue;
    if (leader === undefined || total.coreSeconds > (1 + MARGIN) * leader.coreSeconds) leader = total;
  }
  return [...totals.values()].map((total) => ({ ...total, shareRatio: all > 0 ? total.coreSeconds / all : 0 }))
    .toSorted((a, b) => Number(b.cause === leader?.cause) - Number(a.cause === leader?.cause)
      || b.coreSeconds - a.coreSeconds);
}

function overall(spikes: readonly Spike[], counted: number): Confidence {
  if (counted < LEAST_SPIKES) return 'too-early';
  const sum = (list: readonly Spike[]): number => list.reduce((total, { coreSeconds }) => total + coreSeconds, 0);
  const sure = sum(spikes.filter(({ cause, confidence }) => cause !== 'unexplained' && confidence === 'sure'));
  return counted >= SURE_SPIKES && sure >= SURE_SHARE * sum(spikes) ? 'sure' : 'likely';
}

/** The samples with those in an event marked, so that no event, however long, makes a quiet level. */
export function markBusy(samples: readonly Omit<Sample, 'isBusy'>[], events: readonly SpanMs[]): Sample[] {
  const joined = joinedSpans(events);
  let next = 0;
  return samples.map((sample) => {
    while (next < joined.length && elementAt(joined, next).endMs <= sample.startMs) next++;
    return { ...sample, isBusy: next < joined.length && elementAt(joined, next).startMs < sample.endMs };
  });
}
