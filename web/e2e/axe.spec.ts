import { broken, expectAccessible } from './accessibility.ts';
import { demoPair, expect, settled, test } from './scopeTest.ts';

/** Views of an opened profile and of an opened diff; the last has the drawer of a function open. */
const VIEWS = [
  '', '&view=table', '&view=graph', '&view=function&function=runtime.scanobject', '&function=runtime.scanobject',
  '&function=runtime.scanobject&tab=sandwich',
];

// One theme per width: contrast rules depend on the theme, the others on the width.
for (const [width, theme] of [[390, 'light'], [1440, 'dark']] as const) {
  test.describe(`${String(width)} px, ${theme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: theme });

    // 390 px in light is in gate/pages.spec.ts.
    if (width === 1440) {
      test('no rule of accessibility is broken on any page', async ({ page, scope }) => {
        await expectAccessible(page, scope);
      });
    }

    test('no rule of accessibility is broken in an opened profile or diff', async ({ page, scope }) => {
      const { before, after } = await demoPair(scope);
      const found: Record<string, string[]> = {};
      for (const subject of [`/profiles?profile=${before}`, `/diff?before=${before}&after=${after}`]) {
        for (const view of VIEWS) {
          await page.goto(scope.url + subject + view);
          await settled(page);
          await expect(page.getByTestId('finding')).toHaveText(/\w/);
          if (view.includes('function=')) await expect(page.getByRole('tab', { name: 'callers' })).toBeVisible();
          await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
          const rules = await broken(page);
          if (rules.length > 0) found[subject + view] = rules;
        }
      }
      expect(found).toEqual({});
    });
  });
}
