/**
 * Panels over a day of the target's own history at 15 s joined with an hour recorded at 1 s, as the page reads them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PanelName } from '../../core/contract/contract.ts';
import { NO_INPUTS, PANEL_NAMES } from '../../core/panels.ts';
import { ExpositionParser } from '../../server/data/metrics/exposition/parseExposition.ts';
import { HISTORY_ROW_NAMES } from '../../server/data/metrics/queryMatrix.ts';
import { allRoleNames } from '../../server/data/metrics/roles.ts';
import { renderSeriesKey } from '../../server/data/metrics/seriesKey.ts';
import type { Labels } from '../../core/contract/terms/targetKind.ts';
import type { DataStore } from '../../server/data/store/dataStore.ts';
import { readRecordingLines, recordings } from '../../testdata/loadRecording.ts';
import { readerBeside } from './readerBeside.ts';
import { openDataClient } from '../../server/program/worker/data/dataClient.ts';
import type { BenchRow } from '../benchRow.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
const HISTORY_STEP_SECONDS = 15;
const READS = 200;
const WARM_UP_READS = 15;

interface Line {
  name: string; labels: Labels; values: Float64Array; kind: 'counter' | 'start' | 'seconds' | 'ms' | 'gauge'
}

/**
 * The recording's series second by second, to be played on for as long as one likes: counters go on where they ended.
 */
function recordedSeries(): { lines: Line[]; length: number; firstSeconds: number } {
  const bodies = readRecordingLines(recordings.load)
    .filter(({ path, body }) => path === '/metrics' && body !== undefined);
  const byKey = new Map<string, Line>();
  const parser = new ExpositionParser();
  for (const [i, { body = '', ct = '' }] of bodies.entries()) {
    const { series, values } = parser.parse(Buffer.from(body), ct);
    for (const [k, { name, labels }] of series.entries()) {
      const key = renderSeriesKey(name, labels);
      let line = byKey.get(key);
      if (!line) byKey.set(
        key, line = { name, labels, kind: kindOf(name), values: new Float64Array(bodies.length).fill(Number.NaN) }
      );
      line.values[i] = values[k] ?? Number.NaN;
    }
  }
  return { lines: [...byKey.values()], length: bodies.length, firstSeconds: (bodies[0]?.t ?? 0) / 1000 };
}

function kindOf(name: string): Line['kind'] {
  if (/_(total|count|sum|bucket)$/.test(name)) return 'counter';
  if (name === 'process_start_time_seconds') return 'start';
  if (/head_(min|max)_time$/.test(name)) return 'ms';
  if (/_(time|timestamp)_seconds$/.test(name)) return 'seconds';
  return 'gauge';
}

/** What the series says `second` seconds after the start of an endless play that began at `startSeconds`. */
function valueAt({ values, kind }: Line, second: number, length: number, shiftSeconds: number): number {
  const round = Math.floor(second / length);
  const value = values[second % length] ?? Number.NaN;
  if (kind === 'counter') return value + round * ((values[length - 1] ?? 0) - (values[0] ?? 0));
  // One process all the time.
  if (kind === 'start') return value + shiftSeconds;
  const shift = shiftSeconds + round * length;
  return kind === 'seconds' ? value + shift : kind === 'ms' ? value + shift * 1000 : value;
}

async function fill(data: DataStore, nowMs: number): Promise<void> {
  const { lines, length, firstSeconds } = recordedSeries();
  const startSeconds = Math.floor(nowMs / 1000) - DAY_SECONDS - HOUR_SECONDS;
  const shiftSeconds = startSeconds - firstSeconds;
  const names = new Set(allRoleNames('prometheus'));
  const wanted = lines.filter(({ name }) => names.has(name));
  for (let hour = 0; hour < 24; hour++) {
    const seconds = Array.from(
      { length: HOUR_SECONDS / HISTORY_STEP_SECONDS }, (_, i) => hour * HOUR_SECONDS + i * HISTORY_STEP_SECONDS
    );
    const series = (name: string, labels: Labels, value: (second: number) => number): unknown => ({
      metric: { __name__: name, job: 'prometheus', ...labels },
      values: seconds.flatMap(
        (second) => (Number.isNaN(value(second)) ? [] : [[startSeconds + second, String(value(second))]])
      ),
    });
    const result = [
      ...HISTORY_ROW_NAMES.map((name) => series(name, {}, () => (name === 'up' ? 1 : 0.004))),
      ...wanted.map((line) => series(line.name, line.labels, (second) => valueAt(line, second, length, shiftSeconds))),
    ];
    const answer = Buffer.from(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));
    const added = await data.addHistory('prom', { answers: [answer], ownLabels: ['job'], offsetMs: 0 });
    if (!added.ok) throw new Error(added.error.message);
  }
  for (let second = DAY_SECONDS; second < DAY_SECONDS + HOUR_SECONDS; second++) {
    const body = lines.flatMap((line) => {
      const value = valueAt(line, second, length, shiftSeconds);
      return Number.isNaN(value) ? [] : [`${renderSeriesKey(line.name, line.labels)} ${value}\n`];
    }).join('');
    await data.record('prom', {
      startMs: (startSeconds + second) * 1000, durationSeconds: 0.004, status: 200, body: Buffer.from(body),
      contentType: 'text/plain', error: null, extras: {},
    });
  }
}

/** `workerUrl` is the built data worker. One row a panel, and one for all of them. */
export async function joinedReads(workerUrl: URL): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tsdbscope-bench-'));
  try {
    const opened = await openDataClient({
      dataDir, retentionMs: 1e13, retentionBytes: 1e15, workerUrl, readerFile: readerBeside(workerUrl),
    });
    if (!opened.ok) throw new Error(opened.error.message);
    const data = opened.value;
    await data.putTarget({ name: 'prom', url: 'http://localhost:9090', recording: false, labels: {} });
    const nowMs = Date.now();
    await fill(data, nowMs);
    const tookMs = new Map<PanelName, number[]>(PANEL_NAMES.map((panel) => [panel, []]));
    let sources = '';
    for (let i = 0; i < WARM_UP_READS + READS * PANEL_NAMES.length; i++) {
      const name = PANEL_NAMES[i % PANEL_NAMES.length] ?? 'gc-cpu';
      const begin = performance.now();
      const panel = await data.panel(name, {
        target: 'prom', startMs: nowMs - (DAY_SECONDS + HOUR_SECONDS) * 1000, endMs: nowMs, stepMs: null,
        timeoutSeconds: 10, intervalSeconds: 1, nowMs, inputs: NO_INPUTS,
      });
      if (i >= WARM_UP_READS) tookMs.get(name)?.push(performance.now() - begin);
      if (!panel.ok) throw new Error(panel.error.message);
      sources = (panel.value.sources ?? []).map(({ source, stepSeconds }) => `${source} at ${stepSeconds} s`)
        .join(', ');
    }
    await data.close();
    const rows = [...tookMs].map(([panel, took]) => row(`${panel}, ${sources}`, took));
    return [...rows, row('any panel, 24 h at 15 s joined with 1 h at 1 s', [...tookMs.values()].flat())];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function row(name: string, tookMs: number[]): BenchRow {
  const sorted = [...tookMs].sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((q) => sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN) as [number, number];
  return {
    name, measured: `p99 ${p99.toFixed(0)} ms, median ${p50.toFixed(0)} ms`, bar: 'p99 < 150 ms', pass: p99 < 150,
  };
}
