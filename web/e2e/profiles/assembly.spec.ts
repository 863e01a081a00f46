import { broken } from '../accessibility.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

test('the machine code of a function says what it lacks', async ({ page, scope }) => {
  const { before, after } = await demoPair(scope);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/profiles?profile=${before}&view=function&function=runtime.scanobject`);
  await settled(page);
  await page.getByRole('tab', { name: 'assembly' }).click();
  await expect(page).toHaveURL(/tab=assembly/);
  await expect(page.getByText('No folder of binaries is configured on the server')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await broken(page)).toEqual([]);
  await page.goto(`${scope.url}/diff?before=${before}&after=${after}&view=function&function=runtime.scanobject`);
  await settled(page);
  await expect(page.getByRole('tab', { name: 'lines' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'assembly' })).toHaveCount(0);
});
