/** Embeds in a browser: how soon the first chart stands, against the dashboard page; twenty live ones for minutes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Embed } from '../../core/contract/contract.ts';
import type { EmbedRequest } from '../../core/contract/questions/bodies.ts';
import { demoOpened, startTsdbscope, type Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { countConnections, htmlPage, playTarget, serveRunbooks } from '../../web/e2e/embeds/runbookSite.ts';
import type { BenchRow } from '../benchRow.ts';
import { heldBy } from './heapHeld.ts';
import { newPage, openChromium } from './pageBenchBrowser.ts';

const LOADS = Number(process.env['BENCH_EMBED_LOADS'] ?? 12);
const LIVE_SECONDS = Number(process.env['BENCH_EMBED_SECONDS'] ?? 600);
const PANELS = ['gc-cpu', 'memory', 'scrapes', 'compaction'] as const;
const EMBEDS = 20;
const HALF = 0.5;
const MAX_CONNECTIONS = 2;
/** A chart holds a scrape more or less, and a figure in words a digit more. */
const MAX_GROWTH = 0.01;
const SETTLE_MS = 60_000;
const SAMPLE_MS = 5_000;
const LOAD_MS = 60_000;

async function embed(scope: Tsdbscope, request: EmbedRequest): Promise<Embed> {
  const answer = await scope.fetch('/api/v1/embeds', { method: 'POST', body: JSON.stringify(request) });
  return ((await answer.json()) as { data: Embed }).data;
}

/**
 * From the start of the navigation to the frame after something was drawn into the first chart; a fresh profile without
 * cache.
 */
async function firstChartMs(browser: Browser, url: string): Promise<number> {
  const page = await newPage(browser);
  try {
    // Not the whole patience of the other figures: a load that has failed never draws.
    page.setDefaultTimeout(LOAD_MS);
    await page.goto(url, { waitUntil: 'commit' });
    const found = await page.waitForFunction(() => {
      const canvas = document.querySelector('canvas');
      if (canvas === null || canvas.width === 0) return null;
      const drawn = canvas.getContext('2d')
        ?.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value !== 0) ?? false;
      return drawn ? performance.now() : null;
    }, undefined, { polling: 'raf' });
    return Number(await found.jsonValue());
  } finally {
    await page.close();
  }
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

function range(values: number[]): string {
  const [low, high] = [Math.round(Math.min(...values)), Math.round(Math.max(...values))];
  return `${Math.round(middle(values))} ms (${low} to ${high}, median of ${values.length})`;
}

async function firstCharts(browser: Browser, scope: Tsdbscope): Promise<BenchRow> {
  const { url } = await embed(scope, { panel: 'gc-cpu', target: 'demo-incident' });
  const embeds: number[] = [];
  const pages: number[] = [];
  // One of each in turn, so that both meet the same machine; the first pair warms the server.
  for (let i = 0; i <= LOADS; i += 1) {
    const [
      page, frame,
    ] = [await firstChartMs(browser, `${scope.url}/gc-cpu?target=demo-incident`), await firstChartMs(browser, url)];
    if (i === 0) continue;
    pages.push(page);
    embeds.push(frame);
  }
  const ratio = middle(embeds) / middle(pages);
  return {
    name: 'embeds: first chart of GC & CPU painted, 20 min at 1 s, loopback, nothing cached',
    bar: `<= ${HALF} of the dashboard page`, pass: ratio <= HALF,
    measured: `${range(embeds)}, ${ratio.toFixed(2)} of the dashboard page's ${range(pages)}`,
  };
}

/**
 * How many say that they are live. Asked without a locator: its script in twenty frames would double the heap that is
 * measured.
 */
async function liveOnes(page: Page): Promise<number> {
  const kinds = await Promise.all(
    page.frames().filter((frame) => frame !== page.mainFrame())
      .map((frame) => frame.evaluate(() => document.querySelector<HTMLElement>('.age')?.dataset['kind']))
  );
  return kinds.filter((kind) => kind === 'live').length;
}

