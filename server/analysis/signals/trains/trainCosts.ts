/**
 * Measures what one evaluation or scrape of a train named by CPU costs besides CPU: allocated bytes, disk bytes, and
 * longer scrapes meanwhile. Pure; docs/reference/rule-spikes.md.
 */
import type { SpikeTrain } from '../../../../core/contract/contract.ts';
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';
import { aboveZeroPValue, reachOf95, robustMean } from '../../../../core/statistics/robustMean.ts';
import type { SpanMs } from '../windowFrame.ts';
import { attributeTrains, type TrainResult } from './attributeTrains.ts';
import type { PulseTrain } from './pulseTrain.ts';
import type { CurveSample } from './trainColumns.ts';
import type { Pulse } from './trainSources.ts';

/** Minimum bytes per evaluation to stand out from a server's constant allocations, reads and writes. */
const MIN_BYTES = 2 ** 20;
/** Minimum delay of a slow scrape. */
const MIN_DELAY_SECONDS = 0.01;
/** Minimum number of scrapes on either side. */
const MIN_SCRAPES = 6;
/** Probability of naming any train by chance, over all trains of the target. */
const FAMILY_P = 0.01;

/** Results by CPU for each train, in the order of the list. */
export interface NamedTrains { list: readonly SpikeTrain[]; results: readonly TrainResult[] }

/** Rates per second, or scrape durations, with the quiet level of each; see `TrainsInput`. */
export interface CostCurve { samples: readonly (CurveSample & { isBusy: boolean })[]; level: Float64Array }

/** Curves of the other costs; each is null if neither the target nor its host reports it. */
export interface CostCurves { alloc: CostCurve | null; io: CostCurve | null; scrapes: CostCurve | null }

interface Cost { verdict: TrainResult['verdict']; figure?: { value: number; low: number; high: number } }

/** Returns the list with the other costs of each; figures only if significant. */
export function withCosts(
  { list, results }: NamedTrains, trains: readonly PulseTrain[], { alloc, io, scrapes }: CostCurves
): SpikeTrain[] {
  const named = results.filter(({ verdict }) => verdict === 'named');
  const keys = new Set(named.flatMap(({ sources }) => sources.map(keyOf)));
  const own = trains.filter((train) => keys.has(keyOf(train)));
  const [allocated, moved] = [byPulse(alloc, own), byPulse(io, own)];
  return list.map((train, place) => {
    const result = results[place];
    if (result?.verdict !== 'named') return train;
    const [a, b, c] = [
      allocated.get(keysOf(result)), moved.get(keysOf(result)), scrapes === null ? undefined
        : delayOf(result, named.filter((other) => other !== result), scrapes),
    ];
    return {
      ...train,
      ...(a === undefined ? {} : { allocVerdict: a.verdict }), ...(b === undefined ? {} : { ioVerdict: b.verdict }),
      ...(c === undefined ? {} : { delayVerdict: c.verdict }),
      ...(a?.figure === undefined ? {}
        : { allocBytes: a.figure.value, lowAllocBytes: a.figure.low, highAllocBytes: a.figure.high }),
      ...(b?.figure === undefined ? {}
        : { ioBytes: b.figure.value, lowIoBytes: b.figure.low, highIoBytes: b.figure.high }),
      ...(c?.figure === undefined ? {}
        : { delaySeconds: c.figure.value, lowDelaySeconds: c.figure.low, highDelaySeconds: c.figure.high }),
    };
  });
}

/** Returns costs by the key of indistinguishable sources. */
function byPulse(curve: CostCurve | null, own: readonly PulseTrain[]): ReadonlyMap<string, Cost> {
  if (curve === null) return new Map();
  const found = attributeTrains({ ...curve, trains: own, besides: [], cores: Infinity, leastArea: MIN_BYTES });
  return new Map(found.map((result) => {
    const { verdict, measure } = result;
    return [keysOf(result), verdict === 'named' && measure !== null
      ? { verdict, figure: { value: measure.area, low: measure.low, high: measure.high } } : { verdict }];
  }));
}

/** Compares scrapes that overlap its pulses with those that overlap no named train's pulse. */
function delayOf(result: TrainResult, others: readonly TrainResult[], { samples, level }: CostCurve): Cost {
  const isOver = (pulses: readonly Pulse[]): ((sample: SpanMs) => boolean) => {
    const longestMs = pulses.reduce((most, { startMs, endMs }) => Math.max(most, endMs - startMs), 0);
    const startAt = (k: number): number => elementAt(pulses, k).startMs;
    return ({ startMs, endMs }) => {
      for (let k = countBelow(pulses.length, startAt, startMs - longestMs); k < pulses.length; k++) {
        if (startAt(k) >= endMs) return false;
        if (elementAt(pulses, k).endMs > startMs) return true;
      }
      return false;
    };
  };
  const [isOwn, ofOthers] = [isOver(result.pulses), others.map(({ pulses }) => isOver(pulses))];
  const [within, outside]: [number[], number[]] = [[], []];
  samples.forEach((sample, k) => {
    const above = sample.value - numberAt(level, k);
    if (sample.isBusy || Number.isNaN(above) || ofOthers.some((one) => one(sample))) return;
    (isOwn(sample) ? within : outside).push(above);
  });
  if (within.length < MIN_SCRAPES || outside.length < MIN_SCRAPES)
    return { verdict: outside.length < MIN_SCRAPES ? 'flat' : 'too-few' };
  const [slow, usual] = [robustMean(Float64Array.from(within)), robustMean(Float64Array.from(outside))];
  if (slow === null || usual === null) return { verdict: 'too-few' };
  const value = slow.mean - usual.mean;
  const error = Math.hypot(slow.error, usual.error);
  const freedom = Math.min(slow.freedom, usual.freedom);
  const reach = reachOf95(freedom) * error;
  const isClear = value >= MIN_DELAY_SECONDS && value > reach
    && aboveZeroPValue({ mean: value, error, freedom }) * (others.length + 1) < FAMILY_P;
  return isClear ? { verdict: 'named', figure: { value, low: value - reach, high: value + reach } }
    : { verdict: 'none' };
}

function keyOf({ kind, name, file, periodMs }: Pick<PulseTrain, 'kind' | 'name' | 'file' | 'periodMs'>): string {
  return JSON.stringify([kind, name, file, periodMs]);
}

/** Sources that CPU cannot distinguish but this curve can get no figure. */
function keysOf({ sources }: TrainResult): string {
  return sources.map(keyOf).toSorted().join('\n');
}
