import { expect, settled, test } from './scopeTest.ts';

interface Spikes { causes: { cause: string; count: number }[]; spikes: unknown[] }

test('spikes of memory and scrapes: headline, table of causes and card say what the one answer has', async (
  { page, scope, request }
) => {
  const path = `${scope.url}/api/v1/targets/demo-incident`;
  const answer = await (await request.get(`${path}/spikes`)).json() as { data: Spikes & { others: (Spikes & {
    quantity: string }
  )[] } };
  const gc = await (await request.get(`${path}/panels/gc-cpu`)).json() as { data: { spikes: Spikes } };
  expect(answer.data.spikes).toEqual(gc.data.spikes.spikes);
  const memory = answer.data.others.find(({ quantity }) => quantity === 'resident-memory');
  const [first] = memory?.causes ?? [];
  expect(first?.cause).toBe('compaction');

  await page.goto(`${scope.url}/memory?target=demo-incident`);
  await settled(page);
  await expect(page.getByText(/compaction makes \d+\s% of its spikes/).first()).toBeVisible();
  const table = page.getByRole('table', { name: 'Causes of memory spikes' });
  await expect(table.getByRole('row', { name: /^compaction/ })).toContainText(String(first?.count));

  const plot = page.locator('.u-over').first();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('no plot');
  const texts: string[] = [];
  for (let x = 4; x < box.width - 4; x += 4) {
    await page.mouse.move(box.x + x, box.y + box.height / 2);
    texts.push((await page.getByTestId('hover-card').textContent()) ?? '');
  }
  expect(texts.some((text) => /memory spike .*, compaction, .* above quiet/.test(text))).toBe(true);

  await page.goto(`${scope.url}/scrapes?target=demo-incident`);
  await expect(page.getByRole('table', { name: 'Causes of scrape-time spikes' })).toBeVisible();
});
