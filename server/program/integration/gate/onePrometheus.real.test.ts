/** One real Prometheus from its first scrape to its replay, as the built program and its page in Chromium show it. */
import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Capture, CompactionPanel, GcCpuPanel, SampleSeries, ScrapesPanel, Target, TopTable, WalReplayPanel,
} from '../../../../core/contract/contract.ts';
import playwrightConfig from '../../../../playwright.config.ts';
import { watch } from '../../../../web/e2e/scopeTest.ts';
import { askForCapture, orderCapture } from '../lab/captureOrders.ts';
import { Inconclusive } from '../lab/inconclusive.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { headBlockStarts } from '../lab/prometheusLog.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const BLOCK_SECONDS = 10;
/** 32,000 samples/s: so few that the server keeps up with its blocks on a machine that others fill. */
const LOAD = {
  targets: 4, seriesPerTarget: 8_000, churnSeconds: 20, blockDuration: `${BLOCK_SECONDS}s`, maxBlockDuration: '90s',
  walCompression: false, maxSeconds: 900,
};
const AWAY = /tsdbscope does not answer|stream is lost/i;
const PATIENCE_MS = 120_000;
/** What a machine keeps that runs a server and its scrapes every second; times prove nothing on another. */
const MAX_SPACING_SECONDS = 3;
const MAX_SCRAPE_SECONDS = 1;
const MAX_LATE_SECONDS = 2;

const { dataDir, remove } = newDataDir();
const closers: (() => Promise<unknown>)[] = [];
const complaints: string[] = [];
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;
/** The same server under its other name. */
let added: string;
let page: Page;

const panel = <T>(name: string): Promise<T> => scope.get<T>(`/targets/${target}/panels/${name}`);
const seen = (name = target): Promise<Target> => scope.get<Target>(`/targets/${name}`);
const samplesOf = async (metric: string): Promise<SampleSeries['values']> =>
  (await scope.get<SampleSeries[]>(`/targets/${target}/samples?match=${metric}`))[0]?.values ?? [];
const scrapeTimes = async (): Promise<number[]> =>
  (await samplesOf('process_cpu_seconds_total')).map(([time]) => time);
const shows = (text: RegExp): Promise<void> => page.getByText(text).first().waitFor({ timeout: PATIENCE_MS });

/** A failure of `check` proves nothing where this machine stood still or the server fell behind: throws that, then. */
async function onSoundMachine<T>(since: number, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    const times = (await scrapeTimes()).filter((time) => time >= since);
    const widest = Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? time)));
    const slowest = (await panel<ScrapesPanel>('scrapes')).durationSeconds.max ?? Infinity;
    // The first two blocks come before the server is on its clock.
    const lateness = headBlockStarts(lab.log()).slice(2)
      .map((start) => Math.abs(start % BLOCK_SECONDS - BLOCK_SECONDS / 2));
    const latest = Math.max(0, ...lateness);
    if (widest > MAX_SPACING_SECONDS || slowest > MAX_SCRAPE_SECONDS || latest > MAX_LATE_SECONDS) {
      const [apart, took, late] = [widest, slowest, latest].map((seconds) => `up to ${seconds.toFixed(1)} s`);
      throw new Inconclusive(
        `This machine was too slow: scrapes ${apart} apart, which took ${took}, and head compactions ${late} late.`,
        { cause: error }
      );
    }
    throw error;
  }
}

/** Its end is known, and its likely start is on the clock, to the spacing of the scrapes. */
function isRegular({ phaseSeconds, startErrorSeconds, running }: CompactionPanel['compactions'][number]): boolean {
  return !running && phaseSeconds !== null
    && Math.abs(phaseSeconds - BLOCK_SECONDS / 2) < 1 + startErrorSeconds / 2;
}

/** Neither more nor other head compactions than logged; both to the scrapes around them, which take a while. */
async function expectAsLogged({ compactions, next }: CompactionPanel, since: number): Promise<void> {
  const logged = headBlockStarts(lab.log());
  const slackSeconds = 0.1 + ((await panel<ScrapesPanel>('scrapes')).durationSeconds.max ?? NaN);
  const ended = compactions.filter(({ running }) => !running);
  for (const { start, startErrorSeconds } of ended.filter(isRegular)) {
    const before = logged.map((one) => start - one);
    expect(before.filter((seconds) => seconds > -slackSeconds && seconds < startErrorSeconds + slackSeconds).length)
      .toBeGreaterThan(0);
  }
  const last = ended.at(-1);
  const missed = logged.filter((one) => one > since + MAX_SPACING_SECONDS && one < (last?.end ?? NaN) && !ended.some(
    ({ start, startErrorSeconds, end }) => one > start - startErrorSeconds - slackSeconds && one < end + slackSeconds
  ));
  expect(missed).toEqual([]);
  expect(next?.time).toBeGreaterThan(last?.start ?? NaN);
  expect(Math.abs((next?.time ?? NaN) % BLOCK_SECONDS - BLOCK_SECONDS / 2))
    .toBeLessThanOrEqual(next?.errorSeconds ?? NaN);
}

