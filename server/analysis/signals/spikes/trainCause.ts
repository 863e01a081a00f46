/** Which rule groups and scrape jobs make a spike, by what one pulse of each usually adds. Pure. */
import type { SpikeTrain, TrainCause } from '../../../../core/contract/contract.ts';
import { elementAt } from '../../../../core/elementAt.ts';
import { at, parts, percent, quantity, type Piece } from '../../../../core/text/parts.ts';
import { trainName } from '../../../../core/text/trainWords.ts';
import { phaseDifference } from '../../../../core/statistics/circular.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';
import type { TrainResult } from '../trains/attributeTrains.ts';
import type { Pulse } from '../trains/trainSources.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { foldOf } from '../trains/trainFold.ts';
import type { FoundSpike } from './findSpikes.ts';
import type { Sample } from './quietLevel.ts';

/** A pulse belongs to a spike that begins or ends this much off: a reading of CPU is of its second. */
const PAD_MS = 300;
/** Trains explain a spike when they usually add this share of it; surely, from the second on. */
const EXPLAINS = 0.5;
const SURELY = 0.8;
/** Of what all trains add to a spike, the least for one to be among its makers. */
const MIN_PART = 0.2;
const MAX_LISTED = 100;
/** A pulse that begins so much off is not at the phase of the last one. */
const SAME_PHASE_MS = 500;

/** The trains of a window as a spike meets them. */
export interface KnownTrains {
  /** As in the answer. */
  list: SpikeTrain[];
  /** In the order of the list. */
  results: (TrainResult & { longestMs: number })[];
}

/** In the order of the answer, the dearest first; what they make of the spikes is added by `countTrains`. */
export function knownTrains(found: readonly TrainResult[], samples: readonly Sample[]): KnownTrains {
  const perSecond = ({ measure, verdict, sources: [first] }: TrainResult): number => (
    measure === null ? -1 : Number(verdict === 'named') * 1e9 + measure.area * 1000 / (first?.periodMs ?? 1)
  );
  const results = found.toSorted((a, b) => perSecond(b) - perSecond(a)).slice(0, MAX_LISTED).map((result) => ({
    ...result, longestMs: result.pulses.reduce((most, { startMs, endMs }) => Math.max(most, endMs - startMs), 0),
  }));
  const list = results.map(({ sources, verdict, measure, pulses }): SpikeTrain => {
    const first = elementAt(sources, 0);
    const isNamed = verdict === 'named';
    return {
      kind: first.kind, names: sources.map(({ name }) => name), files: sources.map(({ file }) => file),
      periodSeconds: first.periodMs / 1000, lastStart: (pulses.at(-1)?.startMs ?? 0) / 1000,
      since: steadySinceMs(pulses, first.periodMs) / 1000,
      widthSeconds: sources.reduce((most, { widthMs }) => Math.max(most, widthMs), 0) / 1000,
      targets: first.targets, verdict, pulses: measure?.pulses ?? 0,
      coreSeconds: measure?.area ?? null, lowCoreSeconds: measure?.low ?? null, highCoreSeconds: measure?.high ?? null,
      risingRatio: measure?.risingRatio ?? null, spikes: 0, shareRatio: null,
      fold: isNamed ? foldOf(samples, pulses, first.periodMs) : null,
    };
  });
  return { list, results };
}

/** When the trains that have a name work, ascending and apart. */
export function workOfNamed({ results }: KnownTrains): SpanMs[] {
  return joinedSpans(results.flatMap(({ verdict, pulses }) => (verdict === 'named' ? pulses : [])));
}

/** The first of the pulses that are whole periods before the last. */
function steadySinceMs(pulses: readonly Pulse[], periodMs: number): number {
  const last = pulses.at(-1)?.startMs ?? 0;
  const before = pulses.findLast(({ startMs }) => (
    Math.abs(phaseDifference(startMs, last, periodMs)) > SAME_PHASE_MS
  ));
  return pulses.find(({ startMs }) => startMs > (before?.startMs ?? -Infinity))?.startMs ?? last;
}

