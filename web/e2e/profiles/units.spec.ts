import type { DiffTopTable, ProfileInfo, ProfilePer, TopTable } from '../../../core/contract/contract.ts';
import { broken } from '../accessibility.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

test('values in cores and per ingested sample, those of the profile divided', async ({ page, scope }) => {
  const [info] = (await scope.get<ProfileInfo[]>('/profiles'))
    .filter(({ source, kind }) => source.target === 'demo-incident' && kind === 'cpu');
  if (info === undefined) throw new Error('The demo has lost its profiles.');
  const plain = await scope.get<TopTable>(`/profiles/${info.id}/top?limit=5`);
  const { second, sample } = await scope.get<ProfilePer>(`/profiles/${info.id}/per`);
  expect(second.amount).toBe(info.durationSeconds);
  const cores = await scope.get<TopTable>(`/profiles/${info.id}/top?limit=5&per=second`);
  expect(cores).toMatchObject({ unit: 'cores' });
  expect(cores.total).toBeCloseTo(plain.total / 1e9 / (info.durationSeconds ?? 0), 6);
  const each = await scope.get<TopTable>(`/profiles/${info.id}/top?limit=5&per=sample`);
  expect(each.unit).toBe('nanoseconds/sample');
  each.rows.forEach((row, i) => expect(row.flat).toBeCloseTo((plain.rows[i]?.flat ?? 0) / (sample.amount ?? 0), 3));

  await page.goto(`${scope.url}/profiles?profile=${info.id}`);
  await settled(page);
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('radio', { name: /^Per ingested sample/ }).check();
  await expect(page).toHaveURL(/per=sample/);
  await expect(page.getByTestId('finding')).toContainText('/sample');
  await page.getByRole('radio', { name: /^Cores/ }).check();
  await expect(page.getByTestId('finding')).toContainText(/\scores?\b/);
  expect(await broken(page)).toEqual([]);
});

test('a diff divides each side by its own seconds; of no target the ingest is not known, and it says so', async ({
  page, scope,
}) => {
  const { before, after } = await demoPair(scope);
  const table = await scope.get<DiffTopTable>(`/diff/top?before=${before}&after=${after}&per=second&limit=1`);
  const [first, second] = await Promise.all([before, after].map(async (id) => {
    const top = await scope.get<TopTable>(`/profiles/${id}/top?limit=1&per=second`);
    return top.total;
  }));
  expect(table.totals.before).toBeCloseTo(first ?? 0, 6);
  expect(table.totals.after).toBeCloseTo(second ?? 0, 6);
  await page.goto(`${scope.url}/diff?before=${before}&after=${after}&per=second`);
  await settled(page);
  await expect(page.getByTestId('finding')).toContainText(/; total CPU \(1\.51 to 1\.76\scores\) is within noise\.$/);
  await page.getByRole('button', { name: 'View options' }).click();
  await expect(page.getByRole('radio', { name: /^Per ingested sample/ })).toBeDisabled();
  await expect(page.getByText(/before: The profile belongs to no target/)).toBeVisible();
});
