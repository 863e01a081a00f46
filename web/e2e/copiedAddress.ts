import type { Browser, Page } from '@playwright/test';
import { expect, settled } from './scopeTest.ts';

/** Returns what a copied address must contain: the words of open, sorted, checked and selected parts. */
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

/** Opens collapsed parts, including nested ones, and sorts each table by its last sortable head. */
async function chooseAll(page: Page): Promise<void> {
  const closed = page.locator('main details:not([open]) > summary');
  for (let opened = 0; opened < 25 && await closed.count() > 0; opened++) await closed.first().dispatchEvent('click');
  await settled(page);
  for (const table of await page.locator('main table').all())
    await table.evaluate((element) => { [...element.querySelectorAll<HTMLElement>('th button')].at(-1)?.click(); });
}

/** Returns the content of the page, after a fresh browser shows the same at its address. */
export async function expectCopied(page: Page, browser: Browser): Promise<Record<string, string[]>> {
  await settled(page);
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const copy = await context.newPage();
  // The address of the page may still change, so the copy is opened again until both agree.
  await expect(async () => {
    await copy.goto(page.url());
    await expect.poll(() => shownState(copy), { timeout: 10_000 }).toEqual(await shownState(page));
  }).toPass();
  await context.close();
  return shownState(page);
}

/** Expects that the address of the opened page has its open parts and sorted tables, without a history entry. */
export async function expectChoicesCopied(page: Page, browser: Browser, hasParts = true): Promise<void> {
  await settled(page);
  const steps = await page.evaluate(() => window.history.length);
  await chooseAll(page);
  const { open = [], sorted = [] } = await expectCopied(page, browser);
  if (hasParts) expect(open.length + sorted.length).toBeGreaterThan(0);
  // Small choices add no history entry: back leads to the previous page.
  expect(await page.evaluate(() => window.history.length)).toBe(steps);
}
