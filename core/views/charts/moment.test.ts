import { describe, expect, test } from 'vitest';
import type { ChartModel } from './chartModel.ts';
import { momentAt, nextEvent } from './moment.ts';

const model: ChartModel = {
  label: 'test', unit: 'cores', stepSeconds: 1,
  x: { kind: 'time', values: [100, 101, 102, 110, 111], min: 95, max: 120 },
  lines: [{ key: 'cpu', label: 'CPU', colour: 'cpu', style: 'line', values: [1, 2, null, 0.5, 0.25] }],
  marks: [
    {
      key: 'gc', label: 'GC cycle', colour: 'gc', shape: 'tick', times: [101.4, 110.5],
      details: ['heap 400 to 200 MiB', ''],
    },
  ],
  spans: [
    {
      key: 'gap-0', colour: 'gap', fill: 'hatch', label: 'not scraped', start: 103, end: 109,
      detail: 'not scraped for 6 s', facts: 'target down',
    },
    {
      key: 'c-0', colour: 'compaction', fill: 'band', label: 'compaction', start: 110, end: 111,
      detail: 'compaction, 1 s',
    },
  ],
};

describe('the moment under a click', () => {
  test('is that of a mark near it, with what is known of the mark', () => {
    expect(momentAt(model, 101.2, 0.5)).toEqual({
      time: 101.4, things: [{ key: 'gc 101.4', what: 'GC cycle', at: null, facts: 'heap 400 to 200 MiB' }],
      values: [{ label: 'CPU', text: '2 cores' }],
    });
  });
  test('is the nearest point where no mark is, and a null value is a dash', () => {
    expect(momentAt(model, 102.2, 0.3)).toEqual({ time: 102, things: [], values: [{ label: 'CPU', text: '–' }] });
  });
  test('inside a gap is the place itself, with the gap and no value', () => {
    expect(momentAt(model, 106, 0.5)).toEqual({
      time: 106, things: [{ key: 'gap-0', what: 'not scraped', at: null, facts: 'target down' }],
      values: [{ label: 'CPU', text: '–' }],
    });
  });
  test('names all that touches it, marks first', () => {
    expect(momentAt(model, 110.4, 0.5)?.things.map(({ what, facts }) => [what, facts]))
      .toEqual([['GC cycle', ''], ['compaction', 'compaction, 1 s']]);
  });
  test('is none on a chart that has no clock', () => {
    expect(momentAt({ ...model, x: { ...model.x, kind: 'lag' } }, 100, 1)).toBeNull();
  });
});

test('from event to event, both ways, and none past the last', () => {
  expect([nextEvent(model, 100, 1), nextEvent(model, 101.4, 1), nextEvent(model, 103, 1), nextEvent(model, 103, -1)])
    .toEqual([101.4, 103, 110, 101.4]);
  expect([nextEvent(model, 110.5, 1), nextEvent(model, 101.4, -1)]).toEqual([null, null]);
});
