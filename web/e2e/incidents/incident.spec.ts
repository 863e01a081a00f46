import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ProfileInfo, Target } from '../../../core/contract/contract.ts';
import {
  newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { expect, openFindings, settled, test } from '../scopeTest.ts';

const bundle = readFileSync(join(import.meta.dirname, '../../../testdata/archives/prom-2.42-debug.tar.gz'));

/** Runs `work` on a second program with an empty folder, which has no data on the target. */
async function elsewhere(page: Page, work: (other: Tsdbscope) => Promise<void>): Promise<void> {
  const { dataDir, remove } = newDataDir();
  const other = await startTsdbscope(['http://127.0.0.1:9'], dataDir);
  try {
    await work(other);
    // Leaves the page before the program stops, because the page would report the lost stream.
    await page.goto('about:blank');
  } finally {
    await other.stop();
    remove();
  }
}

async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(([file, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(content ?? ''), (letter) => letter.charCodeAt(0))], file ?? ''));
    return data;
  }, [name, bytes.toString('base64')]);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('an incident exported here is complete on a machine that never saw the target', async ({ page, scope }) => {
  await page.goto(`${scope.url}/?target=demo-incident`);
  await page.getByRole('button', { name: 'Export incident' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export incident' });
  await expect(dialog.getByRole('checkbox', { name: 'Redact command lines' })).toBeChecked();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download incident file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^demo-incident-\d{8}T\d{6}Z\.incident\.tar\.gz$/);
  const file = readFileSync(await download.path());

  await elsewhere(page, async (other) => {
    await page.goto(other.url);
    await drop(page, 'sent-by-mail.tar.gz', file);
    await expect(page.getByText(/Incident file of demo-incident, exported .* read-only, findings as of then/))
      .toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveURL(/target=demo-incident/);
    await expect(page.getByRole('main').getByText(/30 CPU spikes in 20m: compaction makes/).first()).toBeVisible();
    for (const [path, finding] of [
      ['gc-cpu', /GC takes .* of\sCPU/], ['compaction', /every 2m on the clock/],
      ['wal-replay', /A restart would take|last start took/],
      ['memory', /Resident memory is 77\d\sMiB/], ['scrapes', /4 of 1,?210 scrapes failed/],
    ] as const) {
      await page.goto(`${other.url}/${path}?target=demo-incident`);
      await expect(page.getByRole('main').getByText(finding).first(), path).toBeVisible();
      await settled(page);
    }
    const [target] = (await other.get<Target[]>('/targets')).filter(({ name }) => name === 'demo-incident');
    expect(target).toMatchObject({ state: 'recorded', incident: { name: 'demo-incident' } });
    await page.goto(`${other.url}/profiles?profile=${target?.incident?.profileIds.at(-1) ?? ''}`);
    await expect(page.getByRole('main').getByText(/compacting/).first()).toBeVisible();
    await settled(page);
  });
});

test('the tarball of promtool debug, dropped on profiles, is a target with profiles', async ({ page, complaints }) => {
  await elsewhere(page, async (other) => {
    await page.goto(`${other.url}/profiles`);
    await drop(page, 'prom-eu-1.tar.gz', bundle);
    await expect(page).toHaveURL(/target=prom-eu-1/, { timeout: 30_000 });
    expect((await other.get<ProfileInfo[]>('/profiles')).map(({ kind }) => kind)).toContain('trace');
    await openFindings(page);
    await expect(page.getByText(/A single scrape cannot show GC cycles/).first()).toBeVisible();
    await drop(page, 'broken.zip', Buffer.from('PK\u0003\u0004 nothing'));
    await expect(page.getByRole('list', { name: 'Files being opened' }))
      .toContainText('The zip archive is cut off or damaged');
    // The browser's own message on the refusal.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
  });
});
