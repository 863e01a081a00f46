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
