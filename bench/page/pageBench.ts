/**
 * The page in Chromium: how long from the drop of a large profile to a flame graph one can use, and how long a zoom
 * takes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { FlameGraph } from '../../core/contract/contract.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';
import { LARGE, largeProfile } from '../profiles/largeProfile.ts';
import { dropFile, holdFile, newPage, openChromium, painted } from './pageBenchBrowser.ts';
import { goIsMissing, pprofHttpMs, serveSpeedscope, speedscopeMs } from './pageBenchPeers.ts';
import { startProfileServer, type ProfileServer } from '../profiles/profileServer.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Of the peers, which take about 45 s each; 0 = none of them. */
const PEER_ROUNDS = Number(process.env['BENCH_PEER_ROUNDS'] ?? ROUNDS);
const DROP_BAR = 0.1;
const ZOOM_BAR_MS = 100;
const ZOOMS = Number(process.env['BENCH_ZOOMS'] ?? 24);
/** Its whole tree has over 100,000 frames. */
const TREE = { samples: 20_000, functions: 8_000, seed: 7, side: 'before' } as const;
const TREE_FRAMES = 100_000;
const SETTLE_MS = 1_000;

/** `mainUrl` is the built main.js. */
export async function pageBench(mainUrl: URL): Promise<BenchRow[]> {
  const server = await startProfileServer(mainUrl);
  try {
    return [
      ...await inChromium('plain', (browser) => zoomRows(browser, server)),
      ...await inChromium('webgl', (browser) => dropRows(browser, server)),
    ];
  } finally {
    await server.close();
  }
}

async function inChromium(
  drawing: 'plain' | 'webgl', measure: (browser: Browser) => Promise<BenchRow[]>
): Promise<BenchRow[]> {
  const opened = await openChromium(drawing);
  if ('missing' in opened) return [{ name: 'page', measured: opened.missing, bar: 'skipped', pass: true }];
  try {
    return await measure(opened.browser);
  } finally {
    await opened.browser.close();
  }
}

