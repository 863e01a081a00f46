/** Rules that take a profile, set on the page for a real Prometheus. */
import { expect, test, type Page } from '@playwright/test';
import type { Capture, Profiling } from '../../../core/contract/contract.ts';
import { DEFAULT_RULES } from '../../../core/triggers.ts';
import { startPrometheus, type PrometheusLab } from '../../../server/program/integration/lab/prometheusLab.ts';
import {
  eventually, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { settled, watch } from '../scopeTest.ts';

/** Rows of the table: the head, and one per built-in rule. */
const ROWS = 1 + DEFAULT_RULES.length;
const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;
const start = (): Promise<Tsdbscope> => startTsdbscope([lab.url, '--profiling'], dataDir);

test.beforeAll(async () => {
  lab = await startPrometheus({ targets: 1, seriesPerTarget: 100 });
  target = new URL(lab.url).host;
  scope = await start();
});
test.afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

const rulesOf = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('table', { name: 'Rules that take profiles' });

test('a rule of the page fires, survives a restart, and goes again', async ({ page }) => {
  test.setTimeout(240_000);
  const complaints: string[] = [];
  watch(page, complaints);
  await page.goto(`${scope.url}/profiles?target=${target}`);
  await page.locator('summary', { hasText: /^Rules/ }).click();
  await expect(rulesOf(page).getByRole('row')).toHaveCount(ROWS);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const form = page.getByRole('dialog', { name: 'Add a rule' });
  await form.getByLabel('Name').fill('head');
  await form.getByLabel('Series').fill('prometheus_tsdb_head_series{');
  await form.getByLabel('Threshold').fill('1');
  await form.getByLabel('For').fill('2s');
  await form.getByLabel('Takes').selectOption('goroutine');
  complaints.length = 0;
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toHaveText(/^Rule "head": /);
  // The browser logs that the server refused it.
  expect(complaints.every((one) => one.includes('400'))).toBe(true);
  complaints.length = 0;
  await form.getByLabel('Series').fill('prometheus_tsdb_head_series');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(rulesOf(page).getByRole('row').filter({ hasText: 'prometheus_tsdb_head_series is above 1 for 2 s.' }))
    .toBeVisible();
  const { reason } = await eventually(
    'the rule fires', 60_000, () => scope.get<Capture[]>(`/targets/${target}/captures`),
    (captures) => captures.some(({ reason, state }) => reason.rule === 'head' && state === 'done')
  ).then((captures) => captures.find(({ reason }) => reason.rule === 'head') ?? ({} as Capture));
  expect(reason.sentence).toMatch(/^prometheus_tsdb_head_series was \d+; the threshold is 1\.$/);

  await rulesOf(page).getByRole('button', { name: 'Switch off the rule goroutines' }).click();
  await expect(rulesOf(page).getByRole('button', { name: 'Switch on the rule goroutines' })).toBeVisible();
  expect(complaints).toEqual([]);
  await scope.stop();
  scope = await start();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/profiles?target=${target}`);
  await settled(page);
  await page.locator('summary', { hasText: /^Rules/ }).click();
  await expect(rulesOf(page).getByRole('button', { name: 'Switch on the rule goroutines' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await rulesOf(page).getByRole('button', { name: 'Edit the rule head' }).click();
  await page.getByRole('dialog', { name: 'Edit the rule' }).getByLabel('Threshold').fill('1e9');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(rulesOf(page)).toContainText('prometheus_tsdb_head_series is above 1,000,000,000 for 2 s.');
  await rulesOf(page).getByRole('button', { name: 'Remove the rule head' }).click();
  await rulesOf(page).getByRole('button', { name: 'Really remove the rule head' }).click();
  await expect(rulesOf(page).getByRole('row')).toHaveCount(ROWS);
  await page.getByRole('button', { name: 'Reset the rules' }).click();
  await page.getByRole('button', { name: 'Really reset the rules' }).click();
  await expect(rulesOf(page).getByRole('button', { name: 'Switch off the rule goroutines' })).toBeVisible();
  const { rules } = await scope.get<Profiling>(`/targets/${target}/profiling`);
  expect(rules).toEqual({ setBy: 'default', off: [], rules: [] });
});
