/** Provides the recorded samples of a window to the expressions of alerts. */
import type { LabelledSeries, Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { RangeSamples } from './extrapolate.ts';
import type { AlertSamples, Vector } from './expression.ts';

/** Maximum age of a value, as in PromQL. */
const LOOKBACK_MS = 300_000;

type ReadSeries = LabelledSeries & { isConstant: boolean };

export function alertSamples(window: RoleWindow): AlertSamples {
  const { scrapes } = window;
  const { length, startMs } = scrapes;
  const known = new Map<Role, ReadSeries[]>();
  const seriesOf = (role: Role): ReadSeries[] => {
    const before = known.get(role);
    if (before !== undefined) return before;
    const read = window.labelled(role).map((series) => ({ ...series, isConstant: isConstant(series) }));
    known.set(role, read);
    return read;
  };
  /** Returns the rows in `(fromMs, toMs]`: the first, and the one after the last. */
  const rowsIn = (fromMs: number, toMs: number): [number, number] => [
    firstAfter(startMs, length, fromMs), firstAfter(startMs, length, toMs),
  ];
  return {
    range(role, endMs, rangeMs) {
      const [from, to] = rowsIn(endMs - rangeMs, endMs);
      return seriesOf(role).flatMap(({ labels, values, present, isConstant }) => {
        const samples: RangeSamples = { timesMs: [], values: [] };
        const take = (row: number): void => {
          samples.timesMs.push(startMs[row] ?? NaN);
          samples.values.push(values[row] ?? NaN);
        };
        if (isConstant) {
          // The first and last samples suffice; most failure counters never change.
          let [first, last] = [from, to - 1];
          while (first < to && present[first] !== 1) first++;
          while (last > first && present[last] !== 1) last--;
          if (first < to) take(first);
          if (last > first) take(last);
        } else for (let row = from; row < to; row++) if (present[row] === 1) take(row);
        return samples.values.length === 0 ? [] : [{ labels, samples }];
      });
    },
    instant(role, atMs): Vector {
      const [from, to] = rowsIn(atMs - LOOKBACK_MS, atMs);
      let row = to - 1;
      // A failed scrape does not end a series; an answer without the series does.
      while (row >= from && scrapes.error[row] !== null) row--;
      if (row < from) return [];
      return seriesOf(role).flatMap(({ labels, values, present }) => (
        present[row] === 1 ? [{ labels, value: values[row] ?? NaN }] : []
      ));
    },
    up(endMs, rangeMs) {
      const [from, to] = rowsIn(endMs - rangeMs, endMs);
      const up: RangeSamples = { timesMs: [], values: [] };
      for (let row = from; row < to; row++) {
        const error = scrapes.error[row] ?? null;
        if (error?.kind === 'skipped') continue;
        up.timesMs.push(startMs[row] ?? NaN);
        up.values.push(error === null ? 1 : 0);
      }
      return up;
    },
  };
}

/** Returns the index of the first time after `timeMs`; `times` ascending. */
function firstAfter(times: Float64Array, length: number, timeMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isConstant({ values, present }: LabelledSeries): boolean {
  let first: number | undefined;
  for (let row = 0; row < values.length; row++) {
    if (present[row] !== 1) continue;
    const value = values[row] ?? NaN;
    first ??= value;
    if (value !== first) return false;
  }
  return true;
}
