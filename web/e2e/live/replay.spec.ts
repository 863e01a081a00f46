import { expect, test } from '@playwright/test';
import type { PrometheusLab } from '../../../server/program/integration/lab/prometheusLab.ts';
import { enoughSegments, startWithLargeWal } from '../../../server/program/integration/lab/replayLoad.ts';
import {
  newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { watch } from '../scopeTest.ts';

const SLOW = { maxProcs: 1, paceSeconds: 60 };
const MIN_SECONDS = 20;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  lab = await startWithLargeWal();
  target = new URL(lab.url).host;
  scope = await startTsdbscope([lab.url], dataDir);
  await enoughSegments(lab);
});

test.afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

test('a killed Prometheus: its replay is drawn as it goes, its profiles open from their marks', async ({ page }) => {
  test.setTimeout(400_000);
  const complaints: string[] = [];
  watch(page, complaints);
  await page.goto(`${scope.url}/wal-replay?target=${target}&range=5m`);
  await lab.kill9();
  await lab.restart(SLOW);
  const bar = page.getByRole('progressbar', { name: /./ }).or(page.getByRole('progressbar')).first();
  await expect(bar).toBeVisible({ timeout: 90_000 });

  const marks = page.getByRole('region', { name: 'Profiles captured during the replay' });
  const progress: number[] = [];
  let sawMark = false;
  let hurried = false;
  const begunMs = Date.now();
  while (Date.now() < begunMs + 240_000 && await bar.isVisible()) {
    // It can be gone by now: without a timeout this would wait for the next bar.
    const now = await bar.getAttribute('aria-valuenow', { timeout: 1000 }).catch(() => null);
    if (now !== null) progress.push(Number(now));
    sawMark ||= await marks.getByRole('link', { name: /^cpu profile, at its start/ }).isVisible();
    if (sawMark && !hurried && progress.length > 10) {
      lab.pace(Math.max(6, MIN_SECONDS - (Date.now() - begunMs) / 1000));
      hurried = true;
    }
    await page.waitForTimeout(400);
  }
  lab.fullSpeed();
  expect(progress.length).toBeGreaterThan(10);
  expect([...progress].sort((a, b) => a - b)).toEqual(progress);
  expect(Math.max(...progress)).toBeLessThan(100);
  expect(sawMark).toBe(true);

  await expect(page.getByText(/^up$/).first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('list', { name: 'Phases of the replay' }).first()).toContainText('WAL segments');
  await expect(marks.getByRole('listitem').first()).toContainText('heap profile at its start');
  const strip = marks.getByRole('link', { name: /^cpu profile, at its start/ });
  await expect(strip).toHaveCount(1);
  await strip.click();
  await expect(page).toHaveURL(/\/profiles/);
  await expect(page.getByText(/replay: start/).first()).toBeVisible();
  expect(complaints).toEqual([]);
});
