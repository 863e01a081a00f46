import { describe, expect, it } from 'vitest';
import type { Timeline, TimelineFrame } from '../../../contract/contract.ts';
import { frameWords, laneBoxes, nextFrame, placedFrames, timelineWords, timeTicks } from './timelineView.ts';

const frame = (lane: number, depth: number, start: number, end: number): TimelineFrame =>
  ({ lane, depth, function: `f${depth}`, start, end, value: 2e7, samples: 2 });
const answer: Timeline = {
  unit: 'nanoseconds', sampleType: 'cpu', total: 1, startTime: 1_700_000_000, durationSeconds: 10,
  window: { start: 2, end: 6 }, samples: 20, samplesWithoutTime: 3, laneLabel: 'thread name',
  lanes: [{ name: 'io', samples: 15, depth: 2 }, { name: '', samples: 5, depth: 1 }], lanesLeftOut: 1,
  frames: [frame(0, 0, 2, 3), frame(0, 0, 3.5, 6), frame(0, 1, 4, 5), frame(1, 0, 2, 6)], culledFrames: 7,
};

describe('the timeline as drawn', () => {
  const boxes = laneBoxes(answer);

  it('has lanes below each other, each under its name', () => {
    expect(boxes.lanes.map(({ top, rows }) => [top, rows])).toEqual([[22, 2], [86, 1]]);
    expect(boxes.height).toBe(110);
    expect(laneBoxes({ ...answer, laneLabel: null, lanes: [{ name: '', samples: 1, depth: 300 }] }).height).toBe(720);
  });

  it('places frames by their time', () =>
    expect(placedFrames(answer, boxes.lanes, 400).map(({ x, y, width }) => [x, y, width])).toEqual([
      [0, 22, 100], [150, 22, 250], [200, 40, 100], [0, 86, 400],
    ]));

  it.each([
    ['the first from none', -1, 'right', 0], ['the next one', 0, 'right', 1], ['not beyond its row', 1, 'right', 1],
    ['the one below in time', 1, 'down', 2], ['its caller', 2, 'up', 1], ['the next lane', 2, 'down', 3],
    ['nothing above the first row', 0, 'up', 0],
  ] as const)('walks to %s', (_what, at, step, expected) => expect(nextFrame(answer.frames, at, step)).toBe(expected));

  it('says what a frame and the whole are', () => {
    expect(frameWords(frame(0, 1, 4, 5), 'nanoseconds')).toBe('f1: 4 s to 5 s, 1 s, 2 samples, 20 ms');
    expect(timelineWords(answer)).toBe(
      '4 s of 10 s (40 %) are shown. 3 samples carry no time. 7 frames are too short to draw; zoom in to see them. '
        + '1 more of “thread name” are not drawn; filter with tagfocus.'
    );
    expect(timeTicks(answer, 'utc').map(({ label }) => label)).toEqual(['2 s', '3 s', '4 s', '5 s', '6 s']);
  });
});
