import { expect, settled, test } from '../scopeTest.ts';

test('Ctrl-K and . find pages, targets, moments, profiles and actions by their words', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const field = page.getByRole('combobox', { name: /Search pages/ });
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  for (const group of ['Pages', 'Targets', 'Moments', 'Profiles', 'Actions'])
    await expect(page.getByRole('listbox').getByText(group, { exact: true }).first()).toBeAttached();
  await field.fill('wal rep');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/wal-replay/);
  await expect(field).toBeHidden();

  await page.keyboard.press('.');
  await field.fill('demo-wal');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/target=demo-wal-replay/);

  await page.keyboard.press('.');
  await field.fill('theme');
  const before = await page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  await options.first().click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).not.toBe(before);

  await page.keyboard.press('.');
  await field.fill('no such <b>thing');
  await expect(page.getByText('Nothing found for')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog').getByText(/Command palette/)).toBeVisible();
});
