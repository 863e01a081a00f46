import { describe, expect, test } from 'vitest';
import type { ContainerSamples } from '../../../../core/containerSamples.ts';
import type { CpuThrottling, Spike } from '../../../../core/contract/contract.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { noContainer } from '../../../../core/containerSamples.ts';
import { render } from '../../../../core/text/parts.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import { pointGrid } from '../../signals/counterSteps.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { cpuThrottling, throttlingLines } from './gcThrottling.ts';
import { throttlingEvidence, throttlingFigures, throttlingFinding } from './throttlingWords.ts';

const START_MS = 1_800_000_000_000;
const TICKS = 100;
const window = handMadeWindow({ roles: { cpuSeconds: Array.from({ length: TICKS }, (_, i) => i) } });

/** Returns ten periods per second; in seconds with `isThrottled`, six of them are throttled, for 0.3 s. */
function container(isThrottled: (second: number) => boolean): ContainerSamples {
  const run = { timeMs: [START_MS], periods: [0], throttledPeriods: [0], throttledSeconds: [0] };
  for (let i = 1; i < TICKS; i++) {
    const of = (values: number[], by: number): void => { values.push((values.at(-1) ?? 0) + by); };
    of(run.timeMs, 1000);
    of(run.periods, 10);
    of(run.throttledPeriods, isThrottled(i) ? 6 : 0);
    of(run.throttledSeconds, isThrottled(i) ? 0.3 : 0);
  }
  return { sentence: 'Container x.', labels: { name: 'x' }, runs: [run], limitCores: 0.5, memoryLimitBytes: null };
}

/** Returns cycles of half a second that end in these seconds. */
const cyclesAt = (seconds: number[]): GcCycles => ({
  cycles: seconds.map((second) => ({ endMs: START_MS + 1000 * second - 200 })),
} as unknown as GcCycles);
const spikesAt = (seconds: number[]): Spike[] => seconds.map((second) => ({
  start: START_MS / 1000 + second - 0.9, end: START_MS / 1000 + second - 0.1,
} as Spike));

const every = (n: number): number[] => Array.from({ length: Math.floor((TICKS - 1) / n) }, (_, i) => n * (i + 1));

function throttling(
  isThrottled: (second: number) => boolean, gcSeconds: number[] = [], spikeSeconds: number[] = []
): CpuThrottling {
  return cpuThrottling({
    window, container: container(isThrottled), gc: cyclesAt(gcSeconds), cycleLengthSeconds: 0.5,
    spikes: spikesAt(spikeSeconds),
  });
}

describe('what a quota takes', () => {
  test('sums by hand, and no share where nothing is known', () => {
    expect(throttling((second) => second % 5 === 0)).toMatchObject({
      periods: 990, throttledPeriods: 114, measuredSeconds: 99, stepSeconds: 1, limitCores: 0.5,
    });
    expect(throttling((second) => second % 5 === 0).throttledSeconds).toBeCloseTo(19 * 0.3, 9);
    const none = cpuThrottling({
      window, container: noContainer('None.'), gc: cyclesAt([]), cycleLengthSeconds: null, spikes: [],
    });
    expect(none).toMatchObject({ throttledRatio: null, throttledSeconds: null, gc: null, spikes: null });
    expect(throttlingFigures(none)).toEqual([]);
    expect(throttlingFinding(none, 4)).toBeNull();
  });

  test('by a control group of this machine its rows name the files', () => {
    const own = cpuThrottling({
      window, container: { ...container(() => true), source: 'cgroup' }, gc: cyclesAt([]), cycleLengthSeconds: null,
      spikes: [],
    });
    expect(own.source).toBe('cgroup');
    expect(throttlingFigures(own).map(({ name, from }) => [name, from])).toEqual([
      ['CPU limit of its control group', ['cpu.max']],
      ['Periods throttled', ['cpu.stat nr_throttled', 'cpu.stat nr_periods']],
      ['Throttled, CPU-seconds per second', ['cpu.stat throttled_usec']],
    ]);
  });

  test('cycles in the throttled seconds and rarely elsewhere coincide; cycles elsewhere do not', () => {
    const coincides = throttling((second) => second % 5 === 0, every(5)).gc;
    expect(coincides).toMatchObject({ coveredRatio: 1, counted: 19, covered: 19, verdict: 'coincides' });
    expect(coincides?.chanceRatio).toBeCloseTo(19 / 99, 9);
    expect(throttling((second) => second % 5 === 0, every(5).map((second) => second + 2)).gc?.verdict).toBe('apart');
  });

  test('cycles in nearly all spans between readings cannot be separated, nor can a few throttled spans', () => {
    expect(throttling((second) => second % 5 === 0, every(1)).gc?.verdict).toBe('unclear');
    expect(throttling((second) => second === 5, every(5)).gc?.verdict).toBe('unclear');
  });

  test('spikes in throttled spans coincide, by count', () => {
    const { spikes } = throttling((second) => second % 10 === 0, [], every(10));
    expect(spikes).toMatchObject({ counted: 9, covered: 9, verdict: 'coincides' });
    expect(throttling((second) => second % 10 === 0, [], every(10).map((second) => second + 4)).spikes)
      .toMatchObject({ counted: 9, covered: 0, verdict: 'apart' });
  });
});

