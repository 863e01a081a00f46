import { describe, expect, it } from 'vitest';
import { roleWindow } from '../../../data/metrics/roles.ts';
import type { ScrapeTable, TargetWindow, WindowSeries } from '../../../data/metrics/series.ts';
import { analyseHost } from './host.ts';
import { hostInputs } from '../../signals/host/nodeInputs.ts';
import { hostSuspects } from '../../signals/host/hostSuspects.ts';

const START_MS = 1_700_000_000_000;

function scrapesAt(seconds: readonly number[]): ScrapeTable {
  const { length } = seconds;
  return {
    length, startMs: Float64Array.from(seconds, (one) => START_MS + 1000 * one),
    durationSeconds: new Float64Array(length).fill(0.01), status: new Uint16Array(length).fill(200),
    bytes: new Float64Array(length), error: seconds.map(() => null), repeated: new Uint8Array(length),
  };
}

/** Returns a series of a node_exporter; null: it was not scraped, or did not report the value. */
function series(name: string, labels: Record<string, string>, values: (number | null)[]): WindowSeries {
  return {
    name: `node_exporter:${name}`, labels, values: Float64Array.from(values, (value) => value ?? NaN),
    present: Uint8Array.from(values, (value) => (value === null ? 0 : 1)),
  };
}

function windowOf(seconds: readonly number[], all: WindowSeries[], up?: (number | null)[]): TargetWindow {
  return {
    startMs: START_MS, endMs: START_MS + 60_000, scrapes: scrapesAt(seconds),
    series: [...all, series('up', {}, up ?? seconds.map(() => 1))],
  };
}

const host = (window: TargetWindow) => analyseHost(roleWindow(window, 'prometheus', '2.42.0'), null);
const cpu = (core: string, mode: string, values: (number | null)[]): WindowSeries =>
  series('node_cpu_seconds_total', { cpu: core, mode }, values);

describe('cores of the host', () => {
  it('are known in coarse history before a finer recording, and in a gap of either they are not', () => {
    const history = Array.from({ length: 12 }, (_, i) => 5 * i).filter((at) => at < 20 || at > 35);
    const recorded = Array.from({ length: 60 }, (_, i) => 60 + i).filter((at) => at < 90 || at > 100);
    const seconds = [...history, ...recorded];
    const view = host(windowOf(seconds, [
      cpu('0', 'idle', seconds.map((at) => at / 2)), cpu('0', 'user', seconds.map((at) => at / 2)),
    ]));
    const at = (second: number) => view.series.busyCores[
      view.series.time.findIndex((time) => time >= START_MS / 1000 + second)
    ];
    expect([5, 15, 45, 55, 61, 80, 102].map(at)).toEqual(new Array(7).fill(0.5));
    expect([40, 101].map(at)).toEqual([null, null]);
  });

  it('are busy for the part of their own time that is neither idle nor waiting for a disk', () => {
    const view = host(windowOf([0, 1, 2], [
      cpu('0', 'idle', [10, 10.5, 10.5]), cpu('0', 'user', [5, 5.25, 6.15]), cpu('0', 'iowait', [1, 1.25, 1.35]),
      cpu('1', 'idle', [10, 11, 11.5]), cpu('1', 'user', [5, 5, 5]), cpu('1', 'steal', [0, 0, 0.5]),
    ]));
    expect(view.perCore.map(({ core, busyRatio }) => [core, busyRatio])).toEqual(
      [['0', [null, 0.25, 0.9]], ['1', [null, 0, 0.5]]].map(([core, ratios]) =>
        [core, (ratios as (number | null)[]).map((one) => (one === null ? null : expect.closeTo(one, 9) as number))])
    );
    expect(view.series.hottestRatio[2]).toBeCloseTo(0.9);
    expect(view.series.busyCores[2]).toBeCloseTo(1.4);
    expect(view.series.stolenCores[2]).toBeCloseTo(0.5);
    expect(view).toMatchObject({ state: 'up', cores: 2, asked: 3, answered: 3 });
    expect(view.sentence).toContain('of 2 cores');
  });

  it('need no clock: a late answer changes no share', () => {
    const times = [0, 1, 2, 3];
    const late = [0, 1.9, 2.1, 3.8];
    const view = host(
      windowOf(times, [cpu('0', 'idle', late.map((t) => 0.7 * t)), cpu('0', 'user', late.map((t) => 0.3 * t))])
    );
    expect(view.perCore[0]?.busyRatio.slice(1).map((ratio) => Math.round(100 * (ratio ?? NaN)))).toEqual([30, 30, 30]);
  });

  it.each([
    ['a reboot gives no share', [10, 11, 0.5], [5, 5.5, 0.1], [null, expect.closeTo(1 / 3, 9), null]],
    ['idle time taken back by a tick is none', [10, 9.99, 10.49], [5, 6, 6.5], [null, 1, expect.closeTo(0.5, 9)]],
  ])('%s', (_what, idle, user, expected) => {
    expect(host(windowOf([0, 1, 2], [cpu('0', 'idle', idle), cpu('0', 'user', user)])).perCore[0]?.busyRatio)
      .toEqual(expected);
  });

  it('are read under the names before 0.16, guest time counted once', () => {
    const view = host(windowOf([0, 1], [
      series('node_cpu', { cpu: 'cpu0', mode: 'idle' }, [0, 0.5]), series(
        'node_cpu', { cpu: 'cpu0', mode: 'user' }, [0, 0.5]
      ), series('node_cpu', { cpu: 'cpu0', mode: 'guest' }, [0, 0.5]),
    ]));
    expect(view.perCore).toEqual([{ core: '0', meanRatio: 0.5, busyRatio: [null, 0.5] }]);
  });
});

