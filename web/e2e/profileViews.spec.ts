import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ProfileInfo } from '../../core/contract/contract.ts';
import { demoPair, expect, settled, test } from './scopeTest.ts';
import type { Tsdbscope } from '../../server/integration/lab/tsdbscopeProcess.ts';

const TESTDATA = join(import.meta.dirname, '..', '..', 'server', 'testdata', 'profiles');
const VIEWS = ['flame', 'table', 'function', 'graph', 'labels'];
/** Views of addresses from before, each with the tab that it opens now and the tab of the function within it. */
const OLD_VIEWS: [string, string, string | null][] = [
  ['flame', 'Flame', null], ['top', 'Table', null], ['subsystems', 'Table', null], ['graph', 'Graph', null],
  ['labels', 'Labels', null], ['peek', 'Function', 'callers'], ['lines', 'Function', 'lines'],
  ['sandwich', 'Function', 'sandwich'],
];

async function added(scope: Tsdbscope, path: string): Promise<string> {
  const posted = await scope.fetch(
    `/api/v1/profiles?name=${encodeURIComponent(path)}`, { method: 'POST', body: readFileSync(join(TESTDATA, path)) }
  );
  const { data } = (await posted.json()) as { data: ProfileInfo[] };
  return data[0]?.id ?? '';
}

async function diffUrl(scope: Tsdbscope, query = ''): Promise<string> {
  const { before, after } = await demoPair(scope);
  return `${scope.url}/diff?before=${before}&after=${after}${query}`;
}

async function beforeUrl(scope: Tsdbscope, query = ''): Promise<string> {
  return `${scope.url}/profiles?profile=${(await demoPair(scope)).before}${query}`;
}

function query(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}

const search = (page: Page) => page.getByRole('textbox', { name: 'Search functions' });
const found = (page: Page) => page.getByRole('tabpanel').or(page.getByRole('main')).getByRole('status');

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
      await expect(page.getByTestId('finding')).toContainText(/75\.2\ss/);
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
  // Callers grow upwards: who calls stands over the function itself.
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
  await search(page).fill('scanobject');
  await expect(found(page).filter({ hasText: /1 of 263 functions, flat 8\.99 s → 1\.85 s/ })).toBeVisible();
  await expect(node).toHaveAttribute('data-found', '');
  await node.focus();
  await page.keyboard.press('Enter');
  await expect(node).toHaveAttribute('aria-pressed', 'true');
  expect(query(page).get('function')).toBe('runtime.scanobject');
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

test('each view is copied as the go tool pprof command that gives it', async ({ page, scope, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const forms: [string, string][] = [
    ['top', '-top'], ['peek', "'-peek=^runtime\\.scanobject$'"], ['lines', "'-list=^runtime\\.scanobject$'"],
    ['graph', '-svg'], ['flame', '-http=localhost:8081'],
  ];
  const { before, after } = await demoPair(scope);
  for (const [view, flag] of forms) {
    await page.goto(await diffUrl(scope, `&view=${view}&function=runtime.scanobject&focus=gc`));
    await settled(page);
    if (view !== 'peek' && view !== 'lines') await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    // The command of the view is the first.
    await page.getByRole('menuitem', { name: /^-/ }).first().click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied, view).toContain(`go tool pprof ${flag}`);
    expect(copied).toContain(
      `-sample_index=cpu -focus=gc -diff_base=${scope.url}/api/v1/profiles/${before}/download `
        + `${scope.url}/api/v1/profiles/${after}/download`
    );
  }
});

test('a diff is normalized by a function chosen from the list, and by the selected one', async ({ page, scope }) => {
  await page.goto(await diffUrl(scope, '&view=top&search=bigEndian'));
  await settled(page);
  await page.getByRole('combobox', { name: 'normalize' }).selectOption({ label: 'by reference function …' });
  await page.getByRole('combobox', { name: 'reference function' }).fill('bigEndian.Uint16');
  await page.getByRole('option', { name: /bigEndian\.Uint16/ }).first().click();
  await settled(page);
  await page.getByRole('button', { name: 'evidence' }).click();
  await expect(page.getByRole('dialog')).toContainText(/scaled so that binary\.bigEndian\.Uint16 is equal/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: / binary\.bigEndian\.Uint16 / })).toContainText(/6\.05 s.*6\.05 s/);
  expect(query(page).get('normalize')).toBe('function:encoding/binary.bigEndian.Uint16');
  await page.goto(await diffUrl(scope, '&view=peek&function=runtime.memmove'));
  await settled(page);
  await page.getByRole('button', { name: 'Use as reference function' }).click();
  await settled(page);
  expect(query(page).get('normalize')).toBe('function:runtime.memmove');
});

