import type { Page } from '@playwright/test';
import type { Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { expect, settled } from './scopeTest.ts';

interface FirstPicture {
  /** Top of the picture, in px from the top of the page; NaN without a picture. */
  y: number;
  /** Number of visible words of the main part before it, without its own title and legend. */
  words: number;
  heightPx: number;
}

const PICTURES = '.u-over, ol[aria-label="Phases of the replay"], [data-picture]';

/** Returns what precedes the first picture of a page, and the page's length. */
function firstPicture(page: Page): Promise<FirstPicture> {
  return page.evaluate((pictures) => {
    const main = document.querySelector('main');
    const shown = [...main?.querySelectorAll(pictures) ?? []].find((one) => one.getBoundingClientRect().height > 0);
    const heightPx = document.documentElement.scrollHeight;
    if (main === null || shown === undefined) return { y: NaN, words: NaN, heightPx };
    const figure = shown.closest('figure') ?? shown;
    let words = 0;
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const { currentNode } = texts;
      const holder = currentNode.parentElement;
      if (figure.contains(currentNode)) break;
      if ((figure.compareDocumentPosition(currentNode) & Node.DOCUMENT_POSITION_PRECEDING) === 0) break;
      if (holder === null || !holder.checkVisibility() || holder.getBoundingClientRect().width <= 1) continue;
      words += (currentNode.textContent ?? '').split(/\s+/).filter((word) => word !== '').length;
    }
    return { y: shown.getBoundingClientRect().top + window.scrollY, words, heightPx };
  }, PICTURES);
}

/** Expects the first picture of a panel's page at the top of 1440x900, and the page to end within two screens. */
export async function expectEarlyPicture(page: Page, scope: Tsdbscope, path: string): Promise<void> {
  await page.goto(scope.url + path);
  await settled(page);
  await expect(page.locator('.u-over').first()).toBeVisible();
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), 'width').toBe(1440);
  const { y, words, heightPx } = await firstPicture(page);
  expect.soft(words, 'words before the first picture').toBeLessThanOrEqual(60);
  expect.soft(y, 'top of the first picture').toBeLessThanOrEqual(220);
  expect.soft(heightPx, 'height of the page').toBeLessThanOrEqual(1800);
}
