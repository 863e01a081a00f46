import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { expect, settled, test } from './scopeTest.ts';

const LONG = 'prometheus-infra-production-eu-central-1-replica-0.monitoring.svc.cluster.local:9090';

test.describe('a reader an hour east of UTC', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('sentences, charts and tables use one time zone, name it, and toggle to UTC', async ({ page, scope }) => {
    await page.goto(`${scope.url}/scrapes?target=demo-incident`);
    await settled(page);
    const main = page.getByRole('main');
    const local = (await page.getByTestId('finding').textContent()) ?? '';
    const [, hour = ''] = /(\d\d):\d\d:\d\d\sUTC\+0[12]:00/.exec(local) ?? [];
    expect(local).not.toMatch(/UTC(?![+])/);
    await expect(
      main.getByText(/^(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d to (\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d\sUTC\+0[12]:00 · /)
    ).toBeVisible();
    await expect(main).not.toContainText(/\d\d:\d\d\sUTC(?!\+)/);
    await page.getByRole('button', { name: /show them in UTC/ }).click();
    await expect(page).toHaveURL(/[?&]zone=utc/);
    await expect(page.getByTestId('finding')).toHaveText(/:\d\d\sUTC(?!\+)/);
    const inUtc = (await page.getByTestId('finding').textContent()) ?? '';
    const [, utcHour = ''] = /(\d\d):\d\d:\d\d\sUTC/.exec(inUtc) ?? [];
    expect([(Number(utcHour) + 1) % 24, (Number(utcHour) + 2) % 24]).toContain(Number(hour));
    await page.keyboard.press('u');
    await expect(page.getByTestId('finding')).toHaveText(local);
    // An embed has no switch: its sentence uses the time zone of its chart.
    const made = await scope.fetch(
      '/api/v1/embeds',
      {
        method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ panel: 'scrapes', target: 'demo-incident' }),
      }
    );
    await page.goto(((await made.json()) as { data: { url: string } }).data.url);
    await expect(page.getByTestId('finding')).toHaveText(/:\d\d\sUTC\+0[12]:00/);
  });
});

test('targets that are down are named above the one shown; long names keep their ends', async ({ page }) => {
  const { dataDir, remove } = newDataDir();
  const config = join(dataDir, 'scope.yml');
  // Nothing listens on port 1.
  writeFileSync(
    config,
    ['targets:', ...['first', LONG, 'other'].map((name) => (
      `  - {name: '${name}', url: 'http://127.0.0.1:1', scrape_interval: 1s}`
    )), ''].join('\n')
  );
  const scope = await startTsdbscope(['--config', config], dataDir);
  try {
    await expect.poll(
      async () => (await scope.get<{ state: string }[]>('/targets')).filter(({ state }) => state === 'down').length
    ).toBe(3);
    await page.addInitScript(() => {
      Object.assign(window, { heights: [] });
      const watch = (): void => {
        const bar = document.querySelector('header');
        if (bar === null) requestAnimationFrame(watch);
        else new ResizeObserver(
          () => { (window as unknown as { heights: number[] }).heights.push(bar.offsetHeight); }
        ).observe(bar);
      };
      watch();
    });
    for (const width of [360, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${scope.url}/?target=${encodeURIComponent(LONG)}`);
      await settled(page);
      await expect(page.getByRole('status').filter({ hasText: 'Other targets: 2 down.' }))
        .toContainText(/first down for \d/);
      await expect(page.getByRole('button', { name: `Target ${LONG}; switch` })).toHaveText(/cluster.*9090$/);
      expect(
        await page.evaluate(
          () => [...new Set((window as unknown as { heights: number[] }).heights)]
        ), `heights of the bar at ${width}`
      ).toHaveLength(1);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        ), `overflow at ${width}`
      ).toBe(0);
      expect((await page.getByRole('button', { name: /^Target/ }).boundingBox())?.width, `name at ${width}`)
        .toBeGreaterThan(width < 600 ? 110 : 180);
    }
    // Without any answer the axis is in seconds, not in a million microseconds.
    await page.goto(`${scope.url}/scrapes?target=first`);
    await settled(page);
    await expect(
      page.locator('figure').filter({ has: page.getByRole('heading', { name: 'Scrape duration', exact: true }) })
        .getByText('s', { exact: true })
    ).toBeVisible();
  } finally {
    // The page would report a server that stops.
    await page.goto('about:blank');
    await scope.stop();
    remove();
  }
});

test('on paper a page is light and its charts fit; the screen is unchanged afterwards', async ({ page, scope }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const look = (): Promise<{ scheme: string | null; width: number }> => page.evaluate(() => ({
    scheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
    width: document.querySelector<HTMLElement>('.uplot')?.offsetWidth ?? 0,
  }));
  const onScreen = await look();
  expect(onScreen.scheme).toBe('dark');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect.poll(async () => (await look()).width).toBeLessThanOrEqual(700);
  expect((await look()).scheme).toBe('light');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(look).toEqual(onScreen);
});
