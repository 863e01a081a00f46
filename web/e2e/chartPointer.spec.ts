import { expect, settled, test } from './scopeTest.ts';

test('the card at the crosshair says every value and event, a wheel zooms, the strip leads back', async (
  { page, scope }
) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const plot = page.locator('.u-over').first();
  const card = page.getByTestId('hover-card');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('no plot');
  const texts: string[] = [];
  for (let x = 10; x < box.width - 10; x += 12) {
    await page.mouse.move(box.x + x, box.y + box.height / 2);
    texts.push((await card.textContent()) ?? '');
  }
  expect(texts.every((text) => /\d\d:\d\d:\d\d.*CPU/.test(text))).toBe(true);
  expect(texts.some((text) => /GC cycle/.test(text))).toBe(true);
  expect(texts.some((text) => /compaction/.test(text))).toBe(true);
  // The card includes the values of the chart below at the same time.
  expect(texts.some((text) => /Heap sawtooth, heap in use \d/.test(text))).toBe(true);
  expect(texts.some((text) => /CPU spike [^,]+, compaction, [\d.]+ core-s above quiet/.test(text))).toBe(true);
  // Only one card, of the chart below the pointer.
  await expect(card).toHaveCount(1);

  await page.mouse.click(box.x + 200, box.y + 60);
  await expect(page.getByRole('dialog', { name: /Details at/ })).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect(page).toHaveURL(/start=.*end=/);
  const strip = page.getByRole('slider', { name: 'Part of the whole window' });
  await expect(strip).toBeVisible();
  const zoomed = page.url();
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(zoomed);
  await page.getByRole('button', { name: 'Whole window' }).click();
  await expect(page).not.toHaveURL(/start=/);
  await expect(strip).toBeHidden();
});
