/** Pages with little space: what the list of profiles and the diff keep visible. */
import type { Page } from '@playwright/test';
import { expect, settled, test } from '../scopeTest.ts';
import { diffUrl, search } from './profilePage.ts';

async function sideways(page: Page, table: string | RegExp): Promise<number> {
  return page.getByRole('region', { name: table }).evaluate((box) => box.scrollWidth - box.clientWidth);
}

/** Returns the number of lines of a view's tools. */
async function toolLines(page: Page): Promise<number> {
  return page.getByRole('tablist', { name: 'Views' }).evaluate((list) => {
    const boxes = [...(list.parentElement?.children ?? [])].map((tool) => tool.getBoundingClientRect())
      .filter(({ height }) => height > 0);
    return new Set(boxes.map(({ y, height }) => Math.round((y + height / 2) / 10))).size;
  });
}

test('every profile of the list is deleted and downloaded without scrolling sideways', async ({ page, scope }) => {
  await page.goto(`${scope.url}/profiles?target=demo-incident`);
  await settled(page);
  for (const width of [390, 701, 940, 1239, 1240, 1280, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => sideways(page, 'Stored profiles'), String(width)).toBeLessThanOrEqual(0);
    for (const name of [/^Download Prometheus 2\.42.*after/, /^Delete Prometheus 2\.42.*after/]) {
      const box = await page.getByRole('link', { name }).or(page.getByRole('button', { name })).boundingBox();
      expect((box?.x ?? NaN) + (box?.width ?? NaN), String(width)).toBeLessThanOrEqual(width);
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), String(width)).toBeGreaterThanOrEqual(24);
    }
    await page.getByRole('button', { name: /^Delete Prometheus 2\.42.*after/ }).click();
    await expect(page.getByText('Delete permanently?')).toBeVisible();
    expect(await sideways(page, 'Stored profiles'), `asking at ${String(width)}`).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
});

test('a list on a phone has under the name what has no column', async ({ page, scope }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/profiles?target=demo-incident`);
  await settled(page);
  await expect(page.getByRole('row', { name: /\(before\).*cpu · 10\.1\ss · 145\ssamples · 10\.7\sKiB · demo/ }))
    .toBeVisible();
});

for (const [width, most] of [[360, 2], [390, 2], [701, 1], [940, 1], [1023, 1]] as const) {
  test(`few lines of tools at ${width} px: ${most}; the others are one press away`, async ({ page, scope }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(await diffUrl(scope));
    await settled(page);
    await expect(page.getByRole('tree')).toBeVisible();
    expect(await toolLines(page)).toBeLessThanOrEqual(most);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const top = await page.getByRole('tree').evaluate((tree) => tree.getBoundingClientRect().y);
    expect(top).toBeLessThanOrEqual(width < 701 ? 330 : 260);
    const tools = page.getByRole('button', { name: 'Tools' });
    await expect(tools).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('combobox', { name: 'normalize' })).toBeHidden();
    await tools.focus();
    await page.keyboard.press('Enter');
    await expect(tools).toHaveAttribute('aria-expanded', 'true');
    const group = page.getByRole('group', { name: 'Tools' });
    for (const name of ['sample type', 'normalize'])
      await expect(group.getByRole('combobox', { name })).toBeVisible();
    for (const name of ['Filters', 'View options']) await expect(group.getByRole('button', { name })).toBeVisible();
    await group.getByRole('combobox', { name: 'normalize' }).selectOption({ label: 'per second' });
    await expect(page).toHaveURL(/normalize=duration/);
    await expect(page).toHaveURL(/open=tools/);
  });
}

test('the key of the search opens the tools of a phone, and types into it', async ({ page, scope }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(await diffUrl(scope));
  await settled(page);
  await expect(search(page)).toBeHidden();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('scanobject');
  await expect(page).toHaveURL(/scanobject/);
});

test('the table of a diff is as wide as a page, and its buttons stand below its first column', async (
  { page, scope }
) => {
  for (const width of [390, 940, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(await diffUrl(scope));
    await settled(page);
    const noise = page.getByRole('button', { name: /^Show \d+ functions within noise/ });
    await expect(noise).toBeVisible();
    expect(await sideways(page, /^Change of cpu/), String(width)).toBeLessThanOrEqual(0);
    const words = (name: RegExp) => page.getByRole('button', { name }).evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      const { x, y } = range.getBoundingClientRect();
      return { x, y };
    });
    const [all, shown] = [await words(/^Show all \d+ rows/), await words(/^Show \d+ functions/)];
    const table = await page.getByRole('region', { name: /^Change of cpu/ }).boundingBox();
    expect(Math.abs(all.x - (table?.x ?? NaN)), String(width)).toBeLessThanOrEqual(2);
    expect(shown.y, String(width)).toBe(all.y);
  }
});
