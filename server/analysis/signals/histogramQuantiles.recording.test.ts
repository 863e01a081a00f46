import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../core/elementAt.ts';
import { analyseGcCpu } from '../panels/gc-cpu/gcCpu.ts';
import { roleWindow } from '../../data/metrics/roles.ts';
import { loadRecording } from '../../../testdata/loadRecording.ts';

interface Oracle { metric: string; stepStart: number; count: number; p50: number | null; p99: number | null }

const file = (name: string): string => fileURLToPath(new URL(`../../../testdata/recordings/${name}`, import.meta.url));
const oracle = JSON.parse(readFileSync(file('prom-3.15-runtime.promql.json'), 'utf8')) as Oracle[];
const window = roleWindow(loadRecording(file('prom-3.15-runtime.ndjson.gz')), 'prometheus', '3.15.0');
const panel = analyseGcCpu(window, [], { stepMs: 15_000, facts: {}, seed: 1 });

describe('the histograms of a Prometheus 3.15, by step, against PromQL over the same samples', () => {
  it.each([
    ['go_sched_latencies_seconds_bucket', panel.schedLatency],
    ['go_sched_pauses_total_gc_seconds_bucket', panel.pauseQuantiles],
  ])('%s', (name, found) => {
    const expected = oracle.filter(({ metric }) => metric === name);
    expect(expected.length).toBeGreaterThan(8);
    for (const { stepStart, count, p50, p99 } of expected) {
      const i = found.time.indexOf(stepStart);
      expect(found.count[i]).toBe(count);
      for (const [quantile, value] of [[found.p50, p50], [found.p99, p99]] as const) {
        expect(quantile.seconds[i]).toBeCloseTo(value ?? NaN, 12);
        expect(quantile.lowSeconds[i]).toBeLessThanOrEqual(value ?? NaN);
        const high = elementAt(quantile.highSeconds, i);
        if (high !== null) expect(high).toBeGreaterThanOrEqual(value ?? NaN);
      }
    }
  });
});

describe('the other lines of a Prometheus 3.15', () => {
  it('are the runtime\'s own: live heap, GOMEMLIMIT, GOMAXPROCS, last pauses', () => {
    const last = panel.series.time.length - 1;
    expect(panel.series.liveHeapBytes[last]).toBeGreaterThan(20e6);
    expect(panel.memoryLimits).toEqual([{ source: 'gomemlimit', bytes: 600 * 2 ** 20 }]);
    expect(panel.maxProcs).toBe(2);
    expect(panel.series.recentPauseMaxSeconds[last]).toBe(0.264572434);
    expect(panel.figures.find(({ name }) => name === 'Stop-the-world pause, p99')).toMatchObject({
      low: 0.010485759999999998, high: 0.11744051199999998, from: ['go_sched_pauses_total_gc_seconds_bucket'],
    });
  });

  it('have two pauses in the histogram for each cycle', () => {
    const pauses = panel.pauseQuantiles.count.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    expect(pauses).toBe(2 * (panel.cycles.length + panel.cyclesWithoutTime));
  });
});
