import { expect, settled, test } from './scopeTest.ts';

for (const width of [390, 1440]) {
  test(`a headline of ${width} px is a claim with its confidence, and a fold`, async ({ page, scope }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
    await settled(page);
    const header = page.getByRole('main').locator('header').first();
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(width < 600 ? 200 : 100);
    const size = await page.getByTestId('finding').evaluate((claim) => getComputedStyle(claim).fontSize);
    expect(size).toBe('18px');
    await expect(page.getByTestId('confidence')).toHaveText(/^(sure|likely|too early)$/);
    const fold = header.getByText('Evidence and method');
    await expect(header.getByRole('listitem').first()).toBeHidden();
    await fold.click();
    await expect(header.getByRole('listitem').first()).toBeVisible();
    await header.getByRole('button', { name: 'How this is computed' }).last().click();
    await expect(page.getByRole('dialog', { name: 'How this is computed' })).toBeVisible();
  });
}
