/**
 * From opening the address to the first chart and to the claim: a live target with ten minutes of recording, each time
 * in a new browser; with a reader that runs already, and with one that has ended. Then from a click in the navigation
 * to the chart of the next page, while every answer of an analysis is held back.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';
import { newPage, openChromium } from './pageBenchBrowser.ts';

const RECORDED_SECONDS = Number(process.env['BENCH_COLD_SECONDS'] ?? 600);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
const CHART_BAR_MS = 700;
const CLAIM_BAR_MS = 2_000;
const RAW_BAR_MS = 500;
/** How long each answer of an analysis is held back. */
const HELD_MS = 5_000;
const NEXT_PAGES = ['GC & CPU', 'Compaction', 'Memory', 'Scrapes', 'Overview'];
/** A reader ends when nothing was asked for two minutes. */
const READER_END_MS = 125_000;
const SETTLE_MS = 1_000;

interface Opened { chart: number; claim: number }

/** ms since the navigation began; null where Chromium is missing. Told by the page, at the paint after each. */
async function openedAt(url: string): Promise<Opened | null> {
  const opened = await openChromium('plain');
  if ('missing' in opened) return null;
  try {
    const page = await newPage(opened.browser);
    await page.addInitScript(watchPage);
    await wait(SETTLE_MS);
    await page.goto(url, { waitUntil: 'commit' });
    const found = await page.waitForFunction(() => {
      const { chart, claim } = (window as unknown as { seen: Partial<Opened> }).seen;
      return chart === undefined || claim === undefined ? null : { chart, claim };
    }, undefined, { polling: 50 });
    return await found.jsonValue();
  } finally {
    await opened.browser.close();
  }
}

/** Runs in the page: uPlot draws its lines as paths. */
function watchPage(): void {
  const seen: Partial<Opened> = {};
  const begun = new Set<keyof Opened>();
  const again = (): void => {
    begun.clear();
    delete seen.chart;
    delete seen.claim;
  };
  Object.assign(window, { seen, again });
  const tell = (name: keyof Opened): void => {
    if (begun.has(name)) return;
    begun.add(name);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { seen[name] = performance.now(); };
      port2.postMessage(null);
    });
  };
  const { prototype } = CanvasRenderingContext2D;
  // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply below gives it its own `this`
  prototype.stroke = new Proxy(prototype.stroke, {
    apply: (draw, context, args: unknown[]) => {
      if (args[0] instanceof Path2D) tell('chart');
      Reflect.apply(draw, context, args);
    },
  });
  new MutationObserver(() => {
    if ((document.querySelector('[data-testid="finding"]')?.textContent ?? '') !== '') tell('claim');
  }).observe(document, { childList: true, subtree: true });
}

export async function coldOpenBench(): Promise<BenchRow[]> {
  const { dataDir, remove } = newDataDir();
  const lab = await startPrometheus({
    targets: 4, seriesPerTarget: 2_000, churnSeconds: 60, blockDuration: '2m', maxBlockDuration: '6m',
    maxSeconds: RECORDED_SECONDS + 4_000,
  });
  const scope = await startTsdbscope([lab.url], dataDir);
  try {
    await wait(RECORDED_SECONDS * 1_000);
    const url = `${scope.url}/?range=10m`;
    await openedAt(url);
    const warm = await rounds(url, 0);
    const raw = await nextPages(url);
    return [
      ...rowsOf('reader running', warm), ...raw, ...rowsOf('reader ended', await rounds(url, READER_END_MS)),
    ];
  } finally {
    await scope.stop();
    await lab.stop();
    remove();
  }
}

async function rounds(url: string, pauseMs: number): Promise<Opened[]> {
  const all: Opened[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await wait(pauseMs);
    const one = await openedAt(url);
    if (one !== null) all.push(one);
  }
  return all;
}

function rowsOf(how: string, all: readonly Opened[]): BenchRow[] {
  return ([['chart', CHART_BAR_MS], ['claim', CLAIM_BAR_MS]] as const).map(([what, barMs]) => {
    const times = all.map((one) => one[what]);
    const ms = medianOf(times);
    const spread = `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}, median of ${times.length}`;
    return {
      name: `cold open, ${how}: from the address to the ${what}, ${RECORDED_SECONDS} s recorded`,
      measured: times.length === 0 ? 'no Chromium' : `${ms.toFixed(0)} ms (${spread})`,
      bar: times.length === 0 ? 'skipped' : `<= ${barMs} ms`, pass: times.length === 0 || ms <= barMs,
    };
  });
}

/** Each page after the one before, in one browser; the first visit of a page loads its code too. */
async function nextPages(url: string): Promise<BenchRow[]> {
  const opened = await openChromium('plain');
  if ('missing' in opened) return [];
  try {
    const page = await newPage(opened.browser);
    await page.addInitScript(watchPage);
    await page.goto(url);
    const seen = (): Promise<Opened | null> => page.waitForFunction(() => {
      const { chart } = (window as unknown as { seen: Partial<Opened> }).seen;
      return chart === undefined ? null : { chart, claim: 0 };
    }, undefined, { polling: 50 }).then((found) => found.jsonValue());
    await seen();
    await wait(SETTLE_MS);
    await page.route(/\/api\/v1\/targets\/[^/]+\/(panels|findings|host)/, async (route) => {
      await wait(HELD_MS);
      await route.continue();
    });
    const rows: BenchRow[] = [];
    for (const name of NEXT_PAGES) {
      const link = page.getByRole('navigation').getByRole('link', { name }).first();
      const clickedMs = await link.evaluate((element: HTMLElement) => {
        (window as unknown as { again: () => void }).again();
        const now = performance.now();
        element.click();
        return now;
      });
      const ms = ((await seen())?.chart ?? NaN) - clickedMs;
      rows.push({
        name: `raw line: from the click to the chart of ${name}, its analysis held back ${HELD_MS / 1000} s`,
        measured: `${ms.toFixed(0)} ms`, bar: `<= ${RAW_BAR_MS} ms`, pass: ms <= RAW_BAR_MS,
      });
      await wait(HELD_MS + SETTLE_MS);
    }
    return rows;
  } finally {
    await opened.browser.close();
  }
}
