import { afterEach, expect, it } from 'vitest';
import { fail, ok } from '../../../../core/result.ts';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { HistoryReader, type HistoryReaderOptions } from './historyReader.ts';
import { TargetClient } from '../httpClient.ts';

const START_SECONDS = 1_800_000_000;
let server: TestTarget | null = null;
/** Queries and rests, in order. */
let events: ('query' | `rest ${number}`)[] = [];

afterEach(async () => {
  await server?.close();
  server = null;
});

/** A clock on which rests take no time. */
function atOnce(clock: { nowMs: number }): HistoryReaderOptions['clock'] {
  return {
    nowMs: () => clock.nowMs,
    sleep: (ms) => {
      events.push(`rest ${ms}`);
      return Promise.resolve();
    },
  };
}

interface Trouble { status: () => number; tookMs: (query: number) => number; take: HistoryReaderOptions['take'] }

/** A query API that knows of itself only while `scraped()`. */
async function readerOf(
  scraped: () => boolean, clock: { nowMs: number }, names = ['up'],
  {
    status = () => 200, tookMs = () => 0, take = () => Promise.resolve(ok({ rows: 0, firstMs: null })),
  }: Partial<Trouble> = {}
): Promise<{ reader: HistoryReader; update: () => void }> {
  events = [];
  server = await startTestTarget((request, response) => {
    events.push('query');
    clock.nowMs += tookMs(events.length);
    const query = new URL(request.url ?? '', 'http://localhost').searchParams.get('query') ?? '';
    const start = {
      metric: { __name__: 'process_start_time_seconds', job: 'self' }, value: [0, String(START_SECONDS)],
    };
    const result = query === 'time()' ? [clock.nowMs / 1000, '0']
      : query === 'process_start_time_seconds' && scraped() ? [start] : [];
    response.writeHead(status(), { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  });
  const reader = new HistoryReader({
    client: new TargetClient(server.config), names: () => names, nodeNames: [],
    take, clock: atOnce(clock),
  });
  return { reader, update: () => reader.update({ up: true, kind: 'prometheus', processStartSeconds: START_SECONDS }) };
}

const asks = (): number => (server?.asked ?? []).filter((path) => path.includes('process_start_time_seconds')).length;

it('a server that has just started and not yet scraped itself is asked again later, and not at once', async () => {
  let scraped = false;
  const clock = { nowMs: 1000 * START_SECONDS + 5000 };
  const { reader, update } = await readerOf(() => scraped, clock);
  update();
  await expect.poll(() => events.length).toBe(1);
  for (let i = 0; i < 10; i += 1) {
    update();
    await new Promise((resume) => { setImmediate(resume); });
  }
  expect(reader.state().state).toBe('waiting');
  expect(asks()).toBe(1);
  scraped = true;
  // However late the first answer is read: from then on it is 20 s, and the process is young for 3 min.
  await expect.poll(() => {
    clock.nowMs += 1000;
    update();
    return reader.state().state;
  }).toBe('read');
  await reader.stop();
});

it('rests between two queries, so that the past costs a server little', async () => {
  const clock = { nowMs: 1000 * START_SECONDS + 3_600_000 };
  const names = Array.from({ length: 120 }, (_, i) => `metric_${i}`);
  const { reader, update } = await readerOf(() => true, clock, names, { tookMs: (query) => (query === 3 ? 60 : 0) });
  update();
  await expect.poll(() => reader.state().state).toBe('read');
  await reader.stop();
  // After who it is and what time it is there: two hours without anything, in three queries each.
  const asked = events.slice(2);
  expect(asked).toHaveLength(12);
  expect(asked.filter((_, i) => i % 2 === 0)).toEqual(Array(6).fill('query'));
  // Five times as long as the query took, and never less than 100 ms.
  expect(asked.filter((_, i) => i % 2 === 1)).toEqual(['rest 300', ...Array<string>(5).fill('rest 100')]);
});

it('of the node_exporter of its host it asks too, where the server scrapes one', async () => {
  const clock = { nowMs: 1000 * START_SECONDS + 3_600_000 };
  const chunks: (string[] | undefined)[] = [];
  const queries: string[] = [];
  server = await startTestTarget((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams.get('query') ?? '';
    queries.push(query);
    const metric = (name: string, instance: string) => (
      { metric: { __name__: name, job: 'x', instance }, value: [0, String(START_SECONDS)] }
    );
    const result = query === 'time()' ? [clock.nowMs / 1000, '0']
      : query === 'process_start_time_seconds' ? [metric(query, 'prom:9090')]
        : query.includes('node_boot_time') ? [metric('node_boot_time_seconds', 'prom:9100')] : [];
    response.writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  });
  const reader = new HistoryReader({
    client: new TargetClient(server.config), names: () => ['a'], nodeNames: ['up', 'node_load1'],
    clock: atOnce(clock),
    take: ({ node }) => {
      chunks.push(node?.ownLabels);
      return Promise.resolve(ok({ rows: 0, firstMs: null }));
    },
  });
  reader.update({ up: true, kind: 'prometheus', processStartSeconds: START_SECONDS });
  await expect.poll(() => reader.state().state).toBe('read');
  await reader.stop();
  expect(chunks).toEqual([['job', 'instance'], ['job', 'instance']]);
  expect(queries.filter((query) => query.startsWith('{__name__=~"up|node_load1",job="x",instance="prom:9100"}')))
    .toHaveLength(2);
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

const LONG_AFTER = 1000 * START_SECONDS + 3_600_000;

it.each([['busy'], ['internal']] as const)('what could not be taken now (%s) is asked for again later', async (why) => {
  const clock = { nowMs: LONG_AFTER };
  const ranges: number[] = [];
  const { reader, update } = await readerOf(() => true, clock, ['up'], {
    take: ({ endMs }) => {
      ranges.push(endMs);
      return Promise.resolve(ranges.length === 1 ? fail(why, 'try again') : ok({ rows: 0, firstMs: null }));
    },
  });
  update();
  await expect.poll(() => ranges.length).toBe(1);
  update();
  expect(reader.state().state).toBe('reading');
  clock.nowMs += 21_000;
  await expect.poll(() => { update(); return reader.state().state; }).toBe('read');
  expect(ranges.slice(0, 2)).toEqual([LONG_AFTER, LONG_AFTER]);
  await reader.stop();
});

it('what is no history is not asked for again; what is too large is asked for in smaller parts', async () => {
  const clock = { nowMs: LONG_AFTER };
  const spans: number[] = [];
  const { reader, update } = await readerOf(() => true, clock, ['up'], {
    take: ({ startMs, endMs }) => {
      spans.push((endMs - startMs) / 60_000);
      return Promise.resolve(spans.length < 3 ? fail('too_large', 'no memory') : fail('bad_data', 'it is no matrix'));
    },
  });
  update();
  await expect.poll(() => reader.state())
    .toEqual({ state: 'unavailable', reason: 'Its history could not be read: it is no matrix.' });
  clock.nowMs += 3_600_000;
  update();
  await reader.stop();
  expect(spans).toEqual([60, 30, 15]);
});

it.each([[503, true], [404, false]])('an API that answers %i is asked again later: %s', async (status, isAsked) => {
  const clock = { nowMs: LONG_AFTER };
  let isInTrouble = true;
  const { reader, update } =
    await readerOf(() => true, clock, ['up'], { status: () => (isInTrouble ? status : 200) });
  update();
  await expect.poll(() => reader.state().state).toBe('unavailable');
  isInTrouble = false;
  clock.nowMs += 301_000;
  update();
  if (isAsked) await expect.poll(() => reader.state().state).toBe('read');
  await reader.stop();
  expect(asks()).toBe(isAsked ? 2 : 1);
});
