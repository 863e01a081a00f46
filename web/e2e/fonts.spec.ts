import { watchShifts } from './pictures/layoutShift.ts';
import { expect, settled, test } from './scopeTest.ts';

const isDrawnIn = (face: string): boolean => [...document.fonts].some(
  ({ family, status }) => family.includes(face) && status === 'loaded'
) && getComputedStyle(document.body).fontFamily.startsWith('"IBM Plex Sans"');

test('the page is set in IBM Plex from its own server, and nothing moves when a late file arrives', async (
  { page, scope }
) => {
  const foreign: string[] = [];
  page.on('request', (request) => { if (!request.url().startsWith(scope.url)) foreign.push(request.url()); });
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => { release = resolve; });
  await page.route('**/*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  const shifts = await watchShifts(page);
  await page.goto(`${scope.url}/gc-cpu?target=demo-incident`, { waitUntil: 'domcontentloaded' });
  await settled(page);
  // Text is shown before its font arrives.
  await expect(page.getByTestId('finding')).toBeVisible();
  expect(await page.evaluate(isDrawnIn, 'IBM Plex Sans')).toBe(false);
  release?.();
  await page.waitForFunction(isDrawnIn, 'IBM Plex Sans');
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  const { sum, moved } = await shifts();
  expect(sum, moved.join('; ')).toBeLessThanOrEqual(0.02);
  expect(foreign.filter((url) => !url.startsWith('data:'))).toEqual([]);
});
