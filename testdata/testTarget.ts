import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TargetConfig } from '../server/kernel/config/configTypes.ts';

/** For tests only: a real HTTP server on loopback that plays a target, well-behaved or hostile. */
export interface TestTarget {
  url: string;
  port: number;
  config: TargetConfig;
  /** Paths asked so far, in order. */
  asked: string[];
  /** Most requests under way at once, by path without query. */
  maxAtOnce: Map<string, number>;
  close(): Promise<void>;
}

export function testConfig(url: string, more: Partial<TargetConfig> = {}): TargetConfig {
  return { name: 'test', url, scrapeIntervalMs: 1000, scrapeTimeoutMs: 1000, labels: {}, ...more };
}

export async function startTestTarget(listener: RequestListener, port = 0): Promise<TestTarget> {
  const asked: string[] = [];
  const maxAtOnce = new Map<string, number>();
  const open = new Map<string, number>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    asked.push(request.url ?? '');
    open.set(path, (open.get(path) ?? 0) + 1);
    maxAtOnce.set(path, Math.max(maxAtOnce.get(path) ?? 0, open.get(path) ?? 0));
    response.on('close', () => { open.set(path, (open.get(path) ?? 1) - 1); });
    listener(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${bound}`;
  return {
    url, port: bound, asked, maxAtOnce, config: testConfig(url),
    close: () => new Promise((resolve) => {
      server.close(() => { resolve(); });
      server.closeAllConnections();
    }),
  };
}
