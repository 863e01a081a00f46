import { expect, settled, test } from '../scopeTest.ts';
import { watchShifts } from './layoutShift.ts';

/** Delay long enough for the page to draw without them. */
const LATE_MS = 1_500;

for (const [width, height] of [[390, 844], [940, 1300], [1440, 900]] as const) {
  for (const target of ['demo-incident', 'demo-wal-replay']) {
    test(`the overview of ${target} moves nothing at ${width} px where findings are late`, async ({ page, scope }) => {
      await page.setViewportSize({ width, height });
      const shifts = await watchShifts(page);
      await page.route(/\/api\/v1\/targets\/[^/]+\/(panels|findings|host|spikes)/, async (route) => {
        await new Promise((done) => { setTimeout(done, LATE_MS); });
        await route.continue();
      });
      await page.goto(`${scope.url}/?target=${target}`);
      await settled(page);
      await expect(page.getByTestId('finding')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Causes of CPU spikes' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { sum, moved } = await shifts();
      expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.02);
    });
  }
}
