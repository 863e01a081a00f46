import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import type { DiffTopTable, FlameGraph, FlameNode } from '../../../core/contract/contract.ts';
import { watchShifts } from '../pictures/layoutShift.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';
import { added, zoomPath } from './profilePage.ts';

/** Returns three significant digits, as the page writes them. */
const figure = (value: number): string => String(Number(value.toPrecision(3)));

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

test('search marks frames, adds them up and says so', async ({ page, scope }) => {
  const { before } = await demoPair(scope);
  await page.goto(`${scope.url}/profiles?profile=${before}`);
  await settled(page);
  await page.getByLabel('Search functions').fill('^runtime\\.gcBgMarkWorker$');
  // Expected values are from go tool pprof -top -cum of that side.
  const {
    rows, total,
  } = await scope.get<{ rows: { function: string; cum: number }[]; total: number }>(`/profiles/${before}/top?limit=0`);
  const cum = rows.find((row) => row.function === 'runtime.gcBgMarkWorker')?.cum ?? 0;
  expect(cum).toBeGreaterThan(0);
  await expect(
    page.getByText(new RegExp(`1 function, ${figure(cum / 1e9)}\\ss \\(${figure((cum / total) * 100)}\\s%\\)`))
  ).toBeVisible();
  expect(await page.locator('g.frame.found').count()).toBeGreaterThan(0);
  await page.getByLabel('Search functions').fill('(');
  await expect(page.getByText(/Not a regular expression/)).toBeVisible();
});

test('a screen reader hears name, values, share and place of a frame; keys reach all', async ({ page, scope }) => {
  const { before } = await demoPair(scope);
  await page.goto(`${scope.url}/profiles?profile=${before}`);
  await settled(page);
  const tree = page.getByRole('tree', { name: /Flame graph of cpu, callers above callees/ });
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  await tree.locator('[tabindex="0"]').focus();
  expect(await focusedName(page)).toMatch(/^all 75\.2\ss, cum 75\.2\ss/);
  await page.keyboard.press('ArrowDown');
  const first = await focusedName(page);
  expect(first).toMatch(/^\S+ [\d.]+\s%, cum .*\ss \(.*%\), flat /);
  const item = page.getByRole('treeitem', { name: first, exact: true }).first();
  await expect(item).toHaveAttribute('aria-level', '2');
  await expect(item).toHaveAttribute('aria-posinset', '1');
  await expect(item).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  const second = await focusedName(page);
  expect(second).not.toBe(first);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(zoomPath(page)).toBeVisible();
  await expect.poll(() => focusedName(page)).toBe(first);
  await expect(page.getByRole('treeitem', { name: first, exact: true }).first())
    .toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(zoomPath(page)).toBeHidden();
  await expect(page.getByRole('treeitem', { name: second, exact: true }).first()).toBeVisible();
});

test('stacks grow upwards when asked to, and the link says so', async ({ page, scope }) => {
  const { before } = await demoPair(scope);
  await page.goto(`${scope.url}/profiles?profile=${before}&grow=up`);
  await settled(page);
  const topOf = (level: number): Promise<number> => page.locator(`[role="treeitem"][aria-level="${level}"]`).first()
    .evaluate((frame) => frame.getBoundingClientRect().top);
  expect(await topOf(2)).toBeLessThan(await topOf(1));
  await page.locator('[role="tree"] [tabindex="0"]').focus();
  await page.keyboard.press('ArrowUp');
  expect(await focusedName(page)).not.toMatch(/^all /);
});

test('names that hold HTML are text in the address, the path and the graph', async ({ page, scope }) => {
  const id = await added(scope, 'malformed/valid-html-names.pb.gz');
  await page.goto(`${scope.url}/profiles?profile=${id}`);
  await settled(page);
  const frame = page.getByRole('treeitem', { name: /<script|<img/ }).first();
  await frame.click({ force: true });
  await expect(zoomPath(page)).toContainText('<');
  await page.reload();
  await expect(zoomPath(page)).toContainText('<');
  expect(await page.locator('main script, main img[src="x"], main iframe').count()).toBe(0);
});

test('nothing moves while a flame graph comes, wide and on a phone', async ({ page, scope }) => {
  const { before, after } = await demoPair(scope);
  const shifts = await watchShifts(page);
  // The table can arrive after the graph; it keeps its first columns.
  await page.route(/\/top\?/, async (route) => {
    await expect(page.getByRole('treeitem').nth(1)).toBeVisible();
    await route.continue();
  });
  for (const width of [1440, 390]) {
    for (const path of [`/profiles?profile=${before}`, `/diff?before=${before}&after=${after}`]) {
      await page.setViewportSize({ width, height: 900 });
      const table = page.waitForResponse(/\/top\?/);
      await page.goto(scope.url + path);
      await table;
      await settled(page);
      const { sum, moved } = await shifts();
      expect(sum, `${path} at ${width}: ${moved.join('; ')}`).toBeLessThan(0.05);
    }
  }
});

test('the exported HTML opens from disk, offline, with the figures of the page', async ({ browser, scope }, info) => {
  const { before, after } = await demoPair(scope);
  const html = await (await scope.fetch(`/api/v1/diff/report.html?before=${before}&after=${after}`)).text();
  const file = info.outputPath('report.html');
  writeFileSync(file, html);
  const { rows, totals, finding } = await scope.get<DiffTopTable>(`/diff/top?before=${before}&after=${after}`);
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on(
    'request',
    (
      request
    ) => { if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) requests.push(request.url());
    }
  );
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByText(finding.sentence.slice(0, 40)).first()).toBeVisible();
  expect([totals.before, totals.after]).toEqual([75_160_000_000, 51_030_000_000]);
  const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
  for (const value of ['75.2 s', '51 s']) expect(text).toContain(value);
  const first = rows[0];
  expect(text).toContain(first?.function ?? 'no row');
  for (const side of [first?.flat.before, first?.flat.after])
    expect(text).toContain(((side ?? NaN) / 1e9).toPrecision(3));
  expect(requests).toEqual([]);
  // One frame is a stop of Tab; the arrow keys and Enter reach the others, and zooming keeps the focus.
  const held = page.locator('#icicle > [tabindex="0"]');
  await expect(held).toHaveCount(1);
  const rootName = await held.getAttribute('aria-label');
  await held.focus();
  await page.keyboard.press('ArrowDown');
  await expect(held).toHaveCount(1);
  await expect(held).toBeFocused();
  const below = await held.getAttribute('aria-label');
  expect(below).not.toBe(rootName);
  await page.keyboard.press('Enter');
  await expect(held).toBeFocused();
  await expect(held).toHaveAttribute('aria-label', below ?? '');
  await page.keyboard.press('ArrowUp');
  await expect(held).toHaveAttribute('aria-label', rootName ?? '');
  await context.close();
});

test('frames of the page are those of the server', async ({ page, scope }) => {
  const { before } = await demoPair(scope);
  await page.goto(`${scope.url}/profiles?profile=${before}`);
  await settled(page);
  const { root } = await scope.get<FlameGraph>(`/profiles/${before}/flamegraph`);
  const widest = root.children.reduce<FlameNode>(
    (most, child) => (child.value > most.value ? child : most), { name: '', value: 0, self: 0, children: [] }
  );
  await expect(page.getByRole('treeitem', { name: new RegExp(`cum ${figure(widest.value / 1e9)}\\ss`) }).first())
    .toBeVisible();
});
