import type { Envelope, ReplayLog } from '../../../core/contract/contract.ts';
import { later, part, restartLog } from '../../../testdata/logs/replayLogs.ts';
import { drop } from '../drop.ts';
import { expect, test } from '../scopeTest.ts';

const logFile = (name: string, text: string) => [{ name, bytes: Buffer.from(text) }];

test('a log cut during a start, a file that is not a log, several starts', async ({ page, scope, complaints }) => {
  await page.goto(`${scope.url}/wal-replay?target=demo-incident`);
  await expect(page.getByRole('heading', { name: 'From a server log' })).toBeVisible();
  const killed = part(restartLog, null, 'segment=18');
  await drop(page, logFile('kubectl.txt', `${killed}\n${restartLog.replaceAll('T16:5', 'T17:5')}`));
  await expect(page.getByText(/2 starts in the log: 1 became ready, 1 ended before/)).toBeVisible();
  await drop(page, logFile('cut.log', killed));
  await expect(page.getByText(/The log ends 25\.6\ss into the start, at segment 17 of 34/).first()).toBeVisible();
  await expect(page.getByText('so far').first()).toBeVisible();
  await drop(page, logFile('page.txt', '<html></html>'));
  await expect(page.getByRole('alert')).toContainText('None of its 1 lines has a time and a message');
  // The browser itself logs a refusal.
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
