import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Capture, DiffTopTable, ProfileInfo, SampleSeries, Target, TopTable,
} from '../../../../core/contract/contract.ts';
import type { CaptureRequest } from '../../../../core/contract/questions/bodies.ts';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { askForCapture, endedCapture, orderCapture } from '../lab/captureOrders.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

/** 20,000 samples/s: some MB a second, so that a change over seconds is not empty. */
const LOAD = { targets: 4, seriesPerTarget: 5000, maxSeconds: 900 };
const RECORDED = join(import.meta.dirname, '..', '..', '..', '..', 'testdata', 'profiles', 'live', 'profile-30s.pb.gz');

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
/** A Go program with fgprof that ends soon, serving a profile that was recorded; it has no other pprof page. */
let withFgprof: TestTarget;
let scope: Tsdbscope;
let prometheus: string;
let other: string;

beforeAll(async () => {
  lab = await startPrometheus(LOAD);
  withFgprof = await startTestTarget((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/metrics'))
      response.setHeader('Content-Type', 'text/plain; version=0.0.4').end('go_goroutines 7\n');
    else if (path.startsWith('/debug/fgprof?seconds=')) {
      const timer = setTimeout(() => createReadStream(RECORDED).pipe(response), 1000 * Number(path.split('=')[1]));
      response.on('close', () => clearTimeout(timer));
    } else response.writeHead(404).end('404 page not found\n');
  });
  scope = await startTsdbscope([lab.url, withFgprof.config.url], dataDir);
  prometheus = new URL(lab.url).host;
  other = new URL(withFgprof.config.url).host;
  await eventually(
    'both are up', 60_000, () => scope.get<Target[]>('/targets'),
    (targets) => targets.length === 2 && targets.every(({ state }) => state === 'up')
  );
}, 120_000);

afterAll(async () => {
  await scope.stop();
  await withFgprof.close();
  await lab.stop();
  remove();
});

async function take(target: string, request: CaptureRequest): Promise<Capture> {
  return endedCapture(scope, await orderCapture(scope, target, request));
}

/** Bytes that Prometheus allocated, by its own counter in the scrapes. */
async function allocatedBetween(start: number, end: number): Promise<number> {
  const [series] = await eventually(
    'a scrape after it', 60_000,
    () => scope.get<SampleSeries[]>(
      `/targets/${prometheus}/samples?match=go_memstats_alloc_bytes_total&start=${start - 60}&end=${end + 60}`
    ),
    (all) => (all[0]?.values.at(-1)?.[0] ?? 0) > end
  );
  const values = (series?.values ?? []).map(([time, value]): [number, number] => [time, Number(value)]);
  const at = (time: number): number => {
    const next = Math.max(1, values.findIndex(([row]) => row >= time));
    const [[fromTime, from], [toTime, to]] = [values[next - 1] ?? [NaN, NaN], values[next] ?? [NaN, NaN]];
    return from + ((to - from) * (time - fromTime)) / (toTime - fromTime);
  };
  return at(end) - at(start);
}

function topOf({ profileId }: Capture, sampleType: string): Promise<TopTable> {
  return scope.get<TopTable>(`/profiles/${profileId ?? ''}/top?limit=0&sampleType=${sampleType}`);
}

