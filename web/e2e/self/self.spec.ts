/** The page on tsdbscope itself: resource usage, queues, dropped data. */
import { broken } from '../accessibility.ts';
import { expect, settled, test } from '../scopeTest.ts';

test('is found from the list of shortcuts, and shows what tsdbscope costs', async ({ page, scope }) => {
  await page.goto(scope.url);
  await settled(page);
  await page.keyboard.press('h');
  await page.getByRole('link', { name: 'What tsdbscope itself costs, and what it dropped' }).click();
  await expect(page).toHaveURL(/\/self/);
  await expect(page.getByTestId('finding')).toHaveText(/^tsdbscope takes .* and keeps up\.$|lags|late/);
  const parts = page.getByRole('table', { name: 'Threads and processes' });
  await expect(parts.getByRole('row', { name: /tsdbscope \(process\)/ })).toContainText('MiB');
  await expect(parts.getByRole('row', { name: /parsing and storage \(thread\)/ })).toBeVisible();
  await expect(page.getByText('Nothing was dropped.')).toBeVisible();
  await expect(page.getByText('no target is scraped')).toHaveCount(2);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'tsdbscope itself' }).first())
    .toHaveAttribute('aria-current', 'page');
});

test('is reached by its letters and by the palette', async ({ page, scope }) => {
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/self/);
  await page.goto(scope.url);
  await settled(page);
  await page.keyboard.press('.');
  await page.getByRole('combobox').fill('itself');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/self/);
});

for (const [theme, width] of [['light', 390], ['dark', 1280]] as const) {
  test(`is for everybody, ${theme} at ${width} px`, async ({ page, scope }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${scope.url}/self?theme=${theme}`);
    await settled(page);
    expect(await broken(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
