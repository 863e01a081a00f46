import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from './scopeTest.ts';

const LOG = join(import.meta.dirname, '../../public/demo/prom-2.42-load.log.gz');

test('a log opened on the page shows its timeline and joins the counters', async ({ page, scope }) => {
  await page.goto(`${scope.url}/compaction?target=demo-wal-replay`);
  await expect(page.getByText('No blocks known')).toBeVisible();
  await page.goto(`${scope.url}/compaction?target=demo-incident&open=compactions,log`);
  await expect(page.getByText('log, running gauge, counters').first()).toBeVisible();
  await page.getByLabel('Log file').setInputFiles(LOG);
  await expect(page.getByText(/10 compaction episodes in the log.*every 2m on the clock/)).toBeVisible();
  await page.getByText('Log only').click();
  await expect(page.getByRole('region', { name: 'Compactions in the log' }).getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Close log' }).click();
  await expect(page.getByText('Log only')).toBeHidden();
});

test('a log is pasted anywhere on the page, or in its field', async ({ page, scope }) => {
  const text = gunzipSync(readFileSync(LOG)).toString('utf8');
  await page.goto(`${scope.url}/compaction?target=demo-incident&open=log`);
  const result = page.getByText(/10 compaction episodes in the log.*every 2m on the clock/);
  for (const place of [page.locator('body'), page.getByLabel('Paste a log')]) {
    await expect(page.getByLabel('Paste a log')).toBeVisible();
    await place.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
    await expect(result).toBeVisible();
    await page.getByRole('button', { name: 'Close log' }).click();
    await expect(result).toBeHidden();
  }
});

test('the fold widens to three block ranges, and other targets are shown next to this one', async ({ page, scope }) => {
  await page.goto(`${scope.url}/compaction?target=demo-incident`);
  await page.getByText(/^×3/).click();
  await expect(page.getByText('CPU folded at three block ranges: merges')).toBeVisible();
  await page.getByText(/\d targets on one axis/).click();
  await page.getByRole('checkbox', { name: 'demo-wal-replay' }).check();
  await expect(page.getByText(/Only one of the selected targets has head compactions/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Compaction across targets' }).getByRole('row')).toHaveCount(3);
});

test('the drawer says how it is computed, and from which metrics of this target', async ({ page, scope }) => {
  await page.goto(`${scope.url}/compaction?target=demo-incident`);
  await page.getByRole('button', { name: 'How this is computed' }).click();
  const drawer = page.getByRole('dialog', { name: 'How this is computed' });
  await expect(drawer.getByText('prometheus_tsdb_compactions_total')).toBeVisible();
  await expect(drawer.getByText('start mod block range')).toBeVisible();
});
