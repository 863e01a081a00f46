import { expect, test } from '@playwright/test';
import { startPrometheus } from '../../../server/program/integration/lab/prometheusLab.ts';
import { newDataDir, startTsdbscope } from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { watchShifts } from '../pictures/layoutShift.ts';
import { settled } from '../scopeTest.ts';

const RECORDED_SECONDS = 60;

test('the overview of a live target moves nothing as it comes in, cold', async ({ browser }) => {
  test.setTimeout(700_000);
  const { dataDir, remove } = newDataDir();
  const lab = await startPrometheus({
    targets: 2, seriesPerTarget: 2_000, churnSeconds: 20, blockDuration: '20s', maxBlockDuration: '60s',
    maxSeconds: 600,
  });
  const scope = await startTsdbscope([lab.url], dataDir);
  try {
    const target = new URL(lab.url).host;
    await expect.poll(async () => {
      const { range } = await scope.get<{ range: { scrapes: number } }>(`/targets/${target}/panels/scrapes`);
      return range.scrapes;
    }, { timeout: 200_000 }).toBeGreaterThan(RECORDED_SECONDS);
    // The page must have space for the table of causes, which needs four of them.
    await expect.poll(async () => {
      const { spikes } = await scope.get<{ spikes: { causes: unknown[] } }>(`/targets/${target}/panels/gc-cpu`);
      return spikes.causes.length;
    }, { timeout: 300_000 }).toBeGreaterThan(0);
    for (const [width, height] of [[1440, 900], [390, 844]] as const) {
      const page = await browser.newPage({ viewport: { width, height } });
      const shifts = await watchShifts(page);
      await page.goto(`${scope.url}/?target=${target}`);
      await settled(page);
      await expect(page.getByTestId('finding')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Causes of CPU spikes' })).toBeVisible();
      await page.waitForTimeout(2_000);
      const { sum, moved } = await shifts();
      await page.close();
      expect(sum, `${width} px: ${moved.join('; ')}`).toBeLessThanOrEqual(0.02);
    }
  } finally {
    await scope.stop();
    await lab.stop();
    remove();
  }
});
