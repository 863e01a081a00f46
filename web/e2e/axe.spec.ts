import axe from 'axe-core';
import type { Page } from '@playwright/test';
import { demoPair, expect, settled, test } from './scopeTest.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Views of an opened profile and of an opened diff; the last has the drawer of a function open. */
const VIEWS = [
  '', '&view=table', '&view=graph', '&view=function&function=runtime.scanobject', '&function=runtime.scanobject',
  '&function=runtime.scanobject&tab=sandwich',
];

/** Broken rules, each with the elements that break it. */
async function broken(page: Page): Promise<string[]> {
  // Past the policy of the page, which runs no script but its own.
  await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, { runOnly: rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.length}: ${
      nodes.map(({ html }) => html.slice(0, 160)).join(' ').slice(0, 600)}`);
  }, RULES);
}

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
          expect(await broken(page), path).toEqual([]);
        }
      });

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
}