export interface TrainVerdict {
  cause: TrainCause;
  confidence: 'sure' | 'likely';
  evidence: Piece[];
  /** Its makers, the largest first. */
  made: MadePart[];
}

/** `place` in the list of trains; the share of the spike that it makes of all makers. */
export interface MadePart { place: number; shareRatio: number }

interface Part { place: number; area: number; startMs: number }

/** null where the trains that are named usually add less than half of the spike. */
export function trainVerdict(spike: FoundSpike, { list, results }: KnownTrains, noun: string): TrainVerdict | null {
  const added = results.flatMap((result, place): Part[] => {
    if (result.verdict !== 'named' || result.measure === null) return [];
    const { mass, startMs } = massWithin(result, spike);
    return mass > 0 ? [{ place, area: mass * result.measure.area, startMs }] : [];
  }).toSorted((a, b) => b.area - a.area);
  const total = added.reduce((sum, { area }) => sum + area, 0);
  const share = Math.min(1, total / spike.excess);
  const makers = added.filter(({ area }) => area >= MIN_PART * total);
  const [first] = makers;
  if (first === undefined || !(share >= EXPLAINS)) return null;
  const made = makers.reduce((sum, { area }) => sum + area, 0);
  const train = elementAt(list, first.place);
  const { sources: [source], measure } = elementAt(results, first.place);
  const isGroup = source?.kind === 'rule-group';
  return {
    cause: train.kind, confidence: share >= SURELY ? 'sure' : 'likely', 
    made: makers.map(({ place, area }) => ({ place, shareRatio: area / made })),
    evidence: [
      parts`${percent(share)} of its ${noun} above quiet is what ${trainName(train)} usually ${
        isGroup && train.names.length === 1 ? 'adds' : 'add'} (${quantity(measure?.area ?? 0, 'coreSeconds')}), ${
        isGroup ? 'evaluated' : 'begun'} at ${at(first.startMs / 1000)}`,
      makers.length < 2 ? null
        : parts`, with ${makers.slice(1).map(({ place }) => trainName(elementAt(list, place))).join(' and ')}`,
    ],
  };
}

/** How much of pulses lies in a spike, and the start of the first one. */
function massWithin(
  { pulses, longestMs }: KnownTrains['results'][number], { startMs, endMs }: FoundSpike
): { mass: number; startMs: number } {
  const [fromMs, toMs] = [startMs - PAD_MS, endMs + PAD_MS];
  let mass = 0;
  let first = NaN;
  const startAt = (k: number): number => elementAt(pulses, k).startMs;
  for (let k = countBelow(pulses.length, startAt, fromMs - longestMs); k < pulses.length; k++) {
    const pulse = elementAt(pulses, k);
    if (pulse.startMs >= toMs) break;
    const within = Math.min(toMs, pulse.endMs) - Math.max(fromMs, pulse.startMs);
    if (!(within > 0)) continue;
    mass += pulse.mass * within / (pulse.endMs - pulse.startMs);
    if (Number.isNaN(first)) first = pulse.startMs;
  }
  return { mass, startMs: first };
}

/** The list with what each train makes of the spikes: of several makers each has its part. */
export function countTrains(
  list: readonly SpikeTrain[], spikes: readonly { area: number; made: readonly MadePart[] }[]
): SpikeTrain[] {
  const all = spikes.reduce((sum, { area }) => sum + area, 0);
  return list.map((train, place) => {
    const own = spikes.flatMap(({ area, made }) => (
      made.filter((part) => part.place === place).map(({ shareRatio }) => shareRatio * area)
    ));
    const area = own.reduce((sum, part) => sum + part, 0);
    return { ...train, spikes: own.length, shareRatio: all > 0 ? area / all : null };
  });
}
