import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryRecorder } from '../../../testdata/memoryRecorder.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { startTestTarget, testConfig } from '../../../testdata/testTarget.ts';
import { NodeScraper } from './nodeScraper.ts';
import { TargetScraper } from './targetScraper.ts';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => { for (const close of closers.splice(0)) await close(); });

const metrics = (text: string): RequestListener => (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(text);
};

async function nodeAt(
  listener: RequestListener, scrapeIntervalMs = 1000, scrapeTimeoutMs = 1000
): Promise<{ scraper: NodeScraper; asked: string[]; clock: ManualClock }> {
  const target = await startTestTarget(listener);
  const clock = new ManualClock();
  const config = {
    ...testConfig('http://nowhere.invalid', { scrapeIntervalMs, scrapeTimeoutMs }), nodeExporter: { url: target.url },
  };
  const scraper = new NodeScraper({ config, clock });
  closers.push(() => { scraper.close(); }, () => target.close());
  return { scraper, asked: target.asked, clock };
}

/** Until the first request has an answer or failed. */
async function answered(scraper: NodeScraper): Promise<void> {
  await expect.poll(() => scraper.view().lastScrape).not.toBeNull();
}
const textOf = (answer: { body: Uint8Array | null } | null): string
  | null => (answer?.body ? Buffer.from(answer.body).toString() : null);

describe('the node_exporter beside a target', () => {
  it('is asked at a tick, and its answer goes with the row of that tick, once', async () => {
    const { scraper, asked } = await nodeAt(metrics('node_load1 1\n'));
    const take = scraper.tick();
    expect(textOf(await take())).toBe('node_load1 1\n');
    expect(asked).toEqual(['/metrics']);
    expect(scraper.view().lastScrape).toMatchObject({ error: null });
    // The same tick again: nothing is asked, nothing told twice.
    expect(await scraper.tick()()).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('that is slow delays one row by at most half an interval; the next row has its answer', async () => {
    let answer = (): void => undefined;
    const { scraper, asked, clock } = await nodeAt((request, response) => {
      answer = () => { metrics('node_load1 2\n')(request, response); };
    }, 200, 5000);
    const row = scraper.tick()();
    await expect.poll(() => asked.length).toBe(1);
    await clock.armed(100);
    await clock.advance(100);
    expect(await row).toBeNull();
    await clock.advance(100);
    // Never two requests at once.
    expect(await scraper.tick()()).toBeNull();
    expect(asked).toHaveLength(1);
    answer();
    await answered(scraper);
    await clock.advance(200);
    // At once: no time passes on the clock.
    expect(textOf(await scraper.tick()())).toBe('node_load1 2\n');
    await expect.poll(() => asked.length).toBe(2);
  });

  it('that answers slowly is asked less often', async () => {
    const { scraper, asked, clock } = await nodeAt((request, response) => {
      clock.suspend(40);
      metrics('node_load1 2\n')(request, response);
    }, 60);
    for (let ticks = 0; ticks < 20 && scraper.view().effectiveIntervalMs <= 60; ticks += 1) {
      await scraper.tick()();
      await clock.advance(20);
    }
    expect(asked.length).toBeLessThan(20);
    expect(scraper.view().effectiveIntervalMs).toBeGreaterThan(60);
  });

  it('that hangs is given up after its own time-out, and told', async () => {
    const { scraper, asked, clock } = await nodeAt(() => undefined, 100, 150);
    const row = scraper.tick()();
    await expect.poll(() => asked.length).toBe(1);
    await clock.advance(50);
    expect(await row).toBeNull();
    expect(scraper.view().lastScrape).toBeNull();
    await clock.advance(100);
    expect(scraper.view().lastScrape?.error).toContain('did not answer /metrics within 0.15 s');
    expect((await scraper.tick()())?.error?.kind).toBe('timeout');
  });

  it.each<[string, RequestListener | null, string]>([
    ['refuses', null, 'refused'],
    [
      'answers with a web page',
      (_request, response) => { response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'); }, 'format',
    ],
    ['answers with 500', (_request, response) => { response.writeHead(500).end(); }, 'http'],
    [
      'answers with more than it may',
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end(Buffer.alloc(17 * 1024 * 1024, 'a'));
      }, 'too_large',
    ],
  ])('that %s fails by itself', async (_what, listener, kind) => {
    const target = await startTestTarget(listener ?? metrics(''));
    if (listener === null) await target.close();
    else closers.push(() => target.close());
    const config = {
      ...testConfig('http://nowhere.invalid', { scrapeTimeoutMs: 5000 }), nodeExporter: { url: target.url },
    };
    const scraper = new NodeScraper({ config, clock: new ManualClock() });
    closers.push(() => { scraper.close(); });
    const take = scraper.tick();
    await answered(scraper);
    expect((await take())?.error?.kind).toBe(kind);
  });
});

describe('a target with a node_exporter beside it', () => {
  const target = 'prometheus_build_info{version="2.42.0"} 1\nprocess_start_time_seconds 1000\n';

  it.each<[string, RequestListener]>([
    ['answers', metrics('node_load1 1\n')],
    ['hangs', () => undefined],
    ['breaks off', (request) => { request.socket.destroy(); }],
  ])('is scraped all the same when that %s', async (what, listener) => {
    const [served, node] = await Promise.all([startTestTarget(metrics(target)), startTestTarget(listener)]);
    const recorder = new MemoryRecorder();
    const clock = new ManualClock();
    const scraper = new TargetScraper({
      config: testConfig(served.url, { scrapeIntervalMs: 100, scrapeTimeoutMs: 500, nodeExporter: { url: node.url } }),
      record: recorder.record, putFacts: () => Promise.resolve(), now: clock.nowMs, clock, onEvent: () => undefined,
    });
    closers.push(() => { void scraper.stop(); }, () => served.close(), () => node.close());
    scraper.start();
    await clock.until(() => recorder.scrapes.length >= 8);
    const sent = recorder.scrapes.filter(({ error }) => error?.kind !== 'skipped');
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect(sent.every(({ error, outcome }) => error === null && outcome.samples === 2)).toBe(true);
    expect(scraper.view()).toMatchObject({ state: 'up', node: { url: node.url } });
    expect(recorder.scrapes.some((scrape) => scrape.node !== undefined) || what === 'hangs').toBe(true);
    // Its credentials and its requests are its own.
    expect(node.asked.every((path) => path === '/metrics')).toBe(true);
  });
});
