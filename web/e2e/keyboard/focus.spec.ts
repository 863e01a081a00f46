import type { Page } from '@playwright/test';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

/** Pages of panels: their headline's actions, charts and tables are in reading order. */
const PANELS = [
  '/?target=demo-incident', '/gc-cpu?target=demo-incident', '/compaction?target=demo-incident&open=compactions',
  '/wal-replay?target=demo-wal-replay', '/memory?target=demo-incident', '/scrapes?target=demo-incident',
];

/** Returns the kinds of what Tab reaches in the page's content, each where it is first reached. */
function reached(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kinds = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, [tabindex="0"], summary)')]
      .filter((element) => element.getClientRects().length > 0 && !element.matches(':disabled'))
      .map((element) => (element.closest('header') !== null ? 'action'
        : element.closest('figure') !== null ? 'chart'
          : element.querySelector('table') !== null || element.closest('table') !== null ? 'table' : 'other'));
    return [...new Set(kinds)].filter((kind) => kind !== 'other');
  });
}

/** Returns what has the focus: its tag, and whether it is or holds the part of the page that the selector names. */
function focused(page: Page, selector: string): Promise<{ tag: string; isThere: boolean }> {
  return page.evaluate((wanted) => {
    const element = document.activeElement;
    const isThere = element?.matches(wanted) === true || element?.querySelector(wanted) !== null;
    return { tag: element?.tagName ?? '', isThere };
  }, selector);
}

test('the first Tab offers to skip to the content, and takes the focus there', async ({ page, scope }) => {
  for (const path of [...PANELS, '/profiles', '/diff', '/benchmarks', '/fleet']) {
    await page.goto(scope.url + path);
    await settled(page);
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name: 'Skip to content' });
    await expect(link, path).toBeFocused();
    await expect(link, path).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main'), path).toBeFocused();
  }
});

test('Tab reaches the actions of the claim first, then charts, then tables', async ({ page, scope }) => {
  for (const path of PANELS) {
    await page.goto(scope.url + path);
    await settled(page);
    // A chart takes the focus once it is drawn, which may be after the answer.
    await expect.poll(async () => (await reached(page)).includes('chart'), { message: path }).toBe(true);
    const kinds = await reached(page);
    expect([path, ...kinds]).toEqual([path, ...['action', 'chart', 'table'].filter((kind) => kinds.includes(kind))]);
    expect(kinds.slice(0, 2), path).toEqual(['action', 'chart']);
  }
});

test('an action that removes its own button leaves the focus where its result is', async ({ page, scope }) => {
  const { before, after } = await demoPair(scope);
  await page.goto(`${scope.url}/diff?before=${before}&after=${after}`);
  const more = page.getByRole('button', { name: /^Show all \d+ rows/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(more).toBeHidden();
  await expect.poll(() => focused(page, 'table')).toEqual({ tag: 'DIV', isThere: true });

  await page.goto(`${scope.url}/gc-cpu?target=demo-incident&start=2026-11-20T16:35:00Z&end=2026-11-20T16:40:00Z`);
  await settled(page);
  const reset = page.getByRole('button', { name: 'Reset zoom' });
  await reset.focus();
  await page.keyboard.press('Enter');
  await expect(reset).toBeHidden();
  await expect.poll(async () => (await focused(page, 'button')).tag).not.toBe('BODY');
});
