/** What one evaluation or scrape allocates: the trains that CPU names, on the curve of allocated bytes. Pure. */
import type { SpikeTrain } from '../../../../core/contract/contract.ts';
import { attributeTrains, type TrainResult } from './attributeTrains.ts';
import type { PulseTrain } from './pulseTrain.ts';
import type { CurveSample } from './trainColumns.ts';

/** Less per evaluation is not seen beside what a server allocates all the time. */
const MIN_BYTES = 2 ** 20;

/** What CPU says of each, in the order of the list. */
export interface NamedTrains { list: readonly SpikeTrain[]; results: readonly TrainResult[] }

/** Bytes per second, with their quiet level; see `TrainsInput`. */
export interface AllocationCurve { samples: readonly (CurveSample & { isBusy: boolean })[]; level: Float64Array }

/** The list with what each allocates, where allocations rise at the same pulses. */
export function withAllocations(
  { list, results }: NamedTrains, trains: readonly PulseTrain[], { samples, level }: AllocationCurve
): SpikeTrain[] {
  const named = results.filter(({ verdict }) => verdict === 'named');
  const keys = new Set(named.flatMap(({ sources }) => sources.map(keyOf)));
  const own = trains.filter((train) => keys.has(keyOf(train)));
  const found = new Map(attributeTrains({
    samples, level, trains: own, besides: [], cores: Infinity, leastArea: MIN_BYTES,
  }).map((result) => [keysOf(result), result]));
  return list.map((train, place) => {
    const cpu = results[place];
    const { verdict, measure } = (cpu?.verdict === 'named' ? found.get(keysOf(cpu)) : undefined) ?? {};
    return verdict !== 'named' || measure === null || measure === undefined ? train
      : { ...train, allocBytes: measure.area, lowAllocBytes: measure.low, highAllocBytes: measure.high };
  });
}

function keyOf({ kind, name, file, periodMs }: Pick<PulseTrain, 'kind' | 'name' | 'file' | 'periodMs'>): string {
  return JSON.stringify([kind, name, file, periodMs]);
}

/** Where two cannot be distinguished by CPU, but by this curve, they have no figure. */
function keysOf({ sources }: TrainResult): string {
  return sources.map(keyOf).toSorted().join('\n');
}
