import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ProfileInfo, Target } from '../../core/contract/contract.ts';
import type { Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { expectChoicesCopied, expectCopied } from './copiedAddress.ts';
import { demoPair, expect, test } from './scopeTest.ts';

const TRACES = join(import.meta.dirname, '..', '..', 'testdata', 'traces');

const query = (url: string): URLSearchParams => new URL(url).searchParams;

test('the fold and charts shown as tables are in the address and survive a reload', async ({ page, scope }) => {
  await page.goto(`${scope.url}/compaction?target=demo-incident`);
  await page.getByRole('radiogroup', { name: 'Fold period' }).getByText(/^×3/).click();
  await expect.poll(() => query(page.url()).get('fold')).toBe('3');
  await page.getByRole('button', { name: /three block ranges.*show as table/ }).click();
  await expect.poll(() => query(page.url()).get('tables')).toContain('three-block-ranges');
  await page.reload();
  await expect(page.getByRole('button', { name: /three block ranges.*show as chart/ })).toBeVisible();
  await page.getByRole('button', { name: /three block ranges.*show as chart/ }).click();
  await expect.poll(() => query(page.url()).get('tables')).toBeNull();
});

test('"?" explains the profile pages as it does the panels', async ({ page, scope }) => {
  for (const [path, words] of [['/profiles', 'flat, cum'], ['/diff', 'New, gone']] as const) {
    await page.goto(`${scope.url}${path}`);
    await expect(page.getByRole('button', { name: 'How this is computed' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
  }
});

/** Pages to open; the overview is in gate/overview.spec.ts. */
const PAGES: readonly [name: string, path: string, hasParts?: 'none'][] = [
  ['the fleet', '/fleet?search=demo', 'none'],
  ['GC & CPU', '/gc-cpu?target=demo-incident'], ['compaction', '/compaction?target=demo-incident'],
  ['WAL replay', '/wal-replay?target=demo-wal-replay'], ['memory', '/memory?target=demo-incident'],
  ['scrapes', '/scrapes?target=demo-incident'], ['the list of profiles', '/profiles'],
  ['tsdbscope itself', '/self', 'none'],
  ['a profile as a table', '/profiles?profile=BEFORE&view=table'],
  ['a profile\'s function', '/profiles?profile=BEFORE&view=function&function=runtime.scanobject'],
  ['a profile\'s labels', '/profiles?profile=BEFORE&view=labels', 'none'],
  ['an execution trace', '/profiles?profile=TRACE'],
  ['a diff as a table', '/diff?before=BEFORE&after=AFTER&view=table'],
];

for (const [name, path, hasParts] of PAGES) {
  test(`a copied address shows what ${name} shows: open parts, sorted tables`, async ({ page, scope, browser }) => {
    const { before, after } = await demoPair(scope);
    const trace = path.includes('TRACE') ? await addedTrace(scope) : '';
    await page.goto(scope.url + path.replace('BEFORE', before).replace('AFTER', after).replace('TRACE', trace));
    await expectChoicesCopied(page, browser, hasParts !== 'none');
  });
}

async function addedTrace(scope: Tsdbscope): Promise<string> {
  const bytes = gunzipSync(readFileSync(join(TRACES, 'go1.26.trace.gz')));
  const posted = await scope.fetch('/api/v1/profiles?name=copied.trace', { method: 'POST', body: bytes });
  const { data } = (await posted.json()) as { data: ProfileInfo[] };
  return data[0]?.id ?? '';
}

test('a copied address has the targets of the overlay, the what-if, the drawers and the chosen profiles',
  async ({ page, scope, browser }) => {
    await page.goto(`${scope.url}/compaction?target=demo-incident&open=targets`);
    await page.getByRole('group', { name: 'Targets to compare' }).getByRole('checkbox').first().check();
    expect((await expectCopied(page, browser))['checked']).not.toEqual([]);

    await page.goto(`${scope.url}/gc-cpu?target=demo-incident`);
    const slider = page.getByRole('slider').first();
    await slider.focus();
    await slider.press('ArrowRight');
    await slider.press('ArrowRight');
    await expect.poll(() => query(page.url()).get('gogc')).not.toBeNull();
    await expectCopied(page, browser);
    await page.getByRole('button', { name: 'How this is computed' }).first().click();
    await expect.poll(() => query(page.url()).get('open')).toBe('how');
    expect((await expectCopied(page, browser))['dialogs']).toEqual(['How this is computed']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Figures', exact: true }).click();
    expect((await expectCopied(page, browser))['dialogs']).toHaveLength(1);

    await page.goto(`${scope.url}/profiles`);
    await expect(page.getByRole('table', { name: 'Stored profiles' }).getByRole('checkbox').first()).toBeVisible();
    for (const box of (await page.getByRole('table').getByRole('checkbox').all()).slice(0, 2)) await box.check();
    expect((await expectCopied(page, browser))['checked']).toHaveLength(2);
  });

test('an address as of a moment is asked and shown as of it, with the way to now', async ({ page, scope }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { recorded } = await scope.get<Target>('/targets/demo-incident');
  const end = recorded?.end ?? NaN;
  const range = new URLSearchParams({ start: String(end - 300), end: String(end), asOf: String(end) });
  await page.goto(`${scope.url}/scrapes?target=demo-incident&${range.toString()}`);
  await expect(page.getByTestId('finding')).toBeVisible();
  const ofPanel = (): string[] => asked.filter((url) => url.includes('/panels/scrapes?'));
  expect(ofPanel().every((url) => new URL(url).searchParams.get('asOf') === end.toFixed(3))).toBe(true);
  await expect(page.getByText('This page shows the state as of')).toBeVisible();
  await page.getByRole('button', { name: 'Show now' }).click();
  await expect(page).not.toHaveURL(/asOf|start/);
  await expect(page.getByText('This page shows the state as of')).toBeHidden();
});
