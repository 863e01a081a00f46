import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { largeProfile } from '../../../bench/profiles/largeProfile.ts';
import type { FlameGraph } from '../../../core/contract/contract.ts';
import { drop } from '../drop.ts';
import { upload, zoomPath } from '../profiles/profilePage.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

test('two dropped profiles become a diff with the numbers of go tool pprof', async ({ page, scope }) => {
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  await drop(page, ['after', 'before'].map((side) => (
    { name: `${side}.cpu.pb.gz`, bytes: readFileSync(join(ROOT, `public/demo/wal-loading.${side}.cpu.pb.gz`)) }
  )));
  await expect(page).toHaveURL(/\/diff\?/);
  await expect(page.getByRole('main').getByText(/75\.2 to 51\ss/).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Table' }).click();
  const row = page.getByRole('row', { name: / runtime\.scanobject / });
  await expect(row).toContainText('8.99');
  await expect(row).toContainText('1.85');
  const { before, after } = await demoPair(scope);
  const address = new URL(page.url()).searchParams;
  expect([address.get('before'), address.get('after')]).toEqual([before, after]);
});

test('function names that hold HTML and script are drawn as text, and nothing runs', async ({ page, scope }) => {
  let ran = false;
  page.on('dialog', (dialog) => {
    ran = true;
    void dialog.dismiss();
  });
  const bytes = readFileSync(join(ROOT, 'testdata/profiles/malformed/valid-html-names.pb.gz'));
  const id = await upload(scope, '<img src=x onerror=alert(1)>.pb.gz', bytes);
  for (const path of [`/profiles?profile=${id}`, `/diff?before=${id}&after=${id}`]) {
    await page.goto(scope.url + path);
    await settled(page);
    await expect(page.getByText('<script', { exact: false }).first()).toBeAttached();
    for (const frame of await page.getByRole('treeitem').all()) await frame.hover({ force: true });
    expect(await page.locator('main script, main img[src="x"], main iframe').count()).toBe(0);
  }
  expect(ran).toBe(false);
});

/** Returns the frame to zoom into: the widest that is narrower than the whole and has frames below it. */
function frameToZoom(page: Page): Promise<string> {
  return page.evaluate(() => {
    const items = [...document.querySelectorAll<SVGGElement>('[role="tree"] [role="treeitem"]')];
    const widthOf = (item: Element): number => item.querySelector('rect')?.getBoundingClientRect().width ?? 0;
    const whole = Math.max(...items.map(widthOf));
    const widest = items.filter((item) => widthOf(item) < whole * 0.9 && item.hasAttribute('aria-expanded'))
      .sort((a, b) => widthOf(b) - widthOf(a))[0];
    return widest?.getAttribute('aria-label') ?? '';
  });
}

test('a zoom fetches what was too small, is in the link and in the browser history', async ({ page, scope }) => {
  // More stacks than fit on a screen, so that the server cuts the tree.
  const large = largeProfile({ samples: 25_000, functions: 3_000, seed: 3, side: 'before' });
  const id = await upload(scope, 'large.pb.gz', large);
  await page.goto(`${scope.url}/profiles?profile=${id}`);
  await settled(page);
  await expect(page.getByText(/frames are too small to draw; zoom in to see them/)).toBeVisible();
  const name = await frameToZoom(page);
  const before = await page.getByRole('treeitem').count();
  const [asked] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('zoom=')),
    page.getByRole('treeitem', { name, exact: true }).click(),
  ]);
  await expect(zoomPath(page)).toBeVisible();
  expect(((await asked.json()) as { data: FlameGraph }).data.nodes).toBeGreaterThan(1);
  await expect(page.getByRole('tree')).toHaveAttribute('aria-busy', 'false');
  await expect.poll(() => page.getByRole('treeitem').count()).toBeGreaterThan(Math.min(before, 40));
  await expect.poll(() => new URL(page.url()).searchParams.get('zoom') ?? '').not.toBe('');
  const link = page.url();
  await page.goBack();
  await expect(zoomPath(page)).toBeHidden();
  await page.goForward();
  await expect(zoomPath(page)).toBeVisible();
  await page.goto(link);
  await expect(zoomPath(page)).toBeVisible();
  await page.goto(`${scope.url}/profiles?profile=${id}&zoom=not.there`);
  await expect(page.getByText(/is not among these stacks; all are shown/)).toBeVisible();
});
