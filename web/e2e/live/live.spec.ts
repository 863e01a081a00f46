import { expect, test } from '@playwright/test';
import { startPrometheus, type PrometheusLab } from '../../../server/integration/lab/prometheusLab.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../../../server/integration/lab/tsdbscopeProcess.ts';
import { watch } from '../scopeTest.ts';

/** Head blocks of 20 s: a compaction every 20 s, and GC cycles every few seconds. */
const LOAD = {
  targets: 6, seriesPerTarget: 8_000, churnSeconds: 20, blockDuration: '20s', maxBlockDuration: '60s', maxSeconds: 900,
};

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;

test.beforeAll(async () => {
  lab = await startPrometheus(LOAD);
  target = new URL(lab.url).host;
  scope = await startTsdbscope([lab.url], dataDir);
});

test.afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

test('a live Prometheus: cycles and compactions come into the page by themselves', async ({ page }) => {
  test.setTimeout(400_000);
  const complaints: string[] = [];
  watch(page, complaints);
  await page.goto(`${scope.url}/gc-cpu?target=${target}&range=5m`);
  await expect(page.getByText(/^up$/).first()).toBeVisible();
  await expect(page.getByText(/[1-9]\d* GC cycles/).first()).toBeVisible({ timeout: 120_000 });
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page.getByText(/[2-9] compactions/).first()).toBeVisible({ timeout: 180_000 });
  await expect(page.getByText(/block range 20s/).first()).toBeVisible();
  // With its countdown and the button that books a profile, too.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/^next/).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

test('the page survives a restart of the server and says meanwhile that it is away', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto(`${scope.url}/scrapes?target=${target}&range=5m`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/scrapes/i);
  // The panel's own code has come too: what was never loaded cannot be shown once the server is away.
  await expect(page.locator('[data-code]').first()).toBeVisible();
  const port = new URL(scope.url).port;
  await scope.kill9();
  await expect(page.getByText(/tsdbscope does not answer|stream is lost/i).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/scrapes/i);
  scope = await startTsdbscope([lab.url], dataDir, Number(port));
  await expect(page.getByText(/tsdbscope does not answer|stream is lost/i)).toHaveCount(0, { timeout: 90_000 });
  await expect(page.getByText(/^up$/).first()).toBeVisible({ timeout: 60_000 });
});
