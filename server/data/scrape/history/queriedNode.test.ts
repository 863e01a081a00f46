import { expect, test } from 'vitest';
import type { QueriedScrape } from '../../metrics/queried/nodeMatrix.ts';
import { QueriedNode } from './queriedNode.ts';

interface Asked { atMs: number; afterMs: number }

/** Scraped by the TSDB at multiples of `everyMs`; an answer takes `tookMs`. */
function nodeOf(everyMs: number, { tookMs = 10, has = () => true }: { tookMs?: number; has?: () => boolean } = {}) {
  const clock = { nowMs: 1_000_000 };
  const asked: Asked[] = [];
  const newestOfHost = (_: readonly string[], afterMs: number): Promise<QueriedScrape | null> => {
    asked.push({ atMs: clock.nowMs, afterMs });
    clock.nowMs += tookMs;
    const timeMs = Math.floor(clock.nowMs / everyMs) * everyMs;
    return Promise.resolve(has() && timeMs > afterMs ? { timeMs, everyMs, body: `node_load1 ${timeMs}\n` } : null);
  };
  const node = new QueriedNode({ tsdb: { newestOfHost }, names: ['up'], now: () => clock.nowMs });
  /** What the rows of so many seconds have. */
  const run = async (seconds: number): Promise<string[]> => {
    const rows: string[] = [];
    for (let i = 0; i < seconds; i++) {
      const take = node.tick();
      await new Promise((done) => { setImmediate(done); });
      const taken = await take();
      if (taken?.body) rows.push(new TextDecoder().decode(taken.body).trim());
      clock.nowMs += 1000;
    }
    return rows;
  };
  return { run, asked, clock, node };
}

test.each([[1000, 10], [15_000, 15], [60_000, 60]])(
  'scraped every %i ms it is asked every %i s, and each scrape is taken once', async (everyMs, seconds) => {
    const { run, asked } = nodeOf(everyMs);
    const rows = await run(600);
    expect(new Set(rows).size).toBe(rows.length);
    expect(asked.length).toBeLessThanOrEqual(600 / seconds + 2);
    expect(rows.length).toBeGreaterThanOrEqual(500 / seconds);
  }
);

test('without an answer it is asked less and less often, at least each minute', async () => {
  const { run, asked } = nodeOf(15_000, { has: () => false });
  await run(600);
  const pauses = asked.slice(1).map(({ atMs }, i) => Math.round((atMs - (asked[i]?.atMs ?? 0)) / 10_000));
  expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 6, 6]);
});

test('a slow answer is followed by twenty times its duration', async () => {
  const { run, asked } = nodeOf(1000, { tookMs: 2000 });
  await run(200);
  const pauses = asked.slice(1).map(({ atMs }, i) => atMs - (asked[i]?.atMs ?? 0));
  expect(pauses.length).toBeGreaterThan(2);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(42_000);
});

test('a time far ahead stops nothing for longer than a minute', async () => {
  const { node, clock, asked } = nodeOf(1e12, {});
  clock.nowMs = 2.5e12;
  node.tick();
  await new Promise((done) => { setImmediate(done); });
  clock.nowMs += 61_000;
  node.tick();
  expect(asked).toHaveLength(2);
});

test('what is no node_exporter is left alone for ten minutes', async () => {
  const { node, clock, asked, run } = nodeOf(15_000);
  await run(1);
  node.unreadable({ kind: 'format' });
  await run(500);
  expect(asked).toHaveLength(1);
  clock.nowMs += 120_000;
  await run(1);
  expect(asked).toHaveLength(2);
});

test('one that was down for a scrape is asked for the next', async () => {
  const { node, asked, run } = nodeOf(15_000);
  await run(1);
  node.unreadable({ kind: 'other' });
  await run(60);
  expect(asked.length).toBeGreaterThanOrEqual(4);
});
