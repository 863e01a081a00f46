import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { readGcTruth } from '../../../../testdata/gcTruth.ts';
import { quantitiesOf, timesOf } from '../../../../testdata/goldenFindings.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { listedWindow, prefixOf, readSpikeList } from '../../../../testdata/spikeTruth.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { analyseScrapes } from './scrapes.ts';

const START = 1_800_000_000;
const options = { timeoutSeconds: 1, intervalSeconds: 1, stepMs: null, nowMs: START * 1000 + 1e9 };

describe('the whole recording under a CPU quota', () => {
  const window = roleWindow(loadRecording(recordings.cpuLimit), 'prometheus', '2.42.0');
  const panel = analyseScrapes(
    window, findCompactions(window), findGcCycles(window).cycles, { ...options, nowMs: window.endMs + 1e6 }
  );

  it('finds the two gaps of the ground truth and invents none', () => {
    expect(panel.scrapes).toEqual({ total: 400, failed: 3, timedOut: 1, skipped: 1 });
    expect(panel.gaps).toMatchObject([
      {
        start: 1795193694.011, end: 1795193696.002, cause: 'down', scrapesMissed: 2, timedOut: 0, skipped: 0,
        overlaps: [],
      },
      { start: 1795193711.002, end: 1795193713.001, cause: 'cpu', scrapesMissed: 2, timedOut: 1, skipped: 1 },
    ]);
  });

  it('names what met the time-out: the quota first, the cycle of 3.1 s, the start; each with its chance', () => {
    const { overlaps, parts } = elementAt(panel.gaps, 1);
    expect(overlaps.map(({ cause }) => cause)).toEqual(['cpu', 'gc', 'start']);
    for (const { chanceRatio } of overlaps) expect(chanceRatio).toBeGreaterThan(0.05);
    expect(overlaps[1]?.chanceRatio).toBeCloseTo(0.1175, 4);
    // It names all three, with the times of the cycle and the start, and the ceiling.
    for (const overlap of overlaps) for (const part of overlap.parts) if (!('text' in part))
      expect(parts).toContainEqual(part);
    expect(timesOf({ claim: parts, evidence: [] }).map(Math.round)).toContain(1795193712);
    expect(parts).toContainEqual({ quantity: panel.cpuCeiling?.cores, unit: 'cores' });
  });

  it('finds the quota of 0.35 core', () => {
    expect(panel.cpuCeiling?.cores).toBeGreaterThan(0.33);
    expect(panel.cpuCeiling?.cores).toBeLessThan(0.37);
  });

  it('links slow scrapes to GC and to the ceiling, beyond chance', () => {
    const byCause = Object.fromEntries(panel.overlapTests.map((test) => [test.cause, test]));
    expect(byCause['gc']).toMatchObject({ overlapping: 17 });
    expect(byCause['gc']?.pValue).toBeLessThan(0.01);
    expect(byCause['cpu']?.pValue).toBeLessThan(0.01);
    expect(byCause['start']?.pValue).toBeGreaterThan(0.05);
    const cpu = elementAt(panel.overlapTests.filter(({ cause }) => cause === 'cpu'), 0);
    expect(panel.causes[0]?.cause).toBe('cpu');
    expect(panel.finding.evidence.at(-1)?.slice(0, 3)).toEqual([
      { quantity: cpu.overlapping, unit: 'count' }, expect.anything(), { quantity: panel.slow.count, unit: 'count' },
    ]);
  });

  it('reads the target’s own jitter by interval', () => {
    expect(panel.ownScrapes.intervals.map(({ interval, wantedSeconds }) => [interval, wantedSeconds]))
      .toEqual([['1s', 1], ['2s', 2]]);
    expect(elementAt(panel.ownScrapes.intervals, 0).jitterRatio).toBeCloseTo(0.1886, 4);
    expect(panel.ownScrapes).toMatchObject({ targets: 21, outOfOrder: 0, duplicate: 0, jobs: null });
  });
});

