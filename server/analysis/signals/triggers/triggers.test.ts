import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIGGERS, type TriggerSettings } from '../../../../core/triggers.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import type { TriggerReading } from './highWaterRules.ts';
import { Triggers, type Firing } from './triggers.ts';

const MIB = 2 ** 20;

/** Plays one reading per second; `at` returns the differences from an idle server of 0.1 cores and 200 MiB. */
function play(
  seconds: number, at: (second: number) => Partial<TriggerReading['figures']> & Partial<TriggerReading>,
  { settings = DEFAULT_TRIGGERS, may = () => true }: { settings?: TriggerSettings; may?: () => boolean } = {},
): (Firing & { second: number })[] {
  const triggers = new Triggers(settings);
  let cpuSeconds = 100;
  return Array.from({ length: seconds }, (_none, second) => {
    const {
      cpuSeconds: cores = 0.1, durationSeconds = 0.01, watched = new Map(), processStartSeconds = 1, limitBytes = null,
      blockRangeMs = null, ...own
    } = at(second);
    cpuSeconds += cores;
    return triggers.see({
      timeMs: 1_000_000_000 + 1000 * second, durationSeconds, watched, processStartSeconds, limitBytes,
      blockRangeMs, figures: {
        residentBytes: 200 * MIB, goroutines: 40, heapGoalBytes: 100 * MIB, compactionRunning: 0, ...own, cpuSeconds,
      },
    }, may).map((firing) => ({ ...firing, second }));
  }).flat();
}

const rules = (fired: readonly (Firing & { second: number })[]): string[] =>
  fired.map(({ rule, second }) => `${rule} ${second}`);

describe('CPU above its high-water mark', () => {
  const spike = (from: number, to: number, cores: number) => (second: number): { cpuSeconds?: number } =>
    (second >= from && second < to ? { cpuSeconds: cores } : {});

  it('fires within two scrapes, with its values', () => {
    const [fired, ...others] = play(320, spike(300, 308, 1.5));
    expect(others).toEqual([]);
    expect(fired).toMatchObject({
      rule: 'cpu', second: 300, kind: 'cpu', seconds: 5, sentence: 'CPU was 0.8 cores; 0.1 cores is usual.',
      values: [{ name: 'CPU', unit: 'cores' }, { name: 'Threshold' }, { name: 'Usual' }],
    });
  });

  it('not before two minutes were seen, nor in the first minute of a process', () => {
    expect(play(110, spike(100, 108, 1.5))).toEqual([]);
    const restarted = (second: number): object =>
      ({ ...spike(420, 428, 1.5)(second), processStartSeconds: second < 300 ? 1 : 5000 });
    expect(play(440, restarted)).toEqual([]);
    expect(rules(play(810, (second) => ({ ...restarted(second), ...spike(800, 808, 1.5)(second) }))))
      .toEqual(['cpu 800']);
  });

  it('not again below what was captured, until that is forgotten', () => {
    const at = (second: number): object => ({
      ...spike(300, 308, 1.5)(second), ...spike(700, 708, 1.5)(second), ...spike(1100, 1108, 1.8)(second),
      ...spike(2800, 2808, 1)(second),
    });
    expect(rules(play(2900, at))).toEqual(['cpu 300', 'cpu 1101', 'cpu 2800']);
  });

  it('leaves no mark where it might not fire', () => {
    let asked = 0;
    const at = (second: number): object => ({ ...spike(300, 304, 1.5)(second), ...spike(400, 404, 1)(second) });
    expect(rules(play(410, at, { may: () => (asked += 1) > 5 }))).toEqual(['cpu 400']);
  });

  it('not for what happens every minute, nor for a level that stays', () => {
    expect(play(900, (second) => ({ cpuSeconds: second % 60 < 2 ? 1 : 0.1 })).filter(({ second }) => second > 130))
      .toEqual([]);
    expect(rules(play(1800, (second) => ({ cpuSeconds: second < 300 ? 0.1 : 1 })))).toEqual(['cpu 300']);
  });

  it('for each of a hundred spikes that come soon after one another: their edges are not usual', () => {
    const random = seededRandom(3);
    const starts: number[] = [];
    for (let at = 300; starts.length < 100; at += 10 + 4 * random()) starts.push(at);
    /** Spikes of 4 s that begin and end between two scrapes. */
    const cores = (second: number): number => 0.1 + starts.reduce(
      (sum, start) => sum + 0.9 * Math.max(0, Math.min(second, start + 4) - Math.max(second - 1, start)), 0
    );
    const settings = { ...DEFAULT_TRIGGERS, resetMs: 1000 };
    const fired = play((starts.at(-1) ?? 0) + 10, (second) => ({ cpuSeconds: cores(second) }), { settings });
    const late = starts.filter((start) => !fired.some(({ second }) => second >= start && second < start + 2.5));
    expect(late).toEqual([]);
  });

  it('whatever two readings before a captured spike show of it: neither is usual', () => {
    // Below the threshold of 0.35 cores, and a quarter above the first of them is not.
    const rise = new Map([[200, 0.5], [201, 0.15], [202, 1], [203, 1], [260, 0.62]]);
    const settings = { ...DEFAULT_TRIGGERS, resetMs: 30_000 };
    expect(rules(play(270, (second) => ({ cpuSeconds: rise.get(second) ?? 0.1 }), { settings })))
      .toEqual(['cpu 202', 'cpu 260']);
  });

  it('not for one slow counter step of an idle server', () => {
    expect(play(3600, (second) => ({ cpuSeconds: second % 97 === 0 ? 0.4 : 0.01 }))).toEqual([]);
  });
});

