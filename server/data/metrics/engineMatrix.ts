/** Scrapes as remote write stored them in an engine, read back as a window of recorded scrapes. */
import type { Labels, ScrapeErrorKind } from '../../../core/contract/terms/targetKind.ts';
import { aligned, readMatrix, type MatrixSeries } from './queryMatrix.ts';
import type { ScrapeError, TargetWindow } from './series.ts';

/** Series that remote write adds for each scrape besides its samples, see store/outbox/scrapeBatches.ts. */
export const SCRAPE_RECORDS = {
  up: 'up',
  duration: 'scrape_duration_seconds',
  bytes: 'scrape_body_size_bytes',
  status: 'tsdbscope_scrape_status_code',
  repeated: 'tsdbscope_scrape_repeated',
  failed: 'tsdbscope_scrape_failed',
} as const;
/** Further series that Prometheus records for a scrape. */
const MORE_RECORDS = ['scrape_samples_scraped', 'scrape_samples_post_metric_relabeling'];

/**
 * Returns the series of a record. A target may have series of that name too: those have more labels, while labels that
 * the engine added are on all.
 */
function recordsOf(series: readonly MatrixSeries[], name: string): MatrixSeries[] {
  const all = series.filter((one) => one.name === name);
  const labelCount = ({ labels }: MatrixSeries): number => Object.keys(labels).length;
  const fewest = Math.min(...all.map(labelCount));
  return all.filter((one) => labelCount(one) === fewest);
}

/**
 * Reads answers of instant queries with a range selector, of one target. A row is a scrape: a value of `up`, or of
 * `tsdbscope_scrape_failed` where none was sent. `rename`: returns the labels of a series as it was scraped. Text =
 * what is wrong with an answer.
 */
export function readEngineWindow(
  answers: readonly Uint8Array[], rename: (labels: Labels) => Labels
): TargetWindow | string {
  const series = readMatrix(answers, (labels) => rename(textsOf(labels)));
  if (typeof series === 'string') return series;
  const valuesOf = (name: string): Times => new Map(recordsOf(series, name).flatMap(({ times, values }) => (
    times.map((time, i): [number, number] => [time, values[i] ?? NaN])
  )));
  const up = valuesOf(SCRAPE_RECORDS.up);
  const failures = new Map(recordsOf(series, SCRAPE_RECORDS.failed).flatMap(({ labels, times }) => (
    times.map((time): [number, string] => [time, labels['kind'] ?? 'other'])
  )));
  const rows = [...new Set([...up.keys(), ...failures.keys()])].sort((a, b) => a - b);
  const place = new Map(rows.map((time, i) => [time, i]));
  const records = new Set(
    [...Object.values(SCRAPE_RECORDS), ...MORE_RECORDS].flatMap((name) => recordsOf(series, name))
  );
  const column = (name: string): number[] => {
    const values = valuesOf(name);
    return rows.map((time) => values.get(time) ?? 0);
  };
  const error = rows.map((time): ScrapeError | null => {
    const kind = up.get(time) === 1 ? undefined : failures.get(time);
    // Remote write sends only these kinds.
    return kind === undefined ? null
      : { kind: kind as ScrapeErrorKind, message: `The scrape failed (${kind}); the engine has no more of it.` };
  });
  // A failed scrape has no samples: it does not show whether a series of the previous one ended.
  const next = new Map(rows.map((time, i) => [time, error[i + 1] === null ? rows[i + 1] : undefined]));
  const failed = new Set(rows.filter((_, i) => error[i] !== null));
  return {
    startMs: rows[0] ?? 0,
    endMs: (rows.at(-1) ?? -1) + 1,
    scrapes: {
      length: rows.length, startMs: Float64Array.from(rows),
      durationSeconds: Float64Array.from(column(SCRAPE_RECORDS.duration)),
      status: Uint16Array.from(column(SCRAPE_RECORDS.status)),
      bytes: Float64Array.from(column(SCRAPE_RECORDS.bytes)),
      repeated: Uint8Array.from(column(SCRAPE_RECORDS.repeated)),
      error,
    },
    series: series.filter((one) => !records.has(one))
      .map((one) => aligned(withoutMarks(one, next, failed), place, rows.length)),
  };
}

/**
 * Removes staleness markers, which VictoriaMetrics returns as NaN: a NaN of a failed scrape, and one after which the
 * series is absent. `next` has the scrape after each, if it is known and succeeded.
 */
function withoutMarks(
  series: MatrixSeries, next: ReadonlyMap<number, number | undefined>, failed: ReadonlySet<number>
): MatrixSeries {
  const { times, values } = series;
  if (!values.some(Number.isNaN)) return series;
  const isMark = (at: number): boolean => {
    const time = times[at] ?? NaN;
    const after = next.get(time);
    return Number.isNaN(values[at]) && (failed.has(time) || (after !== undefined && times[at + 1] !== after));
  };
  const kept = Array.from(times, (_, at) => at).filter((at) => !isMark(at));
  return { ...series, times: kept.map((at) => times[at] ?? NaN), values: kept.map((at) => values[at] ?? NaN) };
}

type Times = ReadonlyMap<number, number>;

function textsOf(labels: Record<string, unknown>): Labels {
  return Object.fromEntries(
    Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  );
}
