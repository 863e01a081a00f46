import { describe, expect, it } from 'vitest';
import { panelOf, runs, START } from '../../../../testdata/handMadeReplay.ts';

const SEGMENT_BYTES = 128 * 1024 * 1024;

describe('rates of a replay by hand, two scrapes per segment', () => {
  it('a segment has its share of the log, without the empty segment of the new process', () => {
    const { rates } = panelOf({
      roles: {
        ready: runs([10, 0]), processStartSeconds: runs([10, START - 0.5]),
        replaySegmentMin: runs([10, 0]), replaySegmentMax: runs([10, 4]),
        replaySegmentCurrent: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4],
        // The log of the old process: segments 0 to 3.
        walBytes: runs([10, 4 * SEGMENT_BYTES]),
      },
    });
    const perSegment = rates.bytesPerSecond.map((bytes, i) => (bytes ?? NaN) / (rates.segmentsPerSecond[i] ?? NaN));
    expect(perSegment.filter(Number.isFinite).length).toBeGreaterThan(0);
    expect([...new Set(perSegment.filter(Number.isFinite))]).toEqual([SEGMENT_BYTES]);
  });

  it.each([['in its log', 0, true], ['of its own scrapes, with fast startup', 3600, false]])(
    'counts samples %s',
    (_, ahead, isCounted) => {
      const before = [0, 1, 2, 3, 4];
      const after = Array.from({ length: 12 }, (__, i) => i);
      const { rates } = panelOf({
        roles: {
          ready: runs([5, 1], [12, 0]), processStartSeconds: runs([5, START - 7200], [12, START + 4.5]),
          replaySegmentMin: runs([5, 0], [12, 0]), replaySegmentMax: runs([5, 3], [12, 4]),
          replaySegmentCurrent: [3, 3, 3, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4],
          samplesAppended: [...before.map((i) => 1000 + 100 * i), ...after.map(() => 0)],
          headMaxTimeMs: [
            ...before.map((i) => (START + i) * 1000),
            ...after.map((i) => (START - 120 + 10 * i + (i > 3 ? ahead : 0)) * 1000),
          ],
        },
      });
      const counted = rates.samplesPerSecond.filter((rate) => rate !== null);
      expect(counted.length > 0).toBe(isCounted);
      expect(Math.max(0, ...counted)).toBeLessThan(5000);
    }
  );
});
