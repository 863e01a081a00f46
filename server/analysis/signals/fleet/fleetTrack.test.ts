import { describe, expect, it } from 'vitest';
import type { ScrapeFigures } from '../../../data/metrics/scrapeFigures.ts';
import { FleetTrack, KEPT_MS, STEP_MS } from './fleetTrack.ts';

/** Multiple of every step width used here. */
const T0 = Math.floor(Date.UTC(2026, 10, 20) / 600_000) * 600_000;

function tracked(
  seconds: number, everySeconds: number, figures: (second: number) => ScrapeFigures | null,
  more: (second: number) => { processStartSeconds?: number } = () => ({}),
): FleetTrack {
  const track = new FleetTrack();
  for (let s = 0; s <= seconds; s += everySeconds) {
    const read = figures(s);
    track.see({
      timeMs: T0 + s * 1000, failed: read === null, intervalMs: everySeconds * 1000, figures: read,
      processStartSeconds: 1, ...more(s),
    });
  }
  return track;
}

describe('what is kept of scrapes', () => {
  it.each([1, 15, 45, 70])('rates are the counters\' growth over its time, with a scrape every %s s', (every) => {
    const track = tracked(1260, every, (s) => ({ cpuSeconds: 100 + s * 2, gcCpuSeconds: s / 2, gcCycles: s / 10 }));
    const { cpuCores, gcShareRatio, gcCyclesPerMinute } = track.window(T0, T0 + 1_200_000, STEP_MS, null);
    expect(cpuCores).toHaveLength(40);
    for (const cores of cpuCores) expect(cores).toBeCloseTo(2, 4);
    for (const share of gcShareRatio) expect(share).toBeCloseTo(0.25, 4);
    expect(gcCyclesPerMinute).toBeCloseTo(6, 3);
  });

  it('a wider step is the mean of its parts, and memory the most of them', () => {
    const track = tracked(120, 1, (s) => ({ cpuSeconds: s < 60 ? s : 60 + (s - 60) * 3, residentBytes: 1000 + s }));
    const one = track.window(T0, T0 + 120_000, 120_000, null);
    expect(one.cpuCores).toHaveLength(1);
    expect(one.cpuCores[0]).toBeCloseTo(2, 4);
    expect(one.rssBytes).toEqual([1119]);
    expect(track.window(T0, T0 + 120_000, STEP_MS, null).rssBytes).toEqual([1029, 1059, 1089, 1119]);
  });

  it('a counter that was reset, or that is silent for long, adds nothing', () => {
    const reset = tracked(60, 10, (s) => ({ cpuSeconds: s < 30 ? 1000 + s : s }));
    expect(reset.window(T0, T0 + 60_000, STEP_MS, null).cpuCores.map((one) => Math.round(one ?? NaN))).toEqual([1, 1]);
    const silent = tracked(600, 1, (s) => (s > 10 && s < 400 ? null : { cpuSeconds: s }));
    expect(silent.window(T0, T0 + 600_000, 60_000, null).cpuCores.map((one) => (one === null ? null : Math.round(one))))
      .toEqual([1, null, null, null, null, null, 1, 1, 1, 1]);
  });

  it('failed scrapes are a gap until one succeeds; one that goes on ends now', () => {
    const failing = tracked(60, 1, (s) => (s >= 20 && s < 25) || s >= 50 ? null : {});
    expect(failing.window(T0, T0 + 90_000, STEP_MS, T0 + 70_000).gaps).toEqual([
      { startMs: T0 + 20_000, endMs: T0 + 25_000 }, { startMs: T0 + 50_000, endMs: T0 + 70_000 },
    ]);
    expect(failing.window(T0, T0 + 90_000, STEP_MS, null).gaps).toHaveLength(1);
    // Silence is a gap too: no scrape was sent.
    const silent = tracked(100, 1, () => ({}));
    expect(silent.window(T0, T0 + 200_000, STEP_MS, T0 + 200_000).gaps)
      .toEqual([{ startMs: T0 + 101_000, endMs: T0 + 200_000 }]);
  });

  it('of gaps, those of which a scrape failed are the target\'s: in others nothing may have been sent', () => {
    const late = tracked(100, 1, () => ({}));
    late.see({ timeMs: T0 + 130_000, failed: false, intervalMs: 1000, figures: {}, processStartSeconds: 1 });
    late.see({ timeMs: T0 + 131_000, failed: true, intervalMs: 1000, figures: null, processStartSeconds: 1 });
    const { gaps, failuresMs } = late.window(T0, T0 + 200_000, STEP_MS, T0 + 140_000);
    expect(gaps).toHaveLength(2);
    expect(failuresMs).toEqual([T0 + 131_000]);
  });

  it('compactions are seen by the gauge, and by the counter where they are short', () => {
    const track = tracked(100, 10, (s) => ({
      compactionRunning: s >= 20 && s < 50 ? 1 : 0, compactions: s >= 80 ? 2 : s >= 50 ? 1 : 0,
    }));
    expect(track.window(T0, T0 + 120_000, STEP_MS, null).compactions).toEqual([
      { startMs: T0 + 20_000, endMs: T0 + 50_000 }, { startMs: T0 + 70_000, endMs: T0 + 80_000 },
    ]);
    expect(track.window(T0 + 60_000, T0 + 120_000, STEP_MS, null).compactions).toHaveLength(1);
  });

  it('another start time is a restart; its counters begin anew', () => {
    const track = tracked(60, 10, (s) => ({ cpuSeconds: s < 30 ? 50 + s : s + 100 }), (s) => (
      { processStartSeconds: s < 30 ? 1 : 2 }
    ));
    const { restartsMs, cpuCores } = track.window(T0, T0 + 60_000, STEP_MS, null);
    expect(restartsMs).toEqual([T0 + 30_000]);
    expect(cpuCores.map((one) => Math.round(one ?? NaN))).toEqual([1, 1]);
  });

  it('a limit that is none is not kept', () => {
    expect(tracked(1, 1, () => ({ memoryLimitBytes: 2 ** 63 })).limitBytes).toBe(null);
    const limited = tracked(1, 1, () => ({ memoryLimitBytes: 2 ** 30, maxProcs: 4 }));
    expect(limited).toMatchObject({ limitBytes: 2 ** 30, maxProcs: 4 });
  });

  it('more than a day later the places hold the new day alone', () => {
    const track = tracked(60, 1, (s) => ({ cpuSeconds: s, residentBytes: 5 }));
    const later = T0 + KEPT_MS;
    for (let s = 0; s <= 30; s++)
      track.see({
        timeMs: later + s * 1000, failed: false, intervalMs: 1000, figures: { cpuSeconds: s * 2 },
        processStartSeconds: 1,
      });
    expect(track.window(later, later + 60_000, STEP_MS, null))
      .toMatchObject({ cpuCores: [2, null], rssBytes: [null, null] });
  });

  it('the past of a whole day takes no place of what is kept of now', () => {
    const track = tracked(10, 1, (s) => ({ cpuSeconds: s, residentBytes: 5 }));
    const time = Array.from({ length: KEPT_MS / STEP_MS }, (_, i) => (T0 - KEPT_MS + i * STEP_MS) / 1000);
    const all = time.map(() => 4);
    track.fill({
      range: { start: T0 / 1000 - 86_400, end: T0 / 1000, step: 30, scrapes: 100 }, restarts: [], gapSpans: [],
      compactions: [], cycles: [{ time: T0 / 1000 - 86_400 }],
      series: { time, cpuCores: all, cpuCoresMax: all, rssBytes: all, scrapeSeconds: [] },
    });
    expect(track.window(T0 - STEP_MS, T0 + STEP_MS, STEP_MS, null)).toMatchObject({ rssBytes: [4, 5] });
  });

  it('the past fills what was before the first scrape, once', () => {
    const track = tracked(60, 1, (s) => ({ cpuSeconds: s }));
    const at = (s: number): number => T0 / 1000 + s;
    const lines: Parameters<FleetTrack['fill']>[0] = {
      range: { start: at(-120), end: at(60), step: 30, scrapes: 100 }, restarts: [{ time: at(-100) }],
      gapSpans: [{ start: at(-90), end: at(-80) }, { start: at(20), end: at(30) }],
      compactions: [{ start: at(-60), end: at(-50) }], cycles: [{ time: at(-45) }, { time: at(10) }],
      series: {
        time: [at(-120), at(-90), at(-60), at(-30), at(0), at(30)], cpuCores: [4, null, 4, 4, 9, 9],
        cpuCoresMax: [], rssBytes: [7, null, 8, 9, 99, 99], scrapeSeconds: [],
      },
    };
    track.fill(lines);
    track.fill(lines);
    const { cpuCores, rssBytes, gaps, compactions, restartsMs, gcCyclesPerMinute } =
      track.window(T0 - 120_000, T0 + 60_000, STEP_MS, null);
    expect(cpuCores.map((one) => (one === null ? null : Math.round(one)))).toEqual([4, null, 4, 4, 1, 1]);
    expect(rssBytes).toEqual([7, null, 8, 9, null, null]);
    expect([gaps, compactions, restartsMs]).toEqual([
      [{ startMs: T0 - 90_000, endMs: T0 - 80_000 }], [{ startMs: T0 - 60_000, endMs: T0 - 50_000 }], [T0 - 100_000],
    ]);
    expect(gcCyclesPerMinute).toBeCloseTo(1 / 1.5, 4);
  });
});
