/** Profiles that tsdbscope takes of a real Prometheus by itself, and what stands in their way. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture, CompactionPanel, ProfileInfo, Profiling, Target } from '../../../../core/contract/contract.ts';
import { mountSmall, noMount, unmount } from '../../../../testdata/mounts.ts';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { endedCapture, orderCapture } from '../lab/captureOrders.ts';
import { relyingOn } from '../lab/inconclusive.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const PATIENCE_MS = 110_000;
const DISK_KIB = 96 * 1024;
/** A head compaction each 10 s; profiles of 2 s in every 10 s. */
const BLOCK = '10s';
const PROFILING = 'profiling: {cpu: {every: 10s, seconds: 2}, heap: {every: 10s}}';

const { dataDir, remove } = newDataDir();
const data = join(dataDir, 'data');
const config = join(dataDir, 'config.yml');
let lab: PrometheusLab;
let plain: TestTarget;
let scope: Tsdbscope;

beforeAll(async () => {
  lab = await startPrometheus({ targets: 2, seriesPerTarget: 1000, blockDuration: BLOCK, maxSeconds: 1200 });
  plain = await startTestTarget((request, response) => {
    if (request.url?.startsWith('/metrics') === true)
      response.setHeader('Content-Type', 'text/plain; version=0.0.4').end('go_goroutines 7\n');
    else response.writeHead(404).end('404 page not found\n');
  });
  const targets = `targets:\n  - {name: prom, url: '${lab.url}'}\n  - {name: plain, url: '${plain.config.url}'}\n`;
  writeFileSync(config, `${PROFILING}\n${targets}`);
  scope = await startTsdbscope(['--config', config], data);
}, 240_000);
afterAll(async () => {
  await scope.stop();
  await plain.close();
  await lab.stop();
  remove();
});

const captures = (target = 'prom'): Promise<Capture[]> => scope.get<Capture[]>(`/targets/${target}/captures`);
const profiling = (target = 'prom'): Promise<Profiling> => scope.get<Profiling>(`/targets/${target}/profiling`);

const continuousCpu = (all: readonly Capture[], state: Capture['state']): Capture[] =>
  all.filter((one) => one.kind === 'cpu' && one.reason.how === 'continuous' && one.state === state);

/** Waits for so many more continuous CPU profiles that are done than there are now. */
async function more(count: number): Promise<Capture[]> {
  const before = continuousCpu(await captures(), 'done').length;
  let all: Capture[] = [];
  let atCeiling: string | null = null;
  await relyingOn(() => atCeiling, async () => {
    try {
      all = await eventually(
        `${count} more continuous profiles`, PATIENCE_MS, captures,
        (taken) => continuousCpu(taken, 'done').length >= before + count
      );
    } catch (error) {
      const { pause } = await profiling();
      // A host without free CPU is not given more to do.
      if (pause?.reason === 'cpu-ceiling') atCeiling = pause.sentence;
      throw new Error(`${String(error)}; paused: ${pause?.sentence ?? 'no'}`, { cause: error });
    }
  });
  return all;
}

