import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinWindows } from './joinWindows.ts';
import type { TargetWindow } from './series.ts';

function windowAt(seconds: readonly number[], value: (second: number) => number, name = 'x'): TargetWindow {
  const { length } = seconds;
  return {
    startMs: 0, endMs: 1e9,
    scrapes: {
      length, startMs: Float64Array.from(seconds, (second) => second * 1000),
      durationSeconds: new Float64Array(length).fill(0.01),
      status: new Uint16Array(length).fill(200), bytes: new Float64Array(length), error: seconds.map(() => null),
      repeated: new Uint8Array(length),
    },
    series: [{ name, labels: {}, values: Float64Array.from(seconds, value), present: new Uint8Array(length).fill(1) }],
  };
}

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, i) => from + i * step);

describe('a recording joined with the history before it', () => {
  it('begins with history and goes on with what was recorded, each part with its step', () => {
    const { window, parts } =
      joinWindows(windowAt(range(600, 660, 1), (s) => s * 10), windowAt(range(0, 660, 15), (s) => s * 10));
    expect(window.scrapes.length).toBe(40 + 60);
    expect(parts).toEqual([
      { startMs: 0, endMs: 600_000, source: 'history', stepMs: 15_000 },
      { startMs: 600_000, endMs: 659_001, source: 'recorded', stepMs: 1000 },
    ]);
    const [series] = window.series;
    expect([...(series?.values ?? [])]).toEqual([...window.scrapes.startMs].map((ms) => ms / 100));
  });

  it('begins with what was recorded where the scrape before that is just outside the window', () => {
    const recorded = windowAt(range(600, 660, 1), () => 1);
    const own = windowAt(range(0, 660, 1).map((second) => second + 0.4), () => 1);
    const from = (seconds: number, source: 'history' | 'recorded'): number => {
      const all = joinWindows({ ...recorded, startMs: seconds * 1000 }, own, source).window.scrapes;
      return all.length - recorded.scrapes.length;
    };
    expect([from(598.6, 'history'), from(598, 'history'), from(598.6, 'recorded')]).toEqual([0, 600, 600]);
  });

  it('is every scrape of a recording whose first part only an engine has, wherever the store was lost', () => {
    fc.assert(fc.property(
      fc.array(fc.integer({ min: 10, max: 30_000 }), { minLength: 2, maxLength: 60 }), fc.nat(58),
      (stepsMs, lostRows) => {
        let at = 0;
        const seconds = stepsMs.map((step) => (at += step) / 1000);
        const whole = windowAt(seconds, (second) => 10 * second);
        const kept = windowAt(seconds.slice(Math.min(lostRows, seconds.length - 1)), (second) => 10 * second);
        const { window } = joinWindows(kept, whole, 'recorded');
        expect([...window.scrapes.startMs]).toEqual([...whole.scrapes.startMs]);
        expect([...window.series[0]?.values ?? []]).toEqual([...whole.series[0]?.values ?? []]);
      }
    ));
  });

  it('has the last scrape before a restart also where the first one after it is soon', () => {
    const before = range(0, 601, 15);
    const after = range(603, 700, 15);
    const joined = joinWindows(
      windowAt(after, () => 1), windowAt([...before, ...after], () => 1), 'recorded'
    ).window.scrapes;
    expect([...joined.startMs]).toEqual([...before, ...after].map((second) => 1000 * second));
  });

  it('fills a hole in which nothing was tried', () => {
    const { parts } = joinWindows(
      windowAt([...range(0, 60, 1), ...range(300, 360, 1)], () => 1), windowAt(range(0, 360, 15), () => 1)
    );
    expect(parts.map(({ source }) => source)).toEqual(['recorded', 'history', 'recorded']);
  });

  it('leaves a time of failed scrapes a gap', () => {
    const recorded = windowAt(range(0, 120, 1), () => 1);
    for (let row = 30; row < 90; row++) recorded.scrapes.error[row] = { kind: 'timeout', message: 'no answer' };
    const { window } = joinWindows(recorded, windowAt(range(0, 120, 15), () => 1));
    expect(window).toBe(recorded);
  });

  it.each<[string, number[]]>([
    ['half as often', [...range(0, 60, 1), ...range(60, 200, 2)]],
    [
      'ever less often, and at once as before',
      [
        ...range(0, 60, 1), ...range(60, 100, 2), ...range(100, 180, 4), ...range(180, 300, 8), ...range(300, 450, 15),
        ...range(450, 500, 1)
      ],
    ],
    ['ever so briefly less often', [...range(0, 60, 2), ...range(60, 80, 4), ...range(80, 140, 2)]],
  ])('a slow target that is asked %s has no holes that its own scrapes in between would fill', (_how, own) => {
    const recorded = windowAt(own, () => 1);
    expect(joinWindows(recorded, windowAt(range(0, own.at(-1) ?? 0, 1).map((second) => second + 0.3), () => 1)).window)
      .toBe(recorded);
  });

  it('keeps a series that only one of the two has, absent in the other', () => {
    const { window } = joinWindows(windowAt([100, 101], () => 1, 'new'), windowAt([10, 20], () => 2, 'old'));
    expect(window.series.map(({ name, present }) => [name, [...present]]))
      .toEqual([['new', [0, 0, 1, 1]], ['old', [1, 1, 0, 0]]]);
  });

  it('is history alone where nothing was recorded', () => {
    const { window, parts } = joinWindows(windowAt([], () => 0), windowAt([10, 25], () => 2));
    expect([...window.scrapes.startMs]).toEqual([10_000, 25_000]);
    expect(parts).toEqual([{ startMs: 10_000, endMs: 25_001, source: 'history', stepMs: 15_000 }]);
  });

  it('never loses a recorded row, never gives two rows one time, and ascends, whatever the two are', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 60 })
      .map((all) => all.sort((a, b) => a - b));
    fc.assert(fc.property(times, times, (own, other) => {
      const { window, parts } = joinWindows(windowAt(own, (s) => s), windowAt(other, (s) => s + 0.5));
      const got = [...window.scrapes.startMs].map((ms) => ms / 1000);
      expect(got).toEqual([...new Set(got)].sort((a, b) => a - b));
      expect(got).toEqual(expect.arrayContaining(own));
      for (const [row, second] of got.entries())
        expect(window.series[0]?.values[row]).toBe(own.includes(second) ? second : second + 0.5);
      expect(parts.every((part, i) => i === 0 || part.startMs === parts[i - 1]?.endMs)).toBe(true);
    }));
  });
});
