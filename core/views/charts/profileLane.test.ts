import { expect, it } from 'vitest';
import type { Capture, ProfileInfo } from '../../contract/contract.ts';
import { detailsAt, type ChartModel } from './chartModel.ts';
import { hoverAt } from './hover.ts';
import { momentAt, nextEvent } from './moment.ts';
import { laneOf, withProfiles, withSelected } from './profileLane.ts';
import { coverageWords, profileName, spanTitle } from './spanWords.ts';

const chart: ChartModel = {
  label: 'CPU', unit: 'cores', marks: [], spans: [], stepSeconds: 1,
  x: { kind: 'time', values: [100, 150, 200], min: 100, max: 200 },
  lines: [{ key: 'cpu', label: 'CPU', colour: 'cpu', style: 'line', values: [1, 2, 3] }],
};

function profile(part: Partial<ProfileInfo>): ProfileInfo {
  return {
    id: 'a'.repeat(64), name: 'p', kind: 'cpu', time: 120, durationSeconds: 10, sampleTypes: [], addedTime: 130,
    defaultSampleType: 'cpu', samples: 1, sizeBytes: 1, comments: [],
    source: { how: 'capture', target: 'prom', captureId: '1' }, ...part,
  };
}

const booked: Capture = {
  id: 'c', target: 'prom', kind: 'cpu', seconds: 15, at: 'next-compaction', everySeconds: null, gc: false, delta: null,
  state: 'waiting', startTime: 190, endTime: null, progressRatio: null, client: null, profileId: null, sizeBytes: null,
  reason: { how: 'booked', sentence: null }, note: null, error: null, errorType: null,
};

const lane = laneOf({ target: 'prom', cameWith: ['b'.repeat(64)], isLive: true, zone: 'utc' }, [
  profile({}), profile({ time: 300 }), profile({ time: null }),
  profile({ id: 'b'.repeat(64), source: { how: 'upload' }, time: 160, durationSeconds: null, kind: 'heap' }),
  profile({ source: { how: 'upload', target: 'another' } }),
  profile({
    time: 140, source: {
      how: 'capture', target: 'prom', captureId: '2', reason: { how: 'triggered', sentence: 'CPU was above 1.8 cores' },
    },
  }),
], [booked, { ...booked, state: 'done' }]);

it('the lane has what is of the target or came with it, in order of time, and what is booked', () => {
  expect(lane.taken.map(({ text }) => text)).toEqual(
    ['cpu, 10 s', 'cpu, 10 s, CPU was above 1.8 cores', 'heap', 'cpu, 10 s']
  );
  expect(lane.booked).toEqual([{ start: 190, end: 205, text: 'cpu, booked for 00:03:10' }]);
});

it('a chart shows those of its window; hover, details and keys meet a profile as long as it ran', () => {
  const model = withProfiles(chart, lane);
  expect(model.marks.map(({ shape, times, ends }) => [shape, times, ends])).toEqual([
    ['lane', [120, 140, 160], [130, 150, 160]], ['open-lane', [190], [205]],
  ]);
  expect(hoverAt(model, 128, 1).events).toEqual(['profile: cpu, 10 s']);
  expect(hoverAt(model, 133, 1).events).toEqual([]);
  expect(detailsAt(model, 195, 1)).toEqual(['booked profile']);
  expect(momentAt(model, 145, 1)?.things).toMatchObject([{ what: 'profile' }]);
  expect(nextEvent(model, 121, 1)).toBe(140);
});

it('what is booked for later stands at the right edge of a chart that ends now, and on no other', () => {
  const early: ChartModel = { ...chart, x: { ...chart.x, max: 180 } };
  expect(withProfiles(early, lane).marks.at(-1)).toMatchObject({ shape: 'open-lane', times: [180] });
  expect(withProfiles(early, { ...lane, isLive: false }).marks.map(({ shape }) => shape)).toEqual(['lane']);
});

it('without profiles in its window, and without a clock, a chart stays as it is', () => {
  expect(withProfiles(chart, { taken: [], booked: [], isLive: true })).toBe(chart);
  const fold: ChartModel = { ...chart, x: { ...chart.x, kind: 'offset' } };
  expect(withProfiles(fold, lane)).toBe(fold);
  expect(withSelected(fold, { start: 1, end: 2 })).toBe(fold);
  expect(withSelected(chart, { start: 120, end: 130 }).spans).toMatchObject([{ start: 120, end: 130, silent: true }]);
});

it('a span says how many profiles are of it and how much they cover, or how far the nearest is', () => {
  const answer = {
    target: 'prom', kind: 'cpu', start: 100, end: 130, ids: ['x', 'y'], covered: [], coverageRatio: 0.6, restarts: [],
    sentence: '', profile: null, nearest: null,
  };
  expect(coverageWords(answer)).toBe('2 CPU profiles: 60 % of the span.');
  expect(coverageWords({ ...answer, kind: 'heap', ids: ['x'], coverageRatio: 0 })).toBe('1 heap profile.');
  expect(coverageWords({ ...answer, ids: [], nearest: { id: 'x', time: 90, secondsAway: 40 } }))
    .toBe('No CPU profile in it; the nearest is 40 s away.');
  expect(coverageWords({ ...answer, ids: [] })).toBe('No CPU profile of this target yet.');
  expect(spanTitle({ start: 1_795_192_370, end: 1_795_192_400 }, 'utc')).toBe('16:32:50 to 16:33:20, 30 s');
  expect(profileName({ id: 'span:prom:cpu:1795192370:1795192400', name: 'long' }, 'utc')).toBe('16:32:50 to 16:33:20');
  expect(profileName({ id: 'x', name: 'long' }, 'utc')).toBe('long');
});
