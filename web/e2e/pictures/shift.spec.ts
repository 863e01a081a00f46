import { expect, settled, test } from '../scopeTest.ts';
import { watchShifts } from './layoutShift.ts';

for (const [width, height] of [[390, 844], [940, 1300], [1440, 900]] as const) {
  for (const [target, lateMs] of [['demo-incident', 0], ['demo-incident', 1500], ['demo-wal-replay', 1500]] as const) {
    test(`the overview of ${target} moves nothing at ${width} px, findings ${lateMs} ms late`, async (
      { page, scope }
    ) => {
      await page.setViewportSize({ width, height });
      const shifts = await watchShifts(page);
      await page.route(/\/api\/v1\/targets\/[^/]+\/(panels|findings|host|spikes)/, async (route) => {
        await new Promise((done) => { setTimeout(done, lateMs); });
        await route.continue();
      });
      await page.goto(`${scope.url}/?target=${target}`);
      await settled(page);
      await expect(page.getByTestId('finding')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Causes of CPU spikes' })).toBeVisible();
      await page.waitForTimeout(1000);
      const { sum, moved } = await shifts();
      expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.02);
    });
  }
}
