import { describe, expect, it } from 'vitest';
import type { TargetTrains, WindowTrains } from '../../../../core/contract/contract.ts';
import { fail, ok } from '../../../../core/result.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { StoredTrains } from '../../../data/store/files/trainStore.ts';
import { TrainReadings } from './trainReadings.ts';

const T = 1_800_000_000_000;
const RULES = '/api/v1/rules?exclude_alerts=true';
const TARGETS = '/api/v1/targets?state=active';
const NO_METRICS: WindowTrains = { trains: [], groups: [], omitted: 0, aheadSeconds: 0 };

interface Played { view?: object; status?: number; tookMs?: number; text?: string }

/** A Prometheus of one rule group and two targets, asked through a clock that moves while it answers. */
function played(more: Played = {}): {
  readings: TrainReadings; scraper: TargetScraper; asked: string[]; clock: { ms: number }; is: Played;
  stored: StoredTrains[]; after: (ms: number) => Promise<void>; answer: (more?: Partial<WindowTrains>) => TargetTrains;
} {
  const [clock, asked, is, stored]: [{ ms: number }, string[], Played, StoredTrains[]] = [{ ms: T }, [], more, []];
  const stamp = (everyMs: number, phaseMs: number): string => (
    new Date(Math.floor((clock.ms - phaseMs) / everyMs) * everyMs + phaseMs).toISOString()
  );
  const scraper = {
    config: { name: 'a', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000 },
    view: () => ({
      state: 'up', kind: 'prometheus', processStartSeconds: 5, effectiveIntervalMs: 1000,
      lastScrape: { startMs: clock.ms, durationSeconds: 0.02, error: null }, ...is.view,
    }),
    page: async (path: string) => {
      asked.push(path);
      await Promise.resolve();
      clock.ms += is.tookMs ?? 20;
      const { status } = is;
      if (status !== undefined) return fail(status === 404 ? 'not_found' : 'target_error', `It answered ${status}.`);
      const rules = [{ name: 'up', type: 'recording', health: 'ok', evaluationTime: 0.1 }];
      return ok(Buffer.from(is.text ?? JSON.stringify({ status: 'success', data: {
        groups: [{
          name: 'g', file: '/r.yml', interval: 15, evaluationTime: 0.25, lastEvaluation: stamp(15_000, 4000), rules,
        }],
        activeTargets: [1, 2].map((k) => ({
          scrapePool: 'node', scrapeUrl: `http://h${k}/metrics`, scrapeInterval: '10s', lastScrapeDuration: 0.01,
          lastScrape: stamp(10_000, 1000 * k),
        })),
      } })));
    },
  } as unknown as TargetScraper;
  const store = {
    get: () => stored.at(-1), put: (one: StoredTrains) => { stored.push(one); return Promise.resolve(); },
  };
  const readings = new TrainReadings({ store, now: () => clock.ms });
  return {
    readings, scraper, asked, clock, is, stored,
    after: async (ms) => { clock.ms += ms; readings.onScrape(scraper); await readings.settled(scraper); },
    answer: (window) => readings.answer(
      { target: 'a', startMs: T - 3_600_000, endMs: clock.ms }, scraper, { ...NO_METRICS, ...window }
    ),
  };
}

