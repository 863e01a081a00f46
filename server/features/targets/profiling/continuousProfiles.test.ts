import { describe, expect, it } from 'vitest';
import type { Capture, ErrorType, ProfileInfo } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { CaptureOrder } from '../captures/captureOrder.ts';
import { ContinuousProfiles } from './continuousProfiles.ts';
import { ProfileBudget } from './profileBudget.ts';

const START_MS = 1_700_000_000_000;

/** A target that is scraped every second, and what is taken of it. */
class Watched {
  nowMs = START_MS;
  state = 'up';
  slowSeconds = 0.1;
  failure: ErrorType | null = null;
  isOthers = false;
  isOn = true;
  cores = 0.2;
  cpuSeconds = 0;
  maxProcs: number | undefined = 4;
  ceiling: { cores: number; basis: string } | null = null;
  asked = 0;
  orders: (CaptureOrder & { ms: number })[] = [];

  constructor(
    readonly name = 'eu', readonly plans = [
      { kind: 'cpu' as const, everySeconds: 60, seconds: 10 }, { kind: 'heap' as const, everySeconds: 300, seconds: 0 },
    ],
  ) {}

  readonly planner = new ContinuousProfiles({
    now: () => this.nowMs,
    ceiling: () => { this.asked += 1; return Promise.resolve(this.ceiling); },
    budget: {
      kept: () => Promise.resolve([]), add: () => Promise.resolve(),
      describe: () => ({ profiles: 0, bytes: 0, hours: 0, pinned: [] }),
    },
    captures: {
      take: (_, order) => {
        if (this.isOthers) return Promise.resolve(null);
        this.orders.push({ ...order, ms: this.nowMs });
        const errorType = this.failure;
        return Promise.resolve({
          state: errorType === null ? 'done' : 'failed', error: errorType === null ? null : 'It failed.', errorType,
          endTime: this.nowMs / 1000, sizeBytes: 1000,
        } as Capture);
      },
    },
  });

  get scraper(): TargetScraper {
    const { nowMs, state, slowSeconds, cpuSeconds, maxProcs } = this;
    return {
      config: {
        name: this.name, scrapeTimeoutMs: 10_000, profiling: { on: true, plans: this.plans, budgetBytes: 1e6 },
      },
      view: () => ({
        state, lastScrape: { startMs: nowMs, durationSeconds: slowSeconds, error: null },
        facts: maxProcs === undefined ? {} : { maxProcs },
        reading: { timeMs: nowMs, durationSeconds: slowSeconds, figures: { cpuSeconds }, watched: new Map() },
      }),
    } as unknown as TargetScraper;
  }

  async run(seconds: number): Promise<void> {
    for (let i = 0; i < seconds; i++) {
      this.nowMs += 1000;
      this.cpuSeconds += this.cores;
      await this.planner.onScrape(this.scraper, this.isOn);
    }
  }

  taken(kind: string): number[] {
    return this.orders.filter((order) => order.kind === kind).map(({ ms }) => (ms - START_MS) / 1000);
  }

  async pause() {
    return (await this.planner.about(this.scraper, this.isOn)).pause;
  }
}

const gaps = (times: readonly number[]): number[] => times.slice(1).map((time, i) => time - (times[i] ?? NaN));

