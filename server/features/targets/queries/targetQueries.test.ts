import { expect, it } from 'vitest';
import type { LoggedQuery, QueryLog } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import { TargetQueries } from './targetQueries.ts';

function query(start: number, seconds: number, text = 'up'): LoggedQuery {
  return {
    text, start, end: start + seconds, evalSeconds: seconds, queueSeconds: 0, samples: null, peakSamples: null,
    rangeSeconds: 0, origin: { kind: 'unknown' }, error: null,
  };
}

/** Returns the queries of target `prom` with one opened log. */
function made(logged: LoggedQuery[], keepsTexts = true): { queries: TargetQueries; reads: () => number } {
  let count = 0;
  const queries = new TargetQueries({
    logs: {
      joinedTo: (target) => (target === 'prom' ? ['a'] : []), bytes: () => Promise.resolve(ok(new Uint8Array())),
    },
    data: {
      queryLog: () => {
        count++;
        return Promise.resolve(ok({ longest: logged } as unknown as QueryLog));
      },
    },
    keepsTexts: () => keepsTexts,
  });
  return { queries, reads: () => count };
}

const SPAN = { startMs: 100_000, endMs: 200_000 };

it('gives the evaluations that overlap the span, of the logs of the target, each log read once', async () => {
  const { queries, reads } = made([query(150, 1), query(99, 2), query(50, 1), query(300, 1), query(120, 0.01)]);
  expect((await queries.within('prom', SPAN)).map(({ start }) => start)).toEqual([99, 150]);
  expect(await queries.within('other', SPAN)).toEqual([]);
  await queries.within('prom', SPAN);
  expect(reads()).toBe(1);
});

it('adds what a running target logs, once where a log has it too', async () => {
  const { queries } = made([query(150, 1)]);
  queries.add('prom', [query(150, 1), query(160, 1)]);
  expect((await queries.within('prom', SPAN)).map(({ start }) => start)).toEqual([150, 160]);
  expect(await queries.within('other', SPAN)).toEqual([]);
});

it('gives no texts where they are switched off', async () => {
  const { queries } = made([query(150, 1)], false);
  expect((await queries.within('prom', SPAN)).map(({ text }) => text)).toEqual(['']);
});

it('replaces credentials in texts, as in notes', async () => {
  const { queries } = made([query(150, 1, 'up{url="http://ann:hunter2@host/"}')]);
  const [found] = await queries.within('prom', SPAN);
  expect(found?.text).not.toContain('hunter2');
});

it('keeps the longest of very many', async () => {
  const { queries } = made([]);
  for (let part = 0; part < 30; part++)
    queries.add('prom', Array.from({ length: 1000 }, (_, i) => query(100 + i / 20, 0.1 + part + i / 1000)));
  const found = await queries.within('prom', SPAN);
  expect(found.length).toBeLessThanOrEqual(2000);
  expect(Math.max(...found.map(({ evalSeconds }) => evalSeconds))).toBeCloseTo(30.099, 6);
});

it('what runs when a target is asked counts once, as it was seen last', async () => {
  const { queries } = made([]);
  queries.see('prom', new Map([['A', query(10, 5)], ['B', query(14, 0.01, 'short')]]));
  queries.see('prom', new Map([['A', query(10, 65)]]));
  const found = await queries.within('prom', { startMs: 0, endMs: 100_000 });
  expect(found.map(({ text, evalSeconds }) => [text, evalSeconds])).toEqual([['up', 65]]);
  expect(await queries.within('other', { startMs: 0, endMs: 100_000 })).toEqual([]);
});
