import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { prefixOf } from '../../../../testdata/spikeTruth.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { findGcCycles } from '../gc/gcCycles.ts';
import type { SpanMs } from '../windowFrame.ts';
import { pointGrid } from '../counterSteps.ts';
import { diskPoints, diskReadings } from './diskReadings.ts';
import { diskSpikes, memorySpikes, scrapeSpikes, type QuantityInput } from './quantitySpikes.ts';

const START = 1_800_000_000;
const MIB = 2 ** 20;

const inputOf = (window: RoleWindow, compactions: readonly SpanMs[] = []): QuantityInput => (
  { window, compactions, gc: findGcCycles(window) }
);
const spanAt = (from: number, to: number): SpanMs => ({ startMs: (START + from) * 1000, endMs: (START + to) * 1000 });

/** Returns values by second: a noisy level with bursts above it. */
function level(seconds: number, base: number, bursts: Record<number, number[]> = {}): number[] {
  const random = seededRandom(3);
  const values = Array.from({ length: seconds }, () => base * (0.98 + 0.04 * random()));
  for (const [at, burst] of Object.entries(bursts)) burst.forEach((value, k) => { values[Number(at) + k] = value; });
  return values;
}

const every = (count: number, step: number): number[] => Array.from({ length: count }, (_, k) => 60 + step * k);

describe('spikes of scrape duration', () => {
  const slow = (seconds: number[], more: Partial<HandMadeWindow> = {}): RoleWindow => handMadeWindow({
    durationSeconds: seconds, ...more, roles: { cpuSeconds: seconds.map((_, k) => k / 10), ...more.roles },
  });
  const bursts = Object.fromEntries(every(6, 90).map((at) => [at, [0.6, 0.5]]));

  it('add up what each scrape took longer, and are the compaction\'s where it ran', () => {
    const compactions = every(6, 90).slice(0, 5).map((at) => spanAt(at - 1, at + 3));
    const found = scrapeSpikes(inputOf(slow(level(600, 0.005, bursts)), compactions));
    expect(found).toMatchObject({
      quantity: 'scrape-duration', unit: 'seconds', areaUnit: 'seconds', confidence: 'likely',
    });
    expect(found.spikes.map(({ cause }) => cause)).toEqual([...new Array<string>(5).fill('compaction'), 'unexplained']);
    expect(found.spikes[0]).toMatchObject({ start: START + 60, end: START + 61.5, confidence: 'sure' });
    expect(found.spikes[0]?.area).toBeCloseTo(1.09, 2);
    expect(found.causes).toMatchObject([{ cause: 'compaction', count: 5 }, { cause: 'unexplained', count: 1 }]);
    expect(found.measuredSeconds).toBe(600);
  });

  it('over several compactions are of all of them, not of one', () => {
    const long = { 60: Array.from({ length: 12 }, () => 0.6), 200: [0.6, 0.5] };
    const compactions = [[59, 63], [63.5, 67], [67.5, 72], [199, 203]].map(([from = 0, to = 0]) => spanAt(from, to));
    const [several, one] = scrapeSpikes(inputOf(slow(level(600, 0.005, long)), compactions)).spikes;
    const clock = (second: number): string => new Date(1000 * (START + second)).toISOString().slice(11, 19);
    expect(several?.evidence).toMatch(` falls in 3 compactions between ${clock(59)} UTC and ${clock(72)} UTC`);
    expect(one?.evidence).toMatch(` falls in the compaction from ${clock(199)} UTC to ${clock(203)} UTC`);
  });

  it('are GC\'s where they lie on cycles, not where cycles are everywhere', () => {
    const seconds = level(600, 0.005, bursts);
    const cycles = (at: readonly number[]): HandMadeWindow['roles'] => ({
      gcCycles: seconds.map((_, row) => at.filter((one) => one <= row).length),
      lastGcSeconds: seconds.map((_, row) => START + (at.findLast((one) => one <= row) ?? -100)),
    });
    const causes = (at: readonly number[]): string[] => (
      scrapeSpikes(inputOf(slow(seconds, { roles: cycles(at) }))).spikes.map(({ cause }) => cause)
    );
    expect(causes(every(6, 90).map((at) => at + 0.7))).toEqual(new Array(6).fill('gc'));
    expect(causes(seconds.map((_, row) => row + 0.5))).toEqual(new Array(6).fill('unexplained'));
  });

  it('are the host\'s where it is saturated then and not at other times, and where it always is', () => {
    const seconds = level(600, 0.005, bursts);
    const host = (isFull: (row: number) => boolean): QuantityInput => {
      let waited = 0;
      const pressure = seconds.map((_, row) => (waited += isFull(row) ? 0.9 : 0.01));
      return inputOf(slow(seconds, { roles: {
        nodeUp: seconds.map(() => 1), hostCpuPressureSeconds: pressure,
      } }));
    };
    const causes = (isFull: (row: number) => boolean): string[] => (
      scrapeSpikes(host(isFull)).spikes.map(({ cause }) => cause)
    );
    expect(causes((row) => every(6, 90).some((at) => row >= at - 1 && row <= at + 3)))
      .toEqual(new Array(6).fill('host'));
    expect(causes(() => true)).toEqual(new Array(6).fill('host'));
    expect(causes((row) => row % 2 === 0 && row < 20)).toEqual(new Array(6).fill('unexplained'));
    // Shortage half of the time, whether scrapes are slow or not.
    expect(causes((row) => row % 90 < 45).filter((cause) => cause === 'host')).toEqual([]);
  });

  it('are none of jitter, nor of a level that lasts, nor of a skipped or refused scrape', () => {
    expect(scrapeSpikes(inputOf(slow(level(3600, 0.05)))).spikes).toEqual([]);
    expect(scrapeSpikes(inputOf(slow([...level(900, 0.01), ...level(900, 0.9)]))).spikes).toEqual([]);
    const ticks = level(600, 1).map((_, row) => (row % 50 === 0 ? 'refused' : 'ok')) as 'ok'[];
    const seconds = level(600, 0.005).map((one, row) => (row % 50 === 0 ? 3 : one));
    expect(scrapeSpikes(inputOf(slow(seconds, { ticks }))).spikes).toEqual([]);
  });

  it('a minute apart and one after the other are one', () => {
    const seconds = level(60, 0.005, { 30: [0.5, 0.6, 0.4] });
    const found = scrapeSpikes(inputOf(slow(seconds, { stepMs: 60_000 })));
    expect(found.spikes).toMatchObject([{ start: START + 1800, end: START + 1920.4 }]);
  });

  it('name the same cause first while data comes in', () => {
    const compactions = every(6, 90).map((at) => spanAt(at - 1, at + 3));
    const window = slow(level(600, 0.005, bursts));
    const first = [400, 450, 500, 550, 600].map((length) => (
      scrapeSpikes(inputOf(prefixOf(window, length), compactions)).causes[0]?.cause
    ));
    expect(new Set(first)).toEqual(new Set(['compaction']));
  });
});

