/** Reads the values that a selector matches, with a limit on their number, and yields their JSON text in pieces. */
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../../../core/time/clock.ts';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import type { TargetWindow, WindowSeries } from '../../metrics/series.ts';
import { fail, ok } from '../../../../core/result.ts';
import type { Result } from '../../../../core/result.ts';
import { parseSelector, RegexWorkError } from '../../../../core/seriesSelector.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';

/** Reads an hour at a time, or less with many series, so that memory depends only on the limit. */
const SLICE_MS = 3_600_000;
const SLICE_CELLS = 4_000_000;
const STEP_MS = 10;
/** Size of one yielded text. */
const PIECE_CHARACTERS = 256 * 1024;

type ReadWindow = (startMs: number, endMs: number, filter: SeriesFilter) => Promise<TargetWindow>;

interface Range { startMs: number; endMs: number; limitValues: number }

/** Times in ms, ascending, and the value at each. */
export interface Values { startMs: Float64Array; values: Float64Array }

export interface MatchedSeries { metric: Labels; parts: Values[] }

/**
 * Returns series in order of first appearance, each with its values ascending by time; a gap has no value. Fails with
 * too_large for more than `limitValues` values in total.
 */
export async function readSamples(
  readWindow: ReadWindow, match: string, range: Range
): Promise<Result<MatchedSeries[]>> {
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

/** Yields `[{"metric":{...},"values":[[seconds,value],...]},...]`, SampleSeries of the contract. */
export function* samplesText(all: readonly MatchedSeries[]): Generator<string> {
  let text = '[';
  for (const [i, { metric, parts }] of all.entries()) {
    text += `${i === 0 ? '' : ','}{"metric":${JSON.stringify(metric)},"values":[`;
    let isFirst = true;
    for (const { startMs, values } of parts) {
      for (const [at, time] of startMs.entries()) {
        text += `${isFirst ? '' : ','}[${time / 1000},${jsonNumber(values[at] ?? NaN)}]`;
        isFirst = false;
        if (text.length < PIECE_CHARACTERS) continue;
        yield text;
        text = '';
      }
    }
    text += ']}';
  }
  yield `${text}]`;
}

async function readMatching(
  readWindow: ReadWindow, selector: SeriesFilter, range: Range
): Promise<Result<MatchedSeries[]>> {
  const byKey = new Map<string, MatchedSeries>();
  let count = 0;
  let restedMs = systemClock.steadyMs();
  for await (const window of slices(readWindow, selector, range)) {
    for (const series of window.series) {
      // Yields to other work.
      if (systemClock.steadyMs() - restedMs > STEP_MS) {
        await setImmediate();
        restedMs = systemClock.steadyMs();
      }
      const part = present(window, series);
      count += part.values.length;
      if (count > range.limitValues) {
        return fail(
          'too_large', `More than ${range.limitValues} values match; choose a shorter range or fewer series.`
        );
      }
      const metric = { __name__: series.name, ...series.labels };
      const key = JSON.stringify(Object.entries(metric).sort());
      const known = byKey.get(key);
      if (known) known.parts.push(part);
      else byKey.set(key, { metric, parts: [part] });
    }
  }
  return ok([...byKey.values()]);
}

/** Yields the windows of the range, without the time before the first and after the last scrape. */
async function* slices(
  readWindow: ReadWindow, selector: SeriesFilter, { startMs, endMs }: Range
): AsyncGenerator<TargetWindow> {
  let matching = 0;
  const { scrapes } = await readWindow(startMs, endMs, (series) => {
    if (selector(series)) matching++;
    return false;
  });
  const first = scrapes.startMs[0];
  const last = scrapes.startMs[scrapes.length - 1];
  if (first === undefined || last === undefined) return;
  const perMs = scrapes.length * Math.max(1, matching) / Math.max(1, last - first);
  const sliceMs = Math.max(1000, Math.min(SLICE_MS, Math.floor(SLICE_CELLS / perMs)));
  for (let fromMs = first; fromMs <= last; fromMs += sliceMs)
    yield await readWindow(fromMs, Math.min(fromMs + sliceMs, endMs), selector);
}

/** Returns the values of one series of the window, without its gaps. */
export function present({ scrapes }: Pick<TargetWindow, 'scrapes'>, series: WindowSeries): Values {
  const length = series.present.reduce((sum, one) => sum + one, 0);
  const startMs = new Float64Array(length);
  const values = new Float64Array(length);
  let at = 0;
  for (const [i, one] of series.present.entries()) {
    if (one !== 1) continue;
    startMs[at] = scrapes.startMs[i] ?? 0;
    values[at++] = series.values[i] ?? NaN;
  }
  return { startMs, values };
}

function jsonNumber(value: number): string {
  if (Number.isNaN(value)) return '"NaN"';
  if (value === Infinity) return '"+Inf"';
  return value === -Infinity ? '"-Inf"' : JSON.stringify(value);
}
