import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryRecorder } from '../testdata/memoryRecorder.ts';
import { startTestTarget, testConfig } from '../testdata/testTarget.ts';
import { NodeScraper } from './nodeScraper.ts';
import { TargetScraper } from './targetScraper.ts';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => { for (const close of closers.splice(0)) await close(); });

const metrics = (text: string): RequestListener => (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(text);
};

async function nodeAt(
  listener: RequestListener, scrapeIntervalMs = 1000, scrapeTimeoutMs = 1000
): Promise<{ scraper: NodeScraper; asked: string[]; advance: (ms: number) => void }> {
  const target = await startTestTarget(listener);
  let nowMs = 1_000_000;
  const config = {
    ...testConfig('http://nowhere.invalid', { scrapeIntervalMs, scrapeTimeoutMs }), nodeExporter: { url: target.url },
  };
  const scraper = new NodeScraper({ config, now: () => nowMs });
  closers.push(() => { scraper.close(); }, () => target.close());
  return { scraper, asked: target.asked, advance: (ms) => { nowMs += ms; } };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });
/** Until the first request has an answer or failed. */
async function answered(scraper: NodeScraper): Promise<void> {
  while (scraper.view().lastScrape === null) await wait(10);
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
    const { scraper, asked, advance } = await nodeAt((request, response) => {
      answer = () => { metrics('node_load1 2\n')(request, response); };
    }, 200, 5000);
    expect(await scraper.tick()()).toBeNull();
    while (asked.length === 0) await wait(10);
    advance(200);
    // Never two requests at once.
    expect(await scraper.tick()()).toBeNull();
    expect(asked).toHaveLength(1);
    answer();
    await answered(scraper);
    advance(200);
    const take = scraper.tick();
    // Before half an interval, by the order of the timers.
    expect(textOf(await Promise.race([take(), wait(90).then(() => null)]))).toBe('node_load1 2\n');
    while (asked.length === 1) await wait(10);
  });

  it('that answers slowly is asked less often', async () => {
    const { scraper, advance } = await nodeAt((request, response) => {
      setTimeout(() => { metrics('node_load1 2\n')(request, response); }, 40);
    }, 60);
    // As many ticks as a busy machine needs to see the answers; without this rule the test never ends.
    while (scraper.view().effectiveIntervalMs <= 60) {
      await scraper.tick()();
      await wait(60);
      advance(60);
    }
    expect(scraper.view().effectiveIntervalMs).toBeGreaterThan(60);
  });

  it('that hangs is given up after its own time-out, and told', async () => {
    const { scraper, advance } = await nodeAt(() => undefined, 100, 150);
    expect(await scraper.tick()()).toBeNull();
    await answered(scraper);
    expect(scraper.view().lastScrape?.error).toContain('did not answer /metrics within 0.15 s');
    advance(100);
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
    const scraper = new NodeScraper({ config, now: () => 0 });
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
    const scraper = new TargetScraper({
      config: testConfig(served.url, { scrapeIntervalMs: 100, scrapeTimeoutMs: 500, nodeExporter: { url: node.url } }),
      record: recorder.record, putFacts: () => Promise.resolve(), now: () => Date.now(), onEvent: () => undefined,
    });
    closers.push(() => scraper.stop(), () => served.close(), () => node.close());
    scraper.start();
    const endMs = Date.now() + 10_000;
    while (recorder.scrapes.length < 8 && Date.now() < endMs) await wait(20);
    const sent = recorder.scrapes.filter(({ error }) => error?.kind !== 'skipped');
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect(sent.every(({ error, outcome }) => error === null && outcome.samples === 2)).toBe(true);
    expect(scraper.view()).toMatchObject({ state: 'up', node: { url: node.url } });
    expect(recorder.scrapes.some((scrape) => scrape.node !== undefined) || what === 'hangs').toBe(true);
    // Its credentials and its requests are its own.
    expect(node.asked.every((path) => path === '/metrics')).toBe(true);
  });
});