describe('what is said of it', () => {
  const said = (one: CpuThrottling): string | null => {
    const found = throttlingFinding(one, 8);
    if (found !== null) expect(claimMistakes(found.claim)).toEqual([]);
    return found === null ? null : `${found.severity} ${found.code}: ${render(found.claim)}`;
  };

  test('spikes first, then GC, then the level; a little of it only where something coincides', () => {
    const fifth = (second: number): boolean => second % 5 === 0;
    expect(said(throttling(fifth, every(5), every(5))))
      .toBe('info cpu-throttled-spikes: The CPU limit throttles 12 % of periods: 19 of 19 CPU spikes are throttled.');
    expect(said(throttling(fifth, every(5)))).toBe('info cpu-throttled-gc: The CPU limit throttles 12 % of periods: '
      + 'GC cycles run in 100 % of the throttled time.');
    expect(said(throttling(fifth))).toBeNull();
    expect(said(throttling((second) => second % 2 === 0)))
      .toBe('warning cpu-throttled: The CPU limit of 0.5 cores throttles 30 % of periods.');
    expect(said(throttling((second) => second === 50, every(5)))).toBeNull();
  });

  test('evidence has the counts and what chance would give; the step follows GOMAXPROCS', () => {
    const one = throttling((second) => second % 2 === 0, every(1));
    expect(throttlingEvidence(one).map((text) => render(text)).filter((text) => text !== '')).toEqual([
      '294 periods of 990 were throttled, 14.7 s summed over CPUs. The limit is 0.5 cores.',
      'Throttling cannot be separated from GC: a cycle runs in 100 % of the spans between readings of the counters '
        + 'every 1 s.',
    ]);
    expect(throttlingFinding(one, 8)?.actions[0]?.step).toBe('Set GOMAXPROCS to 1, or raise the CPU limit.');
    expect(throttlingFinding(one, 1)?.actions[0]?.step).toBe('Raise the CPU limit, or reduce the load.');
  });
});

test('the lines of the panel, on its points; without counters there are none', () => {
  const lines = throttlingLines(window, pointGrid(window.scrapes, 10_000), container((second) => second <= 50));
  expect(lines.throttledPeriodsRatio.slice(1, 5).map((one) => one?.toFixed(3))).toEqual(
    ['0.600', '0.600', '0.600', '0.600']
  );
  expect(lines.throttledSecondsPerSecond.at(-1)).toBe(0);
  expect(lines.hostStolenCores.every((one) => one === null)).toBe(true);
  const none = throttlingLines(window, pointGrid(window.scrapes, null), noContainer(''));
  expect(none.throttledSecondsPerSecond.every((one) => one === null)).toBe(true);
});
