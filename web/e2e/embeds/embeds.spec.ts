import { gzipSync } from 'node:zlib';
import { benchText } from '../../../testdata/benchmarks/reports.ts';
import { expect, frameOf, isDrawn, shows, test } from './embedTest.ts';
import { drawnMarkdown, htmlPage } from './runbookSite.ts';
import { demoPair, watch } from '../scopeTest.ts';

test('in a sandboxed frame: live if scripts may run, else as a picture', async ({ page, lab }) => {
  const { allowed, embed, scope, site } = lab;
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
  await expect.poll(() => frameOf(page, 2).locator('img').evaluate(isDrawn)).toBe(true);
});

test('the script of a chart is at most 70 kB, compressed', async ({ page, lab }) => {
  const { embed } = lab;
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

test('expired, revoked, altered and of another panel: one sentence each, the picture too', async ({ page, lab }) => {
  const { allowed, embed, scope, site } = lab;
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
    await expect.poll(() => page.locator('img').evaluate(isDrawn)).toBe(true);
    const data = await fetch(`${path}/data?${query}`);
    expect([url, data.status, ((await data.json()) as { error: string }).error])
      .toEqual([url, status, expect.stringMatching(sentence)]);
  }
});

test('the theme is the reader\'s unless one was chosen, and follows when that changes', async ({ page, lab }) => {
  const { allowed, embed, site } = lab;
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
  // Frames out of view are loaded when they come into view.
  await page.setViewportSize({ width: 900, height: 1_300 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${allowed}/themes`);
  await expect.poll(surfaces).toEqual(['dark', 'light', 'dark']);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(surfaces).toEqual(['light', 'light', 'dark']);
});

test('a Markdown runbook of another origin: three pictures that lead to the panels', async ({ page, lab }) => {
  const { embed, other, scope, site } = lab;
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
  for (const i of [0, 1, 2]) await expect.poll(() => page.locator('img').nth(i).evaluate(isDrawn)).toBe(true);
  await page.locator('a').first().click();
  await expect(page.getByTestId('finding')).toContainText(/GC takes .* of\sCPU/);
});

test('flame graph, diff and benchmark: drawn, walked by keys, zoomed, and as a table', async ({ page, lab }) => {
  const { embed, scope } = lab;
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
    { panel: 'benchmark', benchmark: { before: benchText('old.txt'), after: benchText('new.txt') } }
  );
  await page.goto(runs.url);
  await expect(page.getByRole('row', { name: /ExtractAttributes\/20-2/ }).first())
    .toContainText('-25.12% (p=0.015 n=10) better');
  expect(complaints).toEqual([]);
});

test('CPU by subsystem: stacked over hatched time without a profile, each layer in words', async ({ page, lab }) => {
  const { embed } = lab;
  const made = await embed({ panel: 'cpu-by-subsystem', target: 'demo-incident' });
  await page.goto(made.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CPU by subsystem · demo-incident');
  await expect(page.getByTestId('finding')).toContainText(/ takes .* of the profiled CPU/);
  const legend = page.getByRole('list', { name: 'Legend' });
  await expect(legend.getByText(/^Garbage collection \d+.%$/)).toBeVisible();
  await expect(legend.getByText('no CPU profile')).toBeVisible();
  const answer = await fetch(made.svgUrl);
  expect(await answer.text()).toContain('Scraping and ingest');
  await expect(page.getByRole('link', { name: 'Open in tsdbscope' })).toHaveAttribute('href', /\/gc-cpu\?target=demo/);
});

test('a small frame keeps finding, chart and age; a chart is walked by keys', async ({ page, lab }) => {
  const { embed } = lab;
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

test('a default frame and smaller ones: one chart, high enough to be read, its legend in one line', async (
  { page, lab }
) => {
  const { embed } = lab;
  const [gc, memory] = await Promise.all(
    (['gc-cpu', 'memory'] as const).map((panel) => embed({ panel, target: 'demo-incident' }))
  );
  for (const [width, height, least] of [[800, 400, 160], [480, 400, 140], [480, 300, 90], [320, 240, 70]] as const) {
    await page.setViewportSize({ width, height });
    for (const made of [gc, ...(height === 400 ? [memory] : [])]) {
      await page.goto(made?.url ?? '');
      await expect(page.locator('.u-over')).toHaveCount(1);
      const size = `${width} x ${height}`;
      expect.soft((await page.locator('.u-over').boundingBox())?.height, size).toBeGreaterThanOrEqual(least);
      expect.soft((await page.locator('.legend').boundingBox())?.height, size).toBeLessThanOrEqual(20);
      await expect(page.locator('.ends span').first(), size).toHaveText(/\d (cores|[MG]iB)$/);
      const cut = await page.locator('.ends span, .bar > span > span').evaluateAll(
        (all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right
          > (one.parentElement?.getBoundingClientRect().right ?? 0) + 1).map((one) => one.textContent)
      );
      expect.soft(cut, size).toEqual([]);
    }
  }
});

test('Add to runbook: what was made is shown, copied, listed and revoked', async ({ page, lab }) => {
  const { scope } = lab;
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
  await expect.poll(() => dialog.getByRole('img', { name: /Embed of/ }).evaluate(isDrawn)).toBe(true);
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
