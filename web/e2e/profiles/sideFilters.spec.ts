import type { DiffTopTable } from '../../../core/contract/contract.ts';
import { expect, settled, test } from '../scopeTest.ts';
import { added, query } from './profilePage.ts';

const LABELS = 'goprofiles/before/labels.cpu.pb.gz';

test('one profile against itself: each side keeps the samples of its own label', async ({ page, scope }) => {
  const id = await added(scope, LABELS);
  await page.goto(`${scope.url}/diff?before=${id}&after=${id}`);
  await settled(page);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('before_tagfocus').fill('tenant=acme');
  await page.getByLabel('before_tagfocus').press('Enter');
  await page.getByLabel('after_tagfocus').fill('tenant=globex');
  await page.getByLabel('after_tagfocus').press('Enter');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await settled(page);
  expect(query(page).get('before_tagfocus')).toBe('tenant=acme');
  expect(query(page).get('after_tagfocus')).toBe('tenant=globex');
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText('before alone: tagfocus tenant=acme');
  // As in -tags with the two labels.
  const table = await scope.get<DiffTopTable>(
    `/diff/top?before=${id}&after=${id}&before_tagfocus=tenant=acme&after_tagfocus=tenant=globex`
  );
  expect(table.totals).toEqual({ before: 1_230_000_000, after: 980_000_000 });
  await expect(page.getByRole('button', { name: /^before/ }).first()).toContainText('1.23 s');
  await expect(page.getByRole('button', { name: /^after/ }).first()).toContainText('980 ms');
  await page.screenshot({ path: test.info().outputPath('sides.png') });
  await page.getByRole('button', { name: 'Remove after alone: tagfocus tenant=globex' }).click();
  await settled(page);
  expect(query(page).get('after_tagfocus')).toBeNull();
});
