/**
 * What one evaluation or scrape costs besides CPU, of the trains that CPU names: bytes that are allocated, bytes from
 * and to disk, and how much longer scrapes take meanwhile. Pure; docs/reference/rule-spikes.md.
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

/** Less per evaluation is not seen beside what a server allocates, reads and writes all the time. */
const MIN_BYTES = 2 ** 20;
/** A scrape that takes less longer is not slow. */
const MIN_DELAY_SECONDS = 0.01;
/** Fewer scrapes on either side show no rule. */
const MIN_SCRAPES = 6;
/** Of all that may be named by chance, over all trains of the target. */
const FAMILY_P = 0.01;

/** What CPU says of each, in the order of the list. */
export interface NamedTrains { list: readonly SpikeTrain[]; results: readonly TrainResult[] }

/** Per second, or of scrapes their duration; with the quiet level of each; see `TrainsInput`. */
export interface CostCurve { samples: readonly (CurveSample & { isBusy: boolean })[]; level: Float64Array }

/** null where the target, and its host, do not state it. */
export interface CostCurves { alloc: CostCurve | null; io: CostCurve | null; scrapes: CostCurve | null }

interface Cost { verdict: TrainResult['verdict']; figure?: { value: number; low: number; high: number } }

/** The list with what else each costs; a figure only where it is clear. */
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

/** By what cannot be distinguished. */
function byPulse(curve: CostCurve | null, own: readonly PulseTrain[]): ReadonlyMap<string, Cost> {
  if (curve === null) return new Map();
  const found = attributeTrains({ ...curve, trains: own, besides: [], cores: Infinity, leastArea: MIN_BYTES });
  return new Map(found.map((result) => {
    const { verdict, measure } = result;
    return [keysOf(result), verdict === 'named' && measure !== null
      ? { verdict, figure: { value: measure.area, low: measure.low, high: measure.high } } : { verdict }];
  }));
}

/** Scrapes that its pulses overlap against those that no pulse of a named train does. */
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

/** Where two cannot be distinguished by CPU, but by this curve, they have no figure. */
function keysOf({ sources }: TrainResult): string {
  return sources.map(keyOf).toSorted().join('\n');
}
