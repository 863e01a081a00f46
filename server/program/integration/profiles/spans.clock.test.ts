/** Spans of time over the profiles of a real Prometheus that is killed in between. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CpuBySubsystem, SpanProfile, Target, TopTable } from '../../../../core/contract/contract.ts';
import type { CaptureRequest } from '../../../../core/contract/questions/bodies.ts';
import { endedCapture, orderCapture } from '../lab/captureOrders.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const PATIENCE_MS = 90_000;
const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;

beforeAll(async () => {
  lab = await startPrometheus({ targets: 2, seriesPerTarget: 500, maxSeconds: 600 });
  scope = await startTsdbscope([lab.url], join(dataDir, 'data'));
}, 240_000);
afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

const name = (): string => new URL(lab.url).host;
const ofTarget = (path: string): string => `/targets/${encodeURIComponent(name())}/${path}`;

async function taken(request: CaptureRequest): Promise<string> {
  const done = await endedCapture(scope, await orderCapture(scope, name(), request));
  expect(done).toMatchObject({ state: 'done', error: null });
  return done.profileId ?? '';
}

/** Until a scrape from now on has succeeded: not one from before that is still the last. */
async function scraped(): Promise<void> {
  const since = Date.now() / 1000;
  await eventually(
    'it is scraped', PATIENCE_MS, () => scope.get<Target>(`/targets/${encodeURIComponent(name())}`),
    ({ state, lastScrape }) => (
      state === 'up' && lastScrape !== null && lastScrape.error === null && lastScrape.time > since
    ), 100
  );
}

/**
 * Of a server that has work meanwhile: an idle one may give a profile without a sample, which splits nothing. The
 * process's counter is known before and after it.
 */
async function busyProfile(): Promise<string> {
  const over = { is: false };
  const work = async (): Promise<void> => {
    while (!over.is) await (await fetch(`${lab.url}/metrics`)).arrayBuffer();
  };
  await scraped();
  const working = [work(), work()];
  try {
    return await taken({ kind: 'cpu', seconds: 2 });
  } finally {
    over.is = true;
    await Promise.all(working);
    await scraped();
  }
}

async function allocatedBy(path: string): Promise<TopTable> {
  return scope.get<TopTable>(`${path}${path.includes('?') ? '&' : '?'}sampleType=alloc_space&limit=0`);
}

describe('a span of time of a real Prometheus', () => {
  it('counts growth on over its restart, never backwards, and adds up its CPU', async () => {
    const start = Math.floor(Date.now() / 1000) - 1;
    const snapshots = [await taken({ kind: 'allocs' })];
    const cpus = [await busyProfile()];
    snapshots.push(await taken({ kind: 'allocs' }));
    await lab.kill9();
    await lab.restart();
    await scraped();
    snapshots.push(await taken({ kind: 'allocs' }));
    cpus.push(await busyProfile());
    snapshots.push(await taken({ kind: 'allocs' }));
    const window = `start=${start}&end=${Math.ceil(Date.now() / 1000) + 1}`;

    const grown = await scope.get<SpanProfile>(ofTarget(`profile?kind=allocs&${window}`));
    expect(grown.restarts).toHaveLength(1);
    expect(grown.sentence).toContain('the process was started once meanwhile');
    expect(grown.ids).toEqual([snapshots[0], snapshots[1], snapshots[3]]);
    const [first, second, , last] = await Promise.all(
      snapshots.map((id) => allocatedBy(`/profiles/${id}/top`))
    );
    const table = await allocatedBy(ofTarget(`profile/top?kind=allocs&${window}`));
    expect(table.rows.filter(({ flat, cum }) => flat < 0 || cum < 0)).toEqual([]);
    expect(table.total).toBe((second?.total ?? NaN) - (first?.total ?? NaN) + (last?.total ?? NaN));
    expect(await allocatedBy(`/profiles/${encodeURIComponent(grown.profile?.id ?? '')}/top`)).toEqual(table);

    const cpu = await scope.get<SpanProfile>(ofTarget(`profile?kind=cpu&${window}`));
    expect(cpu.ids).toEqual(cpus);
    const tops = await Promise.all(cpus.map((id) => scope.get<TopTable>(`/profiles/${id}/top`)));
    const sum = await scope.get<TopTable>(ofTarget(`profile/top?kind=cpu&${window}`));
    expect(sum.total).toBe(tops.reduce((total, one) => total + one.total, 0));
    const split = await scope.get<CpuBySubsystem>(ofTarget(`cpu-by-subsystem?${window}&step=1s`));
    expect(split.steps.some(({ covered }) => covered)).toBe(true);
    expect(split.steps.some(({ covered }) => !covered)).toBe(true);
    expect(split.sumRatio).toBeCloseTo(1, 6);
  }, 300_000);
});