beforeAll(async () => {
  lab = await startPrometheus(LOAD);
  closers.push(() => lab.stop());
  target = new URL(lab.url).host;
  added = target.replace('127.0.0.1', 'localhost');
  scope = await startTsdbscope([lab.url], dataDir);
  closers.push(() => scope.stop());
  const { launchOptions, timezoneId, locale } = playwrightConfig.use ?? {};
  const browser = await chromium.launch(launchOptions);
  closers.push(() => browser.close());
  page = await browser.newPage({ timezoneId, locale });
  watch(page, complaints);
});

afterAll(async () => {
  const closed = await Promise.allSettled(closers.map((close) => close()));
  remove();
  expect(closed.filter(({ status }) => status === 'rejected')).toEqual([]);
});

describe('a real Prometheus under load', () => {
  let since: number;

  it('is up, with kind, version and block range, and the page says so', async () => {
    const now = await eventually('it is up', PATIENCE_MS, seen, ({ state, kind, blockRangeSeconds, recorded }) => (
      state === 'up' && kind === 'prometheus' && blockRangeSeconds === BLOCK_SECONDS && recorded !== null
    ));
    expect(now).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string, goVersion: expect.stringMatching(/^go1\./) as string,
    });
    // What came before is from the target's own history, whose scrapes are not among the samples.
    since = now.recorded?.start ?? NaN;
    await page.goto(`${scope.url}/gc-cpu?target=${target}&range=5m`);
    await shows(/^up$/);
  });

  it('has its GC cycles at the moments that it reports, and they come into the page', async () => {
    const { cycles, series } = await eventually(
      'three GC cycles', PATIENCE_MS, () => panel<GcCpuPanel>('gc-cpu'),
      (now) => now.cycles.filter(({ time }) => time > since).length >= 3
    );
    const moments = (await samplesOf('go_memstats_last_gc_time_seconds')).map(([, value]) => Number(value));
    await onSoundMachine(since, () => {
      for (const { time } of cycles.filter((cycle) => cycle.time > since)) {
        expect(Math.min(...moments.map((moment) => Math.abs(moment - time)))).toBeLessThan(0.1);
      }
    });
    expect(series.cpuCores.some((cores) => cores !== null && cores > 0)).toBe(true);
    await shows(/[1-9]\d* GC cycles/);
    await page.keyboard.press('g');
    await page.keyboard.press('k');
  });

  it('gives a CPU profile with progress, kept with its top table', async () => {
    const capture = await orderCapture(scope, target, { kind: 'cpu', seconds: 4 });
    expect((await askForCapture(scope, target, { kind: 'cpu', seconds: 3 })).status).toBe(409);
    const progress: number[] = [];
    const done = await eventually('the capture is done', PATIENCE_MS, async () => {
      const now = await scope.get<Capture>(`/captures/${capture.id}`);
      if (now.progressRatio !== null) progress.push(now.progressRatio);
      return now;
    }, ({ state }) => state === 'done' || state === 'failed');
    expect(done).toMatchObject({ state: 'done', error: null });
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.toSorted((a, b) => a - b)).toEqual(progress);
    const top = await scope.get<TopTable>(`/profiles/${done.profileId ?? ''}/top?limit=5`);
    expect(top.sampleType).toBe('cpu');
    expect(top.total).toBeGreaterThan(0);
    expect(top.rows.length).toBe(5);
  });

  it('is added again under another name while tsdbscope runs', async () => {
    const answer = await scope.fetch('/api/v1/targets', {
      method: 'POST', body: JSON.stringify({ url: `http://${added}` }),
    });
    expect([answer.status, await answer.json()])
      .toEqual([201, { status: 'success', data: { target: expect.objectContaining({ name: added }) as Target } }]);
    await eventually('it is scraped', PATIENCE_MS, () => seen(added), ({ state, kind, recorded }) => (
      state === 'up' && kind === 'prometheus' && recorded !== null
    ));
  });

  it('has its head compactions when its own log has them, half a block range after each boundary', async () => {
    const { blockRangeSource, expectedPhaseSeconds } = await onSoundMachine(since, async () => {
      const now = await eventually(
        'two head compactions on the clock', PATIENCE_MS, () => panel<CompactionPanel>('compaction'),
        ({ compactions, next }) => compactions.filter(isRegular).length >= 2 && next !== null, 500
      );
      await expectAsLogged(now, since);
      return now;
    });
    expect([blockRangeSource, expectedPhaseSeconds]).toEqual(['flags', BLOCK_SECONDS / 2]);
    await shows(/\b(?:[2-9]|[1-9]\d+) compactions/);
    // In the fold under the claim.
    await page.getByText(/block range 10s/).first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
    await shows(/^next/);
  });

  it('has its page without a complaint, on a phone too', async () => {
    const wide = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 844 });
    await shows(/^next/);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    // A phone folds the line of facts under a claim, which later tests read.
    await page.setViewportSize(wide);
    expect(complaints).toEqual([]);
  });
});

