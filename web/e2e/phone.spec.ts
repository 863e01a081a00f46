import { expect, settled, test } from './scopeTest.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('the bar of a phone has four entries and More, which holds the other pages', async ({ page, scope }) => {
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  const bar = page.getByRole('navigation', { name: 'Pages' });
  await expect(bar.getByRole('link')).toHaveCount(4);
  const more = bar.getByRole('button', { name: 'More' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  // With the fleet, where other tests have opened targets enough for it.
  await expect(bar.getByRole('link').filter({ hasNotText: 'Fleet' })).toHaveCount(8);
  await bar.getByRole('link', { name: 'Memory' }).click();
  await expect(page).toHaveURL(/\/memory/);
  await expect(bar.getByRole('link')).toHaveCount(4);
  await more.click();
  await page.keyboard.press('Escape');
  await expect(more).toHaveAttribute('aria-expanded', 'false');
});

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
