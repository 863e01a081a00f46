/**
 * The peers' flame graphs of a file, from the same start to the same end as ours: painted, and a click on a frame has
 * zoomed.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createServer as createSocket, type AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { dropFile, holdFile, newPage, painted, PATIENCE_MS } from './pageBenchBrowser.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.png': 'image/png', '.woff2': 'font/woff2',
};
const SETTLE_MS = 1_000;

export interface StaticSite { url: string; close(): void }

/** The files of the speedscope package, on a port of this machine. */
export async function serveSpeedscope(): Promise<StaticSite> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('speedscope/package.json')), 'dist', 'release');
  const server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', 'http://localhost').pathname;
    const file = path === '/' ? 'index.html' : path.slice(1).replaceAll('..', '');
    readFile(join(folder, file)).then((bytes) => {
      res.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      res.end(bytes);
    }, () => {
      res.statusCode = 404;
      res.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() };
}

/** Drops a profile on its open page and waits until it is drawn; the moment of the drop. */
export async function dropOnSpeedscope(page: Page, site: StaticSite, bytes: Uint8Array): Promise<number> {
  await page.goto(site.url);
  await holdFile(page, 'large.pb.gz', bytes);
  await page.waitForTimeout(SETTLE_MS);
  const started = performance.now();
  await dropFile(page);
  await page.waitForFunction(
    () => document.body.innerText.includes('Left Heavy') && document.querySelectorAll('canvas').length === 3,
    undefined, { polling: 20 }
  );
  await painted(page);
  return started;
}

/** Milliseconds from the drop on its open page. It zooms on a double click. */
export async function speedscopeMs(browser: Browser, site: StaticSite, bytes: Uint8Array): Promise<number> {
  const page = await newPage(browser);
  try {
    const started = await dropOnSpeedscope(page, site, bytes);
    const drawnMs = performance.now() - started;
    return drawnMs + await firstZoomMs(
      page, (x, y) => page.mouse.dblclick(x, y), async () => (await page.screenshot()).toString('base64')
    );
  } finally {
    await page.close();
  }
}

/** Where frames may lie: rows of 20 px from the top of its drawing, several places in each. */
const ROWS_PX = Array.from({ length: 16 }, (_, row) => 155 + 20 * row);
const PLACES_PX = [700, 300, 1000, 120];

/** Milliseconds of the first click that changed the picture; those that met no frame do not count. */
async function firstZoomMs(
  page: Page, click: (x: number, y: number) => Promise<void>, look: () => Promise<string>
): Promise<number> {
  for (const y of ROWS_PX) {
    for (const x of PLACES_PX) {
      await page.mouse.move(x, y);
      await painted(page);
      const before = await look();
      const started = performance.now();
      await click(x, y);
      await painted(page);
      const ms = performance.now() - started;
      await page.waitForTimeout(600);
      if (await look() !== before) return ms;
    }
  }
  throw new Error('speedscope did not zoom wherever it was clicked');
}

/** `go tool pprof -http` of the arguments, once it listens. */
export async function servePprof(args: readonly string[]): Promise<StaticSite> {
  const address = `127.0.0.1:${await freePort()}`;
  const started = performance.now();
  const child = spawn(
    'go', ['tool', 'pprof', '-no_browser', `-http=${address}`, ...args],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true }
  );
  // The command is the parent of the tool itself.
  const close = (): void => { if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL'); };
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => { said += chunk.toString(); });
  while (!said.includes('Serving web UI')) {
    const isLate = performance.now() - started > PATIENCE_MS;
    if (isLate) close();
    if (isLate || child.exitCode !== null) throw new Error(`go tool pprof does not listen: ${said}`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
  return { url: `http://${address}/`, close };
}

/** Milliseconds from the start of `go tool pprof -http`. A click on a frame of its page pivots on it. */
export async function pprofHttpMs(browser: Browser, file: string): Promise<number> {
  const page = await newPage(browser);
  const started = performance.now();
  const site = await servePprof([file]);
  try {
    await page.goto(`${site.url}ui/flamegraph`, { waitUntil: 'commit' });
    const box = await page.waitForFunction(() => {
      const boxes = [...document.querySelectorAll('#stack-chart .boxbg')].map((each) => each.getBoundingClientRect());
      const wide = boxes.filter(({ width, y }) => width > 20 && width < innerWidth * 0.9 && y > 0 && y < innerHeight)
        .sort((a, b) => b.width - a.width)[0];
      return wide === undefined ? null : { x: wide.x + wide.width / 2, y: wide.y + wide.height / 2 };
    }, undefined, { polling: 20 });
    const at = await box.jsonValue();
    if (at === null) throw new Error('the page of go tool pprof has no frame');
    await painted(page);
    await page.mouse.click(at.x, at.y);
    await page.waitForFunction(() => new URL(location.href).searchParams.has('p'), undefined, { polling: 5 });
    await painted(page);
    return performance.now() - started;
  } finally {
    await page.close();
    site.close();
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}

/** Where `go` is missing, a sentence; else null. */
export async function goIsMissing(): Promise<string | null> {
  try {
    await promisify(execFile)('go', ['version']);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 'go is not installed (or not on the PATH), so nothing to compare with';
  }
}