describe('continuous profiling', () => {
  it('takes each kind once in its interval, at the same moment of it, with its reason', async () => {
    const watched = new Watched();
    await watched.run(1200);
    expect(watched.taken('cpu')).toHaveLength(20);
    expect(new Set(gaps(watched.taken('cpu')))).toEqual(new Set([60]));
    expect(watched.taken('heap')).toHaveLength(4);
    expect(watched.orders[0]).toMatchObject({ reason: { how: 'continuous', sentence: null }, gc: false });
    // A restart does not move the phase, and takes no profile at once.
    const again = new Watched();
    again.nowMs += 30_000;
    await again.run(600);
    expect(again.taken('cpu').map((time) => time % 60)).toContain((watched.taken('cpu')[0] ?? NaN) % 60);
  });

  it('keeps to a longer interval once the target starts again with it', async () => {
    const watched = new Watched();
    await watched.run(300);
    const before = watched.taken('cpu').length;
    const [cpu] = watched.plans;
    if (cpu !== undefined) cpu.everySeconds = 120;
    watched.planner.forget('eu');
    await watched.run(600);
    expect(watched.taken('cpu').length - before).toBe(5);
  });

  it('does not take those of many targets at the same second', async () => {
    const seconds = await Promise.all(Array.from({ length: 24 }, async (_, i) => {
      const watched = new Watched(`target ${i}`);
      await watched.run(60);
      return watched.taken('cpu')[0];
    }));
    expect(new Set(seconds).size).toBeGreaterThan(15);
  });

  it('takes nothing while it is off', async () => {
    const watched = new Watched();
    watched.isOn = false;
    await watched.run(600);
    expect(watched.orders).toEqual([]);
    expect(await watched.planner.about(watched.scraper, false)).not.toHaveProperty('state');
  });

  it.each([
    ['replaying', { state: 'replaying' }], ['not-answering', { state: 'down' }], ['slow', { slowSeconds: 3 }],
  ] as const)('waits, and says why: %s', async (reason, change) => {
    const watched = new Watched();
    await watched.run(120);
    const before = watched.orders.length;
    Object.assign(watched, change);
    await watched.run(300);
    expect(watched.orders).toHaveLength(before);
    expect(await watched.planner.about(watched.scraper, true)).toMatchObject({
      state: 'paused', nextTime: null, pause: { reason, sinceTime: (START_MS + 121_000) / 1000, untilTime: null },
    });
    Object.assign(watched, { state: 'up', slowSeconds: 0.1 });
    await watched.run(10);
    expect((await watched.pause())?.reason).toBe(reason);
    await watched.run(10);
    expect(await watched.pause()).toBeNull();
    await watched.run(60);
    expect(watched.orders.length).toBeGreaterThan(before);
  });

  it('waits while CPU is at GOMAXPROCS, without a look at any panel', async () => {
    const watched = new Watched();
    await watched.run(120);
    const before = watched.orders.length;
    const { asked } = watched;
    watched.cores = 3.9;
    await watched.run(120);
    expect(watched.orders).toHaveLength(before);
    expect(watched.asked).toBe(asked);
    expect(await watched.pause()).toMatchObject({ reason: 'cpu-ceiling', sentence: 'CPU is at its ceiling of 4.0 cores '
      + '(GOMAXPROCS).' });
    watched.cores = 0.2;
    await watched.run(90);
    expect(watched.orders.length).toBeGreaterThan(before);
  });

  it('asks for a quota only while CPU is near its highest, and waits at it', async () => {
    const watched = new Watched();
    watched.maxProcs = undefined;
    watched.cores = 1;
    watched.ceiling = { cores: 1, basis: 'a quota' };
    await watched.run(300);
    expect(watched.orders).toEqual([]);
    expect(await watched.pause()).toMatchObject({ reason: 'cpu-ceiling' });
    const { asked } = watched;
    expect(asked).toBeLessThan(25);
    watched.cores = 0.2;
    await watched.run(120);
    expect(watched.asked - asked).toBeLessThan(2);
    expect(watched.orders.length).toBeGreaterThan(0);
  });

  it('backs off when another profiler has the target, twice as long each time, and says so', async () => {
    const watched = new Watched('eu', [{ kind: 'cpu', everySeconds: 60, seconds: 10 }]);
    watched.failure = 'busy';
    await watched.run(1500);
    const between = gaps(watched.taken('cpu'));
    expect(between.length).toBeGreaterThan(2);
    for (const [i, gap] of between.slice(1).entries()) expect(gap).toBeGreaterThanOrEqual(1.5 * (between[i] ?? 0));
    expect(await watched.pause()).toMatchObject({
      reason: 'in-use', sentence: expect.stringContaining('Another profiler') as string,
      untilTime: expect.any(Number) as number,
    });
    watched.failure = null;
    await watched.run(1900);
    expect(await watched.pause()).toBeNull();
    expect(gaps(watched.taken('cpu')).at(-1)).toBe(60);
  });

  it.each([
    ['not_found', 'no-pprof'], ['internal', 'budget'], ['timeout', 'not-answering'],
  ] as const)('says why it failed: %s', async (failure, reason) => {
    const watched = new Watched();
    watched.failure = failure;
    await watched.run(70);
    expect(await watched.pause()).toMatchObject({ reason, sentence: expect.stringContaining('It failed.') as string });
  });

  it('tries again with the next scrape when another capture runs', async () => {
    const watched = new Watched('eu', [{ kind: 'cpu', everySeconds: 60, seconds: 10 }]);
    await watched.run(61);
    const [first = NaN] = watched.taken('cpu');
    watched.isOthers = true;
    await watched.run(first + 60 - 61 + 15);
    watched.isOthers = false;
    await watched.run(60);
    expect(watched.taken('cpu').slice(0, 3)).toEqual([first, first + 76, first + 120].slice(0, watched.orders.length));
  });
});

