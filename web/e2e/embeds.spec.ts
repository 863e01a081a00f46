import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import type { Embed } from '../../core/contract/contract.ts';
import type { EmbedRequest } from '../../core/contract/questions/bodies.ts';
import {
  demoOpened, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../server/integration/lab/tsdbscopeProcess.ts';
import {
  countConnections, drawnMarkdown, htmlPage, playTarget, serveRunbooks, type PlayedTarget, type RunbookSite,
} from './runbookSite.ts';
import { demoPair, watch } from './scopeTest.ts';

const { dataDir, remove } = newDataDir();
const benchmark = (name: string): string =>
  readFileSync(new URL(`../../server/testdata/benchmarks/${name}`, import.meta.url), 'utf8');
let scope: Tsdbscope;
let site: RunbookSite;
let target: PlayedTarget;
/** Named in the configuration, and one that is not: the same pages under another name. */
let allowed: string;
let other: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  [site, target] = await Promise.all([serveRunbooks(), playTarget()]);
  allowed = `http://localhost:${site.port}`;
  other = `http://127.0.0.1:${site.port}`;
  const config = join(dataDir, 'tsdbscope.yml');
  writeFileSync(config, `embed: {frame_ancestors: ["${allowed}"]}\ntargets: [{name: played, url: "${target.url}"}]\n`);
  scope = await startTsdbscope(['--demo', '--config', config], join(dataDir, 'data'));
  await demoOpened(scope);
});

test.afterAll(async () => {
  await scope.stop();
  site.close();
  target.close();
  remove();
});

async function embed(request: EmbedRequest): Promise<Embed> {
  const answer = await scope.fetch(
    '/api/v1/embeds',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) }
  );
  const body = (await answer.json()) as { data: Embed; error?: string };
  expect(body.error).toBeUndefined();
  return body.data;
}

function frameOf(page: Page, i = 0): FrameLocator {
  return page.frameLocator('iframe').nth(i);
}

/** Its chart is on screen: finding, and a canvas with something drawn in it. */
async function shows(frame: FrameLocator): Promise<void> {
  await expect(frame.getByTestId('finding')).not.toHaveText('');
  await expect(frame.locator('canvas').first()).toBeVisible();
  await expect.poll(() => frame.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => {
    const drawn = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return drawn?.some((value) => value !== 0) ?? false;
  })).toBe(true);
}

const natural = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 200;

test('a runbook of an allowed origin shows frame, SVG and PNG; of another, pictures only', async ({ page }) => {
  const made = await embed({ panel: 'scrapes', target: 'demo-incident', frozen: true });
  site.put(
    '/mixed',
    htmlPage(
      `${made.iframe ?? ''}<img id="svg" src="${made.svgUrl}" alt="SVG"><img id="png" src="${made.imageUrl}" alt="PNG">`
    )
  );
  await page.goto(`${allowed}/mixed`);
  await shows(frameOf(page));
  await expect(frameOf(page).getByRole('heading', { level: 1 })).toHaveText('Scrapes · demo-incident');
  await expect(frameOf(page).getByTestId('age')).toContainText('Frozen at 2026-');
  for (const id of ['#svg', '#png']) await expect.poll(() => page.locator(id).evaluate(natural)).toBe(true);

  await page.goto(`${other}/mixed`);
  for (const id of ['#svg', '#png']) await expect.poll(() => page.locator(id).evaluate(natural)).toBe(true);
  await expect(frameOf(page).getByTestId('finding')).toHaveCount(0);
  expect(page.frames().filter((frame) => frame.url().startsWith(scope.url))).toEqual([]);
});

test('in a sandboxed frame: live if scripts may run, else as a picture', async ({ page }) => {
  const [made, flame] = await Promise.all([
    embed({ panel: 'scrapes', target: 'played', range: { last: '5m' } }),
    demoPair(scope).then(({ before }) => embed({ panel: 'flamegraph', profile: { ids: [before] } })),
  ]);
  const frame = (
    url: string, sandbox: string
  ): string => `<iframe src="${url}" sandbox="${sandbox}" title="embed" width="700" height="300"></iframe>`;
  site.put(
    '/sandboxed',
    htmlPage(
      [frame(made.url, 'allow-scripts'), frame(flame.url, 'allow-scripts allow-popups'), frame(made.url, '')].join('')
    )
  );
  await page.goto(`${allowed}/sandboxed`);
  await shows(frameOf(page, 0));
  await expect(frameOf(page, 0).getByTestId('age')).toContainText('Live, data');
  await expect(frameOf(page, 1).getByRole('treeitem').first()).toBeVisible();
  await expect.poll(() => frameOf(page, 2).locator('img').evaluate(natural)).toBe(true);
});

