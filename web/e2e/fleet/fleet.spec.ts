import { test as base, expect, settled } from '../scopeTest.ts';
import { broken } from '../accessibility.ts';
import { DOWN, startFleet, type FleetLab } from './fleetLab.ts';

const COUNT = 500;

const test = base.extend<object, { fleet: FleetLab }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern: none
  fleet: [async ({}, use) => {
    const fleet = await startFleet(COUNT);
    await use(fleet);
    await fleet.stop();
  }, { scope: 'worker', timeout: 300_000 }],
});

test.use({ viewport: { width: 1440, height: 900 } });

test('says first what targets share, has the worst first, and draws only what is in sight', async ({ page, fleet }) => {
  await page.goto(`${fleet.scope.url}/fleet`);
  await settled(page);
  await expect(page.getByTestId('finding')).toHaveText(
    `All ${DOWN} targets that do not answer have pool "old <b>", no other does.`
  );
  const rows = page.getByRole('list', { name: 'Targets, the worst first' }).getByRole('listitem');
  await expect(rows.first()).toContainText('prom-000');
  await expect(rows.first()).toContainText('Critical');
  expect(await rows.count()).toBeLessThan(60);
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(COUNT));
  expect(await broken(page)).toEqual([]);

  // At the end the last rows are drawn, and the first are gone.
  await page.evaluate(() => { window.scrollTo(0, document.documentElement.scrollHeight); });
  await expect(rows.getByRole('link', { name: 'prom-499' })).toBeVisible();
  await expect(rows.getByRole('link', { name: 'prom-000' })).toHaveCount(0);
  expect(await rows.count()).toBeLessThan(60);
});

test('search, filter and group are in the address, and survive a reload', async ({ page, fleet }) => {
  await page.goto(`${fleet.scope.url}/fleet`);
  await settled(page);
  const shown = page.getByText(/ of 500 targets shown/);
  await page.keyboard.press('/');
  await page.keyboard.type('prom-01');
  await expect(shown).toHaveText('10 of 500 targets shown');
  await page.getByLabel('Filter').selectOption('region=us');
  await expect(shown).toHaveText('3 of 500 targets shown');
  await page.getByLabel('Group').selectOption('version');
  await expect(page.getByRole('heading', { level: 2, name: /2\.42\.0/ })).toBeVisible();
  await expect(page).toHaveURL(/search=prom-01&label=region%3Dus&group=version/);
  await page.reload();
  await settled(page);
  await expect(shown).toHaveText('3 of 500 targets shown');
  await page.getByRole('button', { name: 'Remove the filter region=us' }).click();
  await expect(shown).toHaveText('10 of 500 targets shown');
  await page.getByLabel('Search targets').fill('nothing like this');
  await expect(page.getByText('No targets match')).toBeVisible();
  await page.goto(`${fleet.scope.url}/fleet`);
  await page.getByRole('link', { name: 'Show those with this pool' }).click();
  await expect(shown).toHaveText(`${DOWN} of 500 targets shown`);
});

test('keys walk all rows; Enter opens the target, a click on a strip its moment', async ({ page, fleet }) => {
  await page.goto(`${fleet.scope.url}/fleet`);
  await settled(page);
  const link = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('link', { name, exact: true });
  await link('prom-000').focus();
  await page.keyboard.press('ArrowDown');
  await expect(link('prom-001')).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(link('prom-011')).toBeFocused();
  await page.keyboard.press('End');
  await expect(link('prom-499')).toBeFocused();
  await expect(link('prom-499')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(link('prom-000')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/scrapes\?target=prom-000&start=.*&at=/);

  await page.goto(`${fleet.scope.url}/fleet`);
  await settled(page);
  const row = page.getByRole('listitem').filter({ has: link('prom-003') });
  await row.locator('svg[viewBox="0 0 480 40"]').click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL(/\/\?target=prom-003&start=.*&at=/);
});

test('the target switcher is a search', async ({ page, fleet }) => {
  await page.goto(`${fleet.scope.url}/fleet`);
  await settled(page);
  await page.getByRole('button', { name: /^Target .*; switch$/ }).click();
  const field = page.getByRole('combobox', { name: 'Search targets' });
  await expect(field).toBeFocused();
  await field.fill('region=us prom-49');
  await expect(page.getByRole('listbox', { name: 'Targets' }).getByRole('option')).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/target=prom-495/);
  await expect(field).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('nothing scrolls sideways, and no rule of accessibility is broken', async ({ page, fleet }) => {
    await page.goto(`${fleet.scope.url}/fleet`);
    await settled(page);
    await expect(page.getByRole('link', { name: 'prom-000', exact: true })).toBeVisible();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    );
    expect(over).toBe(0);
    expect(await broken(page)).toEqual([]);
  });
});
