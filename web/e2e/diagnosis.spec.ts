import type { Page } from '@playwright/test';
import type { PanelByName, PanelFinding } from '../../core/contract/contract.ts';
import { expect, openFindings, settled, test } from './scopeTest.ts';

const RANGED = ['/gc-cpu', '/compaction', '/memory', '/scrapes', '/'] as const;

/** Returns the centre and size of a chart's plot area, by the chart's title. */
async function plotOf(page: Page, title: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const over = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .locator('.u-over');
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  if (box === null) throw new Error(`"${title}" has no box`);
  return box;
}

function rangeOf(page: Page): { start: number; end: number } {
  const { start, end } = Object.fromEntries(new URL(page.url()).searchParams);
  return { start: Date.parse(start ?? '') / 1000, end: Date.parse(end ?? '') / 1000 };
}

test('a spike brushed on one panel sets the window of every panel; double click resets it', async ({ page, scope }) => {
  const { compactions, range } = await scope.get<PanelByName['compaction']>('/targets/demo-incident/panels/compaction');
  const spike = compactions.toSorted(
    (a, b) => (b.cpuCoreSecondsAboveQuiet ?? 0) - (a.cpuCoreSecondsAboveQuiet ?? 0)
  )[0];
  if (spike === undefined) throw new Error('the demo has no compaction');
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const box = await plotOf(page, 'CPU');
  const at = (time: number): number => box.x + box.width * (time - range.start) / (range.end - range.start);
  await page.mouse.move(at(spike.start - 30), box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(at(spike.end + 30), box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Zoom', exact: true }).click();
  await expect(page).toHaveURL(/start=.*end=/);
  const brushed = rangeOf(page);
  expect(brushed.start).toBeLessThan(spike.start);
  expect(brushed.end).toBeGreaterThan(spike.end);
  expect(brushed.end - brushed.start).toBeLessThan(120);

  for (const path of RANGED) {
    // The overview also requests its rows of all targets, each over its own recording.
    const asked = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return /\/targets\/demo-incident\/(panels|findings)/.test(pathname) &&
        Math.abs(Number(searchParams.get('start')) - brushed.start) < 0.005;
    });
    await page.getByRole('navigation').getByRole('link').and(page.locator(`[href^="${path}?"]`)).first().click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    if (path !== '/gc-cpu') await asked;
    await settled(page);
    expect(rangeOf(page), path).toEqual(brushed);
  }

  const strip = await plotOf(page, 'CPU');
  await page.mouse.dblclick(strip.x + strip.width / 2, strip.y + 40);
  await expect(page).not.toHaveURL(/start=/);
});

test('the button beside the window lets a zoom go too', async ({ page, scope }) => {
  await page.goto(`${scope.url}/scrapes?target=demo-incident&start=2026-11-20T16:35:00Z&end=2026-11-20T16:37:00Z`);
  await settled(page);
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect(page).toHaveURL(/scrapes\?target=demo-incident$/);
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0);
});

test('the cursor of one chart is shown in all time charts of the page', async ({ page, scope }) => {
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
  await settled(page);
  const box = await plotOf(page, 'CPU');
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
  const clocks = page.getByRole('figure').locator('figcaption span').filter({ hasText: /^\d\d:\d\d:\d\d/ });
  await expect.poll(async () => (await clocks.allInnerTexts()).length).toBeGreaterThan(1);
  const seen = (await clocks.allInnerTexts()).map((text) => text.slice(0, 8));
  expect(new Set(seen).size).toBe(1);
});

