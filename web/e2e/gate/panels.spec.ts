import { join } from 'node:path';
import { asPrometheus3, restartLog } from '../../../testdata/logs/replayLogs.ts';
import { drop } from '../drop.ts';
import { expect, settled, test } from '../scopeTest.ts';

const LOG = join(import.meta.dirname, '../../../public/demo/prom-2.42-load.log.gz');

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

test('logs dropped on the page become timelines; two starts side by side', async ({ page, scope }) => {
  await page.goto(`${scope.url}/wal-replay?target=demo-wal-replay`);
  await expect(page.getByRole('heading', { name: 'From a server log' })).toBeVisible();
  await drop(page, [{ name: 'old.log', bytes: Buffer.from(restartLog) }]);
  await expect(page.getByText(/^The start took 64\.7\ss: 35\sWAL\ssegments in 63\.8\ss\.$/).first()).toBeVisible();
  const timeline = page.getByRole('article', { name: /^Start at/ });
  await expect(timeline.getByRole('list', { name: 'Phases of the replay' })).toContainText('WAL segments63.8 s');
  await expect(timeline.getByText('64.2 s', { exact: true })).toBeVisible();
  await expect(timeline.getByText('Time per segment')).toBeVisible();
  // The log names no target: it is not merged with the demo's recorded start until the reader assigns it.
  const table = page.getByRole('region', { name: 'Restart history' });
  await expect(table.getByRole('row', { name: /old\.log, names no target/ })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'It is the log of demo-wal-replay' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);

  // A newer server on the same log, faster by a fifth.
  const start = Date.parse('2026-11-20T16:53:00.872Z');
  const quicker = asPrometheus3(restartLog).replace(
    /time=(\S+)/g,
    (_all, time: string) => `time=${new Date(start + 3_600_000 + (Date.parse(time) - start) * 0.8).toISOString()}`
  ).replace(/ wal_replay_duration=\S+/, '').replace(/ duration=\d+\.25ms/g, '');
  await page.getByLabel('Log file')
    .setInputFiles({ name: 'new.log', mimeType: 'text/plain', buffer: Buffer.from(quicker) });
  await expect(page.getByText(/^The start took 51\.8\ss/).first()).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(3);
  await table.getByRole('row', { name: /2\.42\.0/ }).getByRole('checkbox').check();
  const compared = page.getByRole('article', { name: 'Two starts compared' });
  await expect(
    compared.getByText(
      /2\.42\.0\+ds took 64\.7\ss, 3\.15\.0 51\.8\ss: 20\s% less, most of the difference in WAL segments\./
    )
  ).toBeVisible();
  await expect(compared.getByRole('list', { name: 'Phases of the replay' })).toHaveCount(2);
  await expect(compared.getByRole('row', { name: /start to ready/ })).toContainText('−12.9 s (−20 %)');
  await expect(compared.getByText(/Neither start has profiles to compare/)).toBeVisible();

  // The link shows the same; a start can be deleted.
  await page.reload();
  await expect(compared).toBeVisible();
  await table.getByRole('row', { name: /new\.log/ }).getByRole('button', { name: /^Delete/ }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(compared).toBeHidden();
});

test('a note added on one panel is on others, survives a reload, is in the postmortem', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident&zone=utc`);
  await settled(page);
  // With the keyboard, at the cursor.
  const chart = page.getByRole('application').first();
  await chart.focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('PageDown');
  await page.keyboard.press('n');
  const form = page.getByRole('form', { name: 'New note' });
  await expect(form.getByLabel(/^At/)).toHaveValue(/^2026-11-20 16:2\d:\d\d$/);
  await form.getByLabel('Note').fill('Load doubled <img src=x onerror=alert(1)>');
  await form.getByLabel('Author (optional)').fill('Ann');
  await page.keyboard.press('Control+Enter');
  const list = page.getByRole('list', { name: 'Notes in this window' });
  await expect(list.getByText('Load doubled <img src=x onerror=alert(1)>')).toBeVisible();
  await expect(page).toHaveURL(/note=[0-9a-f]{16}/);
  await expect(page.locator('button[data-selected][data-notes]').first()).toBeVisible();

  await page.keyboard.press('Escape');
  await page.goto(`${scope.url}/scrapes?target=demo-incident&zone=utc`);
  await settled(page);
  await expect(page.locator('button[data-notes]').first()).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Notes, 1 in this window' }).click();
  await expect(list.getByText('Ann · created')).toBeVisible();

  await page.getByRole('button', { name: 'Summary as Markdown' }).click();
  const dialog = page.getByRole('dialog', { name: 'Summary as Markdown' });
  await expect(dialog.getByLabel('Preview'))
    .toContainText('| note | Load doubled \\<img src=x onerror=alert(1)> (Ann) |');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('demo-incident-postmortem.md');
});
