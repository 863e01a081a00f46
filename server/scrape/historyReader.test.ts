import { afterEach, expect, it } from 'vitest';
import { startTestTarget, type TestTarget } from '../testdata/testTarget.ts';
import { HistoryReader } from './historyReader.ts';
import { TargetClient } from './httpClient.ts';

const START_SECONDS = 1_800_000_000;
let server: TestTarget | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

/** A query API that knows of itself only while `scraped()`. */
async function readerOf(scraped: () => boolean, clock: { nowMs: number }): Promise<{ reader: HistoryReader; update: () => void }> {
  server = await startTestTarget((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams.get('query') ?? '';
    const start = { metric: { __name__: 'process_start_time_seconds', job: 'self' }, value: [0, String(START_SECONDS)] };
    const result = query === 'time()' ? [clock.nowMs / 1000, '0'] : query === 'process_start_time_seconds' && scraped() ? [start] : [];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  });
  const reader = new HistoryReader({ client: new TargetClient(server.config), names: () => ['up'], take: () => Promise.resolve({ rows: 0, firstMs: null }), now: () => clock.nowMs });
  return { reader, update: () => reader.update({ up: true, kind: 'prometheus', processStartSeconds: START_SECONDS }) };
}

const asks = (): number => (server?.asked ?? []).filter((path) => path.includes('process_start_time_seconds')).length;

it('a server that has just started and not yet scraped itself is asked again later, and not at once', async () => {
  let scraped = false;
  const clock = { nowMs: 1000 * START_SECONDS + 5000 };
  const { reader, update } = await readerOf(() => scraped, clock);
  update();
  await expect.poll(asks).toBe(1);
  await expect.poll(() => { update(); return reader.state().state; }).toBe('waiting');
  expect(asks()).toBe(1);
  scraped = true;
  clock.nowMs += 21_000;
  await expect.poll(() => { update(); return reader.state().state; }).toBe('read');
  await reader.stop();
});

it('one that has run for long without scraping itself is not asked again, and why is said', async () => {
  const clock = { nowMs: 1000 * START_SECONDS + 3_600_000 };
  const { reader, update } = await readerOf(() => false, clock);
  update();
  await expect.poll(() => reader.state()).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('does not scrape itself') as string });
  clock.nowMs += 3_600_000;
  update();
  await reader.stop();
  expect(asks()).toBe(1);
});
