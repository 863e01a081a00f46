import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drop as dropBytes } from '../drop.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';
import type { Page } from '@playwright/test';

const DEMO = join(import.meta.dirname, '..', '..', '..', 'public', 'demo');
const TESTDATA = join(import.meta.dirname, '..', '..', '..', 'testdata', 'profiles');
/** The claim of the CPU profiles of the two runs. */
const MIXED = /main\.mix changed beyond noise \(\+670\sms\); total CPU \(.*\) is within noise\.$/;

/** Drops files of this machine on the page. */
function drop(page: Page, files: { name: string; path: string }[]): Promise<void> {
  return dropBytes(page, files.map(({ name, path }) => ({ name, bytes: readFileSync(path) })));
}

test('the flame graph is walked by keyboard', async ({ page, scope }) => {
  const { before, after } = await demoPair(scope);
  await page.goto(`${scope.url}/diff?before=${before}&after=${after}`);
  const root = page.getByRole('tree').locator('[tabindex="0"]');
  await root.focus();
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const first = await focused();
  expect(first).toMatch(/75\.2 .*51/);
  await page.keyboard.press('ArrowDown');
  const second = await focused();
  expect(second).not.toBe(first);
  expect(second).toContain('loadWAL');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).not.toBe(second);
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe(second);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Zoomed into' })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('navigation', { name: 'Zoomed into' })).toBeHidden();
  await expect.poll(focused).toBe(second);
  await expect(page.getByRole('treeitem', { name: first })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe(first);
});

test('a broken file is refused in one sentence; the other one is kept', async ({ page, scope, complaints }) => {
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  await drop(page, [
    { name: 'broken.pb.gz', path: join(TESTDATA, 'malformed', 'truncated-proto.pb.gz') },
    { name: 'good.pb.gz', path: join(DEMO, 'compaction.after.cpu.pb.gz') },
  ]);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads).toContainText('broken.pb.gz');
  await expect(uploads.getByRole('listitem').filter({ hasText: 'broken.pb.gz' }))
    .toContainText(/cut off|truncated|ends|damaged|profile/i);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('422')));
});

test('a function of a diff leads to its callers and lines; shown noise is in the link', async ({ page, scope }) => {
  const { before, after } = await demoPair(scope);
  await page.goto(`${scope.url}/diff?before=${before}&after=${after}&view=table`);
  await settled(page);
  await page.getByRole('row', { name: / runtime\.scanobject / }).click();
  const card = page.getByRole('complementary', { name: 'Selected function' });
  // Expected values are from go tool pprof -peek 'runtime.scanobject$' of either side.
  await expect(card.getByRole('row', { name: /runtime\.gcDrainN/ })).toContainText(/11\.5\ss.*200\sms/);
  await card.getByRole('tab', { name: 'lines' }).click();
  await expect(card.getByRole('row', { name: /^1140 / })).toContainText(/6\.59\ss.*1\.21\ss/);
  await card.getByRole('button', { name: 'Close' }).click();
  const folded = page.getByRole('button', { name: /^Show \d+ functions within noise/ });
  const few = await page.getByRole('row').count();
  await folded.click();
  expect(await page.getByRole('row').count()).toBeGreaterThan(few);
  const address = new URL(page.url()).searchParams;
  expect([address.get('tab'), address.get('noise')]).toEqual(['lines', 'shown']);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('menuitem', { name: /^HTML/ }))
    .toHaveAttribute('href', /\/api\/v1\/diff\/report\.html\?/);
});

