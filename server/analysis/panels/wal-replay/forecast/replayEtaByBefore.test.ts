import { describe, expect, it } from 'vitest';
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import { render } from '../../../../../core/text/parts.ts';
import { findProcessStarts } from '../../../signals/replay/replayStarts.ts';
import { segmentRuns } from '../../../signals/replay/segmentRuns.ts';
import { panelOf, runs, START } from '../../../../../testdata/handMadeReplay.ts';
import { recordedReplay } from '../../../../../testdata/replays.ts';
import { etaAt } from './replayEta.ts';
import { walBeforeStop } from './walBeforeStop.ts';

/** First starts that tsdbscope sees: with a checkpoint, under limits, and one whose old process was not seen. */
const REPLAYS = [
  'checkpoint', 'held-out', 'long-checkpoint-limited', 'made-12-0-1', 'slowing-limited', 'steady-limited',
];
const LATEST_SHARE = 0.1;
const HELD = 0.85;

describe('time left of a first start before its segments tell', () => {
  it('is given within a tenth of it, and holds', () => {
    let [all, held] = [0, 0];
    for (const { name, window } of REPLAYS.map(recordedReplay)) {
      const starts = findProcessStarts(window);
      const start = elementAt(starts, starts.length - 1);
      const inputs = {
        window, start, runs: segmentRuns(window, start), before: walBeforeStop(window, start), earlier: [],
      };
      const at = (row: number): number => numberAt(window.scrapes.startMs, row);
      const readyRow = start.readyRow ?? NaN;
      const rows = Array.from({ length: readyRow - start.firstRow }, (_, k) => start.firstRow + k)
        .filter((row) => window.scrapes.error[row] === null);
      const etas = rows.flatMap((row) => {
        const eta = etaAt(inputs, row);
        return eta === null ? [] : [{ ...eta, row }];
      });
      const first = etas[0]?.row ?? NaN;
      expect((at(first) - start.startMs) / (at(readyRow) - start.startMs), name).toBeLessThan(LATEST_SHARE);
      const early = etas.filter(({ basis }) => basis === 'before');
      expect(early.length, name).toBeGreaterThan(0);
      for (const { lowMs, highMs, row } of early) {
        const leftMs = at(readyRow) - at(row);
        all++;
        if (lowMs <= leftMs && leftMs <= highMs) held++;
      }
    }
    expect(held / all).toBeGreaterThan(HELD);
  });

  it('includes the wait at the chunks of an out-of-order log, and holds in every poll', () => {
    for (const { name, window } of ['long-wbl', 'long-wbl-quota', 'wbl', 'wbl-stopped'].map(recordedReplay)) {
      const start = elementAt(findProcessStarts(window).slice(-1), 0);
      const inputs = {
        window, start, runs: segmentRuns(window, start), before: walBeforeStop(window, start), earlier: [],
      };
      const at = (row: number): number => numberAt(window.scrapes.startMs, row);
      const readyMs = at(start.readyRow ?? NaN);
      const early = Array.from({ length: 25 }, (_, k) => start.firstRow + k).flatMap((row) => {
        const eta = window.scrapes.error[row] === null ? etaAt(inputs, row) : null;
        return eta?.basis === 'before' ? [{ ...eta, leftMs: readyMs - at(row) }] : [];
      });
      expect(early.length, name).toBeGreaterThan(5);
      for (const { lowMs, medianMs, highMs, leftMs } of early) {
        expect(lowMs, name).toBeLessThan(leftMs);
        expect(highMs, name).toBeGreaterThan(leftMs);
        // The wait is more than half of these starts.
        expect(Math.abs(Math.log(medianMs / leftMs)), name).toBeLessThan(Math.log(2));
      }
      // The out-of-order samples are unknown if the old process was not seen.
      const unseen = { ...inputs, before: null, start: { ...start, beforeRow: null } };
      expect(etaAt(unseen, start.firstRow + 5), name).toBeNull();
    }
  });

  /** Returns a minute of a process with a million chunks; then another one reads its log, which is one segment. */
  const start = (more: { chunks?: number | null } = {}) => panelOf({
    ticks: runs<'ok' | 'refused'>([60, 'ok'], [2, 'refused'], [9, 'ok']),
    roles: {
      ready: runs<number | null>([60, 1], [2, null], [9, 0]),
      processStartSeconds: runs<number | null>([60, START - 1000], [2, null], [9, START + 61.5]),
      headChunks: runs<number | null>([60, more.chunks === undefined ? 1e6 : more.chunks], [2, null], [9, 0]),
      cpuSeconds: [
        ...Array.from({ length: 60 }, (_, k) => 50 + 0.2 * k), null, null,
        ...Array.from({ length: 9 }, (_, k) => 0.4 + k),
      ],
      replaySegmentMin: runs<number | null>([60, 0], [2, null], [9, 0]),
      replaySegmentMax: runs<number | null>([60, 0], [2, null], [9, 1]),
      replaySegmentCurrent: runs<number | null>([60, 0], [2, null], [9, 0]),
    },
  });

  it('is given for a log of one segment, and says what it is based on', () => {
    const { etaBasis, etaSeconds, finding, forecasts } = start();
    expect(etaBasis).toBe('before');
    // The start needs 35 CPU seconds of one core, of which 8 are used.
    expect(etaSeconds?.median).toBeGreaterThan(20);
    expect(etaSeconds?.median).toBeLessThan(35);
    expect(render(finding.claim)).toMatch(/: about \d+ s left \(\d+ s to \d+ s\)\.$/);
    expect(finding.evidence.map((one) => render(one)))
      .toContain('The time left is estimated from its size before the stop.');
    expect(forecasts).toEqual([]);
  });

  it('is not known where neither the head nor the size of the log is', () => {
    expect(start({ chunks: null })).toMatchObject({ etaBasis: null, etaSeconds: null });
  });
});
