import type { Page } from '@playwright/test';
import type { Envelope, ReplayLog } from '../../../core/contract/contract.ts';
import { asPrometheus3, later, part, restartLog } from '../../../server/testdata/replayLogs.ts';
import { expect, test } from '../scopeTest.ts';

/** A file dropped on the page, as from a folder. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(([file, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content ?? ''], file ?? 'log'));
    return data;
  }, [name, text]);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('logs dropped on the page become timelines; two starts side by side', async ({ page, scope }) => {
  await page.goto(`${scope.url}/wal-replay?target=demo-wal-replay`);
  await expect(page.getByRole('heading', { name: 'From a server log' })).toBeVisible();
  await drop(page, 'old.log', restartLog);
  await expect(page.getByText(/^The start took 64\.7\ss: 35\sWAL\ssegments in 63\.8\ss\.$/).first()).toBeVisible();
  const timeline = page.getByRole('article', { name: /^Start at/ });
  await expect(timeline.getByRole('list', { name: 'Phases of the replay' })).toContainText('WAL segments63.8 s');
  await expect(timeline.getByText('64.2 s', { exact: true })).toBeVisible();
  await expect(timeline.getByText('Time per segment')).toBeVisible();
  // Nothing in it says whose it is: it is not joined with the start that the demo recorded until the reader says so.
  const table = page.getByRole('region', { name: 'Restart history' });
  await expect(table.getByRole('row', { name: /old\.log, names no target/ })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'It is the log of demo-wal-replay' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);

  // A newer server on the same log, quicker by a fifth.
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

  // The link shows the same; a start can be forgotten.
  await page.reload();
  await expect(compared).toBeVisible();
  await table.getByRole('row', { name: /new\.log/ }).getByRole('button', { name: /^Delete/ }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(compared).toBeHidden();
});

test('a log cut during a start, a file that is not a log, several starts', async ({ page, scope, complaints }) => {
  await page.goto(`${scope.url}/wal-replay?target=demo-incident`);
  await expect(page.getByRole('heading', { name: 'From a server log' })).toBeVisible();
  const killed = part(restartLog, null, 'segment=18');
  await drop(page, 'kubectl.txt', `${killed}\n${restartLog.replaceAll('T16:5', 'T17:5')}`);
  await expect(page.getByText(/2 starts in the log: 1 became ready, 1 ended before/)).toBeVisible();
  await drop(page, 'cut.log', killed);
  await expect(page.getByText(/The log ends 25\.6\ss into the start, at segment 17 of 34/).first()).toBeVisible();
  await expect(page.getByText('so far').first()).toBeVisible();
  await drop(page, 'page.txt', '<html></html>');
  await expect(page.getByRole('alert')).toContainText('None of its 1 lines has a time and a message');
  // The browser itself notes a refusal.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('the time that a startup probe gives is judged, and each phase explained', async ({ page, scope }) => {
  await page.goto(`${scope.url}/wal-replay?target=demo-wal-replay&open=phases`);
  await page.getByLabel('Startup probe').fill('1m');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(
      /The startup probe gives (60\ss|1m), .* needed 64\.[0-9]\ss: the next one may be killed before it is ready/
    )
  ).toBeVisible();
  await expect(page).toHaveURL(/budget=1m/);
  const explained = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'WAL segments' }) });
  await expect(explained).toContainText('The WAL is read segment by segment');
  await expect(explained).toContainText('memory-snapshot-on-shutdown');
});

test('a crash loop is above all charts, with its steps, in both themes and on a phone', async ({ page, scope }) => {
  const killed = part(restartLog, null, 'segment=18');
  const begun = Date.parse(/ts=(\S+)/.exec(killed)?.[1] ?? '');
  const twice = [-180_000, -90_000].map((ms) => later(killed, Date.now() + ms - begun)).join('\n');
  const posted = await scope.fetch(
    '/api/v1/replays?target=demo-wal-replay&name=loop.log', { method: 'POST', body: twice }
  );
  const answer = (await posted.json()) as Envelope<ReplayLog>;
  if (answer.status === 'error') throw new Error(answer.error);
  for (const [colorScheme, width] of [['light', 1440], ['dark', 390]] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${scope.url}/wal-replay?target=demo-wal-replay`);
    const loop = page.getByRole('alert', { name: 'Crash loop' });
    await expect(loop).toContainText(/Crash loop: 2 starts within .*, none became ready/);
    await expect(loop.getByRole('listitem')).toHaveCount(5);
    await expect(page.getByRole('list', { name: 'Phases of the replay' }).first()).toBeVisible();
    const [box, drawn] = [
      await loop.boundingBox(), await page.getByRole('list', { name: 'Phases of the replay' }).first().boundingBox(),
    ];
    expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThan(drawn?.y ?? NaN);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  for (const { id } of answer.data.replays)
    expect((await scope.fetch(`/api/v1/replays/${id}`, { method: 'DELETE' })).status).toBe(200);
});
