import { readFileSync } from 'node:fs';
import { expect, settled, test } from './scopeTest.ts';

const file = (name: string): string => new URL(`../../server/testdata/benchmarks/${name}`, import.meta.url).pathname;

test('two outputs of the collector patch by file dialog: the tables of benchstat, runs drawn, curves', async ({ page, scope }) => {
  await page.goto(`${scope.url}/benchmarks`);
  await settled(page);
  await page.getByLabel('Benchmark files').setInputFiles([file('new.txt'), file('old.txt')]);
  await expect(page.getByTestId('finding')).toContainText('-21.60% in geometric mean, 6 of 6 benchmarks significant');
  const row = page.getByRole('row', { name: /ExtractAttributes\/20-2/ }).first();
  await expect(row).toContainText('6.931µ ± 39%');
  await expect(row).toContainText('-25.12% (p=0.015 n=10)');
  await expect(row.getByRole('img')).toHaveAttribute('aria-label', /old.txt: 10 runs/);
  await expect(page.getByRole('img', { name: /^sec\/op of ExtractAttributes/ })).toBeVisible();
});

test('one run a side is said to prove nothing', async ({ page, scope }) => {
  await page.goto(`${scope.url}/benchmarks`);
  await settled(page);
  await page.getByLabel('before (base)').fill('BenchmarkA-2 1 10 ns/op 100 B/op');
  await page.getByLabel('after', { exact: true }).fill('BenchmarkA-2 1 5 ns/op 90 B/op');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByTestId('finding')).toContainText('One run a side proves nothing');
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
  await expect(page.getByRole('row', { name: /Wall clock/ })).toContainText('1.69x');
});
