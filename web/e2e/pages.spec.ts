import { lowContrast } from './lowContrast.ts';
import { demoPair, expect, settled, test } from './scopeTest.ts';
import { PANELS } from '../../core/panels.ts';

const panelPages = Object.values(PANELS).map(({ pageTitle }) => pageTitle);

const PAGES = [
  ['overview', '/?target=demo-incident', /30 CPU spikes in 20m: compaction makes 77\s% of their CPU/],
  ['GC & CPU', '/gc-cpu?target=demo-incident', /GC takes .* of\sCPU/],
  ['Compaction', '/compaction?target=demo-incident', /every 2m on the clock/],
  ['WAL replay', '/wal-replay?target=demo-wal-replay', /last start took 64\.\d\ss/],
  ['Memory', '/memory?target=demo-incident', /Resident memory is 77\d\sMiB/],
  ['Scrapes', '/scrapes?target=demo-incident', /4 of 1,?210 scrapes failed/],
  ['Profiles', '/profiles', /WAL loading/],
] as const;

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440, 2560]) {
    test.describe(`${scheme}, ${width} px`, () => {
      test.use({ colorScheme: scheme, viewport: { width, height: 900 } });

      test('every page shows its finding, fits the width, has contrast, logs nothing', async ({ page, scope }) => {
        const { before, after } = await demoPair(scope);
        const diff = ['Diff', `/diff?before=${before}&after=${after}`, /75\.2 to 51\ss/] as const;
        for (const [name, path, finding] of [...PAGES, diff]) {
          await page.goto(scope.url + path);
          await expect(page.getByRole('main').getByText(finding).first(), name).toBeVisible();
          await settled(page);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth
          );
          expect([name, overflow]).toEqual([name, 0]);
          if (width === 1440) expect(await lowContrast(page), name).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme')))
          .toBe(scheme);
      });
    });
  }
}

test('a drag over a chart zooms, the address says so, and back restores it', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const chart = page.locator('.u-over').first();
  await expect(chart).toBeVisible();
  const before = page.url();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart has no box');
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Zoom', exact: true }).click();
  await expect(page).toHaveURL(/start=.*end=/);
  const { start, end } = Object.fromEntries(new URL(page.url()).searchParams);
  const spanSeconds = (Date.parse(end ?? '') - Date.parse(start ?? '')) / 1000;
  expect(spanSeconds).toBeGreaterThan(150);
  expect(spanSeconds).toBeLessThan(350);
  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL(before);
});

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
  // The browser itself reports each refused request on the console.
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