describe('memory, goroutines and scrapes', () => {
  it('fire with the profile that shows what it is', () => {
    const at = (second: number): object => ({
      limitBytes: 1000 * MIB,
      ...(second >= 200 && second < 210 ? { goroutines: 500 } : {}),
      ...(second >= 250 && second < 260 ? { durationSeconds: 2 } : {}),
      ...(second >= 300 ? { residentBytes: 480 * MIB, heapGoalBytes: 300 * MIB } : {}),
      ...(second >= 400 ? { residentBytes: 950 * MIB, heapGoalBytes: 300 * MIB } : {}),
    });
    const fired = play(420, at);
    expect(fired.map(({ rule, kind, second }) => `${rule} ${kind} ${second}`)).toEqual([
      'goroutines goroutine 201', 'scrape-duration goroutine 251', 'memory-growth heap 300', 'heap-after-gc heap 300',
      'memory-limit heap 400', 'memory-growth heap 400',
    ]);
    expect(fired.at(-2)?.sentence).toBe('Resident memory was 950 MiB; the threshold is 900 MiB.');
  });

  it('say which kinds they take, and which of them is above what is usual', () => {
    const isAbove = (settings: TriggerSettings, goroutines: number): unknown => {
      const triggers = new Triggers(settings);
      for (let second = 0; second <= 200; second++) {
        triggers.see({
          timeMs: 1_000_000_000 + 1000 * second, durationSeconds: 0.01, watched: new Map(), processStartSeconds: 1,
          limitBytes: 1, blockRangeMs: null,
          figures: { residentBytes: 200 * MIB, goroutines: second === 200 ? goroutines : 40 },
        }, () => true);
      }
      return [[...triggers.kinds].sort(), (['heap', 'goroutine'] as const).filter((kind) => triggers.isAbove(kind))];
    };
    expect(isAbove(DEFAULT_TRIGGERS, 500)).toEqual([['cpu', 'goroutine', 'heap'], ['goroutine']]);
    const off: TriggerSettings['off'] = ['memory-limit', 'memory-growth', 'heap-after-gc', 'finding'];
    expect(isAbove({ ...DEFAULT_TRIGGERS, off }, 41)).toEqual([['cpu', 'goroutine'], []]);
  });

  it('one scrape with more goroutines is nothing', () => {
    expect(play(300, (second) => (second === 250 ? { goroutines: 5000 } : {}))).toEqual([]);
  });
});

describe('compactions', () => {
  it('fire while one runs longer than those before it, once', () => {
    const runs = [[100, 110], [200, 212], [300, 308], [400, 440]];
    const at = (second: number): object =>
      ({ compactionRunning: runs.some(([from = 0, to = 0]) => second >= from && second < to) ? 1 : 0 });
    const fired = play(500, at);
    expect(rules(fired)).toEqual(['compaction 419']);
    expect(fired[0]?.sentence).toBe('A compaction has been running for 19 s; the longest of those before took 12 s.');
  });
});

describe('a head compaction that waits', () => {
  const at = (second: number): object => ({
    blockRangeMs: 60_000, compactions: second < 10 ? 5 : 6, compactionsFailed: 0,
    headTruncations: second < 130 ? 4 : 5, headMinTimeMs: second < 130 ? 4_000 : 64_000, headMaxTimeMs: 100_000,
  });

  it('has a dump taken after 20 s, and each minute that the limits allow, until it is over', () => {
    const fired = play(300, at);
    expect(rules(fired)).toEqual(['head-wait 30', 'head-wait 90']);
    expect(fired[0]).toMatchObject({
      kind: 'goroutine', seconds: 0, waits: true,
      sentence: 'A block was written 20 s ago, and the head is not truncated.',
    });
  });

  it.each([
    ['the rule is off', { settings: { ...DEFAULT_TRIGGERS, off: ['head-wait' as const] } }, () => ({})],
    ['it may not', { may: () => false }, () => ({})],
    ['the block range is not known', {}, () => ({ blockRangeMs: null })],
    ['it is short', {}, (second: number) => (second < 29 ? {} : { headTruncations: 5 })],
  ])('has none taken where %s', (_what, how, differs) => {
    expect(play(300, (second) => ({ ...at(second), ...differs(second) }), how)).toEqual([]);
  });
});

describe('rules of the configuration', () => {
  const settings: TriggerSettings = {
    ...DEFAULT_TRIGGERS, off: ['cpu'],
    rules: [
      { name: 'queries', selector: 'queries', above: 20, forMs: 3000, kind: 'cpu', seconds: 5 },
      { name: 'idle', selector: 'workers', below: 2, forMs: 0, kind: 'goroutine', seconds: 0 },
    ],
  };

  it('fire after their time, on either side, and rules that are off do not', () => {
    const fired = play(60, (second) => ({
      cpuSeconds: second > 30 ? 5 : 0.1,
      watched: new Map([
        ['queries', { least: 0, most: second >= 10 && second !== 12 ? 30 : 1 }],
        ['workers', second < 40 ? { least: 5, most: 9 } : second < 50 ? null : { least: 1, most: 9 }],
      ]),
    }), { settings });
    expect(rules(fired)).toEqual(['queries 16', 'idle 50']);
    expect(fired.map(({ sentence }) => sentence)).toEqual([
      'queries was 30; the threshold is 20.', 'workers was 1; the threshold is 2.',
    ]);
  });

  it('are listed with the others, also those that are off', () => {
    const { all } = new Triggers(settings);
    expect(all.map(({ rule }) => rule)).toEqual([
      'cpu', 'memory-limit', 'memory-growth', 'goroutines', 'scrape-duration', 'heap-after-gc', 'queries', 'idle',
      'compaction', 'next-compaction', 'finding', 'stacks', 'head-wait',
    ]);
    expect(all.find(({ rule }) => rule === 'queries')?.words).toBe('queries is above 20 for 3 s.');
  });
});
