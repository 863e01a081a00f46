/** The fleet page in Chromium: from the end of the answer to the first rows on screen, and the frames of a scroll. */
import type { Browser, Page } from '@playwright/test';
import { medianOf, type BenchRow } from '../benchRow.ts';
import { startProfileServer } from '../profiles/profileServer.ts';
import { dayOf, namesOf } from '../server/fleetBench.ts';
import { newPage, openChromium } from './pageBenchBrowser.ts';

const DAY_MS = 86_400_000;
const MAX_PAINT_MS = 500;
const REPEATS = 5;
const SCROLL_MS = 4000;
/** A frame of 60 a second, with half of one more: later ones were missed. */
const FRAME_MS = 25;

/** `mainUrl` is the built main.js. */
export async function fleetPageBench(mainUrl: URL): Promise<BenchRow[]> {
  const opened = await openChromium('plain');
  if ('missing' in opened) return [{ name: 'fleet page', measured: opened.missing, bar: 'skipped', pass: true }];
  const server = await startProfileServer(mainUrl);
  const { browser } = opened;
  try {
    const paints: number[] = [];
    const answer = await answerOf(200);
    for (let i = 0; i < REPEATS; i++) paints.push(await firstPaint(browser, server.url, answer));
    const frames = await scrolled(browser, server.url, await answerOf(500));
    const late = frames.filter((ms) => ms > FRAME_MS).length / frames.length;
    return [
      {
        name: 'fleet page, 200 targets x 24 h: first rows painted after the answer',
        measured: `median ${medianOf(paints).toFixed(0)} ms, max ${Math.max(...paints).toFixed(0)} ms`,
        bar: `${MAX_PAINT_MS} ms`, pass: medianOf(paints) <= MAX_PAINT_MS,
      },
      {
        name: 'fleet page, 500 targets: frames while scrolling through all',
        measured: `median ${medianOf(frames).toFixed(1)} ms, ${(100 * late).toFixed(1)} % over ${FRAME_MS} ms, `
          + `${frames.length} frames`,
        bar: '60 a second (median 16.7 ms)', pass: medianOf(frames) <= 17.5,
      },
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

async function answerOf(count: number): Promise<string> {
  const nowMs = Date.now();
  const fleet = dayOf(namesOf(count), nowMs);
  const answer = await fleet.answer({ startMs: nowMs - DAY_MS, endMs: nowMs });
  fleet.stop();
  if (!answer.ok) throw new Error(answer.error.message);
  return JSON.stringify({ status: 'success', data: answer.value });
}

async function openFleet(browser: Browser, url: string, body: string): Promise<Page> {
  const page = await newPage(browser);
  await page.route('**/api/v1/fleet*', (route) => route.fulfill({ contentType: 'application/json', body }));
  await page.addInitScript(() => {
    const seen = window as unknown as { rowsPaintedMs?: number };
    new MutationObserver((_, observer) => {
      if (document.querySelector('[role="listitem"]') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => { seen.rowsPaintedMs = performance.now(); };
        channel.port2.postMessage(null);
      });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${url}/fleet?range=1d`);
  await page.waitForFunction(() => 'rowsPaintedMs' in window);
  return page;
}

async function firstPaint(browser: Browser, url: string, body: string): Promise<number> {
  const page = await openFleet(browser, url, body);
  const ms = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const answered = entries.find(({ name }) => name.includes('/api/v1/fleet'))?.responseEnd ?? NaN;
    return (window as unknown as { rowsPaintedMs: number }).rowsPaintedMs - answered;
  });
  await page.close();
  return ms;
}

async function scrolled(browser: Browser, url: string, body: string): Promise<number[]> {
  const page = await openFleet(browser, url, body);
  const frames = await page.evaluate((lengthMs) => new Promise<number[]>((resolve) => {
    const took: number[] = [];
    const begun = performance.now();
    let before = begun;
    const step = (now: number): void => {
      took.push(now - before);
      before = now;
      window.scrollBy(0, (document.documentElement.scrollHeight - window.innerHeight) / lengthMs * 17);
      if (now - begun < lengthMs) requestAnimationFrame(step);
      else resolve(took.slice(1));
    };
    requestAnimationFrame(step);
  }), SCROLL_MS);
  await page.close();
  return frames;
}
