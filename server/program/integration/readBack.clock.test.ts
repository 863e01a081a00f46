/**
 * Every panel and file of a window that only the engine has, held against what the local store answered of the same
 * window.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet, FleetTarget, ServerStatus, Target } from '../../../core/contract/contract.ts';
import { PANEL_NAMES } from '../../../core/panels.ts';
import { startEngine, type Engine } from './lab/engineLab.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const PATIENCE_MS = 90_000;
const RECORDED_SECONDS = 60;
const ENGINE_STEP_SECONDS = 15;
/** Relative: VictoriaMetrics keeps 12 or 13 digits, and figures are differences of such values. */
const TOLERANCE = 1e-6;
/** Below what differences of values of some 10^9 with 13 digits differ from zero. */
const LEAST = 1e-3;
/** What is not of the samples: words that only the local store has, and the state of the target when it was asked. */
const NOT_COMPARED = /\.(error|message)$|ownScrapes\.jobs/;

let lab: PrometheusLab;
let engine: Engine;
let scope: Tsdbscope;
const folder = newDataDir();
const dataDirs = ['first', 'second'].map((name) => join(folder.dataDir, name));

async function start(dataDir: string): Promise<Tsdbscope> {
  mkdirSync(dataDir, { recursive: true });
  const config = join(folder.dataDir, 'tsdbscope.yml');
  writeFileSync(config, `
targets: [{name: lab, url: '${lab.url}', replay_profiles: false, labels: {region: eu}}]
storage:
  external_labels: {cluster: lab}
  query_url: ${engine.url}
  remote_write: [{name: victoria, url: '${engine.writeUrl}'}]
`);
  return startTsdbscope(['--config', config], dataDir);
}

beforeAll(async () => {
  lab = await startPrometheus({ blockDuration: '10s', maxBlockDuration: '90s', targets: 2, seriesPerTarget: 300 });
  engine = await startEngine('victoria');
  scope = await start(dataDirs[0] ?? '');
}, 300_000);
afterAll(async () => {
  await scope.stop();
  await lab.stop();
  await engine.stop();
  folder.remove();
});

const PATHS = [
  ...PANEL_NAMES.map((panel) => `panels/${panel}`), 'lines', 'findings', 'cpu-by-subsystem', 'host',
];

async function answers(window: string): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>();
  for (const path of PATHS) all.set(path, await scope.get(`/targets/lab/${path}?${window}`));
  return all;
}

/** Where two answers differ, as paths with both values. */
function differences(path: string, a: unknown, b: unknown): string[] {
  if (Object.is(a, b) || NOT_COMPARED.test(path)) return [];
  if (typeof a === 'number' && typeof b === 'number') {
    const apart = Math.abs(a - b);
    return apart <= LEAST || apart <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b)) ? [] : [`${path}: ${a} and ${b}`];
  }
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.flatMap((key) => differences(
      `${path}.${key}`, (a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]
    ));
  }
  return [`${path}: ${JSON.stringify(a)?.slice(0, 200)} and ${JSON.stringify(b)?.slice(0, 200)}`];
}

/** Every value by its series and time, as the route for samples answers, and so from each file. */
type Values = Record<string, number>;

function numberOf(value: number | string): number {
  return value === '+Inf' || value === 'Inf' ? Infinity : value === '-Inf' ? -Infinity : Number(value);
}

async function routeValues(window: string): Promise<Values> {
  const all = await scope.get<{ metric: Record<string, string>; values: [number, number | string][] }[]>(
    `/targets/lab/samples?match=${encodeURIComponent('{__name__=~".+"}')}&${window}`
  );
  return Object.fromEntries(all.flatMap(({ metric, values }) => {
    const name = JSON.stringify(Object.entries(metric).sort());
    return values.map(([time, value]) => [`${name} ${time}`, numberOf(value)]);
  }));
}

async function fileText(path: string): Promise<string> {
  const answer = await scope.fetch(`/api/v1/targets/lab/${path}`);
  expect(answer.status).toBe(200);
  return path.startsWith('recording') ? gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()
    : answer.text();
}

