/** Raw samples of a node_exporter, read from a query API, at the rows of its target's history; pure. */
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import { NODE_PREFIX } from '../nodeNames.ts';
import { labelsWithout, readMatrix } from '../queryMatrix.ts';
import { renderExposition } from '../renderExposition.ts';
import type { ParsedSample, TargetWindow, WindowSeries } from '../series.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';

/** A row this many usual steps after a sample does not get it: the target was not scraped meanwhile. */
const LATEST_STEPS = 2.5;
const MIN_LATE_MS = 1000;

/** Series with one value per scrape; 0: the node_exporter did not answer. */
const UP = 'up';

export interface NodeAnswers {
  answers: readonly Uint8Array[];
  /** Labels that the server added to its scrape. */
  ownLabels: readonly string[];
}

/**
 * Adds the series of the node_exporter to a window, named like those that tsdbscope records. A sample belongs to the
 * first row at or after it; of several for one row the newest counts. Text = what is wrong with an answer.
 */
export function withNode(
  window: TargetWindow, { answers, ownLabels }: NodeAnswers, offsetMs: number
): TargetWindow | string {
  const series = readMatrix(answers, (labels): Labels => labelsWithout(labels, ownLabels));
  if (typeof series === 'string') return series;
  const { startMs, length } = window.scrapes;
  const rowOf = rowFinder(startMs);
  const added = series.map(({ name, labels, times, values }): WindowSeries => {
    const one: WindowSeries = {
      name: NODE_PREFIX + name, labels, values: new Float64Array(length).fill(Number.NaN),
      present: new Uint8Array(length),
    };
    times.forEach((time, i) => {
      const row = rowOf(time + offsetMs);
      if (row === null) return;
      one.values[row] = values[i] ?? Number.NaN;
      one.present[row] = 1;
    });
    return one;
  });
  return { ...window, series: [...window.series, ...added.filter(({ present }) => present.includes(1))] };
}

/** One scrape of a node_exporter by the queried server, on its clock. */
export interface QueriedScrape {
  timeMs: number;
  /** Time since the previous scrape; null if that is not in the answer. */
  everyMs: number | null;
  /** Exposition text of the scrape, without `up`; null: the node_exporter did not answer it. */
  body: string | null;
}

/** Returns the newest scrape after `afterMs`; null if there is none. Text = what is wrong with an answer. */
export function newestOfNode({ answers, ownLabels }: NodeAnswers, afterMs: number): QueriedScrape | null | string {
  const series = readMatrix(answers, (labels): Labels => labelsWithout(labels, ownLabels));
  if (typeof series === 'string') return series;
  const up = series.find(({ name }) => name === UP);
  const [beforeMs, timeMs] = (up?.times ?? []).reduce(
    ([, last], time) => [last, time] as const, [-Infinity, -Infinity] as const
  );
  if (up === undefined || timeMs <= afterMs) return null;
  const everyMs = timeMs - beforeMs > 0 && Number.isFinite(beforeMs) ? timeMs - beforeMs : null;
  if (up.values.at(-1) !== 1) return { timeMs, everyMs, body: null };
  const samples = series.flatMap(({ name, labels, times, values }): ParsedSample[] => {
    const value = values[times.lastIndexOf(timeMs)];
    return name === UP || value === undefined ? [] : [{ name, labels, value }];
  });
  return { timeMs, everyMs, body: renderExposition(samples) };
}

function rowFinder(startMs: Float64Array): (atMs: number) => number | null {
  const steps = startMs.subarray(1).map((at, i) => at - (startMs[i] ?? 0)).sort();
  const lateMs = Math.max(MIN_LATE_MS, LATEST_STEPS * (steps[steps.length >> 1] ?? 0));
  return (atMs) => {
    const row = countBelow(startMs.length, (i) => startMs[i] ?? 0, atMs);
    return row < startMs.length && (startMs[row] ?? 0) - atMs <= lateMs ? row : null;
  };
}