describe('spikes of resident memory', () => {
  const resident = (bytes: (number | null)[], more: HandMadeWindow['roles'] = {}): RoleWindow => handMadeWindow({
    roles: { residentBytes: bytes, ...more },
  });
  const hump = (base: number): number[] => [1.05, 1.2, 1.3, 1.3, 1.3, 1.3, 1.2].map((times) => times * base);
  const bursts = Object.fromEntries(every(5, 120).map((at) => [at, hump(400 * MIB)]));
  // Memory changes in whole pages, so its level is not noisy.
  const bytes = level(700, 400 * MIB, bursts).map((value) => Math.round(value / (8 * MIB)) * 8 * MIB);

  it('are what ran while memory rose, though it stays up after that', () => {
    const compactions = every(5, 120).map((at) => spanAt(at - 1, at + 2));
    const found = memorySpikes(inputOf(resident(bytes), compactions));
    expect(found)
      .toMatchObject({ quantity: 'resident-memory', areaUnit: 'byteSeconds', counted: 5, confidence: 'likely' });
    expect(found.spikes.map(({ cause }) => cause)).toEqual(new Array(5).fill('compaction'));
    expect(found.spikes[0]?.evidence).toContain('up to its peak, falls in the compaction');
    const area = [0.05, 0.2, 0.3, 0.3, 0.3, 0.3, 0.2].reduce((sum, share) => sum + share * 400 * MIB, 0);
    expect(Math.abs((found.spikes[0]?.area ?? 0) / area - 1)).toBeLessThan(0.1);
  });

  it('are unexplained where what ran began after the peak, or nothing ran', () => {
    const after = every(5, 120).map((at) => spanAt(at + 6, at + 12));
    expect(memorySpikes(inputOf(resident(bytes), after)).spikes.map(({ cause }) => cause))
      .toEqual(new Array(5).fill('unexplained'));
    expect(memorySpikes(inputOf(resident(bytes))).causes).toMatchObject([{ cause: 'unexplained', count: 5 }]);
  });

  it('are none while it is up, and one once it has come down', () => {
    const risen = level(320, 400 * MIB, { 300: new Array<number>(20).fill(500 * MIB) });
    expect(memorySpikes(inputOf(resident(risen))).spikes).toEqual([]);
    expect(memorySpikes(inputOf(resident([...risen, ...level(60, 400 * MIB)]))).spikes)
      .toMatchObject([{ isOver: true }]);
  });

  it('are none of a drift, of a step, of a gap, nor of a new process', () => {
    const drift = bytes.map((_, row) => (200 + row) * MIB);
    expect(memorySpikes(inputOf(resident(drift))).spikes).toEqual([]);
    const step = bytes.map((_, row) => (row < 350 ? 400 : 600) * MIB);
    expect(memorySpikes(inputOf(resident(step))).spikes).toEqual([]);
    const gap = bytes.map((_, row) => (row > 300 && row < 330 ? null : 400 * MIB));
    expect(memorySpikes(inputOf(resident(gap))).spikes).toEqual([]);
    expect(memorySpikes(inputOf(handMadeWindow({ roles: { cpuSeconds: [1, 2, 3] } }))))
      .toMatchObject({ quiet: null, spikes: [], confidence: 'too-early' });
  });
});