describe('the first seconds of it alone', () => {
  const window = roleWindow(loadRecording(recordings.cpuLimitStart), 'prometheus', '2.42.0');
  const { cycles } = findGcCycles(window);
  const panel = analyseScrapes(window, [], cycles, { ...options, nowMs: window.endMs + 1e6 });

  it('counts the refused tries, the time-out and the skipped tick', () => {
    expect(panel.scrapes).toEqual({ total: window.scrapes.length, failed: 3, timedOut: 1, skipped: 1 });
    expect(panel.durationSeconds.max).toBeCloseTo(1.004, 3);
  });

  it('finds both gaps: not yet listening, and a time-out around a GC cycle', () => {
    expect(panel.gaps).toHaveLength(2);
    expect(panel.gaps[0])
      .toMatchObject({ start: 1795193694.011, end: 1795193696.002, cause: 'down', scrapesMissed: 2 });
    expect(elementAt(panel.gaps, 0).sentence).toContain('16:54:54 UTC');
    expect(panel.gaps[1]).toMatchObject({ start: 1795193711.002, end: 1795193713.001, cause: 'gc', scrapesMissed: 2 });
    const { timedOut, skipped, parts } = elementAt(panel.gaps, 1);
    expect([timedOut, skipped]).toEqual([1, 1]);
    expect(timesOf({ claim: parts, evidence: [] }).slice(0, 2).map(Math.round)).toEqual([1795193711, 1795193712]);
  });

  it('says both in the finding', () => {
    const { finding, scrapes: { total, failed, timedOut, skipped } } = panel;
    expect(finding).toMatchObject({ code: 'scrapes-failed', severity: 'critical' });
    expect(quantitiesOf(finding).slice(0, 2)).toEqual([failed, total]);
    expect(quantitiesOf({ claim: [], evidence: finding.evidence.slice(0, 1) }).slice(1)).toEqual([timedOut, skipped]);
    expect(quantitiesOf({ claim: [], evidence: finding.evidence.slice(2, 3) })).toEqual([2, 1, 1]);
  });

  it('sees that scrapes are slower around GC', () => {
    const [quiet, gc] = panel.byState;
    expect(gc?.count).toBeGreaterThan(5);
    expect(gc?.p50).toBeGreaterThan(quiet?.p50 ?? Infinity);
  });
});

it('the demo recording: one gap before the start, latency by state as the ground truth has it', () => {
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  const panel = analyseScrapes(
    window, readGcTruth().compactions, findGcCycles(window).cycles, { ...options, stepMs: 10_000 }
  );
  expect(panel.scrapes).toEqual({ total: 1210, failed: 4, timedOut: 0, skipped: 0 });
  expect(panel.gaps).toMatchObject([{ start: 1795192058.002, end: 1795192062.001, cause: 'down', scrapesMissed: 4 }]);
  expect(panel.durationSeconds.max).toBeCloseTo(0.23276, 5);
  // Ground truth, steady part: p50 of 3.07, 13.4 and 5.69 ms with cycles known from start to end.
  const [quiet, gc, compaction] = panel.byState.map(({ p50 }) => p50 ?? NaN);
  expect(quiet).toBeCloseTo(0.00307, 3);
  expect(gc).toBeGreaterThan(0.006);
  expect(compaction).toBeCloseTo(0.00569, 3);
  // Reduced to 10 s, the points still contain the slowest scrape and the failed ones.
  expect(Math.max(...panel.points.durationSeconds.map((seconds) => seconds ?? 0))).toBe(panel.durationSeconds.max);
  expect(panel.points.error).toContain('refused');
  expect(panel.points.time.length).toBeLessThan(130);
  expect(panel.points.time).toEqual([...panel.points.time].sort((a, b) => a - b));
});

describe('a server that was stopped five times, for 15 to 45 s', () => {
  const recorded = listedWindow(readSpikeList('freeze'));
  const { length, startMs } = recorded.scrapes;
  const played = (values: (row: number) => number): RoleSeries => ({
    role: 'nodeUp', names: ['played'], present: new Uint8Array(length).fill(1),
    values: Float64Array.from({ length }, (_, row) => values(row)),
  });
  const [up, waiting] = [played(() => 1), played((row) => 0.9 * (numberAt(startMs, row) - recorded.startMs) / 1000)];
  /** The recording on a host whose tasks always wait for a core. */
  const full: RoleWindow = {
    ...recorded,
    role: (role) => (role === 'nodeUp' ? up : role === 'hostCpuPressureSeconds' ? waiting : recorded.role(role)),
  };
  const panelOf = (window: RoleWindow) => analyseScrapes(
    window, findCompactions(window), findGcCycles(window).cycles, { ...options, nowMs: window.endMs }
  );

  it.each([['', recorded], [', on a full host', full]])('stood still, and met one compaction%s', (_, window) => {
    const { gaps, causes } = panelOf(window);
    expect(gaps.map(({ cause }) => cause)).toEqual(['freeze', 'freeze', 'freeze', 'freeze', 'compaction', 'freeze']);
    expect(causes[0]).toMatchObject({ cause: 'freeze' });
    expect(causes.find(({ cause }) => cause === 'host-cpu')?.overlapping ?? 0).toBeLessThan(10);
  });

  it('is silent while it is stopped, for no known reason, since its first scrape without an answer', () => {
    const [stop] = panelOf(full).gaps;
    const rows = startMs.findIndex((ms) => ms > 1000 * (stop?.start ?? NaN) + 20_000);
    const { gaps, finding, causes } = panelOf(prefixOf(full, rows));
    expect(gaps).toMatchObject([{ cause: 'timeout', start: stop?.start, overlaps: [] }]);
    expect(finding).toMatchObject({ code: 'target-hanging', severity: 'critical', moment: stop?.start });
    expect(causes.every(({ explainedRatio }) => explainedRatio === 0)).toBe(true);
  });
});