describe('readings of rules and targets', () => {
  it('are one of each a minute at most, and one of each in ten minutes once three are known', async () => {
    const one = played();
    for (let second = 0; second < 3600; second++) await one.after(1000);
    expect(one.asked.slice(0, 4)).toEqual([RULES, TARGETS, RULES, TARGETS]);
    expect(one.asked.length).toBeLessThanOrEqual(2 * 9);
    expect(one.readings.cost()).toEqual({ requests: one.asked.length, failed: 0, mostPerMinute: 2 });
    expect(one.answer().readings).toMatchObject({ state: 'read', sentence: null, mostPerMinute: 2, lastSeconds: 0.02 });
  });

  it('give the phase of each group and target from three readings, to the millisecond', async () => {
    const one = played();
    for (let minute = 0; minute < 3; minute++) await one.after(61_000);
    const trains = one.answer().trains.toSorted((a, b) => (a.instance ?? '').localeCompare(b.instance ?? ''));
    expect(trains.map(({ kind, instance, periodSeconds, until }) => [kind, instance, periodSeconds, until])).toEqual([
      ['rule-group', null, 15, null], ['scrape-job', 'http://h1/metrics', 10, null],
      ['scrape-job', 'http://h2/metrics', 10, null],
    ]);
    expect(trains.map(({ phase, periodSeconds }) => (1000 * phase) % (1000 * periodSeconds)))
      .toEqual([4000, 1000, 2000]);
  });

  it('add rules to the groups that the metrics state, and no second train of them', async () => {
    const one = played();
    await one.after(0);
    const group = {
      name: 'g', file: '/r.yml', intervalSeconds: 15, rules: 1, medianSeconds: 0.2, maxSeconds: 0.3, maxStart: T / 1000,
      lastStart: T / 1000, busyRatio: 0.01, nearRatio: 0.02, evaluations: 4, missed: 0, failures: 0,
      driftSecondsPerHour: null, details: null,
    };
    const [own] = one.answer().trains;
    if (own === undefined) throw new Error('no train');
    const answer = one.answer({ groups: [group], trains: [own] });
    expect(answer.groups[0]?.details).toEqual([
      { name: 'up', type: 'recording', health: 'ok', lastError: null, seconds: 0.1 },
    ]);
    expect(answer.trains.filter(({ kind }) => kind === 'rule-group')).toHaveLength(1);
  });

  it.each<[string, Played]>([
    ['is slow', { view: { lastScrape: { durationSeconds: 0.6, error: null } } }],
    ['is scraped less often for being slow', { view: { effectiveIntervalMs: 2000 } }],
    ['is down', { view: { state: 'down' } }], ['replays', { view: { state: 'replaying' } }],
  ])('are not asked while the target %s', async (_, more) => {
    const one = played(more);
    for (let minute = 0; minute < 5; minute++) await one.after(60_000);
    expect(one.asked).toEqual([]);
    expect(one.answer().readings).toMatchObject({
      state: 'waiting', sentence: expect.stringMatching(/^Not asked: /) as string,
    });
  });

  it.each(['victoriametrics', 'thanos', 'go', 'unknown'])('are not asked of %s', async (kind) => {
    const one = played({ view: { kind } });
    await one.after(60_000);
    expect(one.asked).toEqual([]);
    expect(one.answer().readings.state).toBe('unavailable');
  });

  it('of a page that is not there end until another process answers', async () => {
    const one = played({ status: 404 });
    for (let minute = 0; minute < 120; minute++) await one.after(60_000);
    expect(one.asked).toEqual([RULES, TARGETS]);
    one.is.view = { processStartSeconds: 700 };
    for (let minute = 0; minute < 120; minute++) await one.after(60_000);
    expect(one.asked).toHaveLength(4);
  });

  it.each<[string, Played]>([['fail', { status: 503 }], ['cannot be read', { text: '<html>' }]])(
    'that %s are asked less and less often', async (_, more) => {
      const one = played(more);
      for (let minute = 0; minute < 24 * 60; minute++) await one.after(60_000);
      expect(one.asked.length).toBeLessThanOrEqual(2 * 9);
      expect(one.answer().readings.failed).toBe(one.asked.length);
    }
  );

  it('that take long are a hundredth of the time', async () => {
    const one = played({ tookMs: 5000 });
    for (let minute = 0; minute < 16; minute++) await one.after(60_000);
    expect(one.asked).toHaveLength(2);
  });

  it('are kept with the target, and go on after a start', async () => {
    const one = played();
    for (let minute = 0; minute < 3; minute++) await one.after(61_000);
    expect(one.stored.at(-1)?.trains).toHaveLength(3);
    const { trains, readings } = new TrainReadings({
      store: { get: () => one.stored.at(-1), put: () => Promise.resolve() }, now: () => one.clock.ms,
    }).answer({ target: 'a', startMs: T - 60_000, endMs: one.clock.ms }, undefined, NO_METRICS);
    expect(trains).toHaveLength(3);
    expect(readings.state).toBe('unavailable');
  });

  it('give the scrapes of a window, of a live target and of one that is no longer scraped', async () => {
    const one = played();
    for (let minute = 0; minute < 3; minute++) await one.after(61_000);
    const window = { target: 'a', startMs: T - 60_000, endMs: one.clock.ms };
    const scrapes = one.readings.scrapes(window, one.scraper);
    expect(scrapes.map(({ kind, name, periodSeconds }) => [kind, name, periodSeconds]))
      .toEqual([['scrape-job', 'node', 10], ['scrape-job', 'node', 10]]);
    expect(one.readings.scrapes(window, undefined)).toEqual(scrapes);
    const before = { ...window, startMs: T - 9 * 3_600_000, endMs: T - 8 * 3_600_000 };
    expect(one.readings.scrapes(before, one.scraper)).toEqual([]);
  });
});

it('the scrapes of an incident file are those of its window, and end with it', async () => {
  const { readings, stored } = played();
  const train = {
    kind: 'scrape-job', name: 'node', file: null, instance: 'http://h1/metrics', periodSeconds: 10, phase: 1000.5,
    phaseErrorSeconds: 0.01, widthSeconds: 0.2, since: 900, until: null,
  };
  await readings.takeOver('old', [train, { ...train, periodSeconds: -1 }, null, 'x'], 2000);
  expect(stored).toEqual([{ target: 'old', atMs: 2_000_000, trains: [{ ...train, until: 2000 }] }]);
  const at = (startMs: number) => readings.scrapes({ target: 'old', startMs, endMs: startMs + 1000 }, undefined);
  expect(at(1_500_000)).toHaveLength(1);
  expect(at(1e12)).toEqual([]);
});