test('the script of a chart is at most 70 kB, compressed', async ({ page }) => {
  const made = await embed({ panel: 'gc-cpu', target: 'demo-incident' });
  const scripts: Promise<number>[] = [];
  page.on(
    'response',
    (
      response
    ) => { if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length));
    }
  );
  await page.goto(made.url);
  await expect(page.getByTestId('finding')).toContainText(/GC takes .* of\sCPU/);
  await expect(page.locator('canvas').first()).toBeVisible();
  const sizes = await Promise.all(scripts);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(70_000);
});

test('expired, revoked, altered and of another panel: one sentence each, the picture too', async ({ page }) => {
  const expiring = await embed({ panel: 'memory', target: 'demo-incident', expires: '1s' });
  const revoked = await embed({ panel: 'memory', target: 'demo-incident' });
  const good = await embed({ panel: 'memory', target: 'demo-incident' });
  expect((await scope.fetch(`/api/v1/embeds/${revoked.id}`, { method: 'DELETE' })).status).toBe(200);
  const last = good.url.at(-2) === 'A' ? 'B' : 'A';
  const altered = `${good.url.slice(0, -2)}${last}${good.url.slice(-1)}`;
  await expect.poll(async () => (await fetch(expiring.url)).status, { timeout: 60_000 }).toBe(410);
  const cases: [url: string, status: number, sentence: RegExp][] = [
    [expiring.url, 410, /This link expired on 20/], [revoked.url, 410, /revoked/], [
      altered, 401, /not signed by this tsdbscope, or it was altered/,
    ], [`${good.url}?panel=scrapes`, 403, /opens memory of .* and nothing else/],
  ];
  for (const [url, status, sentence] of cases) {
    const [path = '', query = ''] = url.split('?');
    site.put(
      '/bad',
      htmlPage(
        `<iframe src="${url}" title="embed" width="600" height="300"></iframe>`
          + `<img src="${path}.png?${query}" alt="picture">`
      )
    );
    await page.goto(`${allowed}/bad`);
    await expect(frameOf(page).locator('body')).toContainText(sentence);
    await expect.poll(() => page.locator('img').evaluate(natural)).toBe(true);
    const data = await fetch(`${path}/data?${query}`);
    expect([url, data.status, ((await data.json()) as { error: string }).error])
      .toEqual([url, status, expect.stringMatching(sentence)]);
  }
});

test('a live embed that is revoked says so without a reload', async ({ page }) => {
  const made = await embed({ panel: 'scrapes', target: 'played', range: { last: '5m' } });
  site.put('/revoked', htmlPage(made.iframe ?? ''));
  await page.goto(`${allowed}/revoked`);
  await expect(frameOf(page).getByTestId('age')).toContainText('Live, data');
  await scope.fetch(`/api/v1/embeds/${made.id}`, { method: 'DELETE' });
  await expect(frameOf(page).getByTestId('gone')).toContainText('revoked', { timeout: 60_000 });
});

