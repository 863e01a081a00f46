/** Recordings (gzip NDJSON, a line per request) as the windows that the analysis reads, for tests. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { ExpositionParser } from '../server/data/metrics/exposition/parseExposition.ts';
import { recordedNames } from '../server/data/metrics/roles.ts';
import type { ScrapeError, TargetWindow } from '../server/data/metrics/series.ts';
import type { Labels } from '../core/contract/terms/targetKind.ts';

const demo = (name: string): string => fileURLToPath(new URL(`../public/demo/${name}`, import.meta.url));
const testdata = (name: string): string => fileURLToPath(new URL(`recordings/${name}`, import.meta.url));

/** The files there are; each one's origin is in the README next to it. */
export const recordings = {
  load: demo('prom-2.42-load.ndjson.gz'),
  walReplay: demo('prom-2.42-wal-replay.ndjson.gz'),
  cpuLimit: testdata('prom-2.42-cpulimit.ndjson.gz'),
  cpuLimitStart: testdata('prom-2.42-cpulimit-start.ndjson.gz'),
  quota: testdata('prom-2.42-quota.ndjson.gz'),
  quiet: testdata('prom-2.42-quiet.ndjson.gz'),
} as const;

/** One line of a recording. `skipped` ticks and the kernel's `proc` lines have fields of their own. */
export interface RecordingLine {
  path: string;
  t: number;
  dur_ms?: number;
  status?: number;
  bytes?: number;
  ct?: string;
  body?: string;
  err?: string;
  skipped?: boolean;
  /** The collector's own series, as tsdbscope exports them. */
  extras?: Record<string, number>;
}

/** Every request line of a recording, by time; lines of the kernel's counters are skipped. */
export function readRecordingLines(file: string): RecordingLine[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordingLine & { proc?: boolean })
    .filter((line) => line.proc !== true)
    .sort((left, right) => left.t - right.t);
}

/**
 * A recording as a window from its first to its last /metrics tick, or the part `startMs <= t < endMs`.
 * Answers of /api/v1/status/walreplay and /-/ready become the collector's own series, at the nearest tick.
 */
export function loadRecording(file: string, part: { startMs?: number; endMs?: number } = {}): TargetWindow {
  const { startMs = -Infinity, endMs = Infinity } = part;
  const lines = readRecordingLines(file).filter(({ t }) => t >= startMs && t < endMs);
  const ticks = lines.filter(({ path }) => path === '/metrics').filter(({ t }, index, all) => t !== all[index - 1]?.t);
  const first = ticks[0];
  const last = ticks.at(-1);
  if (first === undefined || last === undefined)
    throw new Error(`${file} holds no /metrics line in the part asked for`);
  const columns = new SeriesColumns(ticks.length);
  const scrapes: TargetWindow['scrapes'] = {
    length: ticks.length,
    startMs: Float64Array.from(ticks, ({ t }) => t),
    durationSeconds: Float64Array.from(ticks, (tick) => (tick.dur_ms ?? 0) / 1000),
    status: Uint16Array.from(ticks, ({ status }) => status ?? 0),
    bytes: new Float64Array(ticks.length),
    error: ticks.map(errorOf),
    repeated: new Uint8Array(ticks.length),
  };
  const parser = new ExpositionParser();
  let before: string | undefined;
  ticks.forEach((tick, scrape) => {
    for (const [name, value] of Object.entries(tick.extras ?? {})) columns.set(name, name, {}, scrape, value);
    if (tick.body === undefined || scrapes.error[scrape] !== null) return;
    const parsed = parser.parse(tick.body, tick.ct);
    if (parsed.error !== null) {
      scrapes.error[scrape] = { kind: 'format', message: parsed.error };
      return;
    }
    scrapes.bytes[scrape] = tick.bytes ?? Buffer.byteLength(tick.body);
    scrapes.repeated[scrape] = tick.body === before ? 1 : 0;
    before = tick.body;
    parsed.series.forEach(({ key, name, labels }, index) =>
      columns.set(key, name, labels, scrape, parsed.values[index] ?? Number.NaN));
  });
  for (const line of lines) {
    for (const [name, value] of Object.entries(extrasOf(line)))
      columns.set(name, name, {}, nearest(scrapes.startMs, line.t), value);
  }
  return {
    startMs: Number.isFinite(startMs) ? startMs : first.t,
    endMs: Number.isFinite(endMs) ? endMs : last.t + 1,
    scrapes,
    series: columns.series,
  };
}

class SeriesColumns {
  readonly series: TargetWindow['series'] = [];
  readonly #byKey = new Map<string, TargetWindow['series'][number]>();
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  set(key: string, name: string, labels: Labels, scrape: number, value: number): void {
    let column = this.#byKey.get(key);
    if (column === undefined) {
      column = {
        name, labels, values: new Float64Array(this.#length).fill(Number.NaN), present: new Uint8Array(this.#length),
      };
      this.#byKey.set(key, column);
      this.series.push(column);
    }
    column.values[scrape] = value;
    column.present[scrape] = 1;
  }
}

function errorOf({ skipped, status, err }: RecordingLine): ScrapeError | null {
  if (skipped === true) return { kind: 'skipped', message: 'The previous scrape was still running.' };
  if (err === undefined) return status === 200 ? null
    : { kind: 'http', message: `The target answered ${status ?? 0}.` };
  switch (err) {
    case 'timeout': return { kind: 'timeout', message: 'The target did not answer in time.' };
    case 'ECONNREFUSED': return { kind: 'refused', message: 'Nothing listens at the target\'s address.' };
    case 'ECONNRESET': return { kind: 'reset', message: 'The target broke the connection off.' };
    default: return { kind: 'other', message: `The scrape failed: ${err}.` };
  }
}

function extrasOf({ path, status, body }: RecordingLine): Record<string, number> {
  if (path === '/-/ready' && (status === 200 || status === 503))
    return { [recordedNames.targetReady]: status === 200 ? 1 : 0 };
  if (path !== '/api/v1/status/walreplay' || status !== 200 || body === undefined) return {};
  const { data } = JSON.parse(body) as { data: { min: number; max: number; current: number } };
  return {
    [recordedNames.replaySegmentMin]: data.min,
    [recordedNames.replaySegmentMax]: data.max,
    [recordedNames.replaySegmentCurrent]: data.current,
  };
}

/** Index of the tick nearest in time; `times` ascending, not empty. */
function nearest(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const after = times[low] ?? 0;
  const before = times[low - 1] ?? Number.NEGATIVE_INFINITY;
  return time - before < after - time ? low - 1 : low;
}
