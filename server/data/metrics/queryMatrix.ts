/**
 * Reads raw samples of a Prometheus query API as a window: a target's scrapes of itself before it was recorded here.
 */
import type { ScrapeTable, TargetWindow, WindowSeries } from './series.ts';
import type { Labels } from '../../../core/contract/terms/targetKind.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

/** Limits of the answers; more means a mistake in the query or a hostile server. */
const MAX_SERIES = 5_000;
const MAX_SAMPLES = 3_000_000;

/** Series that Prometheus adds to each scrape; a row needs both. */
const UP = 'up';
const DURATION = 'scrape_duration_seconds';
export const HISTORY_ROW_NAMES = [UP, DURATION] as const;
const OWN_SCRAPE_FAILED = "The target's scrape of itself failed (from the target's own history).";

export interface MatrixSeries { name: string; labels: Labels; times: number[]; values: number[] }

/**
 * Reads the answers of instant queries with a range selector (`{...}[30m]`), whose samples carry the moment of their
 * scrape to the millisecond; `query_range` would move them to its own grid and fill five minutes past a gap.
 * All answers cover the same time of one instance: one row per value of `up`, failed where that is 0. Samples at no
 * row's time are dropped. `own` are the labels that the server put on its scrape of itself and that its /metrics does
 * not have; a label it renamed for them (`exported_job`) gets its name back. `offsetMs` is added to every time: our
 * clock minus the server's. Text = what is wrong with an answer.
 */
export function readHistory(
  answers: readonly Uint8Array[], own: readonly string[], offsetMs: number,
): TargetWindow | string {
  const series = readMatrix(answers, (labels) => labelsWithout(labels, own));
  if (typeof series === 'string') return series;
  const durations = new Map<number, number>();
  const duration = series.find(({ name }) => name === DURATION);
  duration?.times.forEach((time, i) => durations.set(time, duration.values[i] ?? Number.NaN));
  const up = series.find(({ name }) => name === UP);
  const rows = (up?.times ?? []).flatMap((time, i) => {
    const seconds = durations.get(time);
    return seconds === undefined || !(seconds >= 0) ? [] : [{ time, seconds, up: up?.values[i] === 1 }];
  }).sort((a, b) => a.time - b.time);
  const place = new Map(rows.map(({ time }, i) => [time, i]));
  const scrapes = table(rows, offsetMs);
  return {
    startMs: scrapes.startMs[0] ?? 0,
    endMs: (scrapes.startMs[scrapes.length - 1] ?? -1) + 1,
    scrapes,
    series: series.filter(({ name }) => name !== UP && name !== DURATION)
      .map((one) => aligned(one, place, rows.length)),
  };
}

/**
 * Returns the series of all answers. `rename`: returns the labels to keep. `nameless`: the name of series without one,
 * as those of an aggregation are; default: they are skipped. Text = what is wrong with an answer.
 */
export function readMatrix(
  answers: readonly Uint8Array[], rename: (labels: Record<string, unknown>) => Labels, nameless?: string
): MatrixSeries[] | string {
  const series: MatrixSeries[] = [];
  for (const answer of answers) {
    const mistake = readAnswer(answer, { rename, nameless }, series);
    if (mistake !== null) return mistake;
  }
  return series;
}

function table(rows: readonly { time: number; seconds: number; up: boolean }[], offsetMs: number): ScrapeTable {
  const { length } = rows;
  return {
    length,
    startMs: Float64Array.from(rows, ({ time }) => time + offsetMs),
    durationSeconds: Float64Array.from(rows, ({ seconds }) => seconds),
    status: Uint16Array.from(rows, ({ up }) => (up ? 200 : 0)),
    bytes: new Float64Array(length),
    error: rows.map(({ up }) => (up ? null : { kind: 'other', message: OWN_SCRAPE_FAILED })),
    repeated: new Uint8Array(length),
  };
}

/** Aligns a series with rows. `place`: the row of each time; samples at no row's time are dropped. */
export function aligned(
  { name, labels, times, values }: MatrixSeries, place: ReadonlyMap<number, number>, length: number
): WindowSeries {
  const window: WindowSeries = {
    name, labels, values: new Float64Array(length).fill(Number.NaN), present: new Uint8Array(length),
  };
  for (const [i, time] of times.entries()) {
    const row = place.get(time);
    if (row === undefined) continue;
    window.values[row] = values[i] ?? Number.NaN;
    window.present[row] = 1;
  }
  return window;
}

interface Naming { rename: (labels: Record<string, unknown>) => Labels; nameless: string | undefined }

function readAnswer(bytes: Uint8Array, { rename, nameless }: Naming, into: MatrixSeries[]): string | null {
  const result = matrixOf(bytes);
  if (typeof result === 'string') return result;
  let samples = into.reduce((sum, { times }) => sum + times.length, 0);
  for (const item of result) {
    const { metric, values } = object(item);
    const { __name__: name = nameless, ...labels } = object(metric);
    if (typeof name !== 'string' || !Array.isArray(values)) continue;
    samples += values.length;
    if (into.length >= MAX_SERIES || samples > MAX_SAMPLES)
      return `more than ${MAX_SERIES} series or ${MAX_SAMPLES} samples came`;
    into.push({ name, labels: rename(labels), ...pairs(values) });
  }
  return null;
}

function matrixOf(bytes: Uint8Array): unknown[] | string {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return 'the answer is not JSON';
    throw error;
  }
  const { status, data, error } = object(answer);
  if (status !== 'success')
    return `the query failed: ${typeof error === 'string' ? error.slice(0, 200) : 'no reason given'}`;
  const { resultType, result } = object(data);
  return resultType === 'matrix' && Array.isArray(result) ? result : 'the answer is not a matrix of samples';
}

/** Returns labels without those that the server added; one that it renamed for them gets its name back. */
export function labelsWithout(labels: Record<string, unknown>, own: readonly string[]): Labels {
  const kept: [string, string][] = [];
  for (const [label, value] of Object.entries(labels)) {
    if (typeof value !== 'string' || own.includes(label)) continue;
    const original = label.startsWith('exported_') ? label.slice('exported_'.length) : label;
    kept.push([own.includes(original) ? original : label, value]);
  }
  // fromEntries defines, so a label "__proto__" is a label and nothing else.
  return Object.fromEntries(kept);
}

/** Reads `[[seconds, "value"], ...]`; skips entries of another form. */
function pairs(values: readonly unknown[]): { times: number[]; values: number[] } {
  const read: { times: number[]; values: number[] } = { times: [], values: [] };
  for (const pair of values) {
    if (!Array.isArray(pair) || typeof pair[0] !== 'number' || typeof pair[1] !== 'string') continue;
    const value = sampleNumber(pair[1]);
    if (value === null) continue;
    read.times.push(Math.round(pair[0] * 1000));
    read.values.push(value);
  }
  return read;
}

function sampleNumber(text: string): number | null {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  if (text === '-Inf') return Number.NEGATIVE_INFINITY;
  if (text === 'NaN') return Number.NaN;
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(value) ? null : value;
}

function object(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
