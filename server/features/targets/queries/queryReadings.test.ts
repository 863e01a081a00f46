import { describe, expect, it } from 'vitest';
import type { LoggedQuery, TargetQueryLists } from '../../../../core/contract/contract.ts';
import { fail, ok } from '../../../../core/result.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { QueryReadings } from './queryReadings.ts';

const T = 1_800_000_000_000;
const ACTIVE = '/api/v1/status/active_queries';
const TOP = '/api/v1/status/top_queries?topN=50&maxLifetime=600s';
const MINUTE_MS = 60_000;

interface Played { view?: object; config?: object; status?: number; tookMs?: number; text?: string }

/** A VictoriaMetrics that evaluates one query, asked through a clock that moves while it answers. */
function played(more: Played = {}): {
  asked: string[]; is: Played; seen: Map<string, LoggedQuery>[]; readings: QueryReadings;
  after: (ms: number) => Promise<void>; answer: () => TargetQueryLists;
} {
  const clock = { ms: T };
  const [asked, is, seen]: [string[], Played, Map<string, LoggedQuery>[]] = [[], more, []];
  const scraper = {
    config: { name: 'a', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000, ...more.config },
    view: () => ({
      state: 'up', kind: 'victoriametrics', processStartSeconds: 5, effectiveIntervalMs: 1000,
      lastScrape: { startMs: clock.ms, durationSeconds: 0.02, error: null }, ...is.view,
    }),
    page: async (path: string) => {
      asked.push(path);
      await Promise.resolve();
      clock.ms += is.tookMs ?? 20;
      if (is.status !== undefined)
        return fail(is.status === 404 ? 'not_found' : 'target_error', `It answered ${is.status}.`);
      return ok(Buffer.from(is.text ?? JSON.stringify(path === TOP
        ? { topBySumDuration: [{ query: 'up{password="hunter2"}', count: 2, sumDurationSeconds: 3 }] }
        : { status: 'ok', data: [{ duration: '4.5s', id: 'A', remote_addr: '10.0.0.1:9', query: 'sum(x)' }] })));
    },
  } as unknown as TargetScraper;
  const readings = new QueryReadings({
    now: () => clock.ms, running: (_, queries) => { seen.push(new Map(queries)); },
  });
  return {
    asked, is, seen, readings,
    after: async (ms) => { clock.ms += ms; readings.onScrape(scraper); await readings.settled(scraper); },
    answer: () => readings.answer('a', scraper),
  };
}

describe('a VictoriaMetrics is asked for its queries', () => {
  it('each list once a minute', async () => {
    const { after, asked, answer, seen, readings } = played();
    for (let k = 0; k < 180; k++) await after(1000);
    expect(asked).toEqual([ACTIVE, TOP, ACTIVE, TOP, ACTIVE, TOP]);
    expect(readings.cost()).toEqual({ requests: 6, failed: 0, mostPerMinute: 2 });
    expect(answer()).toMatchObject({
      state: 'read', sentence: null, requests: 6, top: [{ count: 2, sumSeconds: 3 }],
      running: [{ text: 'sum(x)', seconds: 4.5, client: '10.0.0.1' }],
    });
    const query = seen[0]?.get('A');
    expect(query).toMatchObject({ evalSeconds: 4.5, origin: { kind: 'http', client: '10.0.0.1' } });
    expect(query?.end).toBeCloseTo((T + 1020) / 1000, 6);
    expect(query?.start).toBeCloseTo((T + 1020) / 1000 - 4.5, 6);
  });

  it('less often where the answer takes long: at most 1 % of its time', async () => {
    const { after, asked } = played({ tookMs: 2000 });
    for (let k = 0; k < 12; k++) await after(MINUTE_MS);
    expect(asked).toHaveLength(4);
  });

  it('not while it is slow, fails or is another server, nor where that is off', async () => {
    for (const more of [
      { view: { state: 'down' } }, { view: { kind: 'prometheus' } }, { config: { queryLists: false } },
    ]) {
      const { after, asked, answer } = played(more);
      await after(MINUTE_MS);
      await after(MINUTE_MS);
      expect(asked).toEqual([]);
      expect(answer()).toMatchObject({ time: null, sentence: expect.any(String) as string });
    }
  });

  it('after 10 minutes and more when it failed, not again for a list that it does not have', async () => {
    const failing = played({ status: 500 });
    for (let k = 0; k < 35; k++) await failing.after(MINUTE_MS);
    // Requests follow at once, after 10 minutes, and after 20 more.
    expect(failing.asked).toHaveLength(6);
    expect(failing.answer()).toMatchObject({ state: 'waiting', sentence: 'It answered 500.', failed: 6 });
    const absent = played({ status: 404 });
    for (let k = 0; k < 5; k++) await absent.after(MINUTE_MS);
    expect(absent.asked).toHaveLength(2);
    absent.is.view = { processStartSeconds: 9 };
    await absent.after(MINUTE_MS);
    expect(absent.asked).toHaveLength(4);
  });

  it('of which no text is kept without credentials removed, or where texts are off', async () => {
    const { after, answer } = played();
    await after(0);
    expect(answer().top[0]?.text).not.toContain('hunter2');
    const silent = played({ config: { queryTexts: false } });
    await silent.after(0);
    expect([...silent.answer().top, ...silent.answer().running].map(({ text }) => text)).toEqual(['', '']);
  });
});
