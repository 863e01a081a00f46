import { expect, settled, test } from './scopeTest.ts';

test('the planner answers from the target’s own ratios; a link carries what was asked', async ({ page, scope }) => {
  await page.goto(`${scope.url}/memory?target=demo-incident`);
  await expect(page.getByTestId('plan-memory')).toHaveText(/MiB to .*GiB/);
  const own = await page.getByTestId('plan-disk').innerText();
  await page.getByLabel('Samples per second').fill('200,000');
  await page.getByLabel('Retention').fill('30d');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/samples=200000.*retention=30d/);
  await expect(page.getByTestId('plan-disk')).not.toHaveText(own);
  const asked = await page.getByTestId('plan-disk').innerText();
  await page.reload();
  await expect(page.getByTestId('plan-disk')).toHaveText(asked, { useInnerText: true });
  await page.getByRole('button', { name: 'Reset to measured load' }).click();
  await expect(page.getByTestId('plan-disk')).toHaveText(own, { useInnerText: true });
  await page.getByLabel('Retention').fill('for ever');
  await expect(page.getByText('Such as 15d or 36h')).toBeVisible();
});

test('the drawers say the formulas and the metrics in use', async ({ page, scope }) => {
  for (
    const [path, words] of [
      ['memory', /Σ increase\(samples\).*process_resident_memory_bytes/s],
      ['scrapes', /shifts with overlaps.*prometheus_target_interval_length_seconds/s],
    ] as const
  ) {
    await page.goto(`${scope.url}/${path}?target=demo-incident`);
    await settled(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText(words);
  }
});

test('the figures of two windows are side by side with verdicts; a link carries both', async ({ page, scope }) => {
  await page.goto(`${scope.url}/memory?target=demo-incident&start=2026-11-20T16:40:00Z&end=2026-11-20T16:47:00Z`);
  await page.getByRole('button', { name: 'Figures', exact: true }).click();
  await page.getByRole('button', { name: 'Compare with …' }).click();
  await page.getByRole('menuitem', { name: 'Previous window' }).click();
  const table = page.getByRole('region', { name: /^Figures of this window and of / });
  await expect(table.getByRole('row', { name: /^Resident memory \d/ })).toContainText(/MiB.*MiB.*%\s*ranges overlap/s);
  await expect(page).toHaveURL(/vs=2026-11-20T16:33:00Z\/2026-11-20T16:40:00Z/);
  const said = await table.innerText();
  await page.reload();
  await expect(table).toHaveText(said, { useInnerText: true });
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(page.getByRole('region', { name: 'Figures behind the finding' })).toBeVisible();
});
