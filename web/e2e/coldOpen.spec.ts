import { expect, test } from './scopeTest.ts';

/** At most this many requests until the claim: page, styles, faces, code and answers. */
const MOST_REQUESTS = 36;

test('data and code are asked for beside each other, each answer once', async ({ page, scope }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const held: (() => void)[] = [];
  const hold = (): Promise<void> => new Promise((resolve) => { held.push(resolve); });
  const release = (): void => { for (const go of held.splice(0)) go(); };
  const count = (path: RegExp): number => asked.filter((one) => path.test(one)).length;

  // The list of targets does not wait for the code of the page.
  await page.route(/\/assets\/index-.*\.js/, async (route) => { await hold(); await route.continue(); });
  // The line does not wait for the code that draws it.
  await page.route(/\/assets\/TimeSeriesChart-.*\.js/, async (route) => { await hold(); await route.continue(); });
  await page.goto(`${scope.url}/?target=demo-incident`, { waitUntil: 'commit' });
  await expect.poll(() => count(/\/targets$/)).toBe(1);
  await expect.poll(() => held.length).toBe(1);
  expect(count(/\/lines$/)).toBe(0);
  release();
  await expect.poll(() => count(/\/lines$/)).toBe(1);
  await expect.poll(() => count(/\/demo-incident\/findings$/)).toBe(1);
  await expect.poll(() => held.length).toBe(1);
  release();
  await expect(page.locator('.u-over').first()).toBeVisible();
  await expect(page.getByTestId('finding')).toBeVisible();
  expect(asked.findIndex((path) => path.endsWith('/lines')))
    .toBeLessThan(asked.findIndex((path) => path.endsWith('/findings')));
  expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
});