describe('rates of the host', () => {
  const disk = (values: (number | null)[]): WindowSeries =>
    series('node_disk_written_bytes_total', { device: 'vda' }, values);

  it('are over the host\'s own clock, where that is not set meanwhile', () => {
    const clock = series('node_time_seconds', {}, [1000, 1001.5, 1002, 5000]);
    expect(host(windowOf([0, 1, 2, 3], [disk([0, 150, 200, 300]), clock])).series.diskWrittenBytesPerSecond)
      .toEqual([null, 100, 100, 100]);
  });

  it('cover the ticks at which a slow node_exporter was not asked, but no gap', () => {
    const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 30, 32];
    const asked = [0, 2, 4, 6, 8, 30, 32];
    const at = (value: (second: number) => number): (number | null)[] =>
      seconds.map((second) => (asked.includes(second) ? value(second) : null));
    const view = host(windowOf(seconds, [disk(at((second) => 10 * second))], at(() => 1)));
    const drawn = view.series.time.map((time, i) => [time - START_MS / 1000, view.series.diskWrittenBytesPerSecond[i]]);
    expect(drawn.filter(([time]) => (time ?? 0) <= 8))
      .toEqual([[0, null], ...[1, 2, 3, 4, 5, 6, 7, 8].map((second) => [second, 10])]);
    expect(drawn.at(-1)).toEqual([32, 10]);
    expect(drawn.filter(([time]) => (time ?? 0) > 8 && (time ?? 0) <= 30).every(([, rate]) => rate === null))
      .toBe(true);
  });

  it('are unknown over a reset, never negative', () => {
    expect(host(windowOf([0, 1, 2, 3], [disk([100, 200, 50, 80])])).series.diskWrittenBytesPerSecond)
      .toEqual([null, 100, null, 30]);
  });

  it('weigh in a mean by the time they cover', () => {
    const { figures } = host(windowOf([0, 1, 3], [disk([0, 100, 100])]));
    expect(figures.find(({ name }) => name === 'Host, disks written')?.value).toBeCloseTo(100 / 3, 9);
  });

  it('of the busiest disk are shares of the time, in old and new units', () => {
    const busy = host(windowOf([0, 1], [
      series('node_disk_io_time_seconds_total', { device: 'sda' }, [0, 0.2]), series(
        'node_disk_io_time_seconds_total', { device: 'sdb' }, [0, 0.7]
      ), series('node_disk_io_time_seconds_total', { device: 'dm-0' }, [0, 1]),
    ]));
    expect(busy.series.diskBusyRatio).toEqual([null, 0.7]);
    expect(host(windowOf([0, 1], [series('node_disk_io_time_ms', { device: 'sda' }, [0, 400])])).series.diskBusyRatio)
      .toEqual([null, 0.4]);
  });
});

