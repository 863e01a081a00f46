import type { Page } from '@playwright/test';
import type { ProfileInfo, TopTable } from '../../core/contract/contract.ts';
import { expect, settled, test } from './scopeTest.ts';

/** Drags over the first chart of the page, from one share of its width to another. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await page.locator('.u-over').first().boundingBox();
  if (box === null) throw new Error('The chart has no box.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 6 });
  await page.mouse.up();
}

interface Demo { get: <T>(path: string) => Promise<T>; url: string }

/** Returns where the demo's two CPU profiles are in its window, as shares of it, the earlier first. */
async function placesOf(scope: Demo): Promise<{ start: number; end: number; info: ProfileInfo }[]> {
  const [target] = await scope.get<{ name: string; recorded: { start: number; end: number } }[]>('/targets')
    .then((all) => all.filter(({ name }) => name === 'demo-incident'));
  if (target === undefined) throw new Error('There is no demo.');
  const { start, end } = target.recorded;
  return (await scope.get<ProfileInfo[]>('/profiles')).filter(({ source }) => source.target === 'demo-incident')
    .map((info) => ({
      start: ((info.time ?? 0) - 5 - start) / (end - start),
      end: ((info.time ?? 0) + (info.durationSeconds ?? 0) + 5 - start) / (end - start), info,
    })).toSorted((a, b) => a.start - b.start);
}

test('a span that is dragged over: its flame graph, and the diff with another', async ({ page, scope }) => {
  const [before, after] = await placesOf(scope);
  if (before === undefined || after === undefined) throw new Error('The demo has lost its profiles.');
  const totalOf = async (id: string): Promise<number> =>
    (await scope.get<TopTable>(`/profiles/${id}/top?limit=1`)).total;

  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  await drag(page, after.start, after.end);
  const menu = page.getByRole('dialog', { name: /^Selected: / });
  await expect(menu.getByRole('button', { name: 'Zoom', exact: true })).toBeFocused();
  await expect(menu).toContainText('1 CPU profile: ');
  await menu.getByRole('link', { name: 'Flame graph of this span' }).click();
  await expect(page).toHaveURL(/\/profiles\?.*profile=span:demo-incident:cpu:/);
  await settled(page);
  // The merged profile of one profile equals that profile.
  const id = new URL(page.url()).searchParams.get('profile') ?? '';
  expect(await totalOf(encodeURIComponent(id))).toBe(await totalOf(after.info.id));
  await expect(page.getByText('Compaction and retention').first()).toBeVisible();

  await page.goBack();
  await settled(page);
  await drag(page, after.start, after.end);
  await menu.getByRole('button', { name: 'Compare with another span …' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Drag over the span to compare with' })).toBeVisible();
  await drag(page, before.start, before.end);
  await menu.getByRole('link', { name: 'Compare with the other span' }).click();
  await expect(page).toHaveURL(/\/diff\?.*before=span:.*after=span:/);
  await settled(page);
  await expect(page.getByTestId('finding')).toContainText('CPU +');
  await page.goBack();
  await expect(page).toHaveURL(/gc-cpu/);
});

test('by keys: Space begins and ends a span, Escape lets it go', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const chart = page.getByRole('application').first();
  await chart.focus();
  const menu = page.getByRole('dialog', { name: /^Selected: / });
  const walk = async (key: string, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) await chart.press(key);
  };
  await walk('PageDown', 4);
  await chart.press(' ');
  await walk('ArrowRight', 5);
  await chart.press('Escape');
  await chart.press(' ');
  await walk('PageDown', 1);
  await chart.press(' ');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(chart).toBeFocused();
});

test('a span without a profile says how far the nearest is; on a phone the card fits', async ({ page, scope }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  await drag(page, 0.8, 0.9);
  const menu = page.getByRole('dialog', { name: /^Selected: / });
  await expect(menu).toContainText(/No CPU profile in it; the nearest is .* away\./);
  await expect(menu.getByRole('link', { name: 'Flame graph of this span' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Open the nearest' })).toBeVisible();
  const box = await menu.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
