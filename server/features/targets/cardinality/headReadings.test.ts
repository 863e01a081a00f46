import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../core/result.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { HeadReadings } from './headReadings.ts';

const T = 1_795_000_000_000;

interface Played { view?: object; answer?: string | null; tookMs?: number; ceiling?: { cores: number } | null }

/** A target that is well, asked through a clock that stands still but while it answers. */
function played(more: Played = {}): {
  head: HeadReadings; scraper: TargetScraper; asked: string[]; clock: { ms: number }; is: Played;
} {
  const [clock, asked, is]: [{ ms: number }, string[], Played] = [{ ms: T }, [], more];
  let series = 1000;
  const scraper = {
    config: { name: 'a', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000 },
    view: () => ({
      state: 'up', kind: 'prometheus', version: '2.42.0', processStartSeconds: 5, effectiveIntervalMs: 1000,
      lastScrape: { startMs: clock.ms, durationSeconds: 0.02, error: null }, ...is.view,
    }),
    page: async (path: string) => {
      asked.push(path);
      await Promise.resolve();
      clock.ms += is.tookMs ?? 20;
      series += 10;
      const text = JSON.stringify({ status: 'success', data: {
        headStats: { numSeries: series }, seriesCountByMetricName: [{ name: 'm', value: series }],
      } });
      return is.answer === null ? fail('target_error', 'It answered 404.') : ok(Buffer.from(is.answer ?? text));
    },
  } as unknown as TargetScraper;
  const ceiling = (): Promise<{ cores: number } | null> => Promise.resolve(is.ceiling ?? null);
  return { head: new HeadReadings({ now: () => clock.ms, ceiling }), scraper, asked, clock, is };
}

const lately = (clock: { ms: number }): { startMs: number; endMs: number } =>
  ({ startMs: clock.ms - 900_000, endMs: clock.ms });

describe('the series of a target', () => {
  it('are asked once a minute for all readers together', async () => {
    const { head, scraper, asked, clock } = played();
    const both = await Promise.all([
      head.look('a', scraper, lately(clock)), head.look('a', scraper, lately(clock)),
    ]);
    expect(both.map(({ readings }) => readings.length)).toEqual([1, 1]);
    await head.look('a', scraper, lately(clock));
    clock.ms = T + 59_000;
    await head.look('a', scraper, lately(clock));
    expect(asked).toEqual(['/api/v1/status/tsdb?limit=50']);
    clock.ms = T + 60_000;
    const later = await head.look('a', scraper, lately(clock));
    expect(asked).toHaveLength(2);
    expect(later).toMatchObject({
      state: 'read', sentence: null, cost: { requests: 2, failed: 0, lastSeconds: 0.02 },
      growth: { series: { growth: 10 }, spanSeconds: 60 },
    });
  });

  it('are asked less often where the answer takes long: a hundredth of the time', async () => {
    const { head, scraper, asked, clock } = played({ tookMs: 3000 });
    await head.look('a', scraper, lately(clock));
    clock.ms = T + 299_000;
    await head.look('a', scraper, lately(clock));
    expect(asked).toHaveLength(1);
    clock.ms = T + 303_001;
    await head.look('a', scraper, lately(clock));
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Played, RegExp]>([
    ['replays', { view: { state: 'replaying' } }, /the target is replaying/],
    ['starts', { view: { state: 'starting' } }, /the target is starting/],
    ['is down', { view: { state: 'down' } }, /the target is down/],
    ['answers late', { view: { lastScrape: { durationSeconds: 0.6, error: null } } }, /last scrape took 0\.6 s/],
    ['did not answer', { view: { lastScrape: { durationSeconds: 1, error: 'It timed out.' } } }, /last scrape failed/],
    ['was not scraped yet', { view: { lastScrape: null } }, /last scrape failed/],
    ['is scraped less often for being slow', { view: { effectiveIntervalMs: 2000 } }, /scraped less often/],
    ['is at its CPU ceiling', { ceiling: { cores: 1.934 } }, /at its ceiling of 1\.9 cores/],
  ])('are not asked while it %s', async (_, more, sentence) => {
    const { head, scraper, asked, clock, is } = played(more);
    for (let minute = 0; minute < 5; minute++) {
      clock.ms = T + minute * 60_000;
      expect(await head.look('a', scraper, lately(clock))).toMatchObject({
        state: 'waiting', sentence: expect.stringMatching(sentence) as string, readings: [], growth: null,
      });
    }
    expect(asked).toEqual([]);
    Object.assign(is, { view: {}, ceiling: null });
    expect(await head.look('a', scraper, lately(clock))).toMatchObject({ state: 'read', readings: [{ series: 1010 }] });
  });

  it('are not asked for a time that is past, for a recording, and where the target has none', async () => {
    const { head, scraper, asked, clock, is } = played();
    const past = { startMs: T - 900_000, endMs: T - 300_000 };
    expect(await head.look('a', scraper, past)).toMatchObject({ state: 'read', growth: null });
    expect(await head.look('a', undefined, lately(clock))).toMatchObject({ state: 'unavailable' });
    is.view = { kind: 'go' };
    expect(await head.look('a', scraper, lately(clock))).toMatchObject({ state: 'unavailable' });
    expect(asked).toEqual([]);
  });

  it('are asked again ten minutes after a failure; what was read stays', async () => {
    const { head, scraper, asked, clock, is } = played();
    await head.look('a', scraper, lately(clock));
    for (const answer of [null, '<html>']) {
      is.answer = answer;
      clock.ms += 601_000;
      const before = asked.length;
      const failed = await head.look('a', scraper, lately(clock));
      expect(failed.state).toBe('waiting');
      expect(failed.sentence).toContain('after 10 minutes');
      clock.ms += 500_000;
      expect(await head.look('a', scraper, lately(clock))).toMatchObject({ state: 'waiting' });
      expect(asked).toHaveLength(before + 1);
    }
    expect(head.within(scraper, { startMs: 0, endMs: clock.ms })).toHaveLength(1);
  });

  it('are kept bounded, the first and the last among them', async () => {
    const { head, scraper, clock } = played();
    for (let minute = 0; minute < 200; minute++) {
      clock.ms = T + minute * 60_000;
      await head.look('a', scraper, lately(clock));
    }
    const kept = head.within(scraper, { startMs: 0, endMs: Infinity });
    expect(kept).toHaveLength(48);
    expect([kept[0]?.series, kept.at(-1)?.series]).toEqual([1010, 3000]);
    clock.ms += 24 * 3_600_000;
    await head.look('a', scraper, lately(clock));
    expect(head.within(scraper, { startMs: 0, endMs: Infinity })).toHaveLength(1);
  });
});
