/** Rules that take profiles of a real Prometheus whose clock is 3 s ahead of ours, by a proxy in front of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture, OpenedArchive, Profiling, TriggerState } from '../../../core/contract/contract.ts';
import { claimMistakes } from '../../../core/finding.ts';
import { startTestTarget, type TestTarget } from '../../testdata/testTarget.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { querySpike } from '../lab/querySpike.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const AHEAD_SECONDS = 3;
const COOLDOWN_SECONDS = 5;
const MAX_PER_DAY = 3;
const DAY_SECONDS = 86_400;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let ahead: TestTarget;
let scope: Tsdbscope;

/** Only heap profiles all the time, so that each CPU profile is one of a rule or of quiet times. */
function configured(limits: string): string {
  const file = join(dataDir, 'triggers.yml');
  writeFileSync(file, `profiling: {heap: {every: 1h}}
triggers: {cooldown: ${COOLDOWN_SECONDS}s, reset: 1s, ${limits}}
targets: [{url: '${ahead.config.url}', name: prom, labels: {note: kept}}]
`);
  return file;
}

beforeAll(async () => {
  lab = await startPrometheus({ targets: 4, seriesPerTarget: 2000, maxSeconds: 1500 });
  ahead = await startTestTarget((request, response) => {
    const passed = async (): Promise<void> => {
      const answer = await fetch(lab.url + (request.url ?? ''));
      const body = Buffer.from(await answer.arrayBuffer());
      const isMetrics = request.url === '/metrics';
      const text = isMetrics ? body.toString('utf8').replace(
        /^(process_start_time_seconds) (\S+)$/m, (_all, name: string, value: string) =>
          `${name} ${Number(value) + AHEAD_SECONDS}`
      ) : null;
      response.writeHead(answer.status, {
        'Content-Type': answer.headers.get('content-type') ?? 'text/plain',
        Date: new Date(Date.now() + 1000 * AHEAD_SECONDS).toUTCString(),
      }).end(text ?? body);
    };
    passed().catch(() => { response.destroy(); });
  });
  scope = await startTsdbscope(['--config', configured(`max_per_day: ${MAX_PER_DAY}`)], dataDir);
}, 120_000);

afterAll(async () => {
  await scope.stop();
  await ahead.close();
  await lab.stop();
  remove();
});

const wait = (seconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });
const profiling = (): Promise<Profiling> => scope.get<Profiling>('/targets/prom/profiling');
const byRule = async (): Promise<Capture[]> =>
  (await scope.get<Capture[]>('/targets/prom/captures')).filter(({ reason }) => reason.rule === 'cpu');
const cpuRule = async (): Promise<TriggerState | undefined> =>
  (await profiling()).triggers.find(({ rule }) => rule === 'cpu');
const midnight = (): number => (Math.floor(Date.now() / 1000 / DAY_SECONDS) + 1) * DAY_SECONDS;

describe('with the clock of the target 3 s ahead', () => {
  it('a quiet profile is there after minutes, and no rule has fired', async () => {
    const { baseline } = await eventually(
      'a quiet profile', 480_000, profiling, (now) => now.baseline !== null, 1000
    );
    expect(baseline?.cores).toBeLessThan(1);
    expect(await byRule()).toEqual([]);
  });

  it('a spike is captured, and comes with its diff against the quiet profile', async () => {
    const { baseline } = await profiling();
    const startTime = Date.now() / 1000;
    await querySpike(lab.url, 6);
    const [capture] = await eventually(
      'the capture with its diff', 60_000, byRule, ([first]) => first?.againstQuiet !== undefined
    );
    expect(capture)
      .toMatchObject({ state: 'done', kind: 'cpu', seconds: 5, client: null, reason: { how: 'triggered' } });
    expect(capture?.reason.values?.map(({ name, unit }) => `${name} ${unit}`))
      .toEqual(['CPU cores', 'Threshold cores', 'Usual cores']);
    expect(capture?.startTime).toBeGreaterThan(startTime);
    expect(capture?.startTime).toBeLessThan(startTime + 6);
    expect(capture?.againstQuiet?.beforeId).toBe(baseline?.profileId);
    const finding = capture?.againstQuiet?.finding;
    expect(finding?.sentence).toMatch(/^CPU spike: \+[\d.]+ cores against quiet/);
    expect(claimMistakes(finding?.claim ?? [])).toEqual([]);
  });
});

describe('a storm', () => {
  it('is held by the cooldown and the limit of the day', async () => {
    for (let spike = 0; spike < 5; spike++) {
      await wait(7);
      await querySpike(lab.url, 4);
    }
    await wait(6);
    const starts = (await byRule()).map(({ startTime }) => startTime ?? NaN).reverse();
    expect(starts).toHaveLength(MAX_PER_DAY);
    const gaps = starts.slice(1).map((start, i) => start - (starts[i] ?? NaN));
    expect(gaps.filter((gap) => gap < COOLDOWN_SECONDS)).toEqual([]);
    expect(await cpuRule())
      .toMatchObject({ takenToday: MAX_PER_DAY, notBeforeTime: midnight(), lastTime: starts.at(-1) });
  });

  it('and by the budget, over a restart of tsdbscope, which still knows the quiet profile', async () => {
    const { baseline } = await profiling();
    await scope.stop();
    scope = await startTsdbscope(['--config', configured('max_per_day: 100, budget: 1KB')], dataDir);
    const after = await eventually(
      'the quiet profile of before', 60_000, profiling, (now) => now.baseline !== null
    );
    expect(after.baseline?.profileId).toBe(baseline?.profileId);
    expect(after.triggers.map(({ notBeforeTime }) => notBeforeTime)).toEqual(after.triggers.map(() => midnight()));
  });
});

describe('everything at once', () => {
  it('is one bundle that opens here again, with the names of promtool', async () => {
    const asked = await scope.fetch('/api/v1/targets/prom/captures', {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'everything', seconds: 3 }),
    });
    expect(asked.status).toBe(202);
    const { id } = ((await asked.json()) as { data: { capture: Capture } }).data.capture;
    const capture = await eventually(
      'the bundle', 90_000, () => scope.get<Capture>(`/captures/${id}`), ({ state }) => state !== 'running'
    );
    expect(capture).toMatchObject({ state: 'done', note: null, kind: 'everything' });
    const download = await scope.fetch(`/api/v1/captures/${id}/bundle`);
    expect(download.headers.get('content-disposition')).toMatch(/filename="?debug-prom-.*\.tar\.gz/);
    const bytes = new Uint8Array(await download.arrayBuffer());
    expect(bytes.length).toBe(capture.sizeBytes);
    const sent = await scope.fetch('/api/v1/debug-bundles?name=dropped', { method: 'POST', body: bytes });
    expect(sent.status).toBe(201);
    const opened = ((await sent.json()) as { data: OpenedArchive }).data;
    // Here they are the profiles of the capture, and keep its names.
    expect(opened.profiles.map(({ kind }) => kind).sort())
      .toEqual(['allocs', 'block', 'cpu', 'goroutine', 'heap', 'mutex', 'threadcreate']);
    expect(opened.metrics?.samples).toBeGreaterThan(100);
    expect(opened.skipped.map(({ name }) => name).sort())
      .toEqual(['buildinfo.json', 'flags.json', 'runtimeinfo.json', 'tsdb.json']);
  });
});
