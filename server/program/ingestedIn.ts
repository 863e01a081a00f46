/** Counts the samples that a target ingested in some time intervals, from its recorded counter. */
import type { Readable } from 'node:stream';
import type { TimeInterval } from '../../core/contract/contract.ts';
import { countBelow } from '../../core/statistics/ascending.ts';
import { expectedNames } from '../data/metrics/roles.ts';
import type { DataReads, DataStore } from '../data/store/dataStore.ts';

/** Distance before and after an interval: scrapes further apart do not describe a profile of some seconds. */
const AROUND_SECONDS = 120;
const MAX_VALUES = 200_000;
/** A day with a profile every minute. */
const MAX_INTERVALS = 1_500;

type Counter = readonly (readonly [number, number])[];

/**
 * Returns null if the counter is not recorded around one of the intervals, or the target has none. Reads the time
 * between the intervals too.
 */
export function ingestedIn(
  store: Pick<DataStore, 'targets'>, reads: Pick<DataReads, 'samples'>
): (target: string, intervals: readonly TimeInterval[]) => Promise<number | null> {
  return async (name, intervals) => {
    const target = (await store.targets()).find((one) => one.name === name);
    if (target === undefined || intervals.length === 0 || intervals.length > MAX_INTERVALS) return null;
    const startMs = Math.floor((Math.min(...intervals.map(({ start }) => start)) - AROUND_SECONDS) * 1000);
    const endMs = Math.ceil((Math.max(...intervals.map(({ end }) => end)) + AROUND_SECONDS) * 1000);
    for (const metric of expectedNames('samplesAppended', target.kind, target.version)) {
      const read = await reads.samples(name, metric, { startMs, endMs, limitValues: MAX_VALUES });
      if (!read.ok) return null;
      const series = await counters(read.value);
      if (series.length > 0) return increaseIn(series, intervals);
    }
    return null;
  };
}

async function counters(stream: Readable): Promise<Counter[]> {
  const pieces: string[] = [];
  for await (const piece of stream) pieces.push(String(piece));
  const series = JSON.parse(pieces.join('')) as { values: [number, number | string | null][] }[];
  return series.map(({ values }) => values.flatMap(([time, value]): [number, number][] => {
    const number = value === null ? NaN : Number(value);
    return Number.isFinite(number) ? [[time, number]] : [];
  })).filter((values) => values.length > 1);
}

/**
 * Returns the total growth of the counters within the intervals, linear between two scrapes. A counter that falls was
 * reset and counts from 0. Returns null if an interval has no scrape within two minutes before its start or after its
 * end.
 */
export function increaseIn(series: readonly Counter[], intervals: readonly TimeInterval[]): number | null {
  let sum = 0;
  for (const counter of series) {
    const grown = growth(counter);
    for (const { start, end } of intervals) {
      const [from, to] = [valueAt(grown, start), valueAt(grown, end)];
      if (from === null || to === null) return null;
      sum += to - from;
    }
  }
  return series.length === 0 ? null : Math.round(sum);
}

/** Returns the cumulative growth, which never falls. */
function growth(counter: Counter): [number, number][] {
  let [last, sum] = [0, 0];
  return counter.map(([time, value], i) => {
    if (i > 0) sum += value >= last ? value - last : value;
    last = value;
    return [time, sum];
  });
}

function valueAt(grown: readonly [number, number][], time: number): number | null {
  const after = countBelow(grown.length, (i) => grown[i]?.[0] ?? 0, time);
  const [previous, next] = [grown[after - 1], grown[after]];
  if (next !== undefined && next[0] === time) return next[1];
  if (previous === undefined || next === undefined || next[0] - previous[0] > 2 * AROUND_SECONDS) return null;
  return previous[1] + (next[1] - previous[1]) * (time - previous[0]) / (next[0] - previous[0]);
}
