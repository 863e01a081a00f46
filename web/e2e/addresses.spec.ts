import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import type { ProfileInfo } from '../../core/contract/contract.ts';
import type { Tsdbscope } from '../../server/integration/lab/tsdbscopeProcess.ts';
import { demoPair, expect, settled, test } from './scopeTest.ts';

const TRACES = join(import.meta.dirname, '..', '..', 'server', 'testdata', 'traces');

const query = (url: string): URLSearchParams => new URL(url).searchParams;

test('the fold and charts shown as tables are in the address and survive a reload', async ({ page, scope }) => {
  await page.goto(`${scope.url}/compaction?target=demo-incident`);
  await page.getByRole('radiogroup', { name: 'Fold period' }).getByText(/^×3/).click();
  await expect.poll(() => query(page.url()).get('fold')).toBe('3');
  await page.getByRole('button', { name: /three block ranges.*show as table/ }).click();
  await expect.poll(() => query(page.url()).get('tables')).toContain('three-block-ranges');
  await page.reload();
  await expect(page.getByRole('button', { name: /three block ranges.*show as chart/ })).toBeVisible();
  await page.getByRole('button', { name: /three block ranges.*show as chart/ }).click();
  await expect.poll(() => query(page.url()).get('tables')).toBeNull();
});

test('"?" explains the profile pages as it does the panels', async ({ page, scope }) => {
  for (const [path, words] of [['/profiles', 'flat, cum'], ['/diff', 'New, gone']] as const) {
    await page.goto(`${scope.url}${path}`);
    await expect(page.getByRole('button', { name: 'How this is computed' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
  }
});

/** What of a page a copied address has to carry, in words: the same of the page and of its copy. */
function shownState(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const words = (element: Element | null): string =>
      (element?.textContent ?? '').replace(/[\d.,\s]+/g, ' ').trim().slice(0, 60);
    const all = (selector: string, of: (element: Element) => string): string[] =>
      [...document.querySelectorAll(`main ${selector}, dialog ${selector}`)].map(of).sort();
    const caption = (element: Element): string => words(element.closest('table')?.querySelector('caption') ?? null);
    return {
      open: all('details[open] > summary', words),
      sorted: all(
        'th[aria-sort]', (head) => `${caption(head)}: ${words(head)} ${head.getAttribute('aria-sort') ?? ''}`
      ),
      tables: all('table', (table) => words(table.querySelector('caption'))),
      checked: all('input:checked', (input) => words(input.closest('label') ?? input.parentElement)),
      typed: all('input[type="search"], input[type="range"]', (input) => (input as HTMLInputElement).value),
      selected: all('[aria-selected="true"], [aria-pressed="true"]', words),
      dialogs: [...document.querySelectorAll('dialog[open] h2')].map(words),
    };
  });
}

/** Opens what is collapsed, a part inside another one as well, and sorts each table by its last sortable head. */
async function chooseAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 20)); });
    for (let opened = 0; opened < 25; opened++) {
      const closed = document.querySelector<HTMLElement>('main details:not([open]) > summary');
      if (closed === null) break;
      closed.click();
      await frame();
    }
  });
  await settled(page);
  await page.evaluate(async () => {
    for (const table of document.querySelectorAll('main table')) {
      [...table.querySelectorAll<HTMLElement>('th button')].at(-1)?.click();
      await new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 20)); });
    }
  });
}

/** What is shown at the address, in a browser that has not seen the page. */
async function expectCopied(page: Page, browser: Browser): Promise<Record<string, string[]>> {
  await settled(page);
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const copy = await context.newPage();
  await copy.goto(page.url());
  await settled(copy);
  await expect(async () => expect(await shownState(copy)).toEqual(await shownState(page))).toPass();
  await context.close();
  return shownState(page);
}

const PAGES: readonly [name: string, path: string, hasParts?: 'none'][] = [
  ['the overview', '/?target=demo-incident'], ['the fleet', '/fleet?search=demo', 'none'],
  ['GC & CPU', '/gc-cpu?target=demo-incident'], ['compaction', '/compaction?target=demo-incident'],
  ['WAL replay', '/wal-replay?target=demo-wal-replay'], ['memory', '/memory?target=demo-incident'],
  ['scrapes', '/scrapes?target=demo-incident'], ['the list of profiles', '/profiles'],
  ['tsdbscope itself', '/self', 'none'],
  ['a profile as a table', '/profiles?profile=BEFORE&view=table'],
  ['a profile\'s function', '/profiles?profile=BEFORE&view=function&function=runtime.scanobject'],
  ['a profile\'s labels', '/profiles?profile=BEFORE&view=labels', 'none'],
  ['an execution trace', '/profiles?profile=TRACE'],
  ['a diff as a table', '/diff?before=BEFORE&after=AFTER&view=table'],
];

for (const [name, path, hasParts] of PAGES) {
  test(`a copied address shows what ${name} shows: open parts, sorted tables`, async ({ page, scope, browser }) => {
    const { before, after } = await demoPair(scope);
    const trace = path.includes('TRACE') ? await addedTrace(scope) : '';
    await page.goto(scope.url + path.replace('BEFORE', before).replace('AFTER', after).replace('TRACE', trace));
    await settled(page);
    const steps = await page.evaluate(() => window.history.length);
    await chooseAll(page);
    const { open = [], sorted = [] } = await expectCopied(page, browser);
    if (hasParts !== 'none') expect(open.length + sorted.length).toBeGreaterThan(0);
    // Small choices leave no step: back leads to where the reader came from.
    expect(await page.evaluate(() => window.history.length)).toBe(steps);
  });
}

async function addedTrace(scope: Tsdbscope): Promise<string> {
  const bytes = gunzipSync(readFileSync(join(TRACES, 'go1.26.trace.gz')));
  const posted = await scope.fetch('/api/v1/profiles?name=copied.trace', { method: 'POST', body: bytes });
  const { data } = (await posted.json()) as { data: ProfileInfo[] };
  return data[0]?.id ?? '';
}

test('a copied address has the targets of the overlay, the what-if, the drawers and the chosen profiles',
  async ({ page, scope, browser }) => {
    await page.goto(`${scope.url}/compaction?target=demo-incident&open=targets`);
    await page.getByRole('group', { name: 'Targets to compare' }).getByRole('checkbox').first().check();
    expect((await expectCopied(page, browser))['checked']).not.toEqual([]);

    await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
    const slider = page.getByRole('slider').first();
    await slider.focus();
    await slider.press('ArrowRight');
    await slider.press('ArrowRight');
    await expect.poll(() => query(page.url()).get('gogc')).not.toBeNull();
    await expectCopied(page, browser);
    await page.getByRole('button', { name: 'How this is computed' }).first().click();
    await expect.poll(() => query(page.url()).get('open')).toBe('how');
    expect((await expectCopied(page, browser))['dialogs']).toEqual(['How this is computed']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Figures', exact: true }).click();
    expect((await expectCopied(page, browser))['dialogs']).toHaveLength(1);

    await page.goto(`${scope.url}/profiles`);
    await expect(page.getByRole('table', { name: 'Stored profiles' }).getByRole('checkbox').first()).toBeVisible();
    for (const box of (await page.getByRole('table').getByRole('checkbox').all()).slice(0, 2)) await box.check();
    expect((await expectCopied(page, browser))['checked']).toHaveLength(2);
  });
