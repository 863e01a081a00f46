import { describe, expect, it } from 'vitest';
import { numberAt } from '../../../../../core/elementAt.ts';
import type { RestartCost } from '../../../../../core/contract/contract.ts';
import { render } from '../../../../../core/text/parts.ts';
import { panelOf, runs, START } from '../../../../../testdata/handMadeReplay.ts';
import { recordedReplays } from '../../../../../testdata/replays.ts';
import { handMadeWindow } from '../../../../../testdata/handMadeWindow.ts';
import { prefixOf } from '../../../../../testdata/spikeTruth.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { findProcessStarts } from '../../../signals/replay/replayStarts.ts';
import { valueAt } from '../../../signals/valueAt.ts';
import { restartCost } from './restartCost.ts';

/** Cores below which a start was slowed by its host or a quota, which is unknown beforehand. */
const FREE_CORES = 1 / 3;
const HELD = 0.9;

const costOf = (window: RoleWindow): RestartCost | null =>
  restartCost(window, { facts: {}, starts: findProcessStarts(window), limitBytes: null });

/** Returns a minute of a running server. */
const running = (roles: Record<string, number> = {}, facts = {}) => panelOf({
  ticks: runs<'ok' | 'refused'>([60, 'ok']),
  roles: Object.fromEntries(Object.entries({
    ready: 1, processStartSeconds: START - 9000, headChunks: 4e6, residentBytes: 2e9, ...roles,
  }).map(([role, value]) => [role, runs<number | null>([60, value])])),
}, facts);

describe('what a restart would cost', () => {
  it('holds what the recorded servers then took, as far as they had a core to themselves', () => {
    const factors: number[] = [];
    let [held, peaks, all] = [0, 0, 0];
    for (const { window } of recordedReplays()) {
      for (const start of findProcessStarts(window)) {
        if (start.readyRow === null || start.beforeRow === null) continue;
        const cost = costOf(prefixOf(window, start.beforeRow + 1));
        const seconds = (numberAt(window.scrapes.startMs, start.readyRow) - start.startMs) / 1000;
        const cpu = valueAt(window.role('cpuSeconds'), start.readyRow) ?? 0;
        if (cost === null || cpu / seconds < FREE_CORES) continue;
        all++;
        factors.push(Math.abs(Math.log2(cost.seconds.median / seconds)));
        if (cost.seconds.low <= seconds && seconds <= cost.seconds.high) held++;
        let peak = 0;
        for (let row = start.firstRow; row <= start.readyRow; row++)
          peak = Math.max(peak, valueAt(window.role('residentBytes'), row) ?? 0);
        const { low, high } = cost.peakBytes ?? { low: NaN, high: NaN };
        if (low <= peak && peak <= high) peaks++;
      }
    }
    expect(all).toBeGreaterThan(10);
    expect(held / all).toBeGreaterThanOrEqual(HELD);
    expect(peaks / all).toBeGreaterThanOrEqual(HELD);
    // Within a factor of two at the median.
    expect(factors.sort((a, b) => a - b)[Math.floor(factors.length / 2)]).toBeLessThan(1);
  });

  it('is the headline of a server that runs, with what it rests on', () => {
    const { finding, restart, figures } = running();
    expect(finding).toMatchObject({ code: 'restart-cost', severity: 'info' });
    expect(render(finding.claim)).toMatch(/^A restart would take about 2m \d+s \(/);
    expect(restart).toMatchObject({ basis: 'head', chunks: 4e6, memoryRisk: 'unknown', afterCompaction: null });
    expect(figures.find(({ name }) => name === 'Restart')?.value).toBe(restart?.seconds.median);
    expect(running({ headChunks: 4e5 }).finding.severity).toBe('ok');
  });

  it('warns where memory would not suffice', () => {
    const { finding, restart } = running({ memoryLimitBytes: 2e9 });
    expect(restart?.memoryRisk).toBe('high');
    expect(finding.severity).toBe('warning');
    expect(render(finding.claim)).toMatch(/, and may run out of memory\.$/);
  });

  it('follows its own starts where the window has them, in proportion to its head', () => {
    const { restart, finding } = panelOf({
      ticks: runs<'ok' | 'refused'>([60, 'ok'], [2, 'refused'], [40, 'ok']),
      roles: {
        ready: runs<number | null>([60, 1], [2, null], [20, 0], [20, 1]),
        processStartSeconds: runs<number | null>([60, START - 1000], [2, null], [40, START + 61.5]),
        headChunks: runs<number | null>([60, 1e6], [2, null], [20, 0], [20, 5e5]),
      },
    });
    expect(finding.code).toBe('replay-done');
    expect(restart?.basis).toBe('starts');
    // It took 20 s for a head twice as large.
    expect(restart?.seconds.median).toBeGreaterThan(9);
    expect(restart?.seconds.median).toBeLessThan(12);
  });

  it('says when it costs less', () => {
    const range = 7200;
    const at = (ageSeconds: number): RestartCost | null => running(
      { headMinTimeMs: 1000 * (START - ageSeconds), headMaxTimeMs: 1000 * START }, { blockRangeSeconds: range }
    ).restart ?? null;
    const late = at(1.4 * range);
    expect(late?.afterCompaction?.time).toBeCloseTo(START + 0.1 * range, 3);
    expect(late?.afterCompaction?.seconds).toBeCloseTo((late?.seconds.median ?? NaN) * 0.5 / 1.4, 6);
    expect(at(0.6 * range)?.afterCompaction).toBeNull();
    expect(at(1.8 * range)?.afterCompaction, 'overdue').toBeNull();
  });

  it('is not known without the size of the head, of a server that starts or is gone, or may wait for its WBL', () => {
    expect(running({ headChunks: 0 }).restart).toBeNull();
    expect(running({ ready: 0 }).restart).toBeNull();
    expect(panelOf({
      ticks: runs<'ok' | 'refused'>([60, 'ok'], [5, 'refused']),
      roles: { ready: runs<number | null>([60, 1], [5, null]), headChunks: runs<number | null>([60, 1e6], [5, null]) },
    })).toMatchObject({ restart: null, finding: { code: 'target-down' } });
    const withLateSamples = handMadeWindow({
      roles: { headChunks: runs<number | null>([60, 1e6]), wblSegmentCurrent: runs<number | null>([60, 3]) },
    });
    expect(costOf({ ...withLateSamples, version: '2.42.0' })).toBeNull();
    expect(costOf({ ...withLateSamples, version: '2.48.0' })?.chunks).toBe(1e6);
  });
});
