/** Fetches the metrics of targets that a test makes up. */
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { systemClock, type Clock } from '../core/time/clock.ts';
import type { TargetConfig } from '../server/kernel/config/configTypes.ts';
import { fetchMetrics, type FetchedMetrics } from '../server/data/scrape/fetchMetrics.ts';
import { TargetClient } from '../server/data/scrape/httpClient.ts';
import { startTestTarget, testConfig } from './testTarget.ts';

/** What a test has opened; clients before their targets. `closeAll` runs after each test. */
export const closers: (() => void | Promise<void>)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

export function clientFor(
  url: string, more: Partial<TargetConfig> = {}, clock: Clock = systemClock
): TargetClient {
  const client = new TargetClient(testConfig(url, more), { clock });
  closers.unshift(() => { client.close(); });
  return client;
}

export async function fetchFrom(
  listener: RequestListener, timeoutMs = 1000, more: Partial<TargetConfig> = {}, clock?: Clock
): Promise<FetchedMetrics> {
  const target = await startTestTarget(listener);
  closers.push(() => target.close());
  return fetchMetrics(clientFor(target.url, more, clock), timeoutMs);
}

export async function rawServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer(onSocket);
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  closers.push(() => { server.close(); });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