test('the theme is the reader\'s unless one was chosen, and follows when the reader changes it', async ({ page }) => {
  const [auto, light, dark] = await Promise.all(
    (['auto', 'light', 'dark'] as const).map((theme) => embed({ panel: 'compaction', target: 'demo-incident', theme }))
  );
  site.put('/themes', htmlPage([auto, light, dark].map((one) => one?.iframe ?? '').join('')));
  const surfaces = async (): Promise<string[]> => {
    const seen: string[] = [];
    for (const i of [0, 1, 2]) {
      await frameOf(page, i).locator('html').evaluate((html) => { html.scrollIntoView(); });
      await shows(frameOf(page, i));
      seen.push(
        await frameOf(page, i).locator('body')
          .evaluate((body) => (getComputedStyle(body).backgroundColor === 'rgb(255, 255, 255)' ? 'light' : 'dark'))
      );
    }
    return seen;
  };
  // Frames that are out of sight are loaded when they come into it.
  await page.setViewportSize({ width: 900, height: 1_300 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${allowed}/themes`);
  await expect.poll(surfaces).toEqual(['dark', 'light', 'dark']);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(surfaces).toEqual(['light', 'light', 'dark']);
});

test('a target that is down: the last chart stays, with why and how old', async ({ page }) => {
  const made = await embed({ panel: 'gc-cpu', target: 'played', range: { last: '5m' } });
  site.put('/down', htmlPage(made.iframe ?? ''));
  await page.goto(`${allowed}/down`);
  await expect(frameOf(page).getByTestId('age')).toContainText('Live, data');
  target.setDown(true);
  try {
    await expect(frameOf(page).getByTestId('age'))
      .toContainText(/^Last data \d+ \w+ old: "played" does not answer/, { timeout: 90_000 });
    await shows(frameOf(page));
    await page.reload();
    await expect(frameOf(page).getByTestId('age')).toContainText(/^Last data/, { timeout: 60_000 });
    await shows(frameOf(page));
  } finally {
    target.setDown(false);
  }
  await expect(frameOf(page).getByTestId('age')).toContainText('Live, data', { timeout: 120_000 });
});

test('a Markdown runbook of another origin: three pictures that lead to the panels', async ({ page }) => {
  const { before, after } = await demoPair(scope);
  const three = await Promise.all([
    embed({ panel: 'gc-cpu', target: 'demo-incident', title: 'Heap [of] *prod* & more' }), embed(
      { panel: 'compaction', target: 'demo-incident', frozen: true }
    ), embed({ panel: 'diff', diff: { before: [before], after: [after] } }),
  ]);
  site.put('/markdown', drawnMarkdown(['What to look at', ...three.map(({ markdown }) => markdown)].join('\n\n')));
  await page.goto(`${other}/markdown`);
  await expect(page.locator('a > img')).toHaveCount(3);
  await expect(page.locator('img').first()).toHaveAttribute('alt', 'Heap [of] *prod* & more');
  for (const i of [0, 1, 2]) await expect.poll(() => page.locator('img').nth(i).evaluate(natural)).toBe(true);
  await page.locator('a').first().click();
  await expect(page.getByTestId('finding')).toContainText(/GC takes .* of\sCPU/);
});

test('flame graph, diff and benchmark: drawn, walked by keys, zoomed, and as a table', async ({ page }) => {
  const complaints: string[] = [];
  watch(page, complaints);
  const { before, after } = await demoPair(scope);
  const flame = await embed({ panel: 'flamegraph', profile: { ids: [before] }, title: '<b>not bold</b>' });
  await page.goto(flame.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>not bold</b>');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show all' })).toBeHidden();

  const diff = await embed({ panel: 'diff', diff: { before: [before], after: [after] } });
  await page.goto(diff.url);
  await expect(page.getByTestId('finding')).toContainText(/CPU|cpu/);
  await expect(page.getByRole('row', { name: /scanobject/ })).toContainText(/−7\.1\d? s \(−79 %\)/);

  const runs = await embed(
    { panel: 'benchmark', benchmark: { before: benchmark('old.txt'), after: benchmark('new.txt') } }
  );
  await page.goto(runs.url);
  await expect(page.getByRole('row', { name: /ExtractAttributes\/20-2/ }).first())
    .toContainText('-25.12% (p=0.015 n=10) better');
  expect(complaints).toEqual([]);
});

test('a small frame keeps finding, chart and age; a chart is walked by keys', async ({ page }) => {
  await page.setViewportSize({ width: 280, height: 160 });
  await page.goto((await embed({ panel: 'gc-cpu', target: 'demo-incident' })).url);
  await expect(page.getByTestId('finding')).toBeVisible();
  const plot = page.getByRole('application');
  expect((await plot.boundingBox())?.height).toBeGreaterThan(60);
  await expect(page.getByTestId('age')).toBeInViewport();
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight
    )
  ).toBe(true);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(page.locator('canvas')).toHaveCount(2);
  await plot.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.corner').first()).toContainText(/^\d\d:\d\d:\d\d/);
});

test('20 live embeds in one page: all live over at most two connections, and no error', async ({ page }) => {
  const proxy = await countConnections(Number(new URL(scope.url).port));
  const complaints: string[] = [];
  watch(page, complaints);
  try {
    const panels = ['gc-cpu', 'memory', 'scrapes', 'compaction'] as const;
    const made = await Promise.all(
      Array.from(
        { length: 20 },
        (_, i) =>
          embed({ panel: panels[i % 4] ?? 'gc-cpu', target: 'played', range: { last: `${1 + Math.floor(i / 4)}m` } })
      )
    );
    const frames = made.map(({ url }) => `<iframe src="http://127.0.0.1:${proxy.port}${new URL(url).pathname}" `
      + 'title="panel" width="280" height="160"></iframe>').join('');
    site.put('/twenty', htmlPage(frames));
    await page.setViewportSize({ width: 1_500, height: 900 });
    await page.goto(`${allowed}/twenty`);
    const live = (): Promise<number> =>
      Promise.all(made.map((_, i) => frameOf(page, i).locator('.age').getAttribute('data-kind', { timeout: 60_000 })))
        .then((kinds) => kinds.filter((kind) => kind === 'live').length);
    await expect.poll(live, { timeout: 120_000 }).toBe(20);
    // What a page loads over as many connections as the browser likes is closed when nothing comes over it.
    await expect.poll(() => proxy.open(), { timeout: 60_000 }).toBeLessThanOrEqual(2);
    let most = 0;
    const until = Date.now() + 20_000;
    while (Date.now() < until) {
      most = Math.max(most, proxy.open());
      await page.waitForTimeout(250);
    }
    expect(most).toBeLessThanOrEqual(2);
    expect(most).toBeGreaterThanOrEqual(1);
    await expect.poll(live, { timeout: 60_000 }).toBe(20);
    expect(complaints).toEqual([]);
  } finally {
    proxy.close();
  }
});

test('the server goes away and comes back: reported meanwhile, live again without a reload', async ({ page }) => {
  const made = await embed({ panel: 'scrapes', target: 'played', range: { last: '2m' } });
  const upstream = Number(new URL(scope.url).port);
  let proxy = await countConnections(upstream);
  const { port } = proxy;
  await page.goto(`http://127.0.0.1:${port}${new URL(made.url).pathname}`);
  await expect(page.getByTestId('age')).toContainText('Live, data');
  proxy.close();
  await expect(page.getByTestId('age')).toContainText('tsdbscope does not answer', { timeout: 60_000 });
  await expect(page.locator('canvas').first()).toBeVisible();
  proxy = await countConnections(upstream, port);
  await expect(page.getByTestId('age')).toContainText('Live, data', { timeout: 60_000 });
  proxy.close();
});

test('Add to runbook: what was made is shown, copied, listed and revoked', async ({ page }) => {
  const complaints: string[] = [];
  watch(page, complaints);
  await page.goto(`${scope.url}/scrapes?target=played&range=15m`);
  await page.getByRole('button', { name: 'Add to runbook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to runbook' });
  await dialog.getByText('Always the newest 15m').waitFor();
  await dialog.getByLabel('Size').selectOption('medium');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await shows(page.frameLocator('iframe[title^="Preview of"]'));
  await expect(dialog.getByRole('textbox', { name: /^Frame/ }))
    .toHaveValue(/^<iframe src="http:.* width="720" height="380"/);
  await expect(dialog.getByRole('textbox', { name: /^Markdown/ }))
    .toHaveValue(/^\[!\[Scrapes of played\]\(http.*\.png\?width=720\)\]\(http/);
  await dialog.getByText('As a picture').click();
  await expect.poll(() => dialog.getByRole('img', { name: /Embed of/ }).evaluate(natural)).toBe(true);
  const url = await dialog.getByRole('textbox', { name: /^Link/ }).inputValue();
  const row = dialog.getByRole('row', { name: /new live/ });
  await dialog.locator('summary').click();
  if (!(await row.isVisible())) await dialog.locator('summary').click();
  await row.getByRole('button', { name: /^Revoke/ }).click();
  await row.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(row).toHaveCount(0);
  expect((await fetch(url)).status).toBe(410);
  expect(complaints).toEqual([]);
});
