import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { Router } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDeps } from './deps.ts';
import { ownMetricRows } from './ownMetricRows.ts';
import { OwnMetrics } from './ownMetrics.ts';

const metrics = new OwnMetrics();
let targets: { name: string; state: string }[] = [];
let rows: [target: string, level: number][] = [];
let wanted = 0;
/** The dependencies that the metrics read. */
const deps = {
  version: '1.2.3',
  data: { status: () => Promise.resolve({ state: 'recording', bytes: 42 }) },
  draining: { size: 5 },
  embeds: { store: { list: () => [1, 2], allBytes: () => 7 } },
  targets: { list: () => Promise.resolve(targets) },
  current: {
    want: () => { wanted++; },
    metrics: () => [
      { name: 'tsdbscope_finding_severity', help: 'x', rows: rows.map(([name, level]) => [level, { target: name }]) },
    ],
  },
  parts: {
    memory: () => [
      { part: 'data', memory: { rssBytes: 9, heapBytes: 2, externalBytes: 3 } },
      { part: 'reader bulk', memory: { rssBytes: 4, heapBytes: 5, externalBytes: 6 } },
    ],
    load: () => [{ part: 'bulk', running: 1, waiting: 2 }],
  },
  metrics, features: { metrics: () => [] },
} as unknown as ApiDeps;

let server: Server;
let url = '';

beforeAll(async () => {
  const router = Router();
  router.get('/targets/:target', (req, res) => { res.send(req.params.target); });
  router.get('/broken/:target', () => { throw new Error('broken'); });
  const app = express().use(metrics.timeRequests).use('/api/v1', router);
  app.use(((_error, _req, res, _next) => { res.status(500).end(); }) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => { server.close(); });

describe('the program\'s own metrics', () => {
  it('forget what is not read any more', async () => {
    const firing = { name: 'tsdbscope_alerts_firing', help: 'x', rows: [[1] satisfies [number]] };
    expect(await metrics.text([firing])).toContain('tsdbscope_alerts_firing 1\n');
    expect(await metrics.text([])).not.toContain('tsdbscope_alerts_firing');
  });

  it('keep their names', async () => {
    metrics.addEmbedRequest('png', 200);
    targets = [{ name: 'a "b"', state: 'up' }, { name: 'c', state: 'recorded' }];
    const text = await metrics.text(await ownMetricRows(deps));
    expect(text).toContain('tsdbscope_build_info{version="1.2.3"} 1\n');
    expect(text).toMatch(/^process_start_time_seconds \d+/m);
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(text).toContain('tsdbscope_storage_bytes 42\n');
    expect(text).toContain('tsdbscope_http_requests_open 5\n');
    expect(text).toContain('tsdbscope_storage_recording 1\n');
    expect(text).toContain('tsdbscope_embeds 2\n');
    expect(text).toContain('tsdbscope_embed_kept_bytes 7\n');
    expect(text).toContain('tsdbscope_embed_streams 0\n');
    expect(text).toContain('tsdbscope_embed_requests_total{route="png",code="200"} 1\n');
    expect(text).toContain('tsdbscope_target_up{target="a \\"b\\"",state="up"} 1\n');
    expect(text).not.toContain('target="c"');
    expect(text).toMatch(/^tsdbscope_part_heap_bytes\{part="main"\} \d{7,}$/m);
    expect(text).toContain('tsdbscope_part_heap_bytes{part="data"} 2\n');
    expect(text).toContain('tsdbscope_part_external_bytes{part="reader bulk"} 6\n');
    expect(text.match(/^tsdbscope_reader_resident_bytes.*$/gm))
      .toEqual(['tsdbscope_reader_resident_bytes{part="reader bulk"} 4']);
    expect(text).toContain('tsdbscope_reads_under_way{part="bulk"} 1\n');
    expect(text).toContain('tsdbscope_reads_waiting{part="bulk"} 2\n');
  });

  it('forget a target that is gone', async () => {
    targets = [];
    expect(await metrics.text(await ownMetricRows(deps))).not.toMatch(/^tsdbscope_target_up/m);
  });

  it('count requests by the pattern of their route, never by what stands in the address', async () => {
    for (const path of ['/api/v1/targets/one', '/API/v1/targets/two', '/api/v1/broken/x', '/nothing/here'])
      await (await fetch(url + path)).text();
    const text = await metrics.text(await ownMetricRows(deps));
    const counted = [...text.matchAll(/duration_seconds_count\{method="GET",route="([^"]+)",code="(\d+)"\} (\d+)/g)];
    expect(counted.map(([, route, code, count]) => `${route} ${code} ${count}`).toSorted()).toEqual([
      '/api/v1/broken/:target 500 1', '/api/v1/targets/:target 200 2', 'none 404 1',
    ]);
  });

  it('tell how late scrapes begin, never early', async () => {
    metrics.addScrapeLateness(-3);
    metrics.addScrapeLateness(30);
    const text = await metrics.text(await ownMetricRows(deps));
    expect(text).toContain('tsdbscope_scrape_lateness_seconds_sum 0.03\n');
    expect(text).toContain('tsdbscope_scrape_lateness_seconds_bucket{le="0.025"} 1\n');
  });

  it('have those of findings, which are wanted from then on', async () => {
    rows = [['a', 3]];
    const before = wanted;
    expect(await metrics.text(await ownMetricRows(deps))).toContain('tsdbscope_finding_severity{target="a"} 3\n');
    expect(wanted).toBe(before + 1);
    rows = [];
    // Not even a zero.
    expect(await metrics.text(await ownMetricRows(deps))).not.toContain('tsdbscope_finding_severity');
  });
});
