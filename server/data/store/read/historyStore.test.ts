import { describe, expect, it } from 'vitest';
import type { TargetWindow } from '../../metrics/series.ts';
import { HistoryStore } from './historyStore.ts';

function part(seconds: readonly number[], name = 'x'): TargetWindow {
  const { length } = seconds;
  return {
    startMs: (seconds[0] ?? 0) * 1000, endMs: (seconds.at(-1) ?? 0) * 1000 + 1,
    scrapes: {
      length, startMs: Float64Array.from(seconds, (second) => second * 1000), durationSeconds: new Float64Array(length),
      status: new Uint16Array(length).fill(200), bytes: Float64Array.from(seconds), error: seconds.map(() => null),
      repeated: Uint8Array.from(seconds, (second) => (second === 30 ? 1 : 0)),
    },
    series: [{ name, labels: {}, values: Float64Array.from(seconds), present: new Uint8Array(length).fill(1) }],
  };
}

const all = (): boolean => true;

describe('history of a target', () => {
  it('comes back in order, whatever the order it came in', () => {
    const store = new HistoryStore();
    store.add(part([60, 75, 90]));
    store.add(part([15, 30, 45]));
    const window = store.window(30_000, 90_000, all);
    expect([...(window?.scrapes.startMs ?? [])]).toEqual([30_000, 45_000, 60_000, 75_000]);
    expect([...(window?.series[0]?.values ?? [])]).toEqual([30, 45, 60, 75]);
    expect([...(window?.scrapes.bytes ?? [])]).toEqual([30, 45, 60, 75]);
    expect([...(window?.scrapes.repeated ?? [])]).toEqual([1, 0, 0, 0]);
  });

  it('takes a row once, however often it is told', () => {
    const store = new HistoryStore();
    store.add(part([60, 75, 90]));
    store.add(part([45, 60, 75]));
    store.add(part([60, 75]));
    expect([...(store.window(0, 1e9, all)?.scrapes.startMs ?? [])]).toEqual([45_000, 60_000, 75_000, 90_000]);
  });

  it('is absent where a part had no such series', () => {
    const store = new HistoryStore();
    store.add(part([15], 'old'));
    store.add(part([30], 'new'));
    const series = store.window(0, 1e9, all)?.series.map(({ name, present }) => [name, [...present]]);
    expect(series).toEqual([['old', [1, 0]], ['new', [0, 1]]]);
    expect(store.window(0, 1e9, ({ name }) => name === 'new')?.series).toHaveLength(1);
  });

  it('of an engine is as told last: at first some series of the newest scrape may be missing', () => {
    const [early, late] = [part([15, 30, 45]), part([15, 30, 45, 60])];
    const withOther = (one: TargetWindow, present: number[]): TargetWindow => ({
      ...one, series: [
        ...one.series,
        { name: 'y', labels: {}, values: one.scrapes.bytes, present: Uint8Array.from(present) },
      ],
    });
    const seriesOf = (store: HistoryStore): unknown => {
      store.add(withOther(early, [1, 1, 0]));
      store.add(withOther(late, [1, 1, 1, 1]));
      return store.window(0, 1e9, all)?.series.map(({ name, present }) => [name, [...present]]);
    };
    expect(seriesOf(new HistoryStore(true))).toEqual([['x', [1, 1, 1, 1]], ['y', [1, 1, 1, 1]]]);
    // The target's own history has whole rows, and the first answer stays.
    expect(seriesOf(new HistoryStore())).toEqual([['x', [1, 1, 1, 1]], ['y', [1, 1, 0, 1]]]);
  });

  it('of an engine keeps what is around a part that is told again', () => {
    const store = new HistoryStore(true);
    store.add(part([15, 30, 45, 60, 75]));
    store.add(part([30, 45], 'z'));
    const window = store.window(0, 1e9, all);
    expect([...(window?.scrapes.startMs ?? [])]).toEqual([15_000, 30_000, 45_000, 60_000, 75_000]);
    expect(window?.series.map(({ name, present }) => [name, [...present]]))
      .toEqual([['x', [1, 0, 0, 1, 1]], ['z', [0, 1, 1, 0, 0]]]);
  });

  it('has nothing outside its time', () => {
    const store = new HistoryStore();
    expect(store.window(0, 1e9, all)).toBeNull();
    store.add(part([15]));
    expect(store.window(20_000, 1e9, all)).toBeNull();
  });
});
