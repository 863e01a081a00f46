import type { Page } from '@playwright/test';
import { expect, settled, test } from './scopeTest.ts';

/** Holds back every answer of an analysis until `release`; counts those that were let through. */
async function holdAnalysis(page: Page): Promise<{ release: () => void; answered: () => number }> {
  let release = (): void => undefined;
  let answered = 0;
  const held = new Promise<void>((resolve) => { release = resolve; });
  await page.route(/\/api\/v1\/targets\/[^/]+\/(panels|findings|host)/, async (route) => {
    await held;
    answered += 1;
    await route.continue();
  });
  return { release, answered: () => answered };
}

/** Returns whether the plot of a chart has a line: pixels of a colour, away from its axes. */
const isPainted = (chart: Element): boolean => {
  const canvas = chart.querySelector('canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return false;
  const { data } = context.getImageData(canvas.width * 0.1, 0, canvas.width * 0.85, canvas.height * 0.9);
  let coloured = 0;
  for (let i = 0; i < data.length; i += 4) {
    const [r = 0, g = 0, b = 0, a = 0] = data.subarray(i, i + 4);
    if (a > 100 && Math.max(r, g, b) - Math.min(r, g, b) > 60) coloured += 1;
  }
  return coloured > 200;
};

const pages = [
  // The fold of compactions, whose title starts with the same word, loads with the analysis.
  ['/gc-cpu', 'CPU'], ['/compaction', 'CPU$'], ['/memory', 'Memory'], ['/scrapes', 'Scrape duration'],
  ['/wal-replay', 'Resident memory'],
] as const;

for (const [path, title] of pages) {
  test(`${path}: the raw line is painted while the analysis is held back`, async ({ page, scope }) => {
    const analysis = await holdAnalysis(page);
    await page.goto(`${scope.url}${path}?target=${path === '/wal-replay' ? 'demo-wal-replay' : 'demo-incident'}`);
    const chart = page.locator('figure').filter({ has: page.getByRole('heading', { name: new RegExp(`^${title}`) }) })
      .first();
    await expect(chart).toBeVisible();
    await expect.poll(() => chart.evaluate(isPainted)).toBe(true);
    expect(analysis.answered()).toBe(0);
    await expect(page.getByTestId('finding')).toHaveCount(0);
    const before = await chart.boundingBox();
    analysis.release();
    await settled(page);
    await expect(page.getByTestId('finding').first()).toBeVisible();
    await expect.poll(() => chart.evaluate(isPainted)).toBe(true);
    // The axis stays in place: the same window, not a second drawing elsewhere.
    const after = await chart.boundingBox();
    expect(after?.x).toBe(before?.x);
    expect(after?.width).toBe(before?.width);
  });
}
