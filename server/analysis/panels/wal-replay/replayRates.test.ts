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
});