describe('time that tasks of the host waited', () => {
  it('is a share of the time: never more than all of it, though counter and clock are read one after the other', () => {
    const view = host(windowOf([0, 1, 2], [series('node_pressure_cpu_waiting_seconds_total', {}, [0, 0.25, 1.3])]));
    expect(view.series.cpuPressureRatio).toEqual([null, 0.25, 1]);
  });
});

describe('a host that is not watched', () => {
  it('says what to switch on', () => {
    const window: TargetWindow = { startMs: START_MS, endMs: START_MS + 5000, scrapes: scrapesAt([0, 1]), series: [] };
    const view = host(window);
    expect(view).toMatchObject({ state: 'off', asked: 0, cores: null, perCore: [], figures: [], missing: [] });
    expect(view.sentence).toContain('node_exporter: http://HOST:9100');
    expect(hostInputs(roleWindow(window, 'prometheus', ''))).toBeUndefined();
    expect(hostSuspects(roleWindow(window, 'prometheus', ''))).toEqual([]);
  });

  it('says that the node_exporter gave nothing', () => {
    const view = host(windowOf([0, 1, 2], [], [0, 0, null]));
    expect(view).toMatchObject({ state: 'down', asked: 2, answered: 0 });
    expect(view.sentence).toContain('(2 tries)');
  });

  it('is nothing over an empty window', () => {
    expect(host({ startMs: 0, endMs: 1, scrapes: scrapesAt([]), series: [] }))
      .toMatchObject({ state: 'off', series: { time: [] } });
  });
});

describe('what of the host may slow a target', () => {
  const spansOf = (all: WindowSeries[], cause: string) =>
    hostSuspects(roleWindow(windowOf([0, 1, 2, 3], all), 'prometheus', '')).find((one) => one.cause === cause)?.spans
    .map(({ startMs, endMs }) => [(startMs - START_MS) / 1000, (endMs - START_MS) / 1000]);

  it.each([
    ['all cores busy', 'host-cpu', [cpu('0', 'idle', [0, 0, 0, 1]), cpu('0', 'user', [0, 1, 2, 2])], [[0, 2]]],
    [
      'one core of two busy is none', 'host-cpu',
      [cpu('0', 'idle', [0, 0, 0, 0]), cpu('0', 'user', [0, 1, 2, 3]), cpu('1', 'idle', [0, 1, 2, 3])], [],
    ],
    [
      'tasks waiting for a core', 'host-cpu',
      [series('node_pressure_cpu_waiting_seconds_total', {}, [0, 0.1, 0.8, 0.9])], [[1, 2]],
    ],
    [
      'a core taken by the hypervisor', 'host-cpu',
      [cpu('0', 'idle', [0, 0.7, 1.7, 2.7]), cpu('0', 'steal', [0, 0.3, 0.3, 0.3])], [[0, 1]],
    ],
    [
      'a disk at work all the time', 'disk',
      [series('node_disk_io_time_seconds_total', { device: 'sda' }, [0, 0.5, 1.45, 1.5])], [[1, 2]],
    ],
    [
      'cores slowed down to cool', 'throttling',
      [series('node_cpu_core_throttles_total', { core: '0' }, [3, 3, 4, 4])], [[1, 2]],
    ],
  ])('%s', (_what, cause, all, spans) => {
    expect(spansOf(all, cause)).toEqual(spans);
  });
});