test('every look at a moment repeats its finding, over its window and close to it', async ({ page, scope }) => {
  const findings = await scope.get<PanelFinding[]>('/targets/demo-incident/findings');
  const timed = findings.filter(({ time }) => time !== null);
  expect(timed.length).toBeGreaterThanOrEqual(3);
  await page.goto(`${scope.url}/?target=demo-incident&zone=utc`);
  await settled(page);
  await openFindings(page);
  const links = await page.getByRole('main').getByRole('link', { name: /^look at .*\d\d:\d\d:\d\d/ })
    .evaluateAll((all) => all.map((link) => ({
      href: link.getAttribute('href') ?? '',
      sentence: (link.closest('li')?.querySelector('a')
        ?? document.querySelector('[data-testid=finding]'))?.textContent,
    })));
  expect(links.length).toBe(timed.length);
  const times = new Set<number>();
  for (const { href, sentence } of links) {
    await page.goto(scope.url + href);
    await settled(page);
    const { start, end } = rangeOf(page);
    const at = Date.parse(new URL(page.url()).searchParams.get('at') ?? '') / 1000;
    expect(at).toBeGreaterThanOrEqual(start);
    expect(at).toBeLessThan(end);
    times.add(Math.round(at));
    // The window is that of the finding, so the page has the same claim; the charts show the time around the moment.
    await expect(page.getByRole('main'), href).toContainText(sentence ?? 'no sentence');
    const shown = await page.getByRole('slider', { name: 'Part of the whole window' })
      .locator('span').first().evaluate((part) => parseFloat((part as HTMLElement).style.width));
    expect(shown, href).toBeLessThan(20);
    await expect(page.getByRole('main').getByText('moment of the finding').first(), href).toBeVisible();
  }
  expect(times).toEqual(new Set(timed.map(({ time }) => Math.round(time ?? 0))));
});

test('a finding says what to do, its benefit and risk', async ({ page, scope }) => {
  const findings = await scope.get<PanelFinding[]>('/targets/demo-incident/findings');
  const sentence = findings.find(({ code }) => code === 'compaction-spikes')?.sentence ?? 'none';
  // 5x once a test of the compaction page has opened a log with the times of compactions.
  expect(sentence).toMatch(/^CPU rises to (?:5|5\.1)x the quiet level in 10 compactions\.$/);
  await page.goto(`${scope.url}/?target=demo-incident`);
  await settled(page);
  await openFindings(page);
  const compactions = page.getByRole('list', { name: 'Findings of demo-incident' }).getByRole('listitem')
    .filter({ hasText: sentence });
  await expect(compactions).toHaveCount(1);
  await expect(compactions.getByText(/delay compactions by a random time/)).toBeHidden();
  await compactions.getByText(/What to do/).click();
  await expect(compactions.getByText(/delay compactions by a random time/)).toBeVisible();
  await expect(compactions.getByText(/Replicas with the same block range compact at the same time/)).toBeVisible();
  await expect(compactions.getByText(/Risk: An update restarts it/)).toBeVisible();
});

test('how it is computed opens on every panel, by its button', async ({ page, scope }) => {
  for (const [path, words] of [
    ['/gc-cpu?target=demo-incident', /process_cpu_seconds_total/], ['/compaction?target=demo-incident', /block range/i],
    ['/memory?target=demo-incident', /process_resident_memory_bytes/],
    ['/scrapes?target=demo-incident', /shifts with overlaps/], ['/wal-replay?target=demo-wal-replay', /segment/i],
    ['/?target=demo-incident', /Across panels/],
  ] as const) {
    await page.goto(scope.url + path);
    await settled(page);
    await page.getByRole('button', { name: 'How this is computed' }).first().click();
    await expect(page.getByRole('dialog', { name: 'How this is computed' }), path).toContainText(words);
    await page.keyboard.press('Escape');
  }
});

test('what a panel draws can be taken away as CSV and JSON, from every panel', async ({ page, scope }) => {
  for (
    const [path, target] of [
      ['gc-cpu', 'demo-incident'], ['compaction', 'demo-incident'], ['memory', 'demo-incident'],
      ['scrapes', 'demo-incident'], ['wal-replay', 'demo-wal-replay'],
    ] as const
  ) {
    await page.goto(`${scope.url}/${path}?target=${target}`);
    await settled(page);
    await page.getByRole('button', { name: 'Data', exact: true }).click();
    const links = page.getByRole('menuitem');
    await expect(links.first()).toBeVisible();
    for (const link of await links.all()) {
      const [name, href] = [await link.innerText(), await link.getAttribute('href') ?? ''];
      const answer = await page.request.get(scope.url + href);
      expect([path, name, answer.status()]).toEqual([path, name, 200]);
      const body = await answer.text();
      if (name.startsWith('JSON')) expect(JSON.parse(body)).toMatchObject({ status: 'success', data: { range: {} } });
      if (name === 'CSV: time series') expect(body.split('\r\n').length).toBeGreaterThan(20);
      if (name === 'CSV: time series') expect(body).toMatch(/^time,/);
      if (name.startsWith('OpenMetrics')) expect(body.trimEnd()).toMatch(/^# TYPE [^]*# EOF$/);
      if (name.startsWith('Parquet')) expect(body).toMatch(/^PAR1[^]*PAR1$/);
    }
  }
});
