/** Files and text of any kind on any page. For their types see server/analysis/open/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { restartLog } from '../../../testdata/logs/replayLogs.ts';
import { drop } from '../drop.ts';
import { expect, settled, test } from '../scopeTest.ts';

const TESTDATA = join(import.meta.dirname, '..', '..', '..', 'testdata');

async function paste(page: Page, text: string): Promise<void> {
  await page.locator('main').evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('a log on the first page opens as a log of its own, and joins a target when asked', async ({ page, scope }) => {
  await page.goto(scope.url);
  await expect(page.getByTestId('finding').first()).toBeVisible();
  await drop(page, [{ name: 'server.txt', bytes: Buffer.from(restartLog) }]);
  await expect(page).toHaveURL(/\/log\?.*log=[0-9a-f]{64}/);
  await expect(page.getByTestId('finding')).toContainText('The start took');
  const apart = 'The log names no target, so this page says nothing about the state of one.';
  await expect(page.getByText(apart)).toBeVisible();
  await expect(page.getByRole('article', { name: /Start at/ })).toBeVisible();
  await page.getByRole('button', { name: /It is the log of demo/ }).click();
  await expect(page.getByText(/Joined with the starts of demo/)).toBeVisible();
});

test('the key f chooses files, for readers without a mouse', async ({ page, scope }) => {
  // From the start, because a key is quicker than the wait for its event.
  const chooser = page.waitForEvent('filechooser');
  await page.goto(scope.url);
  await settled(page);
  await page.keyboard.press('f');
  await (await chooser).setFiles({ name: 'server.txt', mimeType: 'text/plain', buffer: Buffer.from(restartLog) });
  await expect(page).toHaveURL(/\/log\?.*log=[0-9a-f]{64}/);
});

test('pasted lines open as a log, and what is not read is named with what to do', async ({ page, scope }) => {
  await page.goto(`${scope.url}/memory`);
  await expect(page.getByTestId('finding').first()).toBeVisible();
  await paste(page, '2026-01-02T03:04:05.678Z\tinfo\tVictoriaMetrics/lib/x.go:1\thello\nbye\n');
  await expect(page.getByTestId('finding')).toContainText('No error or warning is among its 2 lines');
  await drop(page, [{ name: 'x.json', bytes: Buffer.from('{"snapshot":{"meta":{}}}') }]);
  await expect(page.getByText('This is a V8 heap snapshot; tsdbscope does not read this form.')).toBeVisible();
});

test('the page of a log shows its errors over time below what to do', async ({ page, scope }) => {
  await page.goto(scope.url);
  await expect(page.getByTestId('finding').first()).toBeVisible();
  const line = (second: number, rest: string): string =>
    `ts=2026-01-02T03:04:${String(second).padStart(2, '0')}.000Z caller=x.go:1 ${rest}`;
  await paste(page, [
    line(0, 'level=info msg="Server is ready to receive web requests."'),
    ...[10, 20, 30, 40, 50].map((second) => line(second, 'level=warn component="scrape manager" '
      + 'msg="Error on ingesting out-of-order samples" num_dropped=7')),
  ].join('\n'));
  const errors = page.getByTestId('log-errors');
  await expect(errors).toContainText('Error on ingesting out-of-order samples');
  await expect(errors).toContainText('5 times');
  await expect(errors.locator('rect')).toHaveCount(5);
  await expect(page.getByTestId('next-step')).toBeVisible();
  const [step, picture] = await Promise.all([page.getByTestId('next-step').boundingBox(), errors.boundingBox()]);
  expect(step?.y).toBeLessThan(picture?.y ?? 0);
});

test('a log on the page of profiles, and a text of /metrics, open where they belong', async ({ page, scope }) => {
  await page.goto(`${scope.url}/profiles`);
  await expect(page.getByTestId('finding').first()).toBeVisible();
  await drop(page, [{ name: 'server.log', bytes: Buffer.from(restartLog) }]);
  await page.getByRole('link', { name: 'Open it' }).click();
  await expect(page).toHaveURL(/\/log\?/);
  await drop(page, [{
    name: 'one-scrape.txt.gz', bytes: readFileSync(join(TESTDATA, 'recordings', 'prom-2.42-metrics.txt.gz')),
  }]);
  await expect(page).toHaveURL(/\/\?target=one-scrape/);
  await settled(page);
  // Its scrape is current, so the fleet of later tests would include it.
  await page.goto('about:blank');
  expect((await scope.fetch('/api/v1/targets/one-scrape', { method: 'DELETE' })).status).toBe(200);
});