/** Series, its labels in order, and value of a line; `place`: of which scrape. */
function lineValues(place: string, line: string): [string, number][] {
  const [, name, labels = '', value, time = ''] = /^([^ {]+)(?:\{(.*)\})? (\S+)(?: (\S+))?$/.exec(line) ?? [];
  const inOrder = labels.split(/(?<="),/).sort().join();
  return name === undefined || value === undefined ? [] : [[`${place} ${name} ${inOrder} ${time}`, numberOf(value)]];
}

async function recordingValues(window: string): Promise<Values> {
  const lines = (await fileText(`recording?${window}`)).trimEnd().split('\n')
    .map((line) => JSON.parse(line) as { t: number; body?: string; extras?: Record<string, number> });
  return Object.fromEntries(lines.flatMap(({ t, body, extras = {} }) => [
    ...(body ?? '').split('\n').flatMap((line) => lineValues(String(t), line)),
    ...Object.entries(extras).map(([name, value]): [string, number] => [`${t} added ${name}`, value]),
  ]));
}

async function openMetricsValues(window: string): Promise<Values> {
  const lines = (await fileText(`export?format=openmetrics&${window}`)).split('\n');
  return Object.fromEntries(lines.filter((line) => !line.startsWith('#')).flatMap((line) => lineValues('', line)));
}

async function files(window: string): Promise<Values[]> {
  return [await routeValues(window), await recordingValues(window), await openMetricsValues(window)];
}

type Samples = readonly (readonly [timeSeconds: number, value: number])[];

async function samplesOf(name: string, since: number): Promise<Samples> {
  const [series] = await scope.get<{ values: [number, number][] }[]>(
    `/targets/lab/samples?match=${name}&start=${since}&end=${Date.now() / 1000}`
  );
  return series?.values ?? [];
}

/** Least and most of what it grows in a second, over any span near `[from, to]` that the engine may know it by. */
function ratesNear(counter: Samples, from: number, to: number): [number, number] {
  const near = counter.filter(([time]) => time > from - ENGINE_STEP_SECONDS - 2 && time < to + ENGINE_STEP_SECONDS + 2);
  const rates = near.flatMap(([time, value], i) => near.slice(i + 1)
    .filter(([later]) => later - time > ENGINE_STEP_SECONDS - 3)
    .map(([later, more]) => (more - value) / (later - time)));
  return [Math.min(...rates), Math.max(...rates)];
}

async function strips(window: string): Promise<{ range: Fleet['range']; series: FleetTarget['series'] }> {
  const { targets: [target], range } = await scope.get<Fleet>(`/fleet?${window}`);
  if (target === undefined) throw new Error('The page of all targets has none.');
  return { range, series: target.series };
}

const known = (values: readonly (number | null)[]): number => values.filter((value) => value !== null).length;

const oneTarget = async (): Promise<Target | undefined> => (await scope.get<Target[]>('/targets'))[0];

it('every panel answers from VictoriaMetrics what it answered from the local store', async () => {
  const span = async (): Promise<number> => {
    const recorded = (await oneTarget())?.recorded;
    return recorded === null || recorded === undefined ? 0 : recorded.end - recorded.start;
  };
  await expect.poll(span, { timeout: 3 * PATIENCE_MS, interval: 1000 }).toBeGreaterThan(RECORDED_SECONDS);
  const recorded = (await oneTarget())?.recorded;
  const [from, to] = [Math.ceil(recorded?.start ?? 0) + 2, Math.floor(recorded?.end ?? 0) - 5];
  const window = `start=${from}&end=${to}`;
  const local = await answers(window);
  const localFiles = await files(window);
  const localStrips = await strips(window);
  expect(known(localStrips.series.cpuCores)).toBeGreaterThan(1);
  const pending = async (): Promise<number> =>
    (await scope.get<ServerStatus>('/status')).remoteWrite?.[0]?.delaySeconds ?? Infinity;
  await expect.poll(pending, { timeout: PATIENCE_MS }).toBeLessThan(4);
  const cpu = await samplesOf('process_cpu_seconds_total', from - 60);
  const resident = await samplesOf('process_resident_memory_bytes', from - 60);
  await scope.stop();
  rmSync(dataDirs[0] ?? '', { recursive: true });
  scope = await start(dataDirs[1] ?? '');
  // Facts of the target come with its first minutes.
  await expect.poll(async () => (await oneTarget())?.version ?? '', { timeout: PATIENCE_MS }).not.toBe('');
  expect((await oneTarget())?.recorded?.start ?? Infinity).toBeGreaterThan(to);
  await expect.poll(async () => known((await strips(window)).series.cpuCores), { timeout: PATIENCE_MS })
    .toBe(known(localStrips.series.cpuCores));
  // Minutes ago the engine gives a value every 15 s, which stands for those around it. A step that the second store
  // has seen a part of, as its start loads the target, is of that part.
  const since = (await oneTarget())?.recorded?.start ?? 0;
  let compared = 0;
  const { range, series } = await strips(window);
  for (const [i, cores] of series.cpuCores.entries()) {
    const bytes = series.rssBytes[i] ?? null;
    const time = range.start + i * range.step;
    if (cores === null || bytes === null || time + range.step > since) continue;
    compared += 1;
    const [least, most] = ratesNear(cpu, time, time + range.step);
    expect(cores).toBeGreaterThan(0.9 * least - 0.002);
    expect(cores).toBeLessThan(1.1 * most + 0.002);
    const values = resident.filter(([at]) => at > time - 2 && at < time + range.step + 2)
      .map(([, value]) => value);
    expect(bytes).toBeGreaterThanOrEqual(Math.min(...values));
    expect(bytes).toBeLessThanOrEqual(Math.max(...values));
  }
  expect(compared).toBeGreaterThan(0);
  const different = async (): Promise<string[]> => {
    const read = await answers(window);
    return PATHS.flatMap((path) => differences(path, local.get(path), read.get(path))).slice(0, 60);
  };
  await expect.poll(different, { timeout: PATIENCE_MS, interval: 3000 }).toEqual([]);
  // Some values that are NaN are not read back.
  const numbers = (values: Values): Values => (
    Object.fromEntries(Object.entries(values).filter(([, value]) => !Number.isNaN(value)))
  );
  const readFiles = await files(window);
  for (const [i, values] of localFiles.entries()) {
    expect(Object.keys(values).length).toBeGreaterThan(20_000);
    expect(differences(String(i), numbers(values), numbers(readFiles[i] ?? {})).slice(0, 20)).toEqual([]);
  }
  expect(JSON.stringify(local.get('panels/gc-cpu')).length).toBeGreaterThan(2000);
  expect((await scope.get<ServerStatus>('/status')).storage.faults).toEqual([]);
});
