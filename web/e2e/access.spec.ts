/** The page for admins: tokens for scripts, and the audit log. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { broken } from './accessibility.ts';
import { test as base, expect, settled } from './scopeTest.ts';

const test = base.extend<object, { guarded: Tsdbscope }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern: none
  guarded: [async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-access-page-'));
    const { dataDir, remove } = newDataDir();
    const users = ['ada', 'vera'].map((user) => `  ${user}: ${hashSync(`${user}-password`, 8)}`).join('\n');
    writeFileSync(join(folder, 'web.yml'), `basic_auth_users:\n${users}\n`);
    writeFileSync(join(folder, 'tsdbscope.yml'), 'access: {roles: {ada: admin}}\n');
    const scope = await startTsdbscope(
      ['--config', join(folder, 'tsdbscope.yml'), '--web.config.file', join(folder, 'web.yml'), '--demo'], dataDir
    );
    await use(scope);
    await scope.stop();
    remove();
    rmSync(folder, { recursive: true, force: true });
  }, { scope: 'worker' }],
});

const basic = (user: string, password = `${user}-password`): { authorization: string } =>
  ({ authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` });

test.describe('an admin', () => {
  test.use({ extraHTTPHeaders: basic('ada') });

  test('makes a token, sees it once, sees its use and revokes it', async ({ page, guarded }) => {
    await page.goto(guarded.url);
    await settled(page);
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    await expect(page.getByTestId('finding')).toHaveText(/failed login/);
    const form = page.getByRole('form', { name: 'New token' });
    await form.getByLabel('For').fill('ci <b>');
    await form.getByLabel('Role').selectOption('operator');
    await form.getByRole('button', { name: 'Create token' }).click();
    const token = await form.getByText(/^tsdbscope_/).innerText();
    const row = page.getByRole('region', { name: 'Tokens for scripts' }).getByRole('row', { name: /ci <b>/ });
    await expect(row).toContainText('operator');
    const bearer = { authorization: `Bearer ${token}` };
    expect((await guarded.fetch('/api/v1/access', { headers: bearer })).status).toBe(200);
    await page.reload();
    await settled(page);
    await expect(page.getByText(token)).toHaveCount(0);
    await expect(row).toContainText('just now');
    expect(await broken(page)).toEqual([]);
    await row.getByRole('button', { name: 'Revoke ci <b>' }).click();
    await row.getByRole('button', { name: 'Really revoke ci <b>' }).click();
    await expect(row).toHaveCount(0);
    expect((await guarded.fetch('/api/v1/access', { headers: bearer })).status).toBe(401);
  });

  test('finds in the audit log who did what, and who could not', async ({ page, guarded }) => {
    for (let n = 0; n < 5; n += 1) await guarded.fetch('/api/v1/access', { headers: basic('mallory', `wrong ${n}`) });
    const refused = await guarded.fetch('/api/v1/targets/eu', { method: 'DELETE', headers: basic('vera') });
    expect(refused.status).toBe(403);
    await page.goto(`${guarded.url}/access`);
    await settled(page);
    await expect(page.getByTestId('finding')).toHaveText(/^\d failed logins in 24 hours from 1 address\.$/);
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await page.keyboard.press('/');
    await page.keyboard.type('vera delete');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText('vera (viewer)Delete a recordingtarget eurefused (403)');
    await expect(page).toHaveURL(/search=vera%20delete/);
    await page.getByLabel('Search the audit log').fill('mallory refused');
    await expect(rows.nth(1)).toContainText('Log in');
  });

  test('on a phone nothing is wider than the screen', async ({ page, guarded }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${guarded.url}/access`);
    await settled(page);
    await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await broken(page)).toEqual([]);
  });
});

test.describe('a viewer', () => {
  test.use({ extraHTTPHeaders: basic('vera') });

  test('sees that the page is for admins', async ({ page, guarded }) => {
    await page.goto(`${guarded.url}/access`);
    await settled(page);
    await expect(page.getByTestId('finding')).toHaveText('Only admins see this page.');
    await expect(page.getByText('Requires the role admin')).toBeVisible();
    await page.goto(guarded.url);
    await settled(page);
    await expect(page.getByRole('link', { name: 'Access', exact: true })).toHaveCount(0);
  });
});
