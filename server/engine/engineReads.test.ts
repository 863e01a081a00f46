/** What an engine is asked for a window, and what happens to its answers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '../../core/result.ts';
import { Faults } from '../files/faults.ts';
import type { DataReads, EngineAnswers, StoredTarget } from '../store/dataStore.ts';
import { EngineReads, readThrough } from './engineReads.ts';

const MINUTE_MS = 60_000;
/** On the quarter of an hour. */
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

beforeEach(async () => {
  [asked, added, faults, target] = [[], [], new Faults(), TARGET];
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
  engine = new EngineReads({
    access: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/select`,
      authorization: { type: 'Bearer', credentials: 'token' },
    },
    externalLabels: { cluster: 'c' }, faults,
    data: {
      targets: () => Promise.resolve([target]),
      addRecorded: (name, stored) => {
        added.push({ target: name, stored });
        return Promise.resolve(ok({ rows: 1 }));
      },
    },
  });
});
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
    targets: () => Promise.resolve([]),
  } as unknown as DataReads & { targets: () => Promise<never[]> };
  const through = readThrough(data, { reach: () => { order.push('reach'); return Promise.resolve(); } });
  await through.lines({
    target: 'a', startMs: 0, endMs: 1, stepMs: null, timeoutSeconds: null, intervalSeconds: 1, nowMs: 1,
  });
  expect(await through.targets()).toEqual([]);
  expect(order).toEqual(['reach', 'lines']);
});
