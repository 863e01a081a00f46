import type { ProfileInfo, Timeline } from '../../../core/contract/contract.ts';
import { encode } from '../../../server/profile/decode/encode.ts';
import { timed } from '../../../testdata/profiles/timedProfile.ts';
import { broken } from '../accessibility.ts';
import { expect, settled, test } from '../scopeTest.ts';

/** Ten seconds of a program that alternately reads and parses, with a sample every 10 ms. */
const readingAndParsing = timed(
  Array.from({ length: 1000 }, (_, i) => [`main;${i % 200 < 150 ? 'read' : 'parse'} 1`, 1000 + 10 * i] as const)
);

test('a profile whose samples carry a time is walked along it', async ({ page, scope }) => {
  const answer = await fetch(`${scope.url}/api/v1/profiles?name=timed.pb`, {
    method: 'POST', body: Buffer.from(encode(readingAndParsing)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { data: [info] } = await answer.json() as { data: ProfileInfo[] };
  const timeline = await scope.get<Timeline>(`/profiles/${info?.id ?? ''}/timeline?sampleType=cpu`);
  expect(timeline.frames.filter(({ depth }) => depth === 1).length).toBe(10);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/profiles?profile=${info?.id ?? ''}&type=cpu`);
  await settled(page);
  await page.getByRole('tab', { name: 'Time' }).click();
  const drawing = page.getByRole('application', { name: /^Samples along time/ });
  await drawing.focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await expect(page.getByRole('status').filter({ hasText: 'parse: 1.5 s to 2 s, 500 ms, 50 samples' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/seconds=1\.5\/2/);
  await expect(page.getByText('500 ms of 10 s (5 %) are shown.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('table', { name: 'Stretches of time by function' })).toContainText('main');
  expect(await broken(page)).toEqual([]);
});