async function twentyLive(
  browser: Browser, scope: Tsdbscope, sitePort: number, put: (html: string) => void
): Promise<BenchRow[]> {
  const proxy = await countConnections(Number(new URL(scope.url).port));
  const made = await Promise.all(
    Array.from(
      { length: EMBEDS },
      (_, i) => embed(
        scope,
        {
          panel: PANELS[i % PANELS.length] ?? 'gc-cpu', target: 'played',
          range: { last: `${1 + Math.floor(i / PANELS.length)}m` },
        }
      )
    )
  );
  // Another port of the same host is the same site, so that page and frames are one process and its heap is all there
  // is.
  const frames = made.map(({ url }) => `http://127.0.0.1:${proxy.port}${new URL(url).pathname}`)
    .map((src) => `<iframe src="${src}" title="panel" width="280" height="160"></iframe>`);
  put(htmlPage(frames.join('')));
  const page = await newPage(browser);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  await page.setViewportSize({ width: 1_500, height: 900 });
  try {
    await page.goto(`http://127.0.0.1:${sitePort}/twenty`);
    await page.waitForTimeout(SETTLE_MS);
    const session = await page.context().newCDPSession(page);
    let most = 0;
    let leastLive = EMBEDS;
    const watch = async (seconds: number): Promise<void> => {
      for (const until = Date.now() + seconds * 1_000; Date.now() < until;) {
        most = Math.max(most, proxy.open());
        leastLive = Math.min(leastLive, await liveOnes(page));
        await page.waitForTimeout(SAMPLE_MS);
      }
    };
    // In the first half the windows of five minutes still fill, which is not a leak.
    await watch(LIVE_SECONDS / 2);
    const first = await heldBy(session);
    await watch(LIVE_SECONDS / 2);
    const last = await heldBy(session);
    const growth = last.dataBytes / first.dataBytes - 1;
    const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
    const title = `embeds: ${EMBEDS} live in one page for ${LIVE_SECONDS} s`;
    return [
      {
        name: `${title}, at least this many live at any time`, measured: `${leastLive} of ${EMBEDS}`, bar: `${EMBEDS}`,
        pass: leastLive === EMBEDS,
      },
      {
        name: `${title}, most open connections`, measured: `${most}`, bar: `<= ${MAX_CONNECTIONS}`,
        pass: most <= MAX_CONNECTIONS && most > 0,
      },
      {
        name: `${title}, what the page holds after a collection, once the windows are full, from the half to the end`,
        bar: `< ${MAX_GROWTH * 100} % more, no more nodes and listeners`,
        measured: `${mib(first.dataBytes)} to ${mib(last.dataBytes)} (${(growth * 100).toFixed(2)} %), `
          + `${first.nodes} to ${last.nodes} nodes, ${first.listeners} to ${last.listeners} listeners; `
          + `in addition compiled code, ${mib(first.codeBytes)} to ${mib(last.codeBytes)}`,
        pass: growth < MAX_GROWTH && last.nodes <= first.nodes * (1 + MAX_GROWTH) && last.listeners <= first.listeners,
      },
      {
        name: `${title}, errors`, measured: `${errors.length}${errors.length === 0 ? '' : `: ${errors[0] ?? ''}`}`,
        bar: '0', pass: errors.length === 0,
      },
    ];
  } finally {
    await page.close();
    proxy.close();
  }
}

export async function embedsBench(): Promise<BenchRow[]> {
  const opened = await openChromium('plain');
  if ('missing' in opened) return [{ name: 'embeds', measured: `skipped: ${opened.missing}`, bar: '', pass: true }];
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-embeds-'));
  const [site, target] = await Promise.all([serveRunbooks(), playTarget()]);
  mkdirSync(join(folder, 'data'));
  writeFileSync(
    join(
      folder, 'tsdbscope.yml'
    ), `embed: {frame_ancestors: ["http://127.0.0.1:${site.port}"]}\ntargets: [{name: played, url: "${target.url}"}]\n`
  );
  const scope = await startTsdbscope(['--demo', '--config', join(folder, 'tsdbscope.yml')], join(folder, 'data'));
  try {
    await demoOpened(scope);
    return [
      await firstCharts(opened.browser, scope),
      ...(await twentyLive(opened.browser, scope, site.port, (html) => site.put('/twenty', html)))
    ];
  } finally {
    await opened.browser.close();
    await scope.stop();
    site.close();
    target.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
