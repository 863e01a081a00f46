import { readFileSync } from 'node:fs';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

const file = (name: string): string => new URL(`../../../testdata/benchmarks/${name}`, import.meta.url).pathname;

test('two outputs of the collector patch by file dialog: benchstat tables, runs, curves', async ({ page, scope }) => {
  await page.goto(`${scope.url}/benchmarks?open=benchstat`);
  await settled(page);
  await page.getByLabel('Benchmark files').setInputFiles([file('new.txt'), file('old.txt')]);
  await expect(page.getByTestId('finding')).toHaveAttribute('data-code', 'bench-changed');
  await expect(page.getByTestId('finding')).toHaveText(
    /^Time: 1 faster by an uncertain amount, 4 not significant \(.{1,40}\), no difference shown in 1\. Memory −/
  );
  const summary = page.getByRole('region', { name: 'Change of every benchmark' });
  const changed = summary.getByRole('row', { name: /ExtractAttributes\/20-2/ });
  await expect(changed).toContainText('−25 %');
  // A change of 5 % or more that is not significant is shown as in the headline, and not as the same.
  await expect(summary.getByRole('row').filter({ has: page.getByTitle('not significant') })).toHaveCount(4);
  await changed.getByText(/→/).first().hover();
  await expect(page.getByRole('tooltip').getByRole('img')).toHaveAttribute('aria-label', /old.txt: 10 runs/);
  await page.getByText('Evidence and method', { exact: true }).first().click();
  await expect(page.getByText(/-21\.60%.*6 of 6 /)).toBeVisible();
  const row = page.getByRole('region', { name: 'sec/op of every benchmark' })
    .getByRole('row', { name: /ExtractAttributes\/20-2/ });
  await expect(row).toContainText('6.931µ ± 39%');
  await expect(row).toContainText('-25.12% (p=0.015 n=10)');
  await expect(row.getByRole('img')).toHaveAttribute('aria-label', /old.txt: 10 runs/);
  await expect(row).toContainText('better');
  const curve = page.getByRole('img', { name: /^sec\/op over size for old.txt and new.txt/ });
  await expect(curve).toContainText('10 µs');
  await expect(page.getByRole('img', { name: /^Change at each size: 5 −9.9 % within noise, 20 −25 %/ }).first())
    .toBeVisible();
  // An improvement is labelled as one.
  await expect(page.getByRole('banner').or(page.locator('header')).getByText('Better', { exact: true })).toBeVisible();
});

test('three outputs, each against the first, survive a visit to the profile diff', async ({ page, scope }) => {
  const { before, after } = await demoPair(scope);
  await page.goto(`${scope.url}/benchmarks?before=${before}&after=${after}`);
  await settled(page);
  await expect(page.getByTestId('linked-diff')).toContainText(/CPU −32 % \(75\.2 to 51\ss\): GC −12\ss/);
  await page.getByLabel('Benchmark files')
    .setInputFiles(['sequential-new.txt', 'sequential-old.txt', 'new.txt'].map(file));
  await expect(page.getByRole('columnheader', { name: 'vs base' }).nth(1)).toBeVisible();
  await expect(page.getByTestId('finding')).toContainText('sequential-new.txt');
  await page.getByRole('link', { name: 'Open the profile diff' }).click();
  await expect(page).toHaveURL(new RegExp(`/diff\\?before=${before}&after=${after}`));
  await page.goBack();
  await expect(page.getByText('Outputs to compare: sequential-old.txt')).toBeVisible();
  // Repeats the comparison without a click.
  await expect(page.getByTestId('benchmark-report')).toBeVisible();
  await page.getByLabel('Profile after').selectOption('');
  await expect(page).toHaveURL(new RegExp(`/benchmarks\\?before=${before}$`));
});

test('unlike machines are compared, and counted units taken as exact, only on request', async ({ page, scope }) => {
  await page.goto(`${scope.url}/benchmarks`);
  await settled(page);
  await page.getByLabel('before (base)').fill('cpu: one\nBenchmarkA-2 1 10 ns/op 5 allocs/op');
  await page.getByLabel('after', { exact: true }).fill('cpu: two\nBenchmarkA-2 1 10 ns/op 4 allocs/op');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByTestId('finding')).toHaveAttribute('data-code', 'bench-nothing-compared');
  await page.getByRole('button', { name: 'Compare anyway, ignoring cpu' }).click();
  await expect(page.getByTestId('finding')).toHaveAttribute('data-code', 'bench-one-run');
  await expect(page.getByRole('row', { name: /A-2/ }).nth(1)).toContainText('−20.00% counted');
  await page.getByLabel(/Treat allocs\/op as exact/).click();
  await expect(page.getByTestId('finding')).toHaveText(/^Time: 1 same\. Allocations −20\s%\.$/);
});

test('on a phone nothing is wider than the page', async ({ page, scope }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/benchmarks`);
  await settled(page);
  await page.getByLabel('Benchmark files').setInputFiles([file('new.txt'), file('old.txt')]);
  await expect(page.getByTestId('benchmark-report')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('one run per side is reported as no proof', async ({ page, scope }) => {
  await page.goto(`${scope.url}/benchmarks`);
  await settled(page);
  await page.getByLabel('before (base)').fill('BenchmarkA-2 1 10 ns/op 100 B/op');
  await page.getByLabel('after', { exact: true }).fill('BenchmarkA-2 1 5 ns/op 90 B/op');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByTestId('finding')).toHaveAttribute('data-code', 'bench-one-run');
});

test('one output alone is compared by a key of its names', async ({ page, scope }) => {
  await page.goto(`${scope.url}/benchmarks?open=benchstat`);
  await settled(page);
  await page.getByLabel('before (base)').fill(
    [0, 1, 2, 3, 4, 5].map(
      (run) => `BenchmarkEncode/format=json-8 1 ${100 + run} ns/op\nBenchmarkEncode/format=gob-8 1 ${50 + run} ns/op`
    ).join('\n')
  );
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByTestId('finding')).toHaveAttribute('data-code', 'bench-one-output');
  await page.getByLabel('Columns').selectOption('/format');
  await expect(page.getByTestId('finding')).toHaveText(/^Time: 1 faster \(−49\s%\)\.$/);
  await expect(page.getByRole('columnheader', { name: 'gob' })).toBeVisible();
});

test('two outputs of time, reached by the keys g b', async ({ page, scope }) => {
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/benchmarks/);
  await page.getByLabel('before (base)').fill(readFileSync(file('before.time.txt'), 'utf8'));
  await page.getByLabel('after', { exact: true }).fill(readFileSync(file('after.time.txt'), 'utf8'));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByTestId('finding')).toHaveAttribute('data-code', 'bench-time');
  await expect(page.getByRole('row', { name: /Wall clock/ })).toContainText('1.69x');
});
