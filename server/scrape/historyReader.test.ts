import { afterEach, expect, it } from 'vitest';
import { startTestTarget, type TestTarget } from '../testdata/testTarget.ts';
import { HistoryReader } from './historyReader.ts';
import { TargetClient } from './httpClient.ts';

const START_SECONDS = 1_800_000_000;
let server: TestTarget | null = null;
let answeredAtMs: number[] = [];

afterEach(async () => {
  await server?.close();
  server = null;
});

/** A query API that knows of itself only while `scraped()`. */
async function readerOf(
  scraped: () => boolean, clock: { nowMs: number }, names = ['up']
): Promise<{ reader: HistoryReader; update: () => void }> {
  answeredAtMs = [];
  server = await startTestTarget((request, response) => {
    response.on('finish', () => { answeredAtMs.push(performance.now()); });
    const query = new URL(request.url ?? '', 'http://localhost').searchParams.get('query') ?? '';
    const start = {
      metric: { __name__: 'process_start_time_seconds', job: 'self' }, value: [0, String(START_SECONDS)],
    };
    const result = query === 'time()' ? [clock.nowMs / 1000, '0']
      : query === 'process_start_time_seconds' && scraped() ? [start] : [];
    response.setHeader('content-type', 'application/json')
      .end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  });
  const reader = new HistoryReader({
    client: new TargetClient(server.config), names: () => names,
    take: () => Promise.resolve({ rows: 0, firstMs: null }), now: () => clock.nowMs,
  });
  return { reader, update: () => reader.update({ up: true, kind: 'prometheus', processStartSeconds: START_SECONDS }) };
}

const asks = (): number => (server?.asked ?? []).filter((path) => path.includes('process_start_time_seconds')).length;

it('a server that has just started and not yet scraped itself is asked again later, and not at once', async () => {
  let scraped = false;
  const clock = { nowMs: 1000 * START_SECONDS + 5000 };
  const { reader, update } = await readerOf(() => scraped, clock);
  update();
  await expect.poll(() => answeredAtMs.length).toBe(1);
  for (let i = 0; i < 10; i += 1) {
    update();
    await new Promise((resume) => { setImmediate(resume); });
  }
  expect(reader.state().state).toBe('waiting');
  expect(asks()).toBe(1);
  scraped = true;
  // However late the first answer is read: from then on it is 20 s. By 2 min 25 s the process is still young.
  for (const nowMs of [26, 50, 75, 100, 145].map((seconds) => 1000 * (START_SECONDS + seconds))) {
    clock.nowMs = nowMs;
    update();
    await new Promise((resume) => { setTimeout(resume, 100); });
  }
  await expect.poll(() => reader.state().state).toBe('read');
  await reader.stop();
});

it('rests between two queries, so that the past costs a server little', async () => {
  const clock = { nowMs: 1000 * START_SECONDS + 3_600_000 };
  const { reader, update } = await readerOf(() => true, clock, Array.from({ length: 120 }, (_, i) => `metric_${i}`));
  update();
  await expect.poll(() => reader.state().state).toBe('read');
  await reader.stop();
  // After who it is and what time it is there: two hours without anything, in at least three queries each.
  const pauses = answeredAtMs.slice(3).map((atMs, i) => atMs - (answeredAtMs[i + 2] ?? 0));
  expect(pauses.length).toBeGreaterThanOrEqual(5);
  expect(Math.min(...pauses)).toBeGreaterThan(90);
});

it('one that has run for long without scraping itself is not asked again, and why is said', async () => {
  const clock = { nowMs: 1000 * START_SECONDS + 3_600_000 };
  const { reader, update } = await readerOf(() => false, clock);
  update();
  await expect.poll(() => reader.state())
    .toMatchObject({ state: 'unavailable', reason: expect.stringContaining('does not scrape itself') as string });
  clock.nowMs += 3_600_000;
  update();
  await reader.stop();
  expect(asks()).toBe(1);
});