test('a view is taken away as a file of every form that is offered', async ({ page, scope }) => {
  for (const view of VIEWS) {
    await page.goto(await diffUrl(scope, `&view=${view}${view === 'function' ? '&function=runtime.scanobject' : ''}`));
    await settled(page);
    await page.getByRole('button', { name: 'Share' }).click({ force: true });
    for (const item of await page.locator('[role="menuitem"][href]').all()) {
      const answer = await scope.fetch((await item.getAttribute('href')) ?? '');
      expect(answer.status, `${view}: ${await item.textContent()}`).toBe(200);
      expect((await answer.text()).length).toBeGreaterThan(20);
    }
    await page.keyboard.press('Escape');
  }
  await page.goto(await beforeUrl(scope, '&view=top'));
  await settled(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const [
    download,
  ] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /^CSV/ }).click()]);
  const rows = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(rows[0]).toContain('flat_nanoseconds');
  expect(rows[1]).toContain('8990000000');
});

test('filters are set in their form, kept in the address, and removed by their chip', async ({ page, scope }) => {
  await page.goto(await diffUrl(scope, '&view=top'));
  await settled(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'focus', exact: true }).fill('gcDrain');
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'granularity' }).selectOption('lines');
  await form.getByRole('checkbox', { name: 'no inlines' }).check();
  await page.keyboard.press('Escape');
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText(/focus gcDrain/);
  await settled(page);
  expect([query(page).get('focus'), query(page).get('granularity'), query(page).get('noinlines')])
    .toEqual(['gcDrain', 'lines', '1']);
  await expect(page.getByRole('row', { name: /mgcmark\.go:\d+/ }).first()).toBeVisible();
  await page.reload();
  await settled(page);
  await expect(page.getByRole('button', { name: '3 filters' })).toBeVisible();
  await chips.getByRole('button', { name: /Remove rows are lines/ }).click();
  await expect(chips).not.toContainText('lines');
  expect(query(page).get('granularity')).toBeNull();
});

test('labels are a table by one of them, and a value becomes a filter', async ({ page, scope }) => {
  const id = await added(scope, 'goprofiles/before/labels.cpu.pb.gz');
  await page.goto(`${scope.url}/profiles?profile=${id}&view=labels`);
  await settled(page);
  const label = page.getByRole('combobox', { name: 'Label' });
  await expect(label).toBeVisible();
  const value = page.getByRole('region', { name: /Samples by/ }).getByRole('row').nth(1).getByRole('button');
  const name = (await value.textContent()) ?? '';
  await value.click();
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('tagfocus');
  expect(query(page).get('tagfocus')).toContain(name);
});

test('two groups are compared, and the page says by what test', async ({ page, scope }) => {
  for (const name of ['quiet-2', 'quiet-3', 'quiet-4', 'compact-1', 'compact-4', 'wal-after'])
    await added(scope, `recordings/${name}.cpu.pb.gz`);
  await page.goto(`${scope.url}/profiles`);
  await settled(page);
  for (
    const name of [
      'recordings/quiet-2', 'recordings/quiet-3', 'recordings/quiet-4', 'recordings/compact-4', 'recordings/wal-after',
    ]
  ) {
    await page.getByRole('checkbox', { name: new RegExp(`Select .*${name.split('/')[1] ?? ''}`) }).check();
  }
  await page.getByRole('group', { name: /before|after/ }).getByRole('button', { name: /compact-4/ }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await settled(page);
  await expect(page.getByRole('button', { name: /(before|after): \d profiles as one group/ })).toHaveCount(2);
  expect(query(page).get('before')?.split(',').length).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'evidence' }).click();
  await expect(page.getByRole('dialog')).toContainText(/rank|moderated|sample counts/i);
});

test('names with HTML stay text in every view', async ({ page, scope }) => {
  let ran = false;
  page.on('dialog', (dialog) => {
    ran = true;
    void dialog.dismiss();
  });
  const id = await added(scope, 'malformed/valid-html-names.pb.gz');
  const top = await scope.get<{ rows: { function: string }[] }>(`/profiles/${id}/top`);
  const hostile = top.rows.find((row) => row.function.includes('<'))?.function ?? '';
  expect(hostile).toContain('<');
  for (const path of [`/profiles?profile=${id}`, `/diff?before=${id}&after=${id}`]) {
    for (const view of VIEWS) {
      await page.goto(`${scope.url}${path}&view=${view}&function=${encodeURIComponent(hostile)}`);
      await settled(page);
      expect(await page.locator('main script, main img[src="x"], main iframe, main foreignObject img').count(), view)
        .toBe(0);
    }
  }
  expect(ran).toBe(false);
});

test('no view is wider than a phone, and none jumps as it comes in', async ({ page, scope }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    let moved = 0;
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number')
        moved += entry.value;
      Object.assign(window, { moved });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const view of VIEWS) {
    await page.goto(await diffUrl(scope, `&view=${view}&function=runtime.scanobject`));
    await settled(page);
    await expect(page.getByRole('tab', { selected: true }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(390);
    const moved = await page.evaluate(() => ('moved' in window ? Number(window.moved) : NaN));
    // Above 0.1 is what the web's own measure calls in need of mending.
    expect(moved, view).toBeLessThan(0.1);
  }
});
