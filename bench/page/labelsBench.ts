/**
 * How many functions a flame graph names in whole on its first screen: ours, `go tool pprof -http` and speedscope on
 * the shipped pair, in one run. A label counts if it is drawn in full, within the screen: no ellipsis, not cut by its
 * frame.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { BenchRow } from '../benchRow.ts';
import { startProfileServer, type ProfileServer } from '../profiles/profileServer.ts';
import { newPage, openChromium, painted } from './pageBenchBrowser.ts';
import { dropOnSpeedscope, goIsMissing, servePprof, serveSpeedscope } from './pageBenchPeers.ts';

const FILES = {
  before: fileURLToPath(new URL('../../public/demo/wal-loading.before.cpu.pb.gz', import.meta.url)),
  after: fileURLToPath(new URL('../../public/demo/wal-loading.after.cpu.pb.gz', import.meta.url)),
};
const SETTLE_MS = 1_500;

type Peer = 'go tool pprof -http' | 'speedscope';
interface Case { what: string; ours: string; pprof: string[]; speedscope: string | null }

/** `mainUrl` is the built main.js. */
export async function labelsBench(mainUrl: URL): Promise<BenchRow[]> {
  const noGo = await goIsMissing();
  const opened = await openChromium('webgl');
  if ('missing' in opened) return [{ name: 'labels', measured: opened.missing, bar: 'skipped', pass: true }];
  const server = await startProfileServer(mainUrl);
  const { browser } = opened;
  try {
    const [before, after] = [await server.upload(readFileSync(FILES.before)), await server.upload(
      readFileSync(FILES.after)
    )];
    const cases: Case[] = [
      {
        what: 'diff', ours: `/diff?before=${before}&after=${after}`,
        pprof: [`-diff_base=${FILES.before}`, FILES.after], speedscope: null,
      },
      { what: 'before', ours: `/profiles?profile=${before}`, pprof: [FILES.before], speedscope: FILES.before },
      { what: 'after', ours: `/profiles?profile=${after}`, pprof: [FILES.after], speedscope: FILES.after },
    ];
    const rows: BenchRow[] = [];
    for (const { what, ours, pprof, speedscope } of cases) {
      const own = await inPage(browser, (page) => ourLabels(page, server, ours));
      const peers: [Peer, number | null][] = [
        ['go tool pprof -http', noGo !== null ? null : await inPage(browser, (page) => pprofLabels(page, pprof))],
        [
          'speedscope',
          speedscope === null ? null : await inPage(browser, (page) => speedscopeLabels(page, speedscope))
        ],
      ];
      for (const [peer, theirs] of peers) if (theirs !== null) rows.push({
        name: `labels: functions named in whole at 1440x900, WAL loading, ${what}, against ${peer}`,
        measured: `${own} against ${theirs}`, bar: 'more', pass: own > theirs && theirs > 0,
      });
    }
    if (noGo !== null) rows.push({ name: 'labels: go tool pprof -http', measured: noGo, bar: 'skipped', pass: true });
    return rows;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function inPage(browser: Browser, count: (page: Page) => Promise<number>): Promise<number> {
  const page = await newPage(browser);
  try {
    return await count(page);
  } finally {
    await page.close();
  }
}

async function ourLabels(page: Page, server: ProfileServer, path: string): Promise<number> {
  await page.goto(server.url + path);
  await page.waitForFunction(() => document.querySelector('[role="tree"]')?.getAttribute('aria-busy') === 'false');
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLE_MS);
  return wholeLabels(page, { labels: '.d3-flame-graph-label', frames: '[role="treeitem"] > rect' });
}

async function pprofLabels(page: Page, args: readonly string[]): Promise<number> {
  const site = await servePprof(args);
  try {
    await page.goto(`${site.url}ui/flamegraph`);
    await page.waitForFunction(() => document.querySelectorAll('#stack-chart .boxbg').length > 1);
    await page.waitForTimeout(SETTLE_MS);
    return await wholeLabels(page, { labels: '#stack-chart .boxtext', frames: '#stack-chart .boxbg' });
  } finally {
    site.close();
  }
}

/** Texts that end on the screen, are not cut by their element, and over which no other frame begins. */
function wholeLabels(page: Page, selectors: { labels: string; frames: string }): Promise<number> {
  return page.evaluate(({ labels, frames }) => {
    const boxes = [...document.querySelectorAll(frames)].map((frame) => frame.getBoundingClientRect());
    return [...document.querySelectorAll(labels)].filter((label) => {
      if (label.textContent.trim() === '' || label.textContent.includes('…')) return false;
      const range = document.createRange();
      range.selectNodeContents(label);
      const text = range.getBoundingClientRect();
      const own = label.getBoundingClientRect();
      const isCut = getComputedStyle(label).overflowX !== 'visible' && text.right > own.right + 1;
      const middle = (text.top + text.bottom) / 2;
      const isCovered = boxes.some(({ left, right, top, bottom, width }) => (
        width > 0 && top < middle && middle < bottom && left > own.left + 1 && left < text.right - 1
          && right > text.left
      ));
      return text.width > 0 && text.top >= 0 && text.bottom <= innerHeight && text.right <= innerWidth && !isCut
        && !isCovered;
    }).length;
  }, selectors);
}

/** The better of its two views of a stack. Its labels are drawn; of the axis and the overview only times are. */
async function speedscopeLabels(page: Page, file: string): Promise<number> {
  await page.addInitScript(() => {
    const drawn = new Map<string, string>();
    Object.assign(window, { drawn });
    const { prototype } = CanvasRenderingContext2D;
    // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
    const { fillText, clearRect } = prototype;
    prototype.fillText = function (this: CanvasRenderingContext2D, text: string, x: number, y: number) {
      drawn.set(`${x} ${y}`, text);
      fillText.call(this, text, x, y);
    };
    prototype.clearRect = function (this: CanvasRenderingContext2D, ...box: [number, number, number, number]) {
      drawn.clear();
      clearRect.apply(this, box);
    };
  });
  const site = await serveSpeedscope();
  try {
    await dropOnSpeedscope(page, site, readFileSync(file));
    const counts: number[] = [];
    for (const view of ['Time Order', 'Left Heavy']) {
      await page.getByText(view).click();
      await page.mouse.move(720, 880);
      await page.waitForTimeout(SETTLE_MS);
      await painted(page);
      counts.push(await page.evaluate(() => [...(window as unknown as { drawn: Map<string, string> }).drawn.values()]
        .filter((text) => !text.includes('\u2026') && !/^[\d.,]+\s?(?:ns|µs|ms|s|min)?$/.test(text)).length));
    }
    return Math.max(...counts);
  } finally {
    site.close();
  }
}
