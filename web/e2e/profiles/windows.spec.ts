import type { Page } from '@playwright/test';
import type { ProfileInfo, TopTable } from '../../../core/contract/contract.ts';
import { spanId } from '../../../core/profileSpan.ts';
import { broken } from '../accessibility.ts';
import { expect, settled, test } from '../scopeTest.ts';

interface Demo { get: <T>(path: string) => Promise<T>; url: string }

/** Returns the demo's CPU profiles, the earlier first, each with a window of a minute around it. */
async function windowsOf(scope: Demo): Promise<{ info: ProfileInfo; id: string; start: number; end: number }[]> {
  return (await scope.get<ProfileInfo[]>('/profiles'))
    .filter(({ source, kind }) => source.target === 'demo-incident' && kind === 'cpu')
    .toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0))
    .map((info) => {
      const start = Math.floor(info.time ?? 0) - 5;
      const end = start + 60;
      return { info, start, end, id: spanId({ target: 'demo-incident', kind: 'cpu', start, end }) };
    });
}

const typed = (time: number): string => new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' ');

async function takeWindow(page: Page, side: 'before' | 'after', window: { start: number; end: number }): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(choose )?${side} `) }).first().click();
  const choice = page.getByRole('dialog', { name: `Choose ${side}` });
  await choice.getByLabel('target and kind').selectOption({ label: 'demo-incident, CPU' });
  await choice.getByLabel(/^From/).fill(typed(window.start));
  await choice.getByLabel('To').fill(typed(window.end));
  await choice.getByRole('button', { name: `Use this window as ${side}` }).click();
  await page.keyboard.press('Escape');
  await expect(choice).toHaveCount(0);
}

test('two windows of time are chosen as sides, and each says what it holds', async ({ page, scope }) => {
  const [before, after] = await windowsOf(scope);
  if (before === undefined || after === undefined) throw new Error('The demo has lost its profiles.');
  await page.goto(`${scope.url}/diff?target=demo-incident&zone=utc`);
  await settled(page);
  await takeWindow(page, 'before', before);
  await takeWindow(page, 'after', after);
  await expect(page).toHaveURL(/before=span:.*after=span:.*normalize=duration/);
  await settled(page);
  const windows = page.getByLabel('Windows of the sides');
  await expect(windows).toContainText(/before1 CPU profile, .* s \(.* %\) of \d\d:\d\d:\d\d to/);
  const totals = await scope.get<{ totals: { before: number } }>(
    `/diff/top?before=${encodeURIComponent(before.id)}&after=${encodeURIComponent(after.id)}&limit=1`
  );
  expect(totals.totals.before).toBe((await scope.get<TopTable>(`/profiles/${before.info.id}/top?limit=1`)).total);
  expect(await broken(page)).toEqual([]);
});

test('a window with no profile cannot be taken, and says where there are some', async ({ page, scope }) => {
  const [first] = await windowsOf(scope);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/diff?target=demo-incident&zone=utc`);
  await settled(page);
  await page.getByRole('button', { name: /^choose before|^before choose/ }).click();
  const choice = page.getByRole('dialog', { name: 'Choose before' });
  await choice.getByLabel('target and kind').selectOption({ label: 'demo-incident, CPU' });
  await choice.getByLabel(/^From/).fill('2020-01-01 00:00:00');
  await choice.getByLabel('To').fill('2020-01-01 00:05:00');
  await expect(choice.getByRole('status')).toContainText(/No CPU profile in it; the nearest .* There are some from /);
  await expect(choice.getByRole('button', { name: 'Use this window as before' })).toBeDisabled();
  await choice.getByLabel('To').fill('yesterday');
  await expect(choice.getByRole('status')).toContainText('“To” is not a time.');
  expect(first).toBeDefined();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('the profile of a window leads to its comparison with another', async ({ page, scope }) => {
  const [before] = await windowsOf(scope);
  if (before === undefined) throw new Error('The demo has lost its profiles.');
  await page.goto(`${scope.url}/profiles?target=demo-incident&profile=${before.id}&zone=utc`);
  await settled(page);
  await page.getByRole('button', { name: 'Compare with …' }).click();
  const menu = page.getByRole('dialog', { name: 'Compare with …' });
  await expect(menu).toContainText(/the 1m before(1 CPU profile|No CPU profile)/);
  await menu.getByRole('link', { name: 'another window or profile …' }).click();
  await expect(page).toHaveURL(/\/diff\?.*after=span:/);
  await settled(page);
  await page.getByRole('button', { name: /before/ }).first().click();
  const choice = page.getByRole('dialog', { name: 'Choose before' });
  await choice.getByRole('button', { name: 'a day earlier' }).click();
  await expect(choice.getByLabel('To')).toHaveValue(typed(before.end - 86_400));
});
