import { expectEveryPage } from './everyPage.ts';
import { expect, settled, test } from './scopeTest.ts';
import { PANELS } from '../../core/panels.ts';

const panelPages = Object.values(PANELS).map(({ pageTitle }) => pageTitle);

/** Each width and each scheme; 1440 px in light is in gate/pages.spec.ts. */
for (const [scheme, width] of [['dark', 390], ['dark', 1440], ['light', 2560]] as const) {
  test.describe(`${scheme}, ${width} px`, () => {
    test.use({ colorScheme: scheme, viewport: { width, height: 900 } });

    test('every page shows its finding, fits the width, has contrast, logs nothing', async ({ page, scope }) => {
      await expectEveryPage(page, scope, scheme);
    });
  });
}

test('the keys of the sheet lead to each page, and ? opens how it is computed', async ({ page, scope }) => {
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  await page.keyboard.press('h');
  for (const name of ['Overview', ...panelPages, 'Profiles', 'Profile diff', 'Benchmarks']) {
    await expect(page.getByRole('dialog').getByText(name, { exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  for (
    const [letter, path] of [
      ['c', '/gc-cpu'], ['k', '/compaction'], ['r', '/wal-replay'], ['m', '/memory'], ['s', '/scrapes'],
      ['p', '/profiles'], ['d', '/diff'], ['b', '/benchmarks'], ['o', '/'],
    ] as const
  ) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  }
  await page.goto(`${scope.url}/compaction?target=demo-incident`);
  await settled(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText(/block range/i).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await expect.poll(() => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme')))
    .toBe('dark');
});

test('the key ? explains every page', async ({ page, scope }) => {
  for (const path of [
    '/?target=demo-incident', '/fleet', '/gc-cpu?target=demo-incident', '/compaction?target=demo-incident',
    '/wal-replay?target=demo-wal-replay', '/memory?target=demo-incident', '/scrapes?target=demo-incident', '/profiles',
    '/diff', '/benchmarks', '/self', '/access',
  ]) {
    await page.goto(scope.url + path);
    await settled(page);
    await expect(page.getByRole('button', { name: 'How this is computed' }).first()).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'How this is computed' })).toContainText(/\w{4}/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a chart has a table twin', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  await page.getByRole('button', { name: /table/i }).first().click();
  await expect(page.getByRole('table').first().getByRole('row').nth(2)).toBeVisible();
});

test('an address that names nothing teaches instead of failing', async ({ page, scope, complaints }) => {
  await page.goto(`${scope.url}/nowhere`);
  await expect(page.getByRole('main')).toContainText(/Page not found/);
  await page.goto(`${scope.url}/gc-cpu?target=nope&start=garbage`);
  await expect(page.getByRole('main')).toContainText(/Target not found/);
  // The browser itself logs each refused request on the console.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')));
});

test('a fleet without a target says in one paragraph where to name some', async ({ page, scope }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/fleet`);
  await settled(page);
  const words = page.getByText('Name targets on the command line');
  await expect(words).toHaveText(/under targets or file_sd_configs\.$/);
  expect((await words.boundingBox())?.height).toBeLessThanOrEqual(64);
});
