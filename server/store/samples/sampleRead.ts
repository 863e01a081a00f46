/** The values that a selector matches, with a limit on their number. */
import { setImmediate } from 'node:timers/promises';
import type { SampleSeries } from '../../../core/contract/contract.ts';
import type { TargetWindow } from '../../metrics/series.ts';
import { fail, ok } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import { parseSelector, RegexWorkError } from './seriesSelector.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';

/** Read at a time: an hour, so that memory depends on the limit and not on the range. */
const SLICE_MS = 3_600_000;
const STEP_MS = 10;

type ReadWindow = (startMs: number, endMs: number, filter: SeriesFilter) => Promise<TargetWindow>;

/**
 * Series in order of first appearance, each with its values ascending by time; a gap has no value. Times in seconds.
 * More than `limitValues` values in total: too_large.
 */
export async function readSamples(
  readWindow: ReadWindow, match: string, range: Range
): Promise<Result<SampleSeries[]>> {
  const selector = parseSelector(match);
  if (!selector.ok) return selector;
  try {
    return await readMatching(readWindow, selector.value, range);
  } catch (error) {
    if (!(error instanceof RegexWorkError)) throw error;
    return fail(
      'too_large',
      'The regular expression takes too long on this many series; simplify it, or name the metric before the braces.'
    );
  }
}

interface Range { startMs: number; endMs: number; limitValues: number }

async function readMatching(
  readWindow: ReadWindow, selector: SeriesFilter, range: Range
): Promise<Result<SampleSeries[]>> {
  const byKey = new Map<string, SampleSeries>();
  let count = 0;
  let restedMs = performance.now();
  for (const [startMs, endMs] of await slices(readWindow, range.startMs, range.endMs)) {
    const window = await readWindow(startMs, endMs, selector);
    for (const { name, labels, values, present } of window.series) {
      // Lets other work of this thread run in between, above all the next scrape.
      if (performance.now() - restedMs > STEP_MS) {
        await setImmediate();
        restedMs = performance.now();
      }
      const metric = { __name__: name, ...labels };
      const key = JSON.stringify(Object.entries(metric).sort());
      let series = byKey.get(key);
      if (!series) byKey.set(key, series = { metric, values: [] });
      for (let i = 0; i < values.length; i++) {
        if (present[i] !== 1) continue;
        if (++count > range.limitValues) {
          return fail(
            'too_large', `More than ${range.limitValues} values match; choose a shorter range or fewer series.`
          );
        }
        series.values.push([(window.scrapes.startMs[i] ?? 0) / 1000, jsonNumber(values[i] ?? NaN)]);
      }
    }
  }
  return ok([...byKey.values()]);
}

/** The range in slices, without the time before the first and after the last scrape. */
async function slices(readWindow: ReadWindow, startMs: number, endMs: number): Promise<[number, number][]> {
  const { scrapes } = await readWindow(startMs, endMs, () => false);
  const first = scrapes.startMs[0];
  const last = scrapes.startMs[scrapes.length - 1];
  const answer: [number, number][] = [];
  if (first === undefined || last === undefined) return answer;
  for (let from = first; from <= last; from += SLICE_MS) answer.push([from, Math.min(from + SLICE_MS, endMs)]);
  return answer;
}

function jsonNumber(value: number): number | 'NaN' | '+Inf' | '-Inf' {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : value;
}
