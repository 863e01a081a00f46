import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { expect, settled, test } from '../scopeTest.ts';
import { added, query } from './profilePage.ts';

const FILE = 'seed-wal/before.cpu.pb.gz';
const TESTDATA = join(import.meta.dirname, '..', '..', '..', 'testdata', 'profiles');

test('a renamed function is offered to be compared as one, and is after a click', async ({ page, scope }) => {
  const before = await added(scope, FILE);
  const renamed = gunzipSync(readFileSync(join(TESTDATA, FILE))).toString('latin1')
    .replaceAll('tsdb.(*memSeries).append', 'tsdb.(*memSeries).insert');
  const posted = await scope.fetch(
    '/api/v1/profiles?name=renamed.cpu', { method: 'POST', body: Buffer.from(renamed, 'latin1') }
  );
  const { data } = (await posted.json()) as { data: ProfileInfo[] };
  await page.goto(`${scope.url}/diff?before=${before}&after=${data[0]?.id ?? ''}`);
  await settled(page);
  const offer = page.getByRole('region', { name: 'Renamed functions' });
  await expect(offer).toContainText('One function may only have been renamed');
  expect(query(page).get('rename')).toBeNull();
  await offer.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('offer.png') });
  await offer.getByRole('button', { name: /^Compare as one/ }).click();
  await settled(page);
  expect(query(page).get('rename')).toMatch(/memSeries\)\.append:.*memSeries\)\.insert$/);
  await expect(offer).toBeHidden();
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('rename');
});
