import type { Page } from '@playwright/test';
import { expect, test } from './scopeTest.ts';

/** Maximum number of addresses until the claim: page, styles, fonts, code and answers. A poll repeats one of them. */
const MAX_ADDRESSES = 28;

interface Asked {
  paths: string[];
  addresses: ReadonlySet<string>;
  count: (path: RegExp) => number;
  release: () => void;
  held: () => number;
}

/** Opens a page whose own code, and that of its first picture, is held back until `release`. */
async function openHeld(page: Page, url: string): Promise<Asked> {
  const paths: string[] = [];
  const addresses = new Set<string>();
  page.on('request', (request) => {
    addresses.add(request.url());
    paths.push(new URL(request.url()).pathname);
  });
  const held: (() => void)[] = [];
  await page.route(/\/assets\/(first|charts)-.*\.js/, async (route) => {
    await new Promise<void>((resolve) => { held.push(resolve); });
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  return {
    paths, addresses, count: (path) => paths.filter((one) => path.test(one)).length, held: () => held.length,
    release: () => { for (const go of held.splice(0)) go(); },
  };
}

test('data and code are asked for beside each other, each answer once', async ({ page, scope }) => {
  const asked = await openHeld(page, `${scope.url}/?target=demo-incident`);
  // Targets, line, claim and chart code do not wait for the code of the page.
  await expect.poll(() => asked.held()).toBe(2);
  for (const path of [/\/targets$/, /\/lines$/, /\/demo-incident\/findings$/])
    await expect.poll(() => asked.count(path)).toBe(1);
  asked.release();
  await expect(page.locator('.u-over').first()).toBeVisible();
  await expect(page.getByTestId('finding')).toBeVisible();
  for (const path of [/\/lines$/, /\/demo-incident\/findings$/]) expect(asked.count(path)).toBe(1);
  expect(asked.paths.findIndex((path) => path.endsWith('/lines')))
    .toBeLessThan(asked.paths.findIndex((path) => path.endsWith('/findings')));
  expect(asked.addresses.size, [...asked.addresses].join('\n')).toBeLessThanOrEqual(MAX_ADDRESSES);
});

test('the page of a panel asks for its code and its answer as early', async ({ page, scope }) => {
  const asked = await openHeld(page, `${scope.url}/gc-cpu?target=demo-incident`);
  await expect.poll(() => asked.held()).toBe(2);
  for (const path of [/\/assets\/GcCpuPanel-.*\.js$/, /\/lines$/, /\/panels\/gc-cpu$/])
    await expect.poll(() => asked.count(path)).toBe(1);
  asked.release();
  await expect(page.getByTestId('finding')).toBeVisible();
  expect(asked.count(/\/panels\/gc-cpu$/)).toBe(1);
});
