/**
 * User queries planted at known times in a real Prometheus that writes a query log, which tsdbscope follows: each
 * spike that they make names the right query, and no other spike names one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GcCpuPanel, OpenedFiles, OpenedLog, Spike } from '../../../core/contract/contract.ts';
import { seededRandom } from '../../../core/statistics/random.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const SPIKES = 20;
const SPIKE_SECONDS = 3;
/** Every fifth spike is made by two queries at once. */
const PAIR_EVERY = 5;
const RIGHT_SHARE = 0.95;
const MIN_SEEN = 5;

interface Planted { start: number; end: number; texts: string[] }

const { dataDir, remove } = newDataDir();
const planted: Planted[] = [];
let lab: PrometheusLab;
let scope: Tsdbscope;
let logFile = '';
let from = 0;

const wait = (seconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

/** Evaluates the text again and again for a time; the work is the server's, and little of it comes back. */
async function plant(text: string, seconds: number): Promise<void> {
  const endMs = Date.now() + 1000 * seconds;
  while (Date.now() < endMs) {
    const now = Date.now() / 1000;
    const query = new URLSearchParams({ query: text, start: String(now - 300), end: String(now), step: '1' });
    const answer = await fetch(`${lab.url}/api/v1/query_range?${query}`);
    await answer.text();
    // 503: it took longer than the server allows on a busy machine; it is in the log, and worked until then.
    if (!answer.ok && answer.status !== 503) throw new Error(`A planted query failed: ${answer.status}`);
  }
}

const textOf = (i: number, part: string): string => `count by (path) ({__name__=~"load.+"}) > ${i}${part}`;

beforeAll(async () => {
  lab = await startPrometheus({ targets: 4, seriesPerTarget: 1000, queryLog: true, maxSeconds: 1500 });
  logFile = join(lab.dataFolder, '..', 'query.log');
  const config = join(dataDir, 'queries.yml');
  writeFileSync(config, `profiling: false
targets: [{url: '${lab.url}', name: prom, scrape_interval: 1s, query_log: '${logFile}'}]
`);
  scope = await startTsdbscope(['--config', config], dataDir);
  const random = seededRandom(32);
  await wait(60);
  from = Date.now() / 1000 - 50;
  for (let i = 0; i < SPIKES; i++) {
    await wait(8 + 6 * random());
    const texts = i % PAIR_EVERY === PAIR_EVERY - 1 ? [textOf(i, '1'), textOf(i, '2')] : [textOf(i, '')];
    const start = Date.now() / 1000;
    await Promise.all(texts.map((text) => plant(text, SPIKE_SECONDS)));
    planted.push({ start, end: Date.now() / 1000, texts });
  }
  await wait(15);
}, 900_000);

afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

const panel = (): Promise<GcCpuPanel> =>
  scope.get<GcCpuPanel>(`/targets/prom/panels/gc-cpu?start=${from}&end=${Date.now() / 1000}`);
const overlaps = ({ start, end }: { start: number; end: number }, other: { start: number; end: number }): boolean =>
  start < other.end && end > other.start;
const namesOf = ({ queries }: Spike): string[] => [...new Set(queries?.named.map(({ text }) => text) ?? [])].sort();

describe('spikes of planted queries', () => {
  it('name the right query, in 95 % of them', async () => {
    const { spikes } = await panel();
    const results = planted.map((one) => {
      const own = spikes.spikes.filter((spike) => overlaps(spike, one));
      return { own, isRight: own.some((spike) => namesOf(spike).join() === one.texts.toSorted().join()) };
    });
    const seen = results.filter(({ own }) => own.length > 0);
    const right = seen.filter(({ isRight }) => isRight).length;
    console.info(`planted ${planted.length}, seen ${seen.length}, right ${right}`);
    // On a machine that is short of CPU, a planted query is slow and makes no spike.
    expect(seen.length).toBeGreaterThanOrEqual(MIN_SEEN);
    expect(right).toBeGreaterThanOrEqual(RIGHT_SHARE * seen.length);
  });

  it('are the only ones that name a query', async () => {
    const { spikes } = await panel();
    const others = spikes.spikes.filter((spike) => !planted.some((one) => overlaps(spike, one)));
    expect(others.filter(({ queries }) => queries !== undefined)).toEqual([]);
  });

  it('say when each evaluation was: the line’s time is its end', () => {
    const lines = readFileSync(logFile, 'utf8').split('\n').filter((line) => line.includes('count by (path)'))
      .map((line) => JSON.parse(line) as { ts: string; stats: { timings: { execTotalTime: number } } });
    expect(lines.length).toBeGreaterThan(SPIKES);
    for (const { ts, stats } of lines) {
      const end = Date.parse(ts) / 1000;
      const start = end - stats.timings.execTotalTime;
      // A millisecond is what a line's time is rounded to.
      expect(planted.some((one) => start > one.start - 0.002 && end < one.end + 0.002)).toBe(true);
    }
  });
});

describe('the same log, opened', () => {
  it('says the heaviest text, and who asked', async () => {
    const answer = await scope.fetch('/api/v1/open?name=query.log', { method: 'POST', body: readFileSync(logFile) });
    const { data } = await answer.json() as { data: OpenedFiles };
    const [file] = data.files;
    expect(file).toMatchObject({ outcome: 'opened', what: { format: 'prometheus-query-log' } });
    const { queries, starts, compactions } = await scope.get<OpenedLog>(`/logs/${file?.log ?? ''}`);
    expect([starts, compactions]).toEqual([null, null]);
    expect(queries?.groups[0]?.text).toContain('count by (path)');
    expect(queries?.askers[0]?.origin).toEqual({ kind: 'http', client: '127.0.0.1', path: '/api/v1/query_range' });
  });

  it('joins no evaluation twice', async () => {
    const before = (await panel()).spikes.queries ?? [];
    const answer = await scope.fetch('/api/v1/open?name=again.log', { method: 'POST', body: readFileSync(logFile) });
    const { data } = await answer.json() as { data: OpenedFiles };
    await scope.fetch(`/api/v1/logs/${data.files[0]?.log ?? ''}/join?target=prom`, { method: 'POST' });
    const after = await eventually('the panel', 30_000, panel, () => true, 500);
    expect(after.spikes.queries?.map(({ text, count }) => [text, count]))
      .toEqual(before.map(({ text, count }) => [text, count]));
  });
});
