/**
 * Environment of tsdbscope in the tests and the bench of embeds: a page of another origin, a target that can go down, a
 * proxy that counts.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  connect, createServer as createSocket, type AddressInfo, type Server as SocketServer, type Socket,
} from 'node:net';

/** Pages by path, on every loopback address; `localhost` and `127.0.0.1` are two origins. */
export interface RunbookSite { port: number; put(path: string, html: string): void; close(): void }

function portOf(server: Server | SocketServer): number {
  return (server.address() as AddressInfo).port;
}

export async function serveRunbooks(): Promise<RunbookSite> {
  const pages = new Map<string, string>();
  const server = createServer((req, res) => {
    const html = pages.get(req.url ?? '');
    if (html === undefined) {
      // A browser requests an icon by itself.
      res.statusCode = req.url === '/favicon.ico' ? 204 : 404;
      res.end();
      return;
    }
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(html);
  }).listen(0);
  await once(server, 'listening');
  return {
    port: portOf(server), put: (path, html) => { pages.set(path, html); },
    close: () => { server.close(); server.closeAllConnections(); },
  };
}

/**
 * A Go process as a target reports it: CPU and a changing heap, a GC cycle every few seconds. `down` makes it refuse.
 */
export interface PlayedTarget { url: string; scrapes(): number; setDown(isDown: boolean): void; close(): void }

export async function playTarget(): Promise<PlayedTarget> {
  let isDown = false;
  let scrapes = 0;
  const started = Date.now() / 1_000;
  const server = createServer((req, res) => {
    if (isDown || req.url !== '/metrics') {
      res.statusCode = isDown ? 503 : 404;
      res.end();
      return;
    }
    scrapes += 1;
    const age = Date.now() / 1_000 - started;
    const cycles = Math.floor(age / 4);
    const heap = 2e8 + 1e8 * (age / 4 - cycles);
    res.setHeader('content-type', 'text/plain; version=0.0.4');
    res.end([
      `process_start_time_seconds ${started}`, `process_cpu_seconds_total ${(age * 0.2 + cycles * 0.3).toFixed(3)}`,
      `process_resident_memory_bytes ${Math.round(heap * 1.4)}`, `go_memstats_heap_inuse_bytes ${Math.round(heap)}`,
      'go_memstats_next_gc_bytes 320000000', `go_memstats_last_gc_time_seconds ${started + cycles * 4}`,
      `go_gc_duration_seconds_count ${cycles}`, `go_gc_duration_seconds_sum ${cycles / 1_000}`,
      'go_info{version="go1.22.0"} 1', '',
    ].join('\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`, scrapes: () => scrapes, setDown: (down) => { isDown = down; },
    close: () => { server.close(); server.closeAllConnections(); },
  };
}

/** Forwards connections to `targetPort`, at `port` or a free one (0), and counts the open ones. */
export interface CountingProxy { port: number; open(): number; close(): void }

export async function countConnections(targetPort: number, port = 0): Promise<CountingProxy> {
  const open = new Set<Socket>();
  const server = createSocket((from) => {
    const to = connect(targetPort, '127.0.0.1');
    open.add(from);
    const end = (): void => {
      open.delete(from);
      from.destroy();
      to.destroy();
    };
    for (const socket of [from, to]) socket.on('close', end).on('error', end);
    from.pipe(to);
    to.pipe(from);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server), open: () => open.size,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

export function htmlPage(body: string): string {
  return '<!doctype html><html lang="en"><head><meta '
    + `charset="utf-8"><title>Runbook</title></head><body>${body}</body></html>`;
}

/** Renders the Markdown used in snippets like a wiki: pictures, links, escaped characters and paragraphs. */
export function drawnMarkdown(markdown: string): string {
  const plain = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return htmlPage(markdown.split(/\n\n+/).map((block) => {
    const drawn = block.replace(
      /\[!\[((?:\\.|[^\]\\])*)\]\(([^)\s]+)\)\]\(([^)\s]+)\)/g,
      (_, alt: string, src: string, href: string) =>
        `<a href="${plain(href)}"><img src="${plain(src)}" alt="${plain(alt)}"></a>`
    );
    return `<p>${drawn}</p>`;
  }).join('\n'));
}
