import { expect, settled, test } from '../scopeTest.ts';
import { beforeUrl, diffUrl, found, query, search } from './profilePage.ts';

/** Views of older addresses, each with the tab that it opens now and the tab of the function within it. */
const OLD_VIEWS: [string, string, string | null][] = [
  ['flame', 'Flame', null], ['top', 'Table', null], ['subsystems', 'Table', null], ['graph', 'Graph', null],
  ['labels', 'Labels', null], ['peek', 'Function', 'callers'], ['lines', 'Function', 'lines'],
  ['sandwich', 'Function', 'sandwich'],
];

test('every view opens by its tab and from its address, also one from before', async ({ page, scope }) => {
  for (
    const url of [
      await beforeUrl(scope, '&function=runtime.scanobject'), await diffUrl(scope, '&function=runtime.scanobject'),
    ]
  ) {
    for (const [view, name, tab] of OLD_VIEWS) {
      await page.goto(`${url}&view=${view}`);
      await settled(page);
      await expect(page.getByRole('tab', { name, exact: true }), view).toHaveAttribute('aria-selected', 'true');
      if (tab !== null)
        await expect(page.getByRole('tab', { name: tab, exact: true }), view).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByTestId('finding')).toContainText(/75\.2(\ss| to 51\ss)/);
    }
    await page.getByRole('tab', { name: 'Table' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Function' })).toHaveAttribute('aria-selected', 'true');
    expect(query(page).get('view')).toBe('function');
  }
});

test('the sandwich has the function between callers and callees, on a profile and a diff', async ({ page, scope }) => {
  await page.goto(await beforeUrl(scope, '&view=sandwich&function=runtime.scanobject'));
  await settled(page);
  const above = page.getByRole('tree', { name: /Callers of the function/ });
  const below = page.getByRole('tree', { name: /Callees of the function/ });
  await expect(above.getByRole('treeitem', { name: /gcDrainN/ }).first()).toBeVisible();
  await expect(below.getByRole('treeitem', { name: /findObject/ }).first()).toBeVisible();
  // Callers grow upwards: they are above the function itself.
  const caller = await above.getByRole('treeitem', { name: /gcDrainN/ }).first().boundingBox();
  const itself = await above.getByRole('treeitem').first().boundingBox();
  expect(caller?.y ?? 0).toBeLessThan((itself?.y ?? 0) + 1);
  await page.goto(await diffUrl(scope, '&view=sandwich&function=runtime.scanobject'));
  await settled(page);
  await expect(page.getByRole('region', { name: 'Selected function' })).toContainText(/17\.9 s → 4\.42 s/);
  await expect(
    page.getByRole('tree', { name: /Callers of the function/ })
      .getByRole('treeitem', { name: /gcDrainN.*11\.5 s to 200 ms/ }).first()
  ).toBeVisible();
});

test('callers and callees are those of go tool pprof -peek, and lead on', async ({ page, scope }) => {
  await page.goto(await beforeUrl(scope, '&view=peek'));
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Choose a function' })).toBeVisible();
  await page.getByRole('row', { name: /^runtime\.scanobject/ }).click();
  const callers = page.getByRole('region', { name: 'Callers', exact: true }).first();
  await expect(callers.getByRole('row', { name: /runtime\.gcDrainN/ })).toContainText(/11\.5 s.*64\.4 %/);
  await callers.getByRole('row', { name: /runtime\.gcDrainN/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'runtime.gcDrainN' })).toBeVisible();
  expect(query(page).get('function')).toBe('runtime.gcDrainN');
});

test('the call graph contains no script, can be searched; a node selects its function', async ({ page, scope }) => {
  await page.goto(await diffUrl(scope, '&view=graph'));
  await settled(page);
  const graph = page.getByRole('region', { name: 'Call graph' }).last();
  const node = graph.getByRole('button', { name: /^runtime\.scanobject / });
  await expect(node).toBeVisible();
  expect(await graph.locator('script, image, a, foreignObject, style, use, iframe').count()).toBe(0);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(/scale=\d+/);
  const [zoomed, width] = [page.url(), await graph.locator('svg').first().getAttribute('width')];
  await page.reload();
  await settled(page);
  expect(page.url()).toBe(zoomed);
  await expect(graph.locator('svg').first()).toHaveAttribute('width', width ?? '');
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await expect(page).not.toHaveURL(/scale=/);
  await search(page).fill('scanobject');
  await expect(found(page).filter({ hasText: /1 of 263 functions, flat 8\.99 s → 1\.85 s/ })).toBeVisible();
  await expect(node).toHaveAttribute('data-found', '');
  await node.focus();
  await page.keyboard.press('Enter');
  await expect(node).toHaveAttribute('aria-pressed', 'true');
  expect(query(page).get('function')).toBe('runtime.scanobject');
  // The function's drawer receives the keys until it is closed.
  await page.keyboard.press('Escape');
  await node.focus();
  const wide = (await graph.locator('svg').boundingBox())?.width ?? 0;
  await page.keyboard.press('+');
  await expect.poll(async () => (await graph.locator('svg').boundingBox())?.width ?? 0).toBeGreaterThan(wide);
  await page.keyboard.press('0');
  await expect.poll(async () => (await graph.locator('svg').boundingBox())?.width ?? 0).toBeCloseTo(wide, 0);
});

test('each view is searched by a regular expression and says what the matches add up to', async ({ page, scope }) => {
  // go tool pprof -top of before: runtime.scanobject 8.99 s, runtime.findObject 5.43 s.
  const words: [string, string, RegExp][] = [
    ['top', '^runtime\\.(scanobject|findObject)$', /2 of \d+ functions, flat 14\.4 s \(19\.2 %\)/],
    ['peek', '^runtime\\.(scanobject|findObject)$', /2 of \d+ functions, flat 14\.4 s \(19\.2 %\)/],
    ['top', 'zebra', /no match among \d+ functions/],
  ];
  for (const [view, pattern, expected] of words) {
    await page.goto(await beforeUrl(scope, `&view=${view}`));
    await settled(page);
    await search(page).fill(pattern);
    await expect(found(page).filter({ hasText: expected }), view).toBeVisible();
    expect(query(page).get('search')).toBe(pattern);
  }
  await search(page).fill('(');
  await expect(page.getByText(/Not a regular expression/)).toBeVisible();
});

test('the order of the table is in the address', async ({ page, scope }) => {
  await page.goto(await beforeUrl(scope, '&view=top'));
  await settled(page);
  await page.getByRole('button', { name: 'cum', exact: true }).click();
  expect(query(page).get('sort')).toBe('-cum');
  await page.reload();
  await settled(page);
  await expect(page.getByRole('columnheader', { name: 'cum', exact: true })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText(/65\.17/);
});
