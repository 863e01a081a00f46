import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import type { Target } from '../../../core/contract/contract.ts';
import { pageRoutes } from './pageRoutes.ts';

const webDir = mkdtempSync(join(tmpdir(), 'tsdbscope-page-'));
let server: Server;
let url: string;
let targets: () => Promise<readonly Target[]>;

// Contains only the fields that identify a target and its window.
const named = (name: string): Target => ({ name, url: null, state: 'up', recorded: null } as unknown as Target);

beforeAll(async () => {
  writeFileSync(
    join(webDir, 'index.html'),
    '<html><head><title>tsdbscope</title><link rel="stylesheet" href="/assets/first.css"></head></html>'
  );
  writeFileSync(
    join(webDir, 'page-code.json'), JSON.stringify({ 'overview': ['assets/a.css', 'assets/a.js'], 'gc-cpu': [] })
  );
  const clock = { ...systemClock, nowMs: () => 7_200_000 };
  const app = express();
  app.use(pageRoutes({ webDir, opened: () => undefined, targets: () => targets(), clock }));
  server = createServer(app);
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(webDir, { recursive: true });
});

const page = async (path: string): Promise<string> => (await fetch(url + path)).text();

describe('the HTML of a page', () => {
  it('names the code and the first questions of the overview', async () => {
    targets = () => Promise.resolve([named('prom')]);
    const html = await page('/?range=5m');
    expect(html).toContain('<link rel="stylesheet" crossorigin href="./assets/a.css" />');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="./assets/a.js" />');
    expect([...html.matchAll(/href="([^"]+)" crossorigin data-first/g)].map(([, href]) => href)).toEqual([
      './api/v1/targets/prom/lines?start=6900.000&amp;end=7200.000',
      './api/v1/targets/prom/findings?start=6900.000&amp;end=7200.000',
    ]);
    expect(html.indexOf('data-first')).toBeLessThan(html.indexOf('<title>'));
    // Its rules win over those of all pages.
    expect(html.indexOf('a.css')).toBeGreaterThan(html.indexOf('first.css'));
  });

  it('asks for the panel on the page of a panel, for nothing elsewhere', async () => {
    targets = () => Promise.resolve([named('prom')]);
    expect(await page('/gc-cpu')).toContain('/panels/gc-cpu?');
    expect(await page('/diff')).not.toContain('data-first');
    expect(await page('/no/where')).not.toContain('data-first');
  });

  it('is not changed by the name of a target', async () => {
    targets = () => Promise.resolve([named('"><script>$&\'</script>')]);
    const html = await page('/');
    expect(html).not.toContain('<script');
    expect(html).toContain('targets/%22%3E%3Cscript%3E%24%26');
  });

  it('does not wait for a list of targets that does not come, and stands where there is none', async () => {
    targets = () => new Promise(() => undefined);
    expect(await page('/')).not.toContain('data-first');
    targets = () => Promise.reject(new Error('no list'));
    expect(await page('/')).not.toContain('data-first');
    targets = () => Promise.resolve([]);
    expect(await page('/')).toContain('assets/a.js');
  });

  it('is no page for a file or an address of the API', async () => {
    targets = () => Promise.resolve([]);
    expect((await fetch(`${url}/nothing.js`)).status).toBe(404);
    expect((await fetch(`${url}/api/nothing`)).status).toBe(404);
  });
});
