import { expect, test } from './scopeTest.ts';

const query = (url: string): URLSearchParams => new URL(url).searchParams;

test('the fold and charts shown as tables are in the address and survive a reload', async ({ page, scope }) => {
  await page.goto(`${scope.url}/compaction?target=demo-incident`);
  await page.getByRole('radiogroup', { name: 'Fold period' }).getByText(/^×3/).click();
  await expect.poll(() => query(page.url()).get('fold')).toBe('3');
  await page.getByRole('button', { name: /three block ranges.*show as table/ }).click();
  await expect.poll(() => query(page.url()).get('tables')).toContain('three-block-ranges');
  await page.reload();
  await expect(page.getByRole('button', { name: /three block ranges.*show as chart/ })).toBeVisible();
  await page.getByRole('button', { name: /three block ranges.*show as chart/ }).click();
  await expect.poll(() => query(page.url()).get('tables')).toBeNull();
});

test('"?" explains the profile pages as it does the panels', async ({ page, scope }) => {
  for (const [path, words] of [['/profiles', 'flat, cum'], ['/diff', 'New, gone']] as const) {
    await page.goto(`${scope.url}${path}`);
    await expect(page.getByRole('button', { name: 'How this is computed' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
  }
});
