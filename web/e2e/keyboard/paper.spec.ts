import type { Page } from '@playwright/test';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import type { Tsdbscope } from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

test('pages of tables and flame graphs are light, whole and without buttons on paper', async ({ page, scope }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const { before, after } = await demoPair(scope);
  for (const path of ['/profiles', `/diff?before=${before}&after=${after}`, '/scrapes?target=demo-incident']) {
    await page.goto(scope.url + path);
    await settled(page);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    // A4 without its margins.
    await page.setViewportSize({ width: 703, height: 1000 });
    await expect(page.locator('html'), path).toHaveAttribute('data-mantine-color-scheme', 'light');
    const seen = await page.evaluate(() => ({
      ground: getComputedStyle(document.body).backgroundColor,
      wider: document.documentElement.scrollWidth - window.innerWidth,
      flame: document.querySelector('main g.frame')?.closest('svg')?.getBoundingClientRect().width ?? 0,
      cut: [...document.querySelectorAll('main [role="region"]')]
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length,
      buttons: [...document.querySelectorAll('main .mantine-Button-root:not([data-print])')]
        .filter((button) => button.getClientRects().length > 0).length,
    }));
    expect([path, seen.ground, seen.wider, seen.cut, seen.buttons]).toEqual([path, 'rgb(255, 255, 255)', 0, 0, 0]);
    expect(seen.flame, path).toBeLessThanOrEqual(703);
    if (path.startsWith('/diff')) await wholeNames(page, scope, [before, after]);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

/** On paper a name that is cut has no title that would show the rest. */
async function wholeNames(page: Page, scope: Tsdbscope, ids: string[]): Promise<void> {
  const profiles = await scope.get<ProfileInfo[]>('/profiles');
  for (const id of ids) {
    const { name = '' } = profiles.find((one) => one.id === id) ?? {};
    expect(name).not.toBe('');
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  }
}