describe('captures of a real Prometheus', () => {
  it('have allocations over some seconds as the difference of two snapshots, without the start-up', async () => {
    const before = await take(prometheus, { kind: 'allocs', gc: true });
    const change = await take(prometheus, { kind: 'allocs', seconds: 6, gc: true });
    const after = await take(prometheus, { kind: 'allocs', gc: true });
    expect([before, change, after].map(({ state, error, note }) => [state, error, note]))
      .toEqual([['done', null, null], ['done', null, null], ['done', null, null]]);
    expect(change.delta).toBe('subtracted');
    const [whole, span] = [await topOf(after, 'alloc_space'), await topOf(change, 'alloc_space')];
    expect(span.total).toBeGreaterThan(0);
    expect(span.total).toBeLessThan(whole.total);
    const around = await scope.get<DiffTopTable>(
      `/diff/top?before=${before.profileId ?? ''}&after=${after.profileId ?? ''}&sampleType=alloc_space&limit=0`
    );
    const difference = around.totals.after - around.totals.before;
    // Each total rests on sampled objects.
    expect(span.total).toBeLessThan(difference * 1.1);
    // What the target counted meanwhile, between its scrapes; some MB are few sampled objects.
    const counted = await allocatedBetween(change.startTime ?? NaN, change.endTime ?? NaN);
    expect(span.total).toBeGreaterThan(0.25 * counted);
    expect(span.total).toBeLessThan(2 * counted);
    // Only what is larger than the step of Go's sampling is sure to be seen, so of all that runs at the start and never
    // again the most.
    const startup = (table: TopTable): number => Math.max(
      0,
      ...table.rows.filter(
        (row) => ['runtime.main', 'main.main', 'runtime.doInit', 'runtime.doInit1'].includes(row.function)
      ).map(({ cum }) => cum)
    );
    expect(startup(whole)).toBeGreaterThan(0);
    expect(startup(span)).toBeLessThan(startup(whole) * 0.1);
  });

  it('leave the change to a target that takes it, or say that no collection ended in that time', async () => {
    const change = await take(prometheus, { kind: 'allocs', seconds: 3 });
    expect(change).toMatchObject({ state: 'done', delta: 'target' });
    const table = await topOf(change, 'alloc_space');
    if (table.total === 0) expect(change.note).toContain('none ended in these 3 s');
    else expect(change.note).toBeNull();
  });

  it('have the heap after a collection, without what was garbage', async () => {
    const found = await take(prometheus, { kind: 'heap', gc: true });
    const inUse = await topOf(found, 'inuse_space');
    expect(inUse.total).toBeGreaterThan(1_000_000);
    expect(inUse.rows.some((row) => row.function.includes('prometheus/tsdb'))).toBe(true);
  });

  it('know the samples ingested while they ran, so that two can be compared by sample', async () => {
    const [
      before, after,
    ] = [await take(prometheus, { kind: 'cpu', seconds: 3 }), await take(prometheus, { kind: 'cpu', seconds: 3 })];
    const table = await scope.get<DiffTopTable>(
      `/diff/top?before=${before.profileId ?? ''}&after=${after.profileId ?? ''}&normalize=samples-ingested`
    );
    expect(table.totals.before).toBeGreaterThan(0);
    expect(table.comparability.differences.map(({ what }) => what)).not.toContain('go-version');
  });

  it('can be cancelled while they run, and another be taken at once', async () => {
    const capture = await orderCapture(scope, prometheus, { kind: 'cpu', seconds: 60 });
    await eventually(
      'it runs', 30_000, () => scope.get<Capture>(`/captures/${capture.id}`),
      ({ progressRatio }) => (progressRatio ?? 0) > 0
    );
    expect((await scope.fetch(`/api/v1/captures/${capture.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await endedCapture(scope, capture))
      .toMatchObject({ state: 'failed', error: expect.stringContaining('was cancelled') as string });
    expect(await take(prometheus, { kind: 'heap' })).toMatchObject({ state: 'done' });
    expect((await scope.fetch('/api/v1/captures/nothing', { method: 'DELETE' })).status).toBe(404);
  });

  it('of threads are taken at once, whatever the seconds: they have no change over a time', async () => {
    expect(await take(prometheus, { kind: 'threadcreate', seconds: 5 }))
      .toMatchObject({ state: 'done', seconds: 0, error: null });
  });

  it('say that it has no fgprof', async () => {
    expect(await take(prometheus, { kind: 'fgprof', seconds: 1 })).toMatchObject(
      { state: 'failed', profileId: null, error: expect.stringContaining('does not serve fgprof') as string }
    );
  });

  it.each<[CaptureRequest, string]>([
    [{ kind: 'mutex', gc: true }, '"gc" goes with'],
    [{ kind: 'cpu', seconds: 301 }, 'a whole number from 0 to 300'],
  ])('refuse %j with a sentence', async (request, words) => {
    const { status, message } = await askForCapture(scope, prometheus, request);
    expect(status).toBe(400);
    expect(message).toContain(words);
  });
});

describe('captures of a program that has fgprof and no pprof pages', () => {
  it('have its wall-clock profile', async () => {
    const taken = await take(other, { kind: 'fgprof', seconds: 1 });
    expect(taken).toMatchObject({ state: 'done', error: null });
    const info = await scope.get<ProfileInfo>(`/profiles/${taken.profileId ?? ''}`);
    expect(info.source).toEqual({
      how: 'capture', target: other, captureId: taken.id, reason: { how: 'person', sentence: null },
    });
  });

  it('say which page is missing', async () => {
    expect(await take(other, { kind: 'allocs', seconds: 1 })).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/has no \/debug\/pprof\/allocs: its pprof pages are switched off/) as string,
    });
  });
});
