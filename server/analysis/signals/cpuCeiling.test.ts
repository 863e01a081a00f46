import { readFileSync } from 'node:fs';
import { elementAt } from '../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../core/statistics/random.ts';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { findCpuCeiling } from './cpuCeiling.ts';
import { analyseScrapes } from '../panels/scrapes/scrapes.ts';

const START = 1_800_000_000;
const LENGTH = 600;
const counter = (rate: (i: number) => number): number[] => {
  let total = 100;
  return Array.from({ length: LENGTH }, (_, i) => (total += rate(i)));
};
/** Quiet at 0.2 core, 20 s of every 100 at `high`. */
/** Varies each second by up to `share`. */
const noisy = (share: number): ((cores: number) => number) => {
  const random = seededRandom(5);
  return (cores) => cores * (1 + share * (2 * random() - 1));
};
const bursts = (high: number): number[] => counter((i) => (i % 100 < 20 ? high : 0.2));

describe('CPU ceiling', () => {
  it.each<[string, number[], number | null, number | null]>([
    ['a plateau at a quota', bursts(0.35), null, 0.35],
    ['stretches of 6 s at a quota, of which the mean over 5 s reaches it for 2 s',
      counter((i) => (i % 30 < 6 ? 0.35 : 0.05)), null, 0.35],
    ['GOMAXPROCS reached', bursts(1.98), 2, 2],
    ['a load that never changes has none to be seen', counter(() => 0.35), null, null],
    ['bursts of unlike height', counter((i) => (i % 100 < 20 ? 0.2 + (i % 100) / 20 : 0.2)), null, null],
    [
      'a server with nothing to do, seen in steps of its counter of 10 ms',
      counter((i) => (i % 100 < 20 ? 0.01 : i % 2 === 0 ? 0.01 : 0)), null, null,
    ],
    ...[0, 0.05, 0.1].flatMap((share): [string, number[], null, null][] => {
      const around = noisy(share);
      return [
        [`load that doubles, within ${100 * share} %`, counter((i) => around(i < 300 ? 1 : 2)), null, null],
        [`doubles for a tenth, within ${100 * share} %`, counter((i) => around(i < 540 ? 1 : 2)), null, null],
        [`doubles, halves and doubles, within ${100 * share} %`,
          counter((i) => around(Math.floor(i / 150) % 2 === 0 ? 1 : 2)), null, null],
      ];
    }),
    ['equal bursts of 1 s, whose mean over 5 s is flat', counter((i) => (i % 20 < 1 ? 2.2 : 0.05)), null, null],
    ['equal bursts of 2 s', counter((i) => (i % 15 < 2 ? 1.4 : 0.1)), null, null],
    ['a limit that holds most of the time', counter((i) => (i % 60 < 40 ? 0.35 : 0.15)), null, 0.35],
    ['one burst in the window, short of a twentieth', counter((i) => (i < 20 ? 0.9 : 0.2)), null, null],
  ])('%s', (_, cpuSeconds, maxProcs, cores) => {
    const ceiling = findCpuCeiling(handMadeWindow({ roles: { cpuSeconds } }), maxProcs);
    if (cores === null) expect(ceiling).toBeNull();
    else expect(ceiling?.cores).toBeCloseTo(cores, 6);
  });

  /** Returns in how many of 50 windows of bursts, each of random height and cut off at 1 core, a limit is found. */
  const found = (highest: number): number => Array.from({ length: 50 }, (_, seed) => {
    const random = seededRandom(seed + 1);
    const heights = Array.from({ length: 30 }, () => Math.min(1, 0.3 + (highest - 0.3) * random()));
    const cpuSeconds = counter((i) => (i % 20 < 10 ? heights[Math.floor(i / 20)] ?? 0 : 0.2));
    return Number(findCpuCeiling(handMadeWindow({ roles: { cpuSeconds } }), null) !== null);
  }).reduce((sum, one) => sum + one, 0);

  it('is seldom seen in bursts of unlike height, and nearly always where half of them would exceed it', () => {
    expect(found(1)).toBeLessThanOrEqual(10);
    expect(found(1.7)).toBeGreaterThanOrEqual(45);
  });

  it('is seen in two minutes of a real server with a quota of 0.12 cores, whose slow scrapes read late', () => {
    const { rows } = JSON.parse(readFileSync(
      new URL('../../../testdata/recordings/prom-2.42-quota.json', import.meta.url), 'utf8'
    )) as { rows: [startMs: number, tookMs: number, hundredths: number][] };
    const window = handMadeWindow({
      durationSeconds: rows.map(([, tookMs]) => tookMs / 1000),
      roles: { cpuSeconds: rows.map(([, , hundredths]) => hundredths / 100) },
    });
    window.scrapes.startMs = Float64Array.from(rows, ([startMs]) => window.startMs + startMs);
    expect(findCpuCeiling(window, null)?.cores).toBeCloseTo(0.12, 1);
  });

  it('says when it was reached, to the scrape', () => {
    const ceiling = findCpuCeiling(handMadeWindow({ roles: { cpuSeconds: bursts(0.35) } }), null);
    expect(ceiling?.spans.slice(1, 3)).toEqual(
      [100, 200].map((second) => ({ startMs: (START + second - 1) * 1000, endMs: (START + second + 19) * 1000 }))
    );
  });

  it('takes the target’s own word for waiting, where it has one', () => {
    const cpuWaitSeconds = counter((i) => (i >= 300 && i < 310 ? 0.8 : 0.01));
    const ceiling = findCpuCeiling(handMadeWindow({ roles: { cpuSeconds: counter(() => 0.3), cpuWaitSeconds } }), null);
    expect(ceiling?.spans).toEqual([{ startMs: (START + 299) * 1000, endMs: (START + 309) * 1000 }]);
  });

  it('is not moved by a restart, whose counter falls', () => {
    const cpuSeconds = bursts(0.35).map((value, i) => (i < 300 ? value : value - 150));
    const processStartSeconds = Array.from({ length: LENGTH }, (_, i) => (i < 300 ? START - 99 : START + 300));
    expect(findCpuCeiling(handMadeWindow({ roles: { cpuSeconds, processStartSeconds } }), null)?.cores)
      .toBeCloseTo(0.35, 6);
  });
});