describe('the budget of profiles', () => {
  const profile = (id: string, how: 'continuous' | 'triggered' | 'person', addedTime: number): ProfileInfo => ({
    id: id.repeat(64), name: id, kind: 'cpu', time: addedTime, durationSeconds: 10, sampleTypes: [], samples: 1,
    defaultSampleType: '', sizeBytes: 100, addedTime, comments: [],
    source: { how: 'capture', target: 'eu', captureId: id, reason: { how, sentence: null } },
  });

  it('removes the oldest continuous ones, and none that a note, an embed or a span names', async () => {
    let stored = [
      profile('f', 'continuous', 60), profile('e', 'continuous', 50), profile('d', 'continuous', 40),
      profile('c', 'triggered', 30), profile('b', 'continuous', 20), profile('a', 'person', 10),
    ];
    const texts = [`look at /profiles/${'b'.repeat(64)}`];
    const budget = new ProfileBudget({
      texts: () => texts,
      profiles: {
        list: () => Promise.resolve(stored),
        remove: (id) => { stored = stored.filter((one) => one.id !== id); return Promise.resolve(ok(null)); },
      },
    });
    await budget.add('eu', 100, 500);
    expect(stored).toHaveLength(6);
    stored.unshift(profile('9', 'continuous', 70));
    await budget.add('eu', 100, 500);
    expect(stored.map(({ name }) => name)).toEqual(['9', 'f', 'c', 'b', 'a']);
    const hour: ProfileInfo = { ...profile('1', 'continuous', 5), source: { how: 'merged', target: 'eu', times: [] } };
    expect(budget.describe('eu', [...await budget.kept('eu'), hour]))
      .toEqual({ profiles: 5, bytes: 500, hours: 1, pinned: ['b'.repeat(64)] });
    texts.push('http://scope/profiles?id=span%3Aeu%3Acpu%3A55%3A75');
    stored.unshift(profile('8', 'continuous', 80), profile('7', 'continuous', 90));
    await budget.add('eu', 200, 500);
    expect(stored.map(({ name }) => name)).toEqual(['9', 'f', 'c', 'b', 'a']);
  });

  it('removes none twice where two come at once', async () => {
    let stored = [profile('c', 'triggered', 30), profile('b', 'continuous', 20), profile('a', 'continuous', 10)];
    const removed: string[] = [];
    const budget = new ProfileBudget({
      texts: () => [],
      profiles: {
        list: () => Promise.resolve(stored),
        remove: async (id) => {
          removed.push(id);
          await Promise.resolve();
          stored = stored.filter((one) => one.id !== id);
          return ok(null);
        },
      },
    });
    await Promise.all([budget.add('eu', 100, 220), budget.add('eu', 100, 220)]);
    expect(removed).toEqual(['a'.repeat(64)]);
  });
});
