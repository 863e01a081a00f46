import type { Page } from '@playwright/test';
import type { Tsdbscope } from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

async function openDiff(page: Page, scope: Tsdbscope, query = ''): Promise<void> {
  const { before, after } = await demoPair(scope);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${scope.url}/diff?before=${before}&after=${after}${query}`);
  await settled(page);
  await expect(page.getByRole('tree')).toBeVisible();
}

const asked = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

/** Matches the text after a name. */
const CHANGE = / (?:[−+]|new |gone).*$/u;

/** Returns the labels on the screen, each with its function. */
async function labels(page: Page): Promise<{ label: string; name: string }[]> {
  const shown = await page.getByRole('treeitem').evaluateAll((frames) => frames.flatMap((frame) => {
    const box = frame.querySelector('.d3-flame-graph-label');
    const label = box?.textContent ?? '';
    const name = (frame.getAttribute('aria-label') ?? '').split(', cum ')[0] ?? '';
    return label === '' || (box?.getBoundingClientRect().bottom ?? Infinity) > innerHeight ? [] : [{ label, name }];
  }));
  return shown.map(({ label, name }) => ({ label, name: name.replace(CHANGE, '') }));
}

test('the tools of a diff are one line from 1024 px on', async ({ page, scope }) => {
  await openDiff(page, scope);
  for (const width of [1024, 1100, 1280, 1366, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.getByRole('tablist', { name: 'Views' }).evaluate((list) => {
      const boxes = [...(list.parentElement?.children ?? [])].map((tool) => tool.getBoundingClientRect());
      return new Set(boxes.map(({ y, height }) => Math.round((y + height / 2) / 10))).size;
    }), `lines at ${width} px`).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('the flame graph begins high, is as wide as the page, names 60 functions whole', async ({ page, scope }) => {
  await openDiff(page, scope);
  const place = await page.getByRole('tree').evaluate((tree) => {
    const main = document.querySelector('main') ?? document.body;
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    const content = main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return { y: tree.getBoundingClientRect().y, share: tree.getBoundingClientRect().width / content };
  });
  expect(place.y).toBeLessThanOrEqual(230);
  expect(place.share).toBeGreaterThanOrEqual(0.95);
  const all = await labels(page);
  const whole = all.filter(({ label }) => !label.includes('…'));
  expect(whole.length).toBeGreaterThanOrEqual(60);
  for (const { label, name } of all) {
    if (name === 'all' || name.startsWith('all ')) continue;
    // Labels drop text from the front, up to a boundary of the name; a truncated label ends with a word.
    const shown = label.replace(CHANGE, '').replace(/…$/u, '');
    const start = name.lastIndexOf(shown, label.includes('…') ? undefined : name.length - shown.length);
    expect(start, `${label} of ${name}`).toBeGreaterThanOrEqual(0);
    expect(start === 0 || /[.:(]/u.test(name.charAt(start - 1)) || name.charAt(start) === '(', label).toBe(true);
    const next = name.charAt(start + shown.length);
    if (label.endsWith('…'))
      expect(/\p{Ll}/u.test(next) && /\p{Ll}$/u.test(shown), `${label} of ${name}`).toBe(false);
  }
});

test('the headline says how much and where; what hampers the comparison is a click away', async ({ page, scope }) => {
  await openDiff(page, scope);
  await expect(page.getByTestId('finding')).toHaveText(
    /^CPU −32\s% \(75\.2 to 51\ss\): GC −[\d.]+\ss, allocation −[\d.]+\ss, WAL replay −[\d.]+\ss\.$/
  );
  await page.getByRole('button', { name: /different duration and build/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Not directly comparable');
});

test('a right click on a frame opens its menu: focus, ignore, hide, lines, sandwich', async ({ page, scope }) => {
  await openDiff(page, scope);
  const frame = page.getByRole('treeitem', { name: /^tsdb\.\(\*memSeries\)\.append / }).first();
  await frame.click({ button: 'right' });
  for (const name of ['Zoom in', /^Focus/, /^Ignore/, /^Hide/, 'Copy name', 'Source lines', 'Sandwich'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name: /^Focus/ }).click();
  await expect.poll(() => asked(page).get('focus'))
    .toBe('^(github\\.com/prometheus/tsdb\\.\\(\\*memSeries\\)\\.append)$');
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('focus');
});

test('the same menu opens by keyboard and leads to the drawer, which Escape closes', async ({ page, scope }) => {
  await openDiff(page, scope);
  await page.locator('[role="tree"] [tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Zoom in' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Sandwich' }).press('Enter');
  const drawer = page.getByRole('complementary', { name: 'Selected function' });
  await expect(drawer.getByRole('tab', { name: 'sandwich' })).toHaveAttribute('aria-selected', 'true');
  await expect(drawer.getByRole('tree', { name: /Callees of the function/ })).toBeVisible();
  await drawer.getByRole('tab', { name: 'callees' }).click();
  await expect(drawer.getByRole('row', { name: /processWALSamples/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  expect(asked(page).get('function')).toBeNull();
});

test('a part of the subsystem strip filters graph and table, and a chip removes it', async ({ page, scope }) => {
  await openDiff(page, scope);
  const part = page.getByRole('group', { name: 'before, by subsystem' }).getByRole('button', { name: /^Garbage/ });
  // It calls nothing, so no collection is below it.
  const frame = page.getByRole('treeitem', { name: /mapaccess1_fast64/ }).first();
  const row = page.getByRole('row', { name: /mapaccess1_fast64/ }).first();
  await expect(frame).toBeVisible();
  await part.click();
  await expect(part).toHaveAttribute('aria-pressed', 'true');
  expect(asked(page).get('subsystem')).toBe('gc');
  await expect(frame).toHaveCount(0);
  await expect(page.getByRole('treeitem', { name: /^runtime\.gcDrain/ }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(page.getByRole('row', { name: /scanobject/ })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove subsystem Garbage collection' }).click();
  await expect(part).toHaveAttribute('aria-pressed', 'false');
  await expect(row).toBeVisible();
});