describe('tsdbscope, killed', () => {
  it('loses at most two scrapes, resumes by itself, and the page says meanwhile that it is away', async () => {
    await page.goto(`${scope.url}/compaction?target=${target}&range=5m`);
    await shows(/compactions/);
    const before = await scrapeTimes();
    expect(before.length).toBeGreaterThan(2);
    const killedAt = Date.now() / 1000;
    await scope.kill9();
    await shows(AWAY);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/compaction/i);
    scope = await startTsdbscope([lab.url], dataDir, Number(new URL(scope.url).port));
    await eventually('it is up again', PATIENCE_MS, seen, ({ state }) => state === 'up');
    const after = new Set(await scrapeTimes());
    expect(before.filter((time) => !after.has(time)).length).toBeLessThanOrEqual(2);
    const { gaps } = await panel<ScrapesPanel>('scrapes');
    const causes = gaps.filter(({ start, end }) => start <= killedAt && end >= killedAt).map(({ cause }) => cause);
    expect(causes.filter((cause) => cause !== 'collector' && cause !== 'unknown')).toEqual([]);
    await eventually('the added one is scraped', PATIENCE_MS, () => seen(added), ({ state }) => state === 'up');
    await page.getByText(AWAY).first().waitFor({ state: 'hidden', timeout: PATIENCE_MS });
    await shows(/^up$/);
    expect((await scope.fetch(`/api/v1/added-targets/${added}`, { method: 'DELETE' })).status).toBe(200);
    expect(await seen(added)).toMatchObject({ state: 'recorded', url: `http://${added}` });
  });
});

describe('the Prometheus, killed', () => {
  it('is down, replays with rising progress, and is up again, on one timeline', async () => {
    complaints.length = 0;
    await page.goto(`${scope.url}/wal-replay?target=${target}&range=5m`);
    await eventually(
      'WAL segments to replay', PATIENCE_MS, () => Promise.resolve(lab.walSegments()), (count) => count >= 3, 100
    );
    const lastBefore = (await scrapeTimes()).at(-1) ?? NaN;
    await lab.kill9();
    await eventually('it is down', PATIENCE_MS, seen, ({ state }) => state === 'down');
    await lab.restart({ maxProcs: 1, paceSeconds: 8 });
    const progress: number[] = [];
    const states = new Set<string>();
    await Promise.all([
      page.getByRole('progressbar').first().waitFor({ timeout: PATIENCE_MS }),
      eventually('it is up after its replay', PATIENCE_MS, async () => {
        const [now, replay] = await Promise.all([seen(), panel<WalReplayPanel>('wal-replay')]);
        states.add(now.state);
        if (replay.state === 'replaying' && replay.progressRatio !== null) progress.push(replay.progressRatio);
        return now;
      }, ({ state }) => state === 'up'),
    ]);
    lab.fullSpeed();
    expect([...states]).toContain('replaying');
    expect(progress.toSorted((a, b) => a - b)).toEqual(progress);
    expect(new Set(progress).size).toBeGreaterThan(1);

    const replay = await eventually(
      'the finished timeline', PATIENCE_MS, () => panel<WalReplayPanel>('wal-replay'), ({ state }) => state === 'done'
    );
    expect(replay.phases.map(({ name }) => name)).toContain('segments');
    expect(replay.phases[0]?.start).toBeGreaterThanOrEqual(lastBefore);
    const starts = replay.phases.map(({ start }) => start);
    expect(starts.toSorted((a, b) => a - b)).toEqual(starts);
    expect(replay.totalDurationSeconds).toBeGreaterThan((replay.reportedDurationSeconds ?? Infinity) - 1);
    const processes = new Set((await samplesOf('process_start_time_seconds')).map(([, value]) => value));
    expect(processes.size).toBe(2);
    await shows(/^up$/);
    expect(complaints).toEqual([]);
  });
});
