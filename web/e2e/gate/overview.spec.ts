import { expectChoicesCopied } from '../copiedAddress.ts';
import { expectScreenAsStored } from '../pictures/screens.ts';
import { expect, settled, test } from '../scopeTest.ts';

/** Script that returns the text before the first picture, and on the first screen; without the demo's banner. */
const READ = `(() => {
  const picture = document.querySelector('main figure, main .uplot');
  const top = picture?.getBoundingClientRect().top ?? NaN;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let before = '';
  let screen = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.top >= innerHeight) continue;
    if (element.closest('main') === null || element.closest('.uplot, [data-kind=info]') !== null) continue;
    screen += ' ' + node.textContent;
    if (box.bottom <= top) before += ' ' + node.textContent;
  }
  const words = (text) => text.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;
  return {
    top, before: words(before), words: words(screen), numbers: (screen.match(/\\d[\\d.,:]*/g) ?? []).length,
    screens: document.documentElement.scrollHeight / innerHeight, text: screen,
  };
})()`;

interface Read { top: number; before: number; words: number; numbers: number; screens: number; text: string }

test.describe('at 1440x900', () => {
  test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

  test('one claim, one picture: few words before it, all of it on two screens', async ({ page, scope }) => {
    await page.goto(`${scope.url}/?target=demo-incident`);
    await settled(page);
    await expect(page.locator('.u-over').first()).toBeVisible();
    await expect(page.getByTestId('finding')).toHaveText(/\w/);
    const read = await page.evaluate<Read>(READ);
    expect(read.before, read.text).toBeLessThanOrEqual(60);
    expect(read.top).toBeLessThanOrEqual(220);
    expect(read.words, read.text).toBeLessThanOrEqual(120);
    expect(read.numbers, read.text).toBeLessThanOrEqual(20);
    expect(read.screens).toBeLessThanOrEqual(2);
  });

  test('the first screen looks as stored', async ({ page, scope }, info) => {
    await expectScreenAsStored(page, scope, { name: 'overview', theme: 'light' }, info);
  });

  test('a copied address shows what the overview shows: open parts, sorted tables', async (
    { page, scope, browser }
  ) => {
    await page.goto(`${scope.url}/?target=demo-incident`);
    await expectChoicesCopied(page, browser);
  });
});

test.describe('at 360x740', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the bar of a phone has four entries and More, which holds the other pages', async ({ page, scope }) => {
    await page.goto(`${scope.url}/?target=demo-incident`);
    await settled(page);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    await expect(bar.getByRole('link')).toHaveCount(4);
    const more = bar.getByRole('button', { name: 'More' });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await more.click();
    // Includes the fleet if other tests have opened enough targets for it.
    await expect(bar.getByRole('link').filter({ hasNotText: 'Fleet' })).toHaveCount(8);
    await bar.getByRole('link', { name: 'Memory' }).click();
    await expect(page).toHaveURL(/\/memory/);
    await expect(bar.getByRole('link')).toHaveCount(4);
    await more.click();
    await page.keyboard.press('Escape');
    await expect(more).toHaveAttribute('aria-expanded', 'false');
  });
});