async function dropRows(browser: Browser, server: ProfileServer): Promise<BenchRow[]> {
  const noGo = await goIsMissing();
  const bytes = largeProfile({ ...LARGE, side: 'before' });
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-bench-'));
  const file = join(folder, 'large.pb.gz');
  writeFileSync(file, bytes);
  const site = await serveSpeedscope();
  try {
    const ours: number[] = [];
    const speedscope: number[] = [];
    const pprof: number[] = [];
    // Warm: both worker threads have read a large profile.
    for (let i = 0; i < 2; i++) await ourDropMs(browser, server, bytes);
    for (let round = 0; round < Math.max(ROUNDS, PEER_ROUNDS); round++) {
      if (round < ROUNDS) ours.push(await ourDropMs(browser, server, bytes));
      if (round < PEER_ROUNDS) speedscope.push(await speedscopeMs(browser, site, bytes));
      if (round < PEER_ROUNDS && noGo === null) pprof.push(await pprofHttpMs(browser, file));
    }
    const name =
      'page: drop of a profile of 200,000 samples, 20 MB, to a flame graph that is painted and zooms on a click';
    return [
      againstRow(
        name, ours, speedscope, { peer: 'speedscope', why: 'BENCH_PEER_ROUNDS is 0, so nothing to compare with' }
      ),
      againstRow(
        name, ours, pprof,
        {
          peer: 'go tool pprof -http, from its start',
          why: noGo ?? 'BENCH_PEER_ROUNDS is 0, so nothing to compare with',
        }
      ),
    ];
  } finally {
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from the drop on the open page. The profile is not kept: the next round reads it again. */
async function ourDropMs(browser: Browser, server: ProfileServer, bytes: Uint8Array): Promise<number> {
  const page = await newPage(browser);
  try {
    await page.goto(`${server.url}/profiles`);
    await page.getByRole('button', { name: /Upload profiles/ }).waitFor();
    await holdFile(page, 'large.pb.gz', bytes);
    await page.waitForTimeout(SETTLE_MS);
    const started = performance.now();
    await dropFile(page);
    const found = await page.waitForFunction(frameToClick, undefined, { polling: 20 });
    const at = await found.jsonValue();
    if (at === null) throw new Error('the flame graph has no frame');
    await painted(page);
    await page.mouse.click(at.x, at.y);
    await zoomed(page);
    const ms = performance.now() - started;
    const id = new URL(page.url()).searchParams.get('profile');
    if (id === null) throw new Error('the page did not open the profile');
    await server.remove(id);
    return ms;
  } finally {
    await page.close();
  }
}

/** The widest frame that is not as wide as the whole. Runs in the page. */
function frameToClick(): { x: number; y: number } | null {
  const boxes = [
    ...document.querySelectorAll('[role="tree"] [role="treeitem"] rect')
  ].map((each) => each.getBoundingClientRect());
  const whole = Math.max(...boxes.map(({ width }) => width));
  const widest = boxes.filter(({ width }) => width > 20 && width < whole * 0.9).sort((a, b) => b.width - a.width)[0];
  return widest === undefined ? null : { x: widest.x + widest.width / 2, y: widest.y + widest.height / 2 };
}

async function zoomed(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('nav[aria-label="Zoomed into"]') !== null, undefined, { polling: 5 }
  );
  await painted(page);
}

interface ZoomTimes { paintMs: number[]; wholeMs: number[] }

async function zoomRows(browser: Browser, server: ProfileServer): Promise<BenchRow[]> {
  const id = await server.upload(largeProfile(TREE));
  const frames = (await server.get<FlameGraph>(`/profiles/${id}/flamegraph?minRatio=0`)).nodes;
  const page = await newPage(browser);
  try {
    await page.goto(`${server.url}/profiles?profile=${id}`);
    await page.waitForFunction(frameToClick, undefined, { polling: 20 });
    await page.waitForTimeout(2 * SETTLE_MS);
    const { paintMs, wholeMs } = await zoomTimes(page);
    const ms = medianOf(paintMs);
    return [{
      name: `page: click on a frame, of ${frames.toLocaleString('en')}, to the next paint, which shows it zoomed`,
      measured: `${ms.toFixed(0)} ms (${Math.min(...paintMs).toFixed(0)} to ${Math.max(...paintMs).toFixed(0)}, `
        + `median of ${paintMs.length}); with the smaller frames below it ${medianOf(wholeMs).toFixed(0)} ms`,
      bar: `< ${ZOOM_BAR_MS} ms`, pass: ms < ZOOM_BAR_MS && frames >= TREE_FRAMES
        && paintMs.length >= Math.min(20, ZOOMS),
    }];
  } finally {
    await page.close();
    await server.remove(id);
  }
}

/** Zooms into a frame, into one below it and so on, and out again when there is nothing more to zoom into. */
async function zoomTimes(page: Page): Promise<ZoomTimes> {
  await page.evaluate(() => {
    const clicks: number[] = [];
    (window as unknown as { clicks: number[] }).clicks = clicks;
    // From the click to the paint after it, by the browser's own measure.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') clicks.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const times: ZoomTimes = { paintMs: [], wholeMs: [] };
  for (let zoom = 0; zoom < ZOOMS; zoom++) {
    const at = await page.evaluate(frameToClick);
    if (at === null || zoom % 4 === 3) {
      await page.getByRole('treeitem').first().focus();
      await page.keyboard.press('Escape');
      await page.waitForTimeout(SETTLE_MS);
    }
    const next = await page.evaluate(frameToClick);
    if (next === null) throw new Error('the whole flame graph has no frame to zoom into');
    const seen = await page.evaluate(() => (window as unknown as { clicks: number[] }).clicks.length);
    const started = performance.now();
    await page.mouse.click(next.x, next.y);
    await zoomed(page);
    const doubleFrameMs = performance.now() - started;
    await page.waitForFunction(
      () => document.querySelector('[role="tree"]')?.getAttribute('aria-busy') !== 'true', undefined, { polling: 5 }
    );
    times.wholeMs.push(performance.now() - started);
    await page.waitForTimeout(300);
    const measured = await page.evaluate(
      (from) => (window as unknown as { clicks: number[] }).clicks.slice(from), seen
    );
    // Clicks quicker than the browser tells of (16 ms) are timed from outside.
    times.paintMs.push(measured.length > 0 ? Math.max(...measured) : doubleFrameMs);
  }
  return times;
}

function againstRow(
  name: string, ours: number[], theirs: number[], { peer, why }: { peer: string; why: string },
): BenchRow {
  const seconds = medianOf(ours) / 1000;
  const [low, high] = [Math.min(...ours), Math.max(...ours)].map((ms) => (ms / 1000).toFixed(2));
  const spread = `${seconds.toFixed(2)} s (${low} to ${high}, median of ${ours.length})`;
  if (theirs.length === 0)
    return { name, measured: `${spread}; ${why}`, bar: `<= ${DROP_BAR} of ${peer}: skipped`, pass: true };
  const peerSeconds = medianOf(theirs) / 1000;
  const ratio = seconds / peerSeconds;
  return {
    name,
    measured: `${spread}, ${ratio.toFixed(3)} of ${peer} (${peerSeconds.toFixed(1)} s, median of ${theirs.length})`,
    bar: `<= ${DROP_BAR}`, pass: ratio <= DROP_BAR,
  };
}
