import { expect, test } from '@playwright/test';
import type { PrometheusLab } from '../../../server/program/integration/lab/prometheusLab.ts';
import { enoughSegments, startWithLargeWal } from '../../../server/program/integration/lab/replayLoad.ts';
import {
  newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { watchClaims } from '../scopeTest.ts';

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;

const claims: string[] = [];
test.beforeEach(({ page }) => { watchClaims(page, claims); });
test.afterEach(() => { expect(claims).toEqual([]); });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  lab = await startWithLargeWal();
  scope = await startTsdbscope([lab.url], dataDir);
  // A replay of fewer would end before it can be seen.
  await enoughSegments(lab);
});

test.afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

test('a frozen target, then a killed one: the state leads at every age, and goes with it', async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto(`${scope.url}/?target=${new URL(lab.url).host}&range=15m`);
  const claim = page.getByTestId('finding');
  const severity = page.locator('main [data-severity]').first();
  const none = /^(target-|nothing-scraped|nothing-checked)/;
  await expect(claim).not.toHaveAttribute('data-code', none, { timeout: 120_000 });
  lab.freeze();
  try {
    await expect(claim).toHaveAttribute('data-code', 'target-hanging', { timeout: 60_000 });
    await expect(severity).toHaveAttribute('data-severity', 'critical');
    // The old finding is still the headline, and says so.
    await expect(claim).toHaveText(/no answer for (2\d|[3-9]\d)\.?\d* s|no answer for \dm/, { timeout: 120_000 });
    await expect(claim).toHaveAttribute('data-code', 'target-hanging');
    await expect(severity).toHaveAttribute('data-severity', 'critical');
  } finally {
    lab.resume();
  }
  await expect(claim).not.toHaveAttribute('data-code', 'target-hanging', { timeout: 120_000 });
  await lab.kill9();
  await expect(claim).toHaveAttribute('data-code', /target-down|start-died/, { timeout: 120_000 });
  await lab.restart({ maxProcs: 1, paceSeconds: 60 });
  await expect(claim).toHaveAttribute('data-code', /replay-running|start-running|start-stalled/, { timeout: 120_000 });
  // During the replay, the picture is the replay.
  await expect(page.getByRole('region', { name: 'WAL replay' })).toBeVisible();
  lab.fullSpeed();
  await expect(claim).not.toHaveAttribute('data-code', /replay-running|start-running|start-stalled|target-/, {
    timeout: 240_000,
  });
});