/** Another profiler, which waits for its turn; resolves when it has its profile. */
async function profiledElsewhere(seconds: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${lab.url}/debug/pprof/profile?seconds=${seconds}`);
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

/** No two CPU profiles that were taken overlap. */
function expectOneAtATime(all: readonly Capture[]): void {
  const spans = all.filter(({ kind, state }) => kind === 'cpu' && state === 'done')
    .map(({ startTime, endTime }) => ({ start: startTime ?? NaN, end: endTime ?? NaN }))
    .sort((a, b) => a.start - b.start);
  for (const [i, { start }] of spans.entries()) if (i > 0) expect(start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0);
}

describe('continuous profiling of a real Prometheus', () => {
  it('goes on over a restart and a kill -9 of tsdbscope, and loses only what ran then', async () => {
    const early = continuousCpu(await more(2), 'done');
    await scope.stop();
    scope = await startTsdbscope(['--config', config], data);
    expect((await captures()).map(({ id }) => id)).toEqual(expect.arrayContaining(early.map(({ id }) => id)));
    await more(1);
    const [running] = await eventually(
      'one runs', PATIENCE_MS, async () => continuousCpu(await captures(), 'running'), (all) => all.length > 0, 50
    );
    await scope.kill9();
    scope = await startTsdbscope(['--config', config], data);
    expect(await scope.get<Capture>(`/captures/${running?.id ?? ''}`))
      .toMatchObject({ state: 'failed', error: 'tsdbscope ended while it was taken.', profileId: null });
    const all = await more(2);
    expectOneAtATime(all);
    const profiles = await scope.get<ProfileInfo[]>('/profiles');
    for (const { profileId, sizeBytes, reason } of continuousCpu(all, 'done')) {
      const info = profiles.find(({ id }) => id === profileId);
      expect(info?.source).toMatchObject({ how: 'capture', target: 'prom', reason });
      expect(sizeBytes).toBe(info?.sizeBytes);
    }
    expect((await profiling()).kept.profiles).toBeGreaterThanOrEqual(5);
    expect(scope.output()).toMatch(/msg="A capture ended\." .*target=prom kind=cpu cause=continuous .*result=done/);
  }, 300_000);

  it('waits while the target is away or starts, says so, and goes on after it', async () => {
    await lab.kill9();
    await eventually('it waits', PATIENCE_MS, profiling, ({ pause }) => pause?.reason === 'not-answering');
    await lab.restart();
    await more(1);
    expect((await profiling()).pause).toBeNull();
  }, 300_000);

  it('backs off from another profiler, says so, and goes on after it', async () => {
    const other = profiledElsewhere(20);
    // Where the test fails before it, the server is gone first.
    other.catch(() => undefined);
    const { pause } = await eventually(
      'it backs off', PATIENCE_MS, profiling, (shown) => shown.pause?.reason === 'in-use'
    );
    expect(pause?.sentence).toContain('Another profiler');
    expect((await captures()).some(({ errorType, reason }) => errorType === 'busy' && reason.how === 'continuous'))
      .toBe(true);
    await other;
    await more(1);
    expect((await profiling()).pause).toBeNull();
  }, 300_000);

  it('ends at once for a capture that a person asks for', async () => {
    const [running] = await eventually(
      'one runs', PATIENCE_MS, async () => continuousCpu(await captures(), 'running'), (all) => all.length > 0, 50
    );
    const own = await endedCapture(scope, await orderCapture(scope, 'prom', { kind: 'cpu', seconds: 1 }));
    expect(own).toMatchObject({ state: 'done', error: null, reason: { how: 'person' } });
    expect(await scope.get<Capture>(`/captures/${running?.id ?? ''}`)).toMatchObject({
      state: 'failed', cancelled: true, error: 'Ended for a capture that was asked for, which goes first.',
    });
    expectOneAtATime(await captures());
  }, 120_000);

  it('says that a target has no pprof pages', async () => {
    const { pause, state } = await eventually(
      'it is known', PATIENCE_MS, () => profiling('plain'), (shown) => shown.pause?.reason === 'no-pprof'
    );
    expect(state).toBe('paused');
    expect(pause?.sentence).toContain('has no /debug/pprof/');
    expect((await captures('plain')).map(({ state, errorType }) => `${state} ${errorType}`))
      .toContain('failed not_found');
  }, 120_000);

  it('can be switched off by the page, over a restart', async () => {
    const answer = await scope.fetch(
      '/api/v1/targets/plain/profiling', { method: 'PUT', body: JSON.stringify({ on: false }) }
    );
    expect(answer.status).toBe(200);
    await scope.stop();
    scope = await startTsdbscope(['--config', config], data);
    expect(await profiling('plain')).toMatchObject({ on: false, setBy: 'page', state: 'off', pause: null });
    expect(await profiling()).toMatchObject({ on: true, setBy: 'configuration' });
  }, 120_000);
});

/** Its end may have been scraped by the recorder and not yet by the panel. */
async function compactionWithin({ startTime, seconds }: Capture): Promise<void> {
  await eventually(
    'a compaction within the capture', PATIENCE_MS,
    () => scope.get<CompactionPanel>('/targets/prom/panels/compaction'),
    ({ compactions }) => compactions.some(
      ({ start, end }) => end >= (startTime ?? NaN) && start <= (startTime ?? NaN) + seconds
    )
  );
}

describe('a capture booked for the next compaction', () => {
  it('is booked by a rule while profiling is on, and taken in one', async () => {
    const ofRule = (all: readonly Capture[]): Capture | undefined =>
      all.find(({ state, reason }) => state === 'done' && reason.rule === 'next-compaction');
    const taken = ofRule(await eventually(
      'the capture of the rule', 300_000, captures, (all) => ofRule(all) !== undefined, 500
    ));
    expect(taken).toMatchObject({
      kind: 'cpu', at: 'next-compaction', client: null,
      reason: { how: 'booked', sentence: 'A head compaction was due.' },
    });
    if (taken !== undefined) await compactionWithin(taken);
    expect((await profiling()).triggers.find(({ rule }) => rule === 'next-compaction'))
      .toMatchObject({ on: true, lastTime: expect.any(Number) as number });
  }, 400_000);

  it('is taken in one after a restart of tsdbscope, before which it was booked', async () => {
    await eventually(
      'the next compaction is known', 180_000, () => scope.get<CompactionPanel>('/targets/prom/panels/compaction'),
      ({ compactions, next }) => compactions.length >= 2 && next !== null, 500
    );
    const booked = await orderCapture(scope, 'prom', { kind: 'cpu', at: 'next-compaction' });
    expect(booked).toMatchObject({ state: 'waiting', at: 'next-compaction' });
    await scope.kill9();
    scope = await startTsdbscope(['--config', config], data);
    const taken = await endedCapture(scope, booked);
    expect(taken).toMatchObject({ state: 'done', error: null, at: 'next-compaction', reason: { how: 'booked' } });
    await compactionWithin(taken);
    expectOneAtATime(await captures());
  }, 400_000);
});

const REFILL_MS = 50;

/** Until nothing fits any more. */
function fill(file: string): void {
  try {
    for (;;) appendFileSync(file, new Uint8Array(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

describe.skipIf(noMount !== null)('a disk that fills up while a capture lands', () => {
  it('costs this capture with a sentence; the list and the next one are whole once there is room', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-small-'));
    const disk = join(folder, 'disk');
    mountSmall(disk, DISK_KIB);
    let small = await startTsdbscope([lab.url], join(disk, 'data'));
    const target = new URL(lab.url).host;
    try {
      await eventually(
        'it is up', PATIENCE_MS, () => small.get<Target>(`/targets/${target}`), ({ state }) => state === 'up'
      );
      const begun = await orderCapture(small, target, { kind: 'heap', seconds: 0 });
      await endedCapture(small, begun);
      const losing = async (): Promise<Capture> => {
        rmSync(join(disk, 'others'), { force: true });
        const lost = await orderCapture(small, target, { kind: 'cpu', seconds: 3 });
        // What the server frees meanwhile is taken, too: a quiet server's profile fits into little.
        fill(join(disk, 'others'));
        const refilling = setInterval(() => { fill(join(disk, 'others')); }, REFILL_MS);
        try {
          return await endedCapture(small, lost);
        } finally {
          clearInterval(refilling);
        }
      };
      let failed = await losing();
      // The other tests' tsdbscope profiles the same target.
      while (failed.errorType === 'busy') failed = await losing();
      expect(failed).toMatchObject({ state: 'failed', profileId: null, errorType: 'disk_full' });
      expect(failed.error).toMatch(/space|disk|ENOSPC/i);
      rmSync(join(disk, 'others'));
      await eventually('another one is stored', PATIENCE_MS, async () => endedCapture(
        small, await orderCapture(small, target, { kind: 'cpu', seconds: 1 })
      ), ({ state }) => state === 'done');
      await small.stop();
      small = await startTsdbscope([lab.url], join(disk, 'data'));
      const all = await small.get<Capture[]>(`/targets/${target}/captures`);
      expect(all.find(({ id }) => id === failed.id)).toMatchObject({ state: 'failed', error: failed.error });
      expect(all.find(({ id }) => id === begun.id)).toMatchObject({ state: 'done' });
      expect(all[0]).toMatchObject({ state: 'done', kind: 'cpu' });
    } finally {
      await small.stop();
      unmount(disk);
      rmSync(folder, { recursive: true, force: true });
    }
  }, 300_000);
});
