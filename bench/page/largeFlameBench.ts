/**
 * The flame graphs of the large class of profile (200,000 stacks) in Chromium: from the last byte of the answer to the
 * first picture, and from a click to the zoomed picture.
 */
import type { Browser, Page } from '@playwright/test';
import { medianOf, type BenchRow } from '../benchRow.ts';
import { LARGE, largeProfile } from '../profiles/largeProfile.ts';
import { startProfileServer } from '../profiles/profileServer.ts';
import { newPage, openChromium } from './pageBenchBrowser.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ZOOMS = Number(process.env['BENCH_ZOOMS'] ?? 8);
const FIRST_BAR_MS = 1_000;
const ZOOM_BAR_MS = 100;
const SETTLE_MS = 1_500;

/** What the page itself measures, in ms since its navigation. */
interface Watched { answered: number; painted: number; clicked: number; zoomed: number; frames: number }

/** `mainUrl` is the built main.js. */
export async function largeFlameBench(mainUrl: URL): Promise<BenchRow[]> {
  const server = await startProfileServer(mainUrl);
  const opened = await openChromium('plain');
  if ('missing' in opened) return [{ name: 'flame', measured: opened.missing, bar: 'skipped', pass: true }];
  try {
    const before = await server.upload(largeProfile({ ...LARGE, side: 'before' }));
    const after = await server.upload(largeProfile({ ...LARGE, side: 'after' }));
    const rows: BenchRow[] = [];
    for (const [what, path] of [
      ['one profile', `/profiles?profile=${before}`], ['diff', `/diff?before=${before}&after=${after}`],
    ] as const) rows.push(...await measured(opened.browser, what, server.url + path));
    return rows;
  } finally {
    await opened.browser.close();
    await server.close();
  }
}

async function measured(browser: Browser, what: string, address: string): Promise<BenchRow[]> {
  const first: number[] = [];
  const zoom: number[] = [];
  let frames = 0;
  // The first round only fills the server's caches.
  for (let round = 0; round <= ROUNDS; round++) {
    const page = await newPage(browser);
    try {
      await page.addInitScript(watch);
      await page.goto(address);
      await until(page, ({ painted }) => painted > 0);
      const { answered, painted, frames: drawn } = await read(page);
      frames = drawn;
      if (round > 0) first.push(painted - answered);
      if (round !== ROUNDS) continue;
      for (let i = 0; i < ZOOMS; i++) {
        await page.waitForTimeout(SETTLE_MS);
        zoom.push(await zoomMs(page, i));
      }
    } finally {
      await page.close();
    }
  }
  const spread = (ms: number[]): string =>
    `${medianOf(ms).toFixed(0)} ms (${Math.min(...ms).toFixed(0)} to ${Math.max(...ms).toFixed(0)} of ${ms.length})`;
  return [
    {
      name: `flame graph of 200,000 stacks, ${what}: last byte of the answer to painted, ${frames} frames drawn`,
      measured: spread(first), bar: `<= ${FIRST_BAR_MS} ms`, pass: medianOf(first) <= FIRST_BAR_MS,
    },
    {
      name: `flame graph of 200,000 stacks, ${what}: click to the zoomed picture, painted`,
      measured: spread(zoom), bar: `<= ${ZOOM_BAR_MS} ms`, pass: medianOf(zoom) <= ZOOM_BAR_MS,
    },
  ];
}

function read(page: Page): Promise<Watched> {
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched);
}

async function until(page: Page, holds: (watched: Watched) => boolean): Promise<void> {
  while (!holds(await read(page))) await page.waitForTimeout(100);
}

/** Clicks on a wide frame of another row each time, every fourth time on the root, so that each zoom is another one. */
async function zoomMs(page: Page, turn: number): Promise<number> {
  const place = await page.evaluate((row) => {
    const frames = [...document.querySelectorAll('[role="tree"] [role="treeitem"]')]
      .map((item) => ({ level: Number(item.getAttribute('aria-level')), box: item.getBoundingClientRect() }))
      .filter(({ level, box }) => level === row && box.width > 2 && box.top > 0 && box.bottom < innerHeight)
      .sort((a, b) => b.box.width - a.box.width);
    const box = frames[row === 1 ? 0 : 1]?.box ?? frames[0]?.box;
    return box === undefined ? null : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }, turn % 4 === 3 ? 1 : 3 + 2 * (turn % 4));
  if (place === null) throw new Error(`no frame to click on in turn ${turn}`);
  await page.mouse.click(place.x, place.y);
  await until(page, ({ zoomed }) => zoomed > 0);
  const { clicked, zoomed } = await read(page);
  return zoomed - clicked;
}

/** Runs in the page before its own scripts. A picture is painted when the frame that shows it has ended. */
function watch(): void {
  const watched: Watched = { answered: 0, painted: 0, clicked: 0, zoomed: 0, frames: 0 };
  Object.assign(window, { watched });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (watched.answered === 0 && /\/flamegraph\?/.test(entry.name))
        watched.answered = (entry as PerformanceResourceTiming).responseEnd;
  }).observe({ type: 'resource', buffered: true });
  const zoomText = (): string =>
    document.querySelector('[data-flame] nav, [data-flame] p')?.textContent ?? '';
  let before = '';
  let isWaiting = false;
  addEventListener('click', (event) => {
    Object.assign(watched, { clicked: event.timeStamp, zoomed: 0 });
    before = zoomText();
    isWaiting = true;
  }, true);
  const atEndOfFrame = (run: () => void): void => {
    const channel = new MessageChannel();
    channel.port1.onmessage = run;
    channel.port2.postMessage(null);
  };
  const look = (): void => {
    if (watched.painted === 0) {
      const frames = document.querySelectorAll('[role="tree"] [role="treeitem"]').length;
      if (frames > 1) atEndOfFrame(() => {
        if (watched.painted === 0) Object.assign(watched, { painted: performance.now(), frames });
      });
    }
    if (isWaiting && zoomText() !== before) {
      isWaiting = false;
      atEndOfFrame(() => { watched.zoomed = performance.now(); });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