describe('the panel around it', () => {
  const options = { timeoutSeconds: 1, intervalSeconds: 1, stepMs: null, nowMs: START * 1000 + 1e9 };

  it('lays a time-out with nothing but CPU at its ceiling to that', () => {
    const ticks = Array.from({ length: LENGTH }, (_, i) => (i === 310 ? 'timeout' as const : 'ok' as const));
    const roles = { cpuSeconds: bursts(0.35).map((value, i) => (i === 310 ? null : value)) };
    const { gaps } = analyseScrapes(handMadeWindow({ ticks, roles }), [], [], options);
    expect(gaps).toMatchObject([{ cause: 'cpu', timedOut: 1, skipped: 0, overlaps: [{ cause: 'cpu' }] }]);
    expect(elementAt(gaps, 0).parts).toContainEqual({ quantity: expect.closeTo(0.35, 6) as number, unit: 'cores' });
    expect(elementAt(elementAt(gaps, 0).overlaps, 0).chanceRatio).toBeGreaterThan(0.15);
  });

  it('says what is missing, and a clock that jumps ahead is a hole and no slowness', () => {
    const window = handMadeWindow({ roles: { headSeries: counter(() => 1) } });
    window.scrapes.startMs = window.scrapes.startMs.map((ms, i) => ms + (i < 300 ? 0 : 3_600_000));
    window.endMs += 3_600_000;
    const panel = analyseScrapes(window, [], [], options);
    expect(panel.missing.flatMap(({ names }) => names)).toEqual(
      expect.arrayContaining([
        'expected_lastGcSeconds', 'expected_processStartSeconds', 'expected_cpuSeconds',
        'expected_targetIntervalQuantiles',
      ])
    );
    expect(panel.gaps).toMatchObject([{ cause: 'collector', timedOut: 0, overlaps: [] }]);
    expect(panel.slow.count).toBe(0);
  });

  it('counts rises of the target’s own counters over a restart', () => {
    const processStartSeconds = Array.from({ length: LENGTH }, (_, i) => (i < 300 ? START - 99 : START + 300));
    const samplesOutOfOrder = Array.from({ length: LENGTH }, (_, i) => (i < 300 ? 50 + i : i - 300));
    expect(
      analyseScrapes(
        handMadeWindow({ roles: { processStartSeconds, samplesOutOfOrder } }), [], [], options
      ).ownScrapes.outOfOrder
    ).toBe(299 + 299);
  });
});
