import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { newDataDir } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { expect, test } from './scopeTest.ts';

const BLOCKS = join(import.meta.dirname, '../../testdata/recordings/prom-2.42-load.blocks.ndjson');
const LOG = join(import.meta.dirname, '../../public/demo/prom-2.42-load.log.gz');

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

test('a fold without a compaction is a sentence: no axis without a line', async ({ page, scope }) => {
  await page.route(/\/panels\/compaction\?/, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json() as { data: { fold: object } };
    const quiet = { ...data, compactions: [], fold: { ...data.fold, cycles: [] }, widerFolds: [] };
    await route.fulfill({ response: answer, json: { ...rest, data: quiet } });
  });
  await page.goto(`${scope.url}/compaction?target=demo-incident`);
  await expect(page.getByText(/^No compaction recorded yet\. From the first one on, CPU is folded here .* of 2m\.$/))
    .toBeVisible();
  await expect(page.getByText('CPU folded at the block range')).toBeHidden();
  await expect(page.getByText('No compaction in this window.', { exact: true })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'CPU', exact: true })).toBeVisible();
});

test('a data folder dropped on the page: its meta.json files are the lineage of blocks', async ({ page, scope }) => {
  const { dataDir, remove } = newDataDir();
  for (const line of readFileSync(BLOCKS, 'utf8').trim().split('\n')) {
    const block = join(dataDir, (JSON.parse(line) as { ulid: string }).ulid);
    mkdirSync(block);
    writeFileSync(join(block, 'meta.json'), line);
  }
  try {
    await page.goto(`${scope.url}/compaction?target=demo-incident`);
    await expect(page.getByText(/\d targets on one axis/)).toBeVisible();
    // Drops a folder like a file manager, which a page cannot simulate.
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [dataDir], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
    await expect(page.getByText(/^\d+ blocks up to level \d; \d+ merged from others/)).toBeVisible();
    await expect(page.getByText(/block range is unknown/)).toHaveCount(0);
  } finally {
    remove();
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
