import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { broken } from '../accessibility.ts';
import { drop } from '../drop.ts';
import { expect, settled, test } from '../scopeTest.ts';

const TRACES = join(import.meta.dirname, '..', '..', '..', 'testdata', 'traces');

test('a dropped execution trace opens with what GC took, its cycles and its pauses', async ({ page, scope }) => {
  const bytes = gunzipSync(readFileSync(join(TRACES, 'go1.25.trace.gz')));
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  await drop(page, [{ name: 'slow.trace', bytes }]);
  await expect(page.getByTestId('finding')).toHaveText(/^GC took 0\.\d+\scores for 5(\.\d+)?\ss; longest stop-/);
  await expect(page.getByRole('table', { name: 'GC cycles' }).getByRole('row')).toHaveCount(10);
  const causes = page.getByRole('table', { name: 'Stop-the-world pauses by cause' });
  await expect(causes.getByRole('row', { name: /GC mark termination/ })).toContainText('9');
  await expect(page.getByRole('heading', { name: 'Goroutines' })).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(await broken(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'), page.getByRole('link', { name: 'Download for go tool trace' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('slow.trace');
  expect(readFileSync(await file.path())).toEqual(bytes);
});

test('CPU samples of a trace open as a profile, with a view over time', async ({ page, scope }) => {
  const bytes = gunzipSync(readFileSync(join(TRACES, 'cpu-samples-go1.26.gz')));
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  await drop(page, [{ name: 'busy.trace', bytes }]);
  await page.getByRole('button', { name: 'Open 25 CPU samples' }).click();
  await expect(page.getByTestId('finding'))
    .toContainText(/main\.tree has most, with calls such as runtime\.(?:newobject|mallocgc\w+): 84\s% of CPU/);
  await expect(page.getByText(/busy\.trace, CPU samples/).first()).toBeVisible();
  await page.goto(`${page.url()}${page.url().includes('?') ? '&' : '?'}view=time`);
  await expect(page.getByText('goroutine').first()).toBeVisible();
  expect(await broken(page)).toEqual([]);
});

test('a trace of an older Go is kept, and its page says why it is not read', async ({ page, scope }) => {
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  await drop(page, [{ name: 'old.trace', bytes: Buffer.from('go 1.19 trace\0\0\0') }]);
  await expect(page.getByText(/Go 1\.21 and earlier .* are not read here/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download for go tool trace' })).toBeVisible();
});
