import axe from 'axe-core';
import { expect, settled, test } from './scopeTest.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const width of [390, 1440]) {
  for (const theme of ['light', 'dark'] as const) {
    test.describe(`${String(width)} px, ${theme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme: theme });

      test('no rule of accessibility is broken on any page', async ({ page, scope }) => {
        for (
          const path of [
            '/?target=demo-incident', '/gc-cpu?target=demo-incident', '/compaction?target=demo-incident',
            '/wal-replay?target=demo-wal-replay', '/memory?target=demo-incident', '/scrapes?target=demo-incident',
            '/profiles', '/diff', '/benchmarks', '/nowhere',
          ]
        ) {
          await page.goto(scope.url + path);
          await settled(page);
          // Past the policy of the page, which runs no script but its own.
          await page.evaluate(axe.source);
          const broken = await page.evaluate(async (rules) => {
            const { axe: checker } = window as unknown as { axe: typeof axe };
            const { violations } = await checker.run(document, { runOnly: rules });
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ').slice(0, 400)}`);
          }, RULES);
          expect(broken, path).toEqual([]);
        }
      });
    });
  }
}
