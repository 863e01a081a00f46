import { test } from '../scopeTest.ts';
import { expectScreenAsStored, SCREENS } from './screens.ts';

for (const [width, height] of [[390, 844], [1440, 900]] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test.describe(`${String(width)} px, ${theme}`, () => {
      test.use({ viewport: { width, height }, colorScheme: theme, contextOptions: { reducedMotion: 'reduce' } });

      for (const [name, { widths = [width] }] of Object.entries(SCREENS)) {
        // The overview in light at 1440 px is in gate/overview.spec.ts.
        if (!widths.includes(width) || (name === 'overview' && theme === 'light' && width === 1440)) continue;
        test(`${name} looks as stored`, async ({ page, scope }, info) => {
          await expectScreenAsStored(page, scope, { name, theme }, info);
        });
      }
    });
  }
}