test('CPU and heap of two runs dropped at once: each kind is compared on its own', async ({ page, scope }) => {
  await page.goto(`${scope.url}/diff`);
  await settled(page);
  const run = (side: 'before' | 'after', kind: string) => ({
    name: `${side}.${kind}.pb.gz`,
    path: join(TESTDATA, 'goprofiles', side, kind === 'cpu' ? 'labels.cpu.pb.gz' : `${kind}.pb.gz`),
  });
  await drop(page, [run('after', 'heap'), run('before', 'heap'), run('after', 'cpu'), run('before', 'cpu')]);
  const kinds = page.getByRole('group', { name: 'Profile types of the same runs' });
  // The kind with the largest change is open, and each has its verdict.
  await expect(kinds.getByRole('button', { name: /^cpu [−+×]/ })).toBeVisible();
  await expect(kinds.getByRole('button', { name: /^heap [−+×n]/ })).toBeVisible();
  await kinds.getByRole('button', { name: /^heap/ }).click();
  await expect(page.getByTestId('finding')).toContainText('Memory in use');
  await kinds.getByRole('button', { name: /^cpu/ }).click();
  await expect(page.getByTestId('finding')).toContainText(MIXED);
});

test('three heaps dropped at once: their diff leads with what they show together', async ({ page, scope }) => {
  const claim = /^In-use heap grows in each of 3 profiles over 6m: 331 → 380 → 410\sMiB/;
  for (const start of ['', '/diff']) {
    await page.goto(`${scope.url}${start}`);
    await settled(page);
    await drop(page, ['quiet-4', 'quiet-1', 'compact-1'].map((name) => (
      { name: `${name}.heap.pb.gz`, path: join(TESTDATA, 'recordings', `${name}.heap.pb.gz`) })));
    await expect(page).toHaveURL(/\/diff\?.*before=/);
    await expect(page.getByTestId('finding')).toHaveText(claim);
  }
  const before = new URL(page.url()).searchParams.get('before') ?? '';
  await page.goto(`${scope.url}/profiles?profile=${before}`);
  await expect(page.getByRole('link', { name: /^1 of 3 opened together: In-use heap grows / })).toBeVisible();
});

test('unlike kinds are kept but not compared; a refused file leaves others', async ({ page, scope, complaints }) => {
  await page.goto(`${scope.url}/diff`);
  await settled(page);
  await drop(
    page,
    [
      { name: 'x.heap.pb.gz', path: join(TESTDATA, 'goprofiles', 'before', 'heap.pb.gz') },
      { name: 'x.pb.gz', path: join(TESTDATA, 'goprofiles', 'before', 'labels.cpu.pb.gz') },
    ]
  );
  await expect(page.getByText('They are of different kinds (heap, cpu)')).toBeVisible();
  await drop(page, [
    { name: 'a.pb.gz', path: join(TESTDATA, 'goprofiles', 'before', 'labels.cpu.pb.gz') },
    { name: 'b.pb.gz', path: join(TESTDATA, 'goprofiles', 'after', 'labels.cpu.pb.gz') },
    { name: 'README.md', path: join(import.meta.dirname, '..', '..', '..', 'README.md') },
  ]);
  await expect(page.getByText('This is text of no form that is known here;')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with the 2 accepted files' }).click();
  await expect(page.getByTestId('finding')).toContainText(MIXED);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('422')));
});

test('outputs of benchmarks dropped on a page of profiles are compared where they belong', async ({ page, scope }) => {
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  const benchmarks = join(import.meta.dirname, '..', '..', '..', 'testdata', 'benchmarks');
  await drop(page, ['new.txt', 'old.txt'].map((name) => ({ name, path: join(benchmarks, name) })));
  await expect(page).toHaveURL(/\/benchmarks/);
  await expect(page.getByTestId('finding'))
    .toHaveText(/^Time: 1 faster by an uncertain amount, 4 not significant \(.{1,40}\), no difference shown in 1\./);
  // Profiles dropped here belong to the runs.
  await drop(
    page,
    [
      { name: 'new.pb.gz', path: join(TESTDATA, 'goprofiles', 'after', 'labels.cpu.pb.gz') },
      { name: 'old.pb.gz', path: join(TESTDATA, 'goprofiles', 'before', 'labels.cpu.pb.gz') },
    ]
  );
  await expect(page.getByTestId('linked-diff')).toContainText(MIXED);
});
