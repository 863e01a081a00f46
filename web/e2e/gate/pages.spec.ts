import { expectAccessible } from '../accessibility.ts';
import { expectEveryPage } from '../everyPage.ts';
import { expectEarlyPicture } from '../firstPicture.ts';
import { expect, settled, test } from '../scopeTest.ts';

test.describe('light, 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('every page shows its finding, fits the width, has contrast, logs nothing', async ({ page, scope }) => {
    await expectEveryPage(page, scope, 'light');
  });

  test('/gc-cpu: the first picture comes early, and the page ends within two screens', async ({ page, scope }) => {
    await expectEarlyPicture(page, scope, '/gc-cpu?target=demo-incident');
  });
});

test.describe('light, 390 px', () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test('no rule of accessibility is broken on any page', async ({ page, scope }) => {
    await expectAccessible(page, scope);
  });
});

test('a drag over a chart zooms, the address says so, and back restores it', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const chart = page.locator('.u-over').first();
  await expect(chart).toBeVisible();
  const before = page.url();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart has no box');
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Zoom', exact: true }).click();
  await expect(page).toHaveURL(/start=.*end=/);
  const { start, end } = Object.fromEntries(new URL(page.url()).searchParams);
  const spanSeconds = (Date.parse(end ?? '') - Date.parse(start ?? '')) / 1000;
  expect(spanSeconds).toBeGreaterThan(150);
  expect(spanSeconds).toBeLessThan(350);
  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL(before);
});
