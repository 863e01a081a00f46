import type { GcCpuPanel, GcProfile } from '../../core/contract/contract.ts';
import { demoPair, expect, openFindings, settled, test } from './scopeTest.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('the picture keeps its place below a claim of two lines, also with the banner', async ({ page, scope }) => {
  const words = 'A claim of twenty words, considerably longer than ordinary claims, certainly fills two lines here: '
    + 'compactions 1,234, collections 5,678, unexplained 91.';
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  await expect(page.locator('.u-over').first()).toBeVisible();
  await expect(page.getByText('This is the demo', { exact: false })).toBeVisible();
  const topOfPicture = async (): Promise<number> =>
    (await page.locator('main figure, main .uplot').first().boundingBox())?.y ?? NaN;
  const before = await topOfPicture();
  const lines = await page.getByTestId('finding').evaluate((claim, text) => {
    claim.textContent = text;
    return Math.round(claim.getBoundingClientRect().height / parseFloat(getComputedStyle(claim).lineHeight));
  }, words);
  expect(lines).toBe(2);
  const top = await topOfPicture();
  expect(top).toBe(before);
  expect(top).toBeLessThanOrEqual(220);
});

test('the causes of spikes: as the API has them, most CPU first', async ({ page, scope }) => {
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  const [target] = (await scope.get<{ name: string; recorded: { start: number; end: number } }[]>('/targets'))
    .filter(({ name }) => name === 'demo-incident');
  const { start = 0, end = 0 } = target?.recorded ?? {};
  const { spikes } = await scope.get<{ spikes: { causes: { count: number }[] } }>(
    `/targets/demo-incident/panels/gc-cpu?start=${String(start)}&end=${String(end + 1)}`
  );
  const rows = page.getByRole('table', { name: 'Causes of CPU spikes' }).locator('tbody tr');
  await expect(rows).toHaveCount(spikes.causes.length);
  expect(await rows.locator('td:nth-of-type(1)').allTextContents())
    .toEqual(spikes.causes.map(({ count }) => String(count)));
});

test('a cause whose spike has a compared profile leads to the diff', async ({ page, scope }) => {
  const { before, after } = await demoPair(scope);
  await page.route(/\/targets\/demo-incident\/panels\/gc-cpu/, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: GcCpuPanel };
    const { start = NaN, cause } = data.spikes.spikes.toSorted((a, b) => b.coreSeconds - a.coreSeconds)[0] ?? {};
    expect(cause).toBe('compaction');
    const profile: GcProfile = {
      id: after, name: 'booked', start, durationSeconds: 5, cpuSeconds: 4, gcCpuSeconds: 1, idleGcCpuSeconds: null,
      samples: 400, gcSamples: 100,
      againstQuiet: {
        beforeId: before, taken: { start, end: start + 5 }, claim: [{ text: 'Compaction: populateBlock.' }],
      },
    };
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, profiles: [profile] } } });
  });
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  const rows = page.getByRole('table', { name: 'Causes of CPU spikes' }).locator('tbody tr');
  await expect(rows.filter({ hasText: 'diff' })).toHaveCount(1);
  await rows.getByRole('link', { name: 'diff: Compaction: populateBlock.' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('after')).toBe(after);
  expect(new URL(page.url()).searchParams.get('before')).toBe(before);
  expect(new URL(page.url()).searchParams.get('normalize')).toBe('duration');
});

for (const width of [390, 940, 1440]) {
  test(`few causes leave no hole at ${width} px`, async ({ page, scope }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${scope.url}/?target=demo-wal-replay`);
    await settled(page);
    await expect(page.getByText(/^Too early for shares: \d of 4 spikes\.$/)).toBeVisible();
    const { causes, tiles, scrapes } = await page.evaluate(() => {
      const box = (one: Element | null | undefined): DOMRect => one?.getBoundingClientRect() ?? new DOMRect();
      const titles = [...document.querySelectorAll('figcaption')];
      return {
        causes: box(document.querySelector('aside table')).bottom, tiles: box(document.querySelector('aside ul')),
        scrapes: box(titles.find(({ textContent }) => textContent.startsWith('Scrape duration'))).top,
      };
    });
    // Next to the charts, the panels begin at the height of the second chart.
    if (width === 1440) expect(Math.abs(tiles.top - scrapes)).toBeLessThanOrEqual(12);
    else expect(tiles.top - causes).toBeLessThanOrEqual(64);
    const below = await page.getByText('What to do').first().boundingBox();
    if (width !== 1440) expect((below?.y ?? NaN) - tiles.bottom).toBeLessThanOrEqual(32);
  });
}

test('the panels in a few words lead to their pages; the other findings are one fold away', async ({ page, scope }) => {
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  const tiles = page.getByRole('list', { name: 'Panels' }).getByRole('link');
  await expect(tiles).toHaveCount(5);
  const list = page.getByRole('list', { name: 'Findings of demo-incident' });
  await expect(list).toBeHidden();
  await openFindings(page);
  expect(await list.getByRole('listitem').count()).toBeGreaterThan(4);
  await tiles.filter({ hasText: 'Compaction' }).click();
  await expect(page).toHaveURL(/\/compaction\?/);
});
