import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { BenchmarkOutput } from '../../../core/contract/contract.ts';
import { expect, settled, test, watch } from '../scopeTest.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../testdata/benchmarks/${name}`, import.meta.url), 'utf8');
const table = (page: Page): Locator => page.getByRole('region', { name: 'Change of every benchmark' });

test('two pasted outputs are a link that opens the same table elsewhere', async ({ page, scope, browser, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${scope.url}/benchmarks`);
  await settled(page);
  await page.getByLabel('before (base)').fill(`cpu: one\n${read('old.txt').replace(/^cpu:.*\n/gm, '')}`);
  await page.getByLabel('after', { exact: true }).fill(`cpu: two\n${read('new.txt').replace(/^cpu:.*\n/gm, '')}`);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'Compare anyway, ignoring cpu' }).click();
  await expect(table(page)).toBeVisible();
  // The address has the comparison options; storing the outputs is up to the reader.
  await expect(page).toHaveURL(/\/benchmarks\?unlike=cpu$/);
  expect(await scope.get<BenchmarkOutput[]>('/benchmark-outputs')).toEqual([]);

  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page).toHaveURL(/\/benchmarks\?outputs=[0-9a-f]{64},[0-9a-f]{64}&unlike=cpu$/);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  const shown = await table(page).innerText();
  expect(shown).toContain('ExtractAttributes');

  const other = await (await browser.newContext()).newPage();
  const complaints: string[] = [];
  watch(other, complaints);
  await other.goto(page.url());
  await expect(table(other)).toBeVisible();
  expect(await table(other).innerText()).toBe(shown);
  await expect(other.getByTestId('finding')).toHaveText(await page.getByTestId('finding').innerText());
  await other.reload();
  await expect(table(other)).toBeVisible();
  expect(await table(other).innerText()).toBe(shown);
  // A changed text is another comparison, so the link no longer applies.
  await other.getByText(/^Outputs to compare:/).click();
  await expect(other.getByText('The server stores these outputs: the address of this page opens them.')).toBeVisible();
  await other.locator('textarea').nth(1).fill('BenchmarkA-2 1 10 ns/op');
  await expect(other).toHaveURL(/\/benchmarks\?unlike=cpu$/);
  expect(complaints).toEqual([]);
  await other.context().close();
});

test('an output that is not stored here says so, and what to do', async ({ page, scope, complaints }) => {
  await page.goto(`${scope.url}/benchmarks?outputs=${'0'.repeat(64)},${'1'.repeat(64)}`);
  await settled(page);
  await expect(page.getByRole('alert')).toHaveText(
    /^The benchmark output [01]{12} is not stored here \(.*\); ask for a new link, or paste it\.$/
  );
  await expect(page.getByLabel('before (base)')).toBeVisible();
  expect(complaints.length).toBeGreaterThan(0);
  expect(complaints.every((one) => one.includes('404'))).toBe(true);
  complaints.length = 0;
});
