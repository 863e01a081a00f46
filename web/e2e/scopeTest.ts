import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { ProfileInfo } from '../../core/contract/contract.ts';
import { claimMistakesIn } from '../../server/program/integration/lab/claims.ts';
import {
  demoOpened, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { serveRunbooks, type RunbookSite } from './embeds/runbookSite.ts';

interface Fixtures {
  /** Errors that the page logged or threw; must be empty at the end of a test. */
  complaints: string[];
}

interface WorkerFixtures {
  /** A site that can frame embeds as `localhost`, and not as `127.0.0.1`. */
  site: RunbookSite;
  scope: Tsdbscope;
}

/**
 * The built program with the demo open, shared by all files of a run until a test fails; the page must log no errors in
 * any test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern: none
  site: [async ({}, use) => {
    const site = await serveRunbooks();
    await use(site);
    site.close();
  }, { scope: 'worker' }],
  scope: [async ({ site }, use) => {
    const { dataDir, remove } = newDataDir();
    const config = join(dataDir, 'tsdbscope.yml');
    writeFileSync(config, `embed: {frame_ancestors: ["http://localhost:${site.port}"]}\n`);
    const scope = await startTsdbscope(['--demo', '--config', config], join(dataDir, 'data'));
    await demoOpened(scope);
    await use(scope);
    await scope.stop();
    remove();
  }, { scope: 'worker', timeout: 240_000 }],
  complaints: [async ({ page }, use) => {
    const complaints: string[] = [];
    watch(page, complaints);
    await use(complaints);
    expect(complaints).toEqual([]);
  }, { auto: true }],
});

export { expect };

/** Chromium's message for a slow page load, which depends on the machine. */
const SLOW_PAGE = /was preloaded using link preload but not used within a few seconds/;

export function watch(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    const [type, text] = [message.type(), message.text()];
    if (type === 'error' || (type === 'warning' && !SLOW_PAGE.test(text))) complaints.push(text);
  });
  page.on('pageerror', (error) => { complaints.push(String(error)); });
  watchClaims(page, complaints);
}

/** Reports every claim in the page's answers that exceeds the limits of a headline. */
export function watchClaims(page: Page, complaints: string[]): void {
  page.on('response', (response) => {
    if (!/\/api\/v1\/.*(panels|findings|overview|fleet|targets)/.test(response.url())
      || !(response.headers()['content-type'] ?? '').startsWith('application/json')) return;
    // The body is gone if the page has left in the meantime.
    void response.json().then((answer: unknown) => { complaints.push(...claimMistakesIn(answer)); }, () => undefined);
  });
}

/** Returns the ids of the shipped WAL-loading pair. */
export async function demoPair(scope: Tsdbscope): Promise<{ before: string; after: string }> {
  const profiles = await scope.get<ProfileInfo[]>('/profiles');
  const id = (side: string): string =>
    profiles.find(({ pair }) => pair?.side === side && pair.label.includes('WAL'))?.id ?? '';
  return { before: id('before'), after: id('after') };
}

/** Waits until the panel's data has arrived and is drawn. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** Opens the collapsed other findings of the overview; a picture that loads can move it during a click. */
export async function openFindings(page: Page): Promise<void> {
  const fold = page.locator('details').filter({ has: page.locator('summary', { hasText: /^Findings: \d+ more/ }) });
  await expect(async () => {
    if (await fold.getAttribute('open') === null) await fold.locator('summary').first().click();
    await expect(fold).toHaveAttribute('open', { timeout: 500 });
  }).toPass();
}
