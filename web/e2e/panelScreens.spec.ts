import { expectEarlyPicture } from './firstPicture.ts';
import { expect, test } from './scopeTest.ts';

const PAGES = [
  '/gc-cpu?target=demo-incident', '/compaction?target=demo-incident', '/memory?target=demo-incident',
  '/scrapes?target=demo-incident', '/wal-replay?target=demo-wal-replay',
];

test.describe('at 1440x900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  // The first page is in gate/pages.spec.ts.
  for (const path of PAGES.slice(1)) {
    test(`${path}: the first picture comes early, and the page ends within two screens`, async ({ page, scope }) => {
      await expectEarlyPicture(page, scope, path);
    });
  }
});

test('the sliders of GOGC and GOMEMLIMIT move by keyboard and say what changes', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  const gogc = page.getByRole('slider', { name: /^GOGC/ });
  await expect(gogc).toHaveAttribute('aria-valuetext', /^100: GC CPU .* as now/);
  await gogc.focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
  await expect(gogc).toHaveValue('200');
  const outcome = page.getByRole('region', { name: 'What-if' });
  await expect(outcome).toContainText('−50 %');
  await expect(outcome).toContainText('0.5x as often');
  await expect(gogc).toHaveAttribute('aria-valuetext', /−50 %.*\+\d+ MiB/);
  await page.keyboard.press('Home');
  await expect(gogc).toHaveValue('50');
  const limit = page.getByRole('slider', { name: /^GOMEMLIMIT/ });
  await expect(limit).toHaveAttribute('aria-valuetext', /^none:/);
  await limit.focus();
  await page.keyboard.press('Home');
  await expect(limit).toHaveAttribute('aria-valuetext', /MiB: GC CPU .* \+\d/);
});

test('a fold says what it holds, opens, and stays open by the link; figures are in one drawer', async (
  { page, scope }
) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await page.getByText(/five ways to measure GC CPU, \d available/).click();
  await expect(page.getByRole('row', { name: /^E1 CPU profile/ })).toBeVisible();
  await expect(page).toHaveURL(/open=estimates/);
  await page.reload();
  await expect(page.getByRole('row', { name: /^E1 CPU profile/ })).toBeVisible();
  for (const path of PAGES) {
    await page.goto(scope.url + path);
    await page.getByRole('button', { name: 'Figures', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Figures' });
    await expect(drawer.getByRole('region', { name: 'Figures behind the finding' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }
});

test('memory limit and startup probe are typed in place, kept for the target, and shared by the link', async (
  { page, scope }
) => {
  await page.goto(`${scope.url}/wal-replay?target=demo-wal-replay`);
  const killed = page.getByRole('region', { name: 'Will it be killed?' });
  await killed.getByLabel('Memory limit').fill('two');
  await expect(killed.getByText('Not a size: write 2GiB or 512MiB.')).toBeVisible();
  await killed.getByLabel('Memory limit').fill('2GiB');
  await page.keyboard.press('Enter');
  await killed.getByLabel('Startup probe').fill('15 minutes');
  await expect(killed.getByText('Not a duration: write 15m or 1h30m.')).toBeVisible();
  await killed.getByLabel('Startup probe').fill('1m');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/budget=1m&limit=2GiB/);
  await expect(page.getByRole('main')).toContainText('limit 2 GiB (configured)');
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText(
    /startup probe ends it after (60\ss|1m)/
  );
  const shared = page.url();

  // Stored: a later visit without them in the address has them, another target does not.
  await page.goto(`${scope.url}/wal-replay?target=demo-wal-replay`);
  await expect(killed.getByLabel('Startup probe')).toHaveValue('1m');
  await expect(page).toHaveURL(/limit=2GiB/);
  await page.goto(`${scope.url}/wal-replay?target=demo-incident`);
  await expect(killed.getByLabel('Memory limit')).toHaveValue('');
  // The link alone is enough in a fresh browser.
  await page.evaluate(() => window.localStorage.clear());
  await page.goto(shared);
  await expect(killed.getByLabel('Memory limit')).toHaveValue('2 GiB');
});
