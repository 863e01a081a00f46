import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { watchShifts } from './pictures/layoutShift.ts';
import { expect, settled, test } from './scopeTest.ts';

/** Address without a listener. */
const DOWN = '127.0.0.1:9';

test('nothing moves as a page of a target that is down comes in, whichever answer is last', async ({ page }) => {
  const { dataDir, remove } = newDataDir();
  const down = await startTsdbscope([`http://${DOWN}`], dataDir);
  try {
    const shifts = await watchShifts(page);
    await page.route(/\/api\/v1\/(replays|targets|status|.*\/findings|.*\/scrapes)/, async (route) => {
      const late = /replays/.test(route.request().url()) ? 1500 : 500;
      await new Promise((done) => { setTimeout(done, late); });
      await route.continue();
    });
    for (const [width, path] of [[1440, '/wal-replay'], [390, '/wal-replay'], [390, '/']] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${down.url}${path}?target=${DOWN}`);
      await settled(page);
      if (path !== '/') await expect(page.getByRole('heading', { name: 'Restart history' })).toBeVisible();
      await page.waitForResponse(/\/api\/v1\//);
      expect((await shifts()).sum, `${path} at ${width} px`).toBeLessThan(0.02);
    }
  } finally {
    await page.goto('about:blank');
    await down.stop();
    remove();
  }
});

test('the keys walk a chart from point to point, and tell each value with its unit', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const chart = page.locator('figure').filter({ has: page.getByRole('application') }).first();
  await chart.getByRole('application').focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('PageDown');
  const told = chart.locator('figcaption [aria-live="polite"]');
  await expect(told).toHaveText(/^\d\d:\d\d:\d\d · CPU.* \d[\d.]* cores?/);
  const first = await told.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(told).not.toHaveText(first ?? '');
  await expect(told).toHaveText(/cores?/);
  // The same text as in the legend.
  const inLegend = await chart.getByRole('list', { name: 'Legend' }).locator('b').first().textContent();
  await expect(told).toContainText(inLegend ?? 'none');
});

test('? stands at the right edge of profile pages; every choice of a diff can be read', async ({ page, scope }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const profiles = await scope.get<{ id: string; pair?: { label: string; side: string } }[]>('/profiles');
  const id = (side: string): string =>
    profiles.find(({ pair }) => pair?.side === side && pair.label.includes('WAL'))?.id ?? '';
  const both = `/diff?before=${id('before')}&after=${id('after')}`;
  for (const path of ['/profiles', `/profiles?profile=${id('after')}`, '/diff', both]) {
    await page.goto(scope.url + path);
    await settled(page);
    const box = await page.getByRole('button', { name: 'How this is computed' }).first().boundingBox();
    const main = await page.locator('main').boundingBox();
    expect((main?.x ?? 0) + (main?.width ?? 0) - (box?.x ?? 0) - (box?.width ?? 0), path).toBeLessThan(60);
  }
  const cut = await page.evaluate(() => [...document.querySelectorAll('main select')].flatMap((element) => {
    const select = element as HTMLSelectElement;
    const style = getComputedStyle(select);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) return ['no canvas'];
    pen.font = style.font;
    const chosen = select.selectedIndex;
    // As wide as the shown option.
    const tooLong = [...select.options].filter(({ text, index }) => {
      select.selectedIndex = index;
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return pen.measureText(text).width > room + 1;
    }).map(({ text }) => text);
    select.selectedIndex = chosen;
    return tooLong;
  }));
  expect(cut).toEqual([]);
});

test('the table of jobs has a column of errors only where there is one, and it fits', async ({ page, scope }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const jobs = ['prometheus', 'a-job-with-a-long-name'].map((job) => ({
    job, targets: 3, unhealthy: 1, slowestSeconds: 1.2345, timeoutSeconds: 10, share: 0.12,
    lastError: null as string | null,
  }));
  await page.route(/panels\/scrapes\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json() as { data: { ownScrapes: { jobs: unknown } } };
    answer.data.ownScrapes.jobs = jobs;
    await route.fulfill({ response, json: answer });
  });
  const table = page.getByRole('table', { name: 'Slowest scrape and timeout by job' });
  const open = async (): Promise<void> => {
    await page.goto(`${scope.url}/scrapes?target=demo-incident&open=own`);
    await settled(page);
    await expect(table).toBeVisible();
    const over = await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0));
    expect(over).toBeLessThanOrEqual(0);
  };
  await open();
  await expect(table.getByRole('columnheader', { name: 'last error' })).toHaveCount(0);
  const [first] = jobs;
  if (first !== undefined)
    first.lastError = `Get "http://node-17.eu.example.org:9100/metrics": ${'context deadline exceeded; '.repeat(6)}`;
  await open();
  await expect(table.getByText('context deadline exceeded')).toBeVisible();
});
