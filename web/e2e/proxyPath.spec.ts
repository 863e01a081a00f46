import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, settled, test } from './scopeTest.ts';

const PREFIX = '/tools/scope';
let proxy: Server;
/** Requested paths as received, including those of a shared worker, which the page's own events omit. */
let asked: string[];

/**
 * Starts a proxy like nginx with a `location /tools/scope/`: it strips the path, and knows nothing else of this host.
 */
async function prefixed(upstream: string): Promise<string> {
  asked = [];
  proxy = createServer((req, res) => {
    asked.push(req.url ?? '');
    if (req.url?.startsWith(`${PREFIX}/`) !== true) {
      res.writeHead(404).end('not of tsdbscope');
      return;
    }
    const headers = { ...req.headers, host: new URL(upstream).host };
    const on = request(new URL(req.url.slice(PREFIX.length), upstream), { method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    on.on('error', () => res.destroy());
    req.pipe(on);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`;
}

test.afterEach(() => {
  proxy.close();
  proxy.closeAllConnections();
});

test('behind a proxy with a path prefix: pages, links, reload, downloads', async ({ page, scope, complaints }) => {
  const base = await prefixed(scope.url);
  await page.goto(`${base}/?target=demo-incident`);
  await settled(page);
  await page.getByRole('navigation').getByRole('link', { name: /^Compact/ }).first().click();
  await expect(page).toHaveURL(`${base}/compaction?target=demo-incident`);
  await settled(page);
  await expect(page.getByTestId('finding')).toHaveAttribute('data-code', /compaction/);
  await page.reload();
  await settled(page);
  await expect(page.getByTestId('finding')).toHaveAttribute('data-code', /compaction/);
  await page.goto(`${base}/profiles`);
  const link = page.getByRole('link', { name: 'Download' }).first();
  expect((await page.request.get(new URL(await link.getAttribute('href') ?? '', base).href)).status()).toBe(200);
  await page.goBack();
  await expect(page).toHaveURL(`${base}/compaction?target=demo-incident`);
  expect(complaints).toEqual([]);
});

test('behind a proxy with a path prefix: a live embed that links to its page', async ({ page, scope, complaints }) => {
  const base = await prefixed(scope.url);
  const made = await page.request.post(`${base}/api/v1/embeds`, { data: { panel: 'gc-cpu', target: 'demo-incident' } });
  const { data } = (await made.json()) as { data: { url: string } };
  await page.goto(`${base}${new URL(data.url).pathname}`);
  await expect(page.getByTestId('finding')).toContainText(/GC takes .* of\sCPU/);
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect.poll(() => asked.some((path) => path.startsWith(`${PREFIX}/embed/stream?`))).toBe(true);
  await page.getByRole('link', { name: 'Open in tsdbscope' }).evaluate((link) => { link.removeAttribute('target'); });
  await page.getByRole('link', { name: 'Open in tsdbscope' }).click();
  await expect(page).toHaveURL(new RegExp(`^${base}/gc-cpu\\?`));
  await settled(page);
  expect(complaints).toEqual([]);
});
