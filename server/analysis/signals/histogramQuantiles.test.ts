import { describe, expect, it, test } from 'vitest';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import type { RoleWindow } from '../../data/metrics/roleNames.ts';
import type { HistogramQuantiles } from '../../../core/contract/contract.ts';
import { findRestarts, freshScrapes } from './windowFrame.ts';
import { bucketQuantile, histogramQuantiles } from './histogramQuantiles.ts';

const INF = Infinity;

// Results of PromQL's histogram_quantile for the same buckets (prometheus 2.42, `promtool test rules`).
test.each([
  [[0.1, 0.2, 0.5, INF], [2, 6, 8, 8], 0.5, { value: 0.15, low: 0.1, high: 0.2 }],
  [[0.1, 0.2, 0.5, INF], [2, 6, 8, 8], 0.99, { value: 0.488, low: 0.2, high: 0.5 }],
  [[0.1, 0.2, 0.5, INF], [2, 6, 8, 8], 0.25, { value: 0.1, low: 0, high: 0.1 }],
  [[0.1, 0.2, INF], [0, 0, 4], 0.5, { value: 0.2, low: 0.2, high: null }],
  [[-1, 0.5, INF], [3, 3, 3], 0.5, { value: -1, low: -1, high: -1 }],
])('edges %j with %j up to each: quantile %d', (edges, cumulative, q, expected) => {
  const found = bucketQuantile(edges, cumulative, q);
  expect(found?.value).toBeCloseTo(expected.value, 9);
  expect({ ...found, value: expected.value }).toEqual(expected);
});

test('nothing observed, or no last bucket: no quantile', () => {
  expect(bucketQuantile([0.1, INF], [0, 0], 0.5)).toBeNull();
  expect(bucketQuantile([0.1, 0.2], [1, 2], 0.5)).toBeNull();
});

describe('over time', () => {
  type Values = (number | null)[];
  const windowOf = (buckets: Record<string, Values>, starts?: Values): RoleWindow => handMadeWindow({
    roles: {
      heapInuseBytes: Object.values(buckets)[0]?.map(() => 1) ?? [],
      ...(starts === undefined ? {} : { processStartSeconds: starts }),
    },
    labelled: Object.entries(buckets).map(([le, values]) => ({ role: 'schedLatencyBuckets', labels: { le }, values })),
  });
  const quantilesOf = (window: RoleWindow, stepMs = 5000): HistogramQuantiles => histogramQuantiles({
    window, role: 'schedLatencyBuckets', fresh: freshScrapes(window.scrapes),
    newProcessRows: new Set(findRestarts(window).map(({ row }) => row)), stepMs,
  });

  it('counts the rises of a step, with the bucket as the error', () => {
    const found = quantilesOf(windowOf({
      '0.001': [5, 5, 7, 7, 9, 9, 9, 9, 9, 9], '0.01': [5, 5, 7, 7, 11, 11, 11, 12, 12, 12],
      '+Inf': [5, 5, 7, 7, 11, 11, 11, 12, 12, 12],
    }));
    expect(found.stepSeconds).toBe(5);
    expect(found.count).toEqual([6, 1]);
    expect(found.p50.seconds[0]).toBeCloseTo(0.00075, 9);
    expect([found.p50.lowSeconds[0], found.p50.highSeconds[0]]).toEqual([0, 0.001]);
    expect([found.p99.lowSeconds[1], found.p99.highSeconds[1]]).toEqual([0.001, 0.01]);
  });

  it('has no quantile where nothing was observed, and no count over a restart or a hole', () => {
    const flat = [5, 5, 5, 5, 5];
    const still = quantilesOf(windowOf({ '1': flat, '+Inf': flat }));
    expect([still.count, still.p99.seconds]).toEqual([[0], [null]]);
    const fallen = [5, 6, 1, 2, 3];
    expect(quantilesOf(windowOf({ '1': fallen, '+Inf': fallen })).count).toEqual([3]);
    const higher = [5, 6, 9, 10, 11];
    expect(quantilesOf(windowOf({ '1': higher, '+Inf': higher }, [1e9, 1e9, 2e9, 2e9, 2e9])).count).toEqual([3]);
    const gone = [5, null, null, null, null];
    expect(quantilesOf(windowOf({ '1': gone, '+Inf': gone })).count).toEqual([null]);
  });

  it('is empty without buckets, without the last one, and where several series have one edge', () => {
    expect(quantilesOf(windowOf({ '1': [1, 2] })).time).toEqual([]);
    expect(quantilesOf(windowOf({ '1': [1, 2], '1.0': [1, 2], '+Inf': [1, 2] })).time).toEqual([]);
    expect(quantilesOf(windowOf({ vmrange: [1, 2], '+Inf': [1, 2] })).time).toEqual([]);
  });
});
