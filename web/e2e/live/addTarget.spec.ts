/** Adding a real Prometheus on the page: by hand, by a link, refused, unreachable, and removed again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hashSync } from 'bcryptjs';
import type { Target } from '../../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from '../../../server/program/integration/lab/prometheusLab.ts';
import {
  newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { broken } from '../accessibility.ts';

const { dataDir, remove } = newDataDir();
const guardedData = newDataDir();
const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-add-page-'));
let lab: PrometheusLab;
let scope: Tsdbscope;
let guarded: Tsdbscope;
let name: string;

test.beforeAll(async () => {
  lab = await startPrometheus({ targets: 1, seriesPerTarget: 10 });
  name = new URL(lab.url).host;
  // Only local clients can connect, so loopback addresses can be added.
  scope = await startTsdbscope(['--demo'], dataDir);
  const users = ['vera', 'otto'].map((user) => `  ${user}: ${hashSync(`${user}-password`, 8)}`).join('\n');
  writeFileSync(join(folder, 'web.yml'), `basic_auth_users:\n${users}\n`);
  writeFileSync(join(folder, 'tsdbscope.yml'), 'access: {roles: {otto: operator}}\n');
  guarded = await startTsdbscope(
    ['--config', join(folder, 'tsdbscope.yml'), '--web.config.file', join(folder, 'web.yml'), '--demo'],
    guardedData.dataDir
  );
});
test.afterAll(async () => {
  await scope.stop();
  await guarded.stop();
  await lab.stop();
  remove();
  guardedData.remove();
  rmSync(folder, { recursive: true, force: true });
});

const targets = (): Promise<Target[]> => scope.get<Target[]>('/targets');

test('a link only asks; its button adds, and the page shows the target at once', async ({ page }) => {
  await page.goto(`${scope.url}/?target=${lab.url}`);
  const dialog = page.getByRole('dialog', { name: 'Add a target' });
  await expect(dialog).toContainText('This link asks for a target that is not watched yet.');
  await expect(dialog.getByLabel('Address')).toHaveValue(lab.url);
  await expect(dialog).toContainText('May be added: localhost, by default.');
  expect(await broken(page)).toEqual([]);
  // An accidental Enter closes the dialog.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Target not found');
  expect((await targets()).some(({ url }) => url === lab.url)).toBe(false);
  await page.getByRole('button', { name: 'Add a target' }).click();
  await dialog.getByRole('button', { name: 'Add target' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`target=${name}`));
  await expect(page.getByText(/^up$/).first()).toBeVisible();
  // The link leads to it from now on.
  await page.goto(`${scope.url}/scrapes?target=${lab.url}/metrics`);
  await expect(page.getByRole('button', { name: `Target ${name}; switch` })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('what is refused or does not answer says so; added ones are listed and removed', async ({ page }) => {
  await page.goto(`${scope.url}/?target=${name}`);
  await page.getByRole('button', { name: /; switch$/ }).click();
  await page.getByRole('menuitem', { name: 'Add a target' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a target' });
  await expect(dialog.getByLabel('Address')).toBeFocused();
  const tried = async (address: string): Promise<void> => {
    await dialog.getByLabel('Address').fill(address);
    await page.keyboard.press('Enter');
  };
  await tried('http://169.254.169.254/latest');
  await expect(dialog.getByRole('alert')).toHaveText(/is a metadata service of a cloud, which is never added\.$/);
  await tried('http://10.0.0.7:9090');
  await expect(dialog.getByRole('alert')).toHaveText('10.0.0.7:9090 cannot be added: no rule allows it. In the '
    + 'configuration file, write add_targets: {allow: ["10.0.0.7:9090"]} (and what it allows now), then reload it.');
  await expect(dialog.getByRole('button', { name: 'Add anyway' })).toHaveCount(0);
  await tried('http://127.0.0.1:1');
  await expect(dialog.getByRole('alert')).toContainText('127.0.0.1:1 refused the connection');
  await expect(dialog.getByRole('button', { name: 'Add anyway' })).toBeVisible();
  for (const [width, theme] of [[390, 'light'], [1440, 'dark']] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: theme });
    expect(await broken(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await dialog.getByLabel('Name (optional)').fill('not there yet');
  await dialog.getByRole('button', { name: 'Add anyway' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/target=not%20there%20yet/);
  await page.keyboard.press('a');
  const rows = dialog.getByRole('table', { name: 'Added targets' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await rows.filter({ hasText: 'not there yet' }).getByRole('button', { name: 'Remove not there yet' }).click();
  await dialog.getByRole('button', { name: 'Really remove not there yet' }).click();
  await expect(rows).toHaveCount(2);
  expect((await targets()).find((one) => one.name === 'not there yet')?.state).toBe('recorded');
});

test.describe('where others come in', () => {
  const basic = (user: string): { authorization: string } =>
    ({ authorization: `Basic ${Buffer.from(`${user}:${user}-password`).toString('base64')}` });

  test.describe('a viewer', () => {
    test.use({ extraHTTPHeaders: basic('vera') });
    test('is asked for another role', async ({ page }) => {
      await page.goto(`${guarded.url}/?target=${lab.url}`);
      const dialog = page.getByRole('dialog', { name: 'Add a target' });
      await expect(dialog.getByRole('alert')).toContainText('requires the role operator; yours is viewer.');
      await expect(dialog.getByRole('form')).toHaveCount(0);
    });
  });

  test.describe('an operator', () => {
    test.use({ extraHTTPHeaders: basic('otto') });
    test('reads in the palette\'s dialog what to write, and loopback is not open', async ({ page }) => {
      await page.goto(guarded.url);
      await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('');
      await page.keyboard.press('Control+k');
      await page.getByLabel('Search pages, moments, targets, profiles, actions').fill('add a target');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Add a target' });
      await expect(dialog).toContainText('Nothing may be added here, by default.');
      await dialog.getByLabel('Address').fill(lab.url);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toContainText(`${name} cannot be added: adding targets is off here.`);
    });
  });
});
