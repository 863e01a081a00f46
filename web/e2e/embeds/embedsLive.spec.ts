import { expect, frameOf, shows, test } from './embedTest.ts';
import { countConnections, htmlPage } from './runbookSite.ts';
import { watch } from '../scopeTest.ts';

test('a live embed that is revoked says so without a reload', async ({ page, lab }) => {
  const { allowed, embed, scope, site } = lab;
  const made = await embed({ panel: 'scrapes', target: 'played', range: { last: '5m' } });
  site.put('/revoked', htmlPage(made.iframe ?? ''));
  await page.goto(`${allowed}/revoked`);
  await expect(frameOf(page).getByTestId('age')).toContainText('Live, data');
  await scope.fetch(`/api/v1/embeds/${made.id}`, { method: 'DELETE' });
  await expect(frameOf(page).getByTestId('gone')).toContainText('revoked', { timeout: 60_000 });
});

test('a target that is down: the last chart stays, with why and how old', async ({ page, lab }) => {
  const { allowed, embed, site, target } = lab;
  const made = await embed({ panel: 'gc-cpu', target: 'played', range: { last: '5m' } });
  site.put('/down', htmlPage(made.iframe ?? ''));
  await page.goto(`${allowed}/down`);
  await expect(frameOf(page).getByTestId('age')).toContainText('Live, data');
  target.setDown(true);
  try {
    await expect(frameOf(page).getByTestId('age'))
      .toContainText(/^Last data \d+ \w+ old: "played" does not answer/, { timeout: 90_000 });
    await shows(frameOf(page));
    await page.reload();
    await expect(frameOf(page).getByTestId('age')).toContainText(/^Last data/, { timeout: 60_000 });
    await shows(frameOf(page));
  } finally {
    target.setDown(false);
  }
  await expect(frameOf(page).getByTestId('age')).toContainText('Live, data', { timeout: 120_000 });
});

test('20 live embeds in one page: all live over at most two connections, and no error', async ({ page, lab }) => {
  const { allowed, embed, scope, site, target } = lab;
  const proxy = await countConnections(Number(new URL(scope.url).port));
  const complaints: string[] = [];
  watch(page, complaints);
  try {
    const panels = ['gc-cpu', 'memory', 'scrapes', 'compaction'] as const;
    const made = await Promise.all(
      Array.from(
        { length: 20 },
        (_, i) =>
          embed({ panel: panels[i % 4] ?? 'gc-cpu', target: 'played', range: { last: `${1 + Math.floor(i / 4)}m` } })
      )
    );
    const frames = made.map(({ url }) => `<iframe src="http://127.0.0.1:${proxy.port}${new URL(url).pathname}" `
      + 'title="panel" width="280" height="160"></iframe>').join('');
    site.put('/twenty', htmlPage(frames));
    await page.setViewportSize({ width: 1_500, height: 900 });
    await page.goto(`${allowed}/twenty`);
    const live = (): Promise<number> =>
      Promise.all(made.map((_, i) => frameOf(page, i).locator('.age').getAttribute('data-kind', { timeout: 60_000 })))
        .then((kinds) => kinds.filter((kind) => kind === 'live').length);
    await expect.poll(live, { timeout: 120_000 }).toBe(20);
    // Idle connections of a page load, as many as the browser opened, are closed.
    await expect.poll(() => proxy.open(), { timeout: 60_000 }).toBeLessThanOrEqual(2);
    const open = new Set<number>();
    const scraped = target.scrapes() + 20;
    await expect.poll(() => {
      open.add(proxy.open());
      return target.scrapes();
    }, { timeout: 120_000, intervals: [250] }).toBeGreaterThan(scraped);
    expect([1, 2]).toContain(Math.max(...open));
    await expect.poll(live, { timeout: 60_000 }).toBe(20);
    expect(complaints).toEqual([]);
  } finally {
    proxy.close();
  }
});

test('the server goes away and comes back: reported meanwhile, live again without a reload', async ({ page, lab }) => {
  const { embed, scope } = lab;
  const made = await embed({ panel: 'scrapes', target: 'played', range: { last: '2m' } });
  const upstream = Number(new URL(scope.url).port);
  let proxy = await countConnections(upstream);
  const { port } = proxy;
  await page.goto(`http://127.0.0.1:${port}${new URL(made.url).pathname}`);
  await expect(page.getByTestId('age')).toContainText('Live, data');
  proxy.close();
  await expect(page.getByTestId('age')).toContainText('tsdbscope does not answer', { timeout: 60_000 });
  await expect(page.locator('canvas').first()).toBeVisible();
  proxy = await countConnections(upstream, port);
  await expect(page.getByTestId('age')).toContainText('Live, data', { timeout: 60_000 });
  proxy.close();
});
