import { describe, expect, it, test } from 'vitest';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseGcCpu } from './gcCpu.ts';
import { memoryLimits } from './gcLines.ts';

const seriesOf = (description: HandMadeWindow) => (
  analyseGcCpu(handMadeWindow(description), [], { stepMs: null, facts: {}, seed: 1 }).series
);

describe('live heap', () => {
  const heapInuseBytes = [50, 60, 70, 30, 40, 50, 60, 35, 45, 55];
  const lastGcSeconds = [1.7e9, 1.7e9, 1.7e9, 1_800_000_002.5, 1_800_000_002.5, 1_800_000_002.5, 1_800_000_002.5,
    1_800_000_006.5, 1_800_000_006.5, 1_800_000_006.5];

  it('is the runtime\'s own figure, and nothing before its first cycle', () => {
    expect(seriesOf({ roles: { heapLiveBytes: [0, 20, null, 30], heapInuseBytes: [1, 1, 1, 1] } }).liveHeapBytes)
      .toEqual([null, 20, null, 30]);
  });

  it('else the heap after each cycle, until the next', () => {
    expect(seriesOf({ roles: { heapInuseBytes, lastGcSeconds } }).liveHeapBytes)
      .toEqual([null, null, null, 30, 30, 30, 30, 35, 35, 35]);
  });

  it('is not known from a restart until the next cycle', () => {
    const processStartSeconds = [1, 1, 1, 1, 1, 9e8, 9e8, 9e8, 9e8, 9e8];
    expect(seriesOf({ roles: { heapInuseBytes, lastGcSeconds, processStartSeconds } }).liveHeapBytes.slice(3, 8))
      .toEqual([30, 30, null, null, 35]);
  });
});

test('the allocation rate of a step has its maximum; a reset is a gap', () => {
  const { allocBytesPerSecond } = seriesOf({ roles: { allocBytes: [0, 100, 300, 50, 60] } });
  expect(allocBytesPerSecond).toEqual([null, 100, 200, null, 10]);
});

test('recent pauses are what the target states; none before the first', () => {
  const pause = (quantile: string, values: number[]) => (
    { role: 'gcPauseQuantiles' as const, labels: { quantile }, values }
  );
  const series = seriesOf({
    roles: { heapInuseBytes: [1, 1, 1] },
    labelled: [pause('0.5', [0, 2e-5, 3e-5]), pause('1', [0, 9e-5, 9e-5]), pause('0', [0, 1e-5, 1e-5])],
  });
  expect(series.recentPauseMedianSeconds).toEqual([null, 2e-5, 3e-5]);
  expect(series.recentPauseMaxSeconds).toEqual([null, 9e-5, 9e-5]);
});

test('limits are of Go, of the configuration and of the target, lowest first; the largest integer is none', () => {
  const window = handMadeWindow({ roles: { memoryLimitBytes: [2 ** 63], containerLimitBytes: [8e9] } });
  expect(memoryLimits(window, { configuredLimitBytes: 4e9, memoryLimitBytes: 1e9 }, { memoryLimitBytes: 7e9 }))
    .toEqual([{ source: 'configured', bytes: 4e9 }, { source: 'container', bytes: 8e9 }]);
  const nothing = handMadeWindow({ roles: {} });
  expect(memoryLimits(nothing, { memoryLimitBytes: 1e9 }, { memoryLimitBytes: null }))
    .toEqual([{ source: 'gomemlimit', bytes: 1e9 }]);
  expect(memoryLimits(nothing, {}, { memoryLimitBytes: 7e9 })).toEqual([{ source: 'container', bytes: 7e9 }]);
  expect(memoryLimits(window, {}, { source: 'cgroup', memoryLimitBytes: 7e9 }))
    .toEqual([{ source: 'cgroup', bytes: 7e9 }, { source: 'container', bytes: 8e9 }]);
});
