import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../../core/contract/contract.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { timed } from '../../../testdata/profiles/timedProfile.ts';
import { unwrap } from '../../../testdata/profiles/oracles.ts';
import { timeline } from './timeline.ts';

const shown = ({ frames }: Timeline): string[] => frames.map(({ lane, depth, function: name, start, end, samples }) =>
  `${lane}/${depth} ${name} ${Math.round(start * 1e3)}-${Math.round(end * 1e3)} ${samples}`);

describe('samples along time', () => {
  const picture = timed([['main;parse 1', 30], ['main;read 1', 10], ['main;read 1', 20], ['main;read 1', 50]]);

  it('that follow each other with the same callers are one frame; a gap ends it', () => {
    const answer = unwrap(timeline(picture, { sampleType: 'cpu' }));
    expect(shown(answer)).toEqual([
      '0/0 main 0-30 3', '0/0 main 40-50 1', '0/1 read 0-20 2', '0/1 parse 20-30 1', '0/1 read 40-50 1',
    ]);
    expect(answer).toMatchObject({
      unit: 'nanoseconds', total: 4e7, startTime: null, window: { start: 0 }, samples: 4, samplesWithoutTime: 0,
      laneLabel: null, lanes: [{ name: '', samples: 4, depth: 2 }], lanesLeftOut: 0, culledFrames: 0,
    });
    expect(answer.durationSeconds).toBeCloseTo(0.05, 9);
  });

  it('are cut to the window, and values are those within it', () => {
    const answer = unwrap(timeline(picture, { sampleType: 'cpu', from: 0.015, to: 0.03 }));
    expect(shown(answer)).toEqual(['0/0 main 15-30 2', '0/1 read 15-20 1', '0/1 parse 20-30 1']);
    expect(timeline(picture, { from: 3, to: 2 })).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });

  it('whose label is that of an end stand for the time before it', () => {
    const ended = timed([['main 1', 10], ['main;read 1', 20]], 'end_timestamp_ns');
    expect(shown(unwrap(timeline(ended, { sampleType: 'cpu' })))).toEqual(['0/0 main -10-10 2', '0/1 read 0-10 1']);
  });

  it('of counts last as long as samples are usually apart, and never over the next', () => {
    const counted = timed([['main 900', 0], ['main;a 1', 10], ['main;b 1', 20], ['main;c 1', 22]]);
    expect(shown(unwrap(timeline(counted, { sampleType: 'samples' }))).slice(1))
      .toEqual(['0/1 a 10-20 1', '0/1 b 20-22 1', '0/1 c 22-32 1']);
  });

  it('of several threads are in lanes, the busiest first', () => {
    const threads = timed([['main 1', 0, 'io'], ['work 1', 0, 'worker'], ['work 1', 10, 'worker']]);
    const answer = unwrap(timeline(threads, { sampleType: 'cpu' }));
    expect(answer.lanes.map(({ name }) => name)).toEqual(['worker', 'io']);
    expect(shown(answer)).toEqual(['0/0 work 0-20 2', '1/0 main 0-10 1']);
  });

  it('are filtered first', () =>
    expect(unwrap(timeline(picture, { sampleType: 'cpu', focus: 'parse' })).samples).toBe(1));

  it('without a time are refused in words', () =>
    expect(timeline(foldedProfile('main 1'), {})).toMatchObject(
      { ok: false, error: { errorType: 'bad_data', message: expect.stringContaining('carries its time') as string } }
    ));

  it('are bounded: of 6,000 short stacks 4,000 frames at most, the rest counted', () => {
    const many = timed(Array.from({ length: 6_000 }, (_, i) => [`main;${'x'.repeat(1 + (i % 7))} 1`, 10 * i]));
    const answer = unwrap(timeline(many, { sampleType: 'cpu' }));
    expect(answer.frames.length).toBeLessThanOrEqual(4_000);
    expect(answer.frames.length + answer.culledFrames).toBe(6_001);
  });
});