describe('spikes of disk I/O', () => {
  const rates = level(600, MIB, Object.fromEntries(every(5, 100).map((at) => [at, [20 * MIB, 30 * MIB]])));
  const counter = (values: readonly number[]): number[] => {
    let total = 0;
    return [0, ...values].map((value) => (total += value));
  };

  it('are of the process where it counts them, with what ran', () => {
    const window = handMadeWindow({ roles: {
      diskWrittenBytes: counter(rates), diskReadBytes: counter(rates.map(() => 0)),
    } });
    const found = diskSpikes(inputOf(window, every(5, 100).map((at) => spanAt(at, at + 2))));
    expect(found).toMatchObject({ quantity: 'disk-io', unit: 'bytesPerSecond', areaUnit: 'bytes', counted: 5 });
    expect(found?.causes).toMatchObject([{ cause: 'compaction', count: 5 }]);
    expect((found?.spikes[0]?.area ?? 0) / MIB).toBeCloseTo(48, 0);
  });

  it('are of its host where it does not count, and not known without either', () => {
    const window = handMadeWindow({ roles: {
      nodeUp: [1, ...rates].map(() => 1), hostDiskWrittenBytes: counter(rates),
    } });
    expect(diskSpikes(inputOf(window))?.spikes).toHaveLength(5);
    const disk = diskReadings(window);
    if (disk === null) throw new Error('The disk is not known.');
    const { mean, max } = diskPoints(pointGrid(window.scrapes, 10_000), window.scrapes.startMs, disk);
    expect(disk.of).toBe('host');
    expect(Math.max(...max.map((value) => value ?? 0)) / MIB).toBeCloseTo(30, 6);
    expect(Math.max(...mean.map((value) => value ?? 0)) / MIB).toBeLessThan(8);
    expect(mean.filter((value) => value === null)).toEqual([]);
    expect(diskSpikes(inputOf(handMadeWindow({ roles: { residentBytes: [1, 2] } })))).toBeNull();
  });

  it('are drawn over the scrapes since the answer before, also where the host answers less often', () => {
    const { scrapes } = handMadeWindow({ roles: { residentBytes: [1, 2, 3, 4, 5, 6, 7] } });
    const at = (row: number): number => scrapes.startMs[row] ?? NaN;
    const readings = [
      { row: 3, startMs: at(1), endMs: at(3), value: 10, weight: 2 },
      { row: 4, startMs: at(3), endMs: at(4), value: 20, weight: 1 },
      { row: 6, startMs: at(5), endMs: at(6), value: 30, weight: 1 },
    ];
    const points = (stepMs: number): (number | null)[] =>
      diskPoints(pointGrid(scrapes, stepMs), scrapes.startMs, { of: 'host', readings }).mean;
    expect(points(1000)).toEqual([null, null, 10, 10, 20, null, 30]);
  });
});
