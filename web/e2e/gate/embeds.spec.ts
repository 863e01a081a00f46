import { embedOf, frameOf, isDrawn, shows } from '../embeds/embedTest.ts';
import { htmlPage } from '../embeds/runbookSite.ts';
import { expect, test } from '../scopeTest.ts';

test('a runbook of an allowed origin shows frame, SVG and PNG; of another, pictures only', async (
  { page, scope, site, complaints }
) => {
  const made = await embedOf(scope, { panel: 'scrapes', target: 'demo-incident', frozen: true });
  site.put(
    '/mixed',
    htmlPage(
      `${made.iframe ?? ''}<img id="svg" src="${made.svgUrl}" alt="SVG"><img id="png" src="${made.imageUrl}" alt="PNG">`
    )
  );
  await page.goto(`http://localhost:${site.port}/mixed`);
  await shows(frameOf(page));
  await expect(frameOf(page).getByRole('heading', { level: 1 })).toHaveText('Scrapes · demo-incident');
  await expect(frameOf(page).getByTestId('age')).toContainText('Frozen at 2026-');
  for (const id of ['#svg', '#png']) await expect.poll(() => page.locator(id).evaluate(isDrawn)).toBe(true);

  expect(complaints).toEqual([]);
  // The same site by another name is another origin.
  await page.goto(`http://127.0.0.1:${site.port}/mixed`);
  for (const id of ['#svg', '#png']) await expect.poll(() => page.locator(id).evaluate(isDrawn)).toBe(true);
  await expect(frameOf(page).getByTestId('finding')).toHaveCount(0);
  await expect.poll(() => complaints).toEqual([expect.stringContaining('frame-ancestors')]);
  complaints.splice(0);
  expect(page.frames().filter((frame) => frame.url().startsWith(scope.url))).toEqual([]);
});
