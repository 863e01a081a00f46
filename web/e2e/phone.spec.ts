import { expect, settled, test } from './scopeTest.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('nothing scrolls sideways at 360 px, and a headline has at most five lines', async ({ page, scope }) => {
  const paths = ['/', '/gc-cpu', '/compaction', '/wal-replay', '/memory', '/scrapes', '/profiles', '/benchmarks'];
  for (const path of paths) {
    await page.goto(`${scope.url}${path}?target=demo-incident`);
    await settled(page);
    const { over, lines } = await page.evaluate(() => {
      const box = document.querySelector('[data-testid="finding"]');
      return {
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        lines: box === null ? 0 : box.getBoundingClientRect().height / parseFloat(getComputedStyle(box).lineHeight),
      };
    });
    expect(over, path).toBe(0);
    expect(Math.round(lines), path).toBeLessThanOrEqual(5);
  }
});

test('the first chart of a panel starts well above the fold of a phone, its legend below it', async (
  { page, scope }
) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/gc-cpu', '/compaction', '/memory', '/scrapes']) {
    await page.goto(`${scope.url}${path}?target=demo-incident`);
    await settled(page);
    const chart = page.locator('figure').filter({ has: page.locator('.u-over') }).first();
    const plot = await chart.locator('.u-over').boundingBox();
    expect.soft(plot?.y, path).toBeLessThanOrEqual(260);
    expect.soft((await chart.locator('figcaption ul').boundingBox())?.y, path)
      .toBeGreaterThan((plot?.y ?? 0) + (plot?.height ?? 0));
  }
  // An action that shows only its icon keeps its accessible name.
  await expect(page.getByRole('button', { name: 'Add to runbook' })).toBeVisible();
});
