import { expect, settled, test } from '../scopeTest.ts';

test('the axis of each chart has its unit', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  for (const [title, unit] of [['CPU', 'cores'], ['Heap sawtooth', 'GiB']] as const) {
    const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    // In the legend a unit always has its number.
    await expect(chart.getByText(unit, { exact: true })).toBeVisible();
  }
});
