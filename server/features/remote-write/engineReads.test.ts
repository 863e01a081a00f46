/** Tests the queries that an engine gets for a window, and the handling of its answers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import { ok } from '../../../core/result.ts';
import { Faults } from '../../kernel/files/faults.ts';
import type { DataReads, EngineAnswers, StoredTarget } from '../../data/store/dataStore.ts';
import { EngineReads, readThrough } from './engineReads.ts';

const MINUTE_MS = 60_000;
/** Start time, aligned to a quarter of an hour. */
const T0 = 1_794_996_000_000;
const TARGET: StoredTarget = {
  id: 'id', name: 'prom "a"', url: 'http://a:1', recording: false, kind: 'prometheus', version: '2.42.0', goVersion: '',
  facts: {}, labels: { region: 'eu' }, firstMs: T0 + 60 * MINUTE_MS, lastMs: null, scrapes: 1, lastScrape: null,
};

let server: Server;
let asked: { query: string; time: string; authorization: string | undefined }[];
let status: (query: string) => number;
let added: { target: string; stored: EngineAnswers }[];
let faults: Faults;
let target: StoredTarget;
let engine: EngineReads;
let holes: { startMs: number; endMs: number }[];
let searched: unknown[];
let elsewhere: string[] | undefined;

beforeEach(async () => {
  [asked, added, faults, target, holes, searched, elsewhere] = [[], [], new Faults(), TARGET, [], [], undefined];
  status = () => 200;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => { chunks.push(chunk); });
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const query = form.get('query') ?? '';
      asked.push({ query, time: form.get('time') ?? '', authorization: request.headers.authorization });
      response.writeHead(request.url === '/select/api/v1/query' ? status(query) : 404).end('{}');
    });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  engine = opened();
});

function opened(): EngineReads {
  return new EngineReads({
    access: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/select`,
      authorization: { type: 'Bearer', credentials: 'token' },
    },
    externalLabels: { cluster: 'c' }, faults, clock: systemClock,
    data: {
      targets: () => Promise.resolve([target]),
      addRecorded: (name, stored) => {
        added.push({ target: name, stored });
        return Promise.resolve(ok({ rows: 1 }));
      },
      holes: (query) => {
        searched.push(query);
        return Promise.resolve(ok(holes));
      },
    },
    ...(elsewhere === undefined ? {} : { isElsewhere: (name: string) => elsewhere?.includes(name) === true }),
  });
}
afterEach(() => {
  engine.close();
  server.closeAllConnections();
  server.close();
});

const reach = (fromMinutes: number, toMinutes: number): Promise<void> => engine.reach({
  target: TARGET.name, startMs: T0 + fromMinutes * MINUTE_MS, endMs: T0 + toMinutes * MINUTE_MS,
});
const minutes = (): number[] => asked.map(({ time }) => Math.round((Number(time) * 1000 - T0) / MINUTE_MS))
  .sort((a, b) => a - b);

it('asks for what is before the local store, by the quarter of an hour and once', async () => {
  await reach(20, 90);
  expect(minutes()).toEqual([30, 45, 60]);
  expect(asked[0]?.authorization).toBe('Bearer token');
  expect(asked[0]?.query).toMatch(/^\{__name__=~"up\|scrape_duration_seconds\|.*process_cpu_seconds_total.*",/);
  expect(asked[0]?.query).toMatch(
    /",cluster="c",job="tsdbscope",instance="prom \\"a\\"",region="eu"\}\[900000ms\]$/
  );
  expect(added[0]).toMatchObject({
    target: 'prom "a"', stored: { own: { cluster: 'c', job: 'tsdbscope', instance: 'prom "a"', region: 'eu' } },
  });
  await Promise.all([reach(20, 90), reach(0, 60)]);
  expect(minutes()).toEqual([15, 30, 45, 60]);
  await reach(61, 90);
  expect(asked).toHaveLength(4);
});

it('asks for less at a time where the engine says that it is too much', async () => {
  status = (query) => (/\[(\d+)ms\]$/.exec(query)?.[1] === '900000' ? 422 : 200);
  await reach(46, 50);
  expect(minutes()).toEqual([52, 60, 60]);
  expect(added).toHaveLength(2);
});

it('asks for every series where a file of samples is written, apart from what panels asked for', async () => {
  await reach(31, 40);
  await engine.reachWhole({ target: TARGET.name, startMs: T0 + 31 * MINUTE_MS, endMs: T0 + 40 * MINUTE_MS });
  expect(minutes()).toEqual([45, 45]);
  expect(asked[1]?.query).toMatch(/^\{__name__=~"\.\+",cluster="c"/);
  const span = { startMs: T0 + 30 * MINUTE_MS, endMs: T0 + 45 * MINUTE_MS };
  expect(added.map(({ stored }) => stored.whole)).toEqual([undefined, span]);
});

it('asks for times in which another tsdbscope may have scraped it, and looks for them once a minute', async () => {
  holes = [{ startMs: T0 + 63 * MINUTE_MS, endMs: T0 + 70 * MINUTE_MS }];
  await reach(61, 90);
  expect([asked, searched]).toEqual([[], []]);
  elsewhere = [];
  engine.close();
  engine = opened();
  await reach(61, 90);
  expect(minutes()).toEqual([75]);
  await reach(61, 90);
  await reach(71, 90);
  expect(minutes()).toEqual([75]);
  expect(searched).toEqual([
    { target: TARGET.name, startMs: T0 + 61 * MINUTE_MS, endMs: T0 + 90 * MINUTE_MS, leastMs: 10_000 },
  ]);
  // A later one in the same quarter of an hour: it is asked for again only if its end was not in the engine then.
  holes.push({ startMs: T0 + 72 * MINUTE_MS, endMs: T0 + 80 * MINUTE_MS });
  await reach(61, 92);
  expect(searched).toHaveLength(2);
  expect(minutes()).toEqual([75, 90]);
  elsewhere = [TARGET.name];
  await reach(61, 62);
  expect(searched).toHaveLength(2);
});

it('reports an engine that does not answer, leaves it alone for a while, and asks nothing for recordings', async () => {
  status = () => 503;
  await reach(46, 50);
  await reach(46, 50);
  expect(asked).toHaveLength(1);
  expect(faults.report().faults.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Samples cannot be read back from 127\.0\.0\.1:\d+ \(HTTP 503\); older windows show only/),
  ]);
  target = { ...TARGET, recording: true };
  await reach(0, 30);
  expect(asked).toHaveLength(1);
});

it('goes before each read of a window, and leaves other calls as they are', async () => {
  const order: string[] = [];
  const data = {
    lines: () => { order.push('lines'); return Promise.resolve(ok(null)); },
    samples: () => { order.push('samples'); return Promise.resolve(ok(null)); },
    targets: () => Promise.resolve([]),
  } as unknown as DataReads & { targets: () => Promise<never[]> };
  const reached = (what: string) => () => { order.push(what); return Promise.resolve(); };
  const through = readThrough(data, { reach: reached('reach'), reachWhole: reached('whole') });
  await through.lines({
    target: 'a', startMs: 0, endMs: 1, stepMs: null, timeoutSeconds: null, intervalSeconds: 1, nowMs: 1,
  });
  expect(await through.targets()).toEqual([]);
  await through.samples('a', 'up', { startMs: 0, endMs: 1, limitValues: 1 });
  expect(order).toEqual(['reach', 'lines', 'whole', 'samples']);
});
