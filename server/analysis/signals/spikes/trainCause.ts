/** Attributes a spike to rule groups and scrape jobs by what one pulse of each usually adds. Pure. */
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

/** Tolerance for a pulse at the ends of a spike, because a CPU reading covers its second. */
const PAD_MS = 300;
/** Trains explain a spike if they usually add this share of it; `SURELY` and more is sure. */
const EXPLAINS = 0.5;
const SURELY = 0.8;
/** Minimum share of what all trains add to a spike for a train to be one of its makers. */
const MIN_PART = 0.2;
const MAX_LISTED = 100;
/** Number of trains that are not named and have a fold: those that work most of the time. */
const MAX_UNNAMED_FOLDS = 4;
const MIN_FOLDED = 3;
/** A pulse that starts this far off is not at the last one's phase. */
const SAME_PHASE_MS = 500;

/** The trains of a window, for matching with spikes. */
export interface KnownTrains {
  list: SpikeTrain[];
  /** Results in the order of `list`. */
  results: (TrainResult & { longestMs: number })[];
}

/** Returns trains in the order of the answer, most expensive first; `countTrains` adds their shares of spikes. */
export function knownTrains(found: readonly TrainResult[], samples: readonly Sample[]): KnownTrains {
  const perSecond = ({ measure, verdict, sources: [first] }: TrainResult): number => (
    measure === null ? -1 : Number(verdict === 'named') * 1e9 + measure.area * 1000 / (first?.periodMs ?? 1)
  );
  const results = found.toSorted((a, b) => perSecond(b) - perSecond(a)).slice(0, MAX_LISTED).map((result) => ({
    ...result, longestMs: result.pulses.reduce((most, { startMs, endMs }) => Math.max(most, endMs - startMs), 0),
  }));
  const folded = foldedOf(results);
  const list = results.map((result): SpikeTrain => {
    const { sources, verdict, measure, pulses } = result;
    const first = elementAt(sources, 0);
    return {
      kind: first.kind, names: sources.map(({ name }) => name), files: sources.map(({ file }) => file),
      periodSeconds: first.periodMs / 1000, lastStart: (pulses.at(-1)?.startMs ?? 0) / 1000,
      since: steadySinceMs(pulses, first.periodMs) / 1000,
      widthSeconds: sources.reduce((most, { widthMs }) => Math.max(most, widthMs), 0) / 1000,
      targets: first.targets, verdict, pulses: measure?.pulses ?? 0,
      coreSeconds: measure?.area ?? null, lowCoreSeconds: measure?.low ?? null, highCoreSeconds: measure?.high ?? null,
      risingRatio: measure?.risingRatio ?? null, spikes: 0, shareRatio: null,
      fold: folded.has(result) ? foldOf(samples, pulses, first.periodMs) : null,
    };
  });
  return { list, results };
}

/** Returns those with a fold: the named ones, and others whose pulses could be seen. */
function foldedOf<Result extends TrainResult>(results: readonly Result[]): ReadonlySet<Result> {
  const load = ({ sources }: Result): number => (
    sources.reduce((sum, { widthMs, periodMs }) => sum + widthMs / periodMs, 0)
  );
  const others = results.filter(({ verdict, pulses }) => (
    (verdict === 'none' || verdict === 'too-few') && pulses.length >= MIN_FOLDED
  ));
  return new Set([
    ...results.filter(({ verdict }) => verdict === 'named'),
    ...others.toSorted((a, b) => load(b) - load(a)).slice(0, MAX_UNNAMED_FOLDS),
  ]);
}

/** Returns when named trains run, ascending and not overlapping. */
export function workOfNamed({ results }: KnownTrains): SpanMs[] {
  return joinedSpans(results.flatMap(({ verdict, pulses }) => (verdict === 'named' ? pulses : [])));
}

/** Returns the start of the earliest pulse from which all keep the last one's phase. */
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
  /** Trains that make the spike, largest part first. */
  made: MadePart[];
}

/** `place` is the index in the list of trains; `shareRatio` its share of what all makers add to the spike. */
export interface MadePart { place: number; shareRatio: number }

interface Part { place: number; area: number; startMs: number }

/** Returns null if the named trains usually add less than half of the spike. */
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

/** Returns the mass of the pulses within a spike, and the start of the first one. */
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

/** Returns the list with each train's share of the spikes; several makers of a spike split it. */
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
