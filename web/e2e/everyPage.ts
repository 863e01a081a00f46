import type { Page } from '@playwright/test';
import type { Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { lowContrast } from './lowContrast.ts';
import { demoPair, expect, settled } from './scopeTest.ts';

const PAGES = [
  ['overview', '/?target=demo-incident', /30 CPU spikes in 20m: compaction makes 77\s% of their CPU/],
  ['GC & CPU', '/gc-cpu?target=demo-incident', /GC takes .* of\sCPU/],
  ['Compaction', '/compaction?target=demo-incident', /every 2m on the clock/],
  ['WAL replay', '/wal-replay?target=demo-wal-replay', /last start took 64\.\d\ss/],
  ['Memory', '/memory?target=demo-incident', /Resident memory is 77\d\sMiB/],
  ['Scrapes', '/scrapes?target=demo-incident', /4 of 1,?210 scrapes failed/],
  ['Profiles', '/profiles', /WAL loading/],
] as const;

/** Expects on each page its finding, no overflow, enough contrast, and the reader's colour scheme. */
export async function expectEveryPage(page: Page, scope: Tsdbscope, scheme: 'light' | 'dark'): Promise<void> {
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
    if (page.viewportSize()?.width === 1440) expect(await lowContrast(page), name).toEqual([]);
  }
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
}
