import { expect, test } from 'vitest';
import type { ChartModel } from './chartModel.ts';
import { besideAt, hoverAt } from './hover.ts';
import { spikeFills } from './spikeFills.ts';

const model: ChartModel = {
  label: 'CPU.', unit: 'cores', stepSeconds: 1, x: { kind: 'time', values: [100, 101, 102, 103], min: 100, max: 103 },
  lines: [
    { key: 'cpu', label: 'CPU', colour: 'cpu', style: 'line', values: [0.1, null, 0.3, 0.4] },
    { key: 'other', label: 'others', colour: 'other', style: 'thin', values: [1, 1, 1, 1], silent: true },
  ],
  marks: [
    { key: 'cycles', label: 'GC cycle', colour: 'gc', shape: 'tick', times: [100, 102, 102.2, 102.4], details: ['a'] },
  ],
  spans: [
    {
      key: 'c', colour: 'compaction', label: 'compaction', fill: 'band', start: 101.5, end: 103,
      detail: 'compaction, 1.5 s',
    },
  ],
};

test('the values of the point, the spans around it, and marks of one kind by their number', () => {
  expect(hoverAt(model, 102.1, 0.5)).toEqual({
    x: 102.1, values: [{ label: 'CPU', text: '0.3 cores' }], events: ['compaction, 1.5 s', '3 GC cycles'],
  });
});

test('one mark says what is known of it, a gap is a dash, and a quiet moment has no event', () => {
  expect(hoverAt(model, 100, 0.5).events).toEqual(['GC cycle: a']);
  expect(hoverAt(model, 101, 0.1)).toMatchObject({ values: [{ text: '–' }], events: [] });
});

test('the other charts of the page tell their values at the same time, those that reach there', () => {
  const [cpu] = model.lines;
  const heap: ChartModel = {
    ...model, unit: 'bytes',
    lines: ['heap', 'goal'].map((key) => (
      { ...cpu, key, label: key, colour: 'gc', style: 'line', values: [1024, 1024, null, 0] }
    )),
  };
  const late = { ...model, x: { ...model.x, min: 200, max: 300 } };
  const lanes = [{ title: 'Heap', model: heap }, { title: 'CPU', model }, { title: 'Late', model: late }];
  expect(besideAt(lanes, 100)).toEqual([
    { label: 'Heap, heap', text: '1 KiB' }, { label: 'Heap, goal', text: '1 KiB' }, { label: 'CPU', text: '0.1 cores' },
  ]);
});

test('a spike under the crosshair says how long it was, what made it and what it added', () => {
  const [cause, low, high] = ['compaction' as const, [null, null, 0.2, 0.2], [null, null, 0.3, 0.4]];
  const fills = spikeFills({
    quantity: 'cpu', unit: 'cores', areaUnit: 'coreSeconds', quiet: 0.2, measuredSeconds: 600, confidence: 'sure',
    counted: 1, needed: 4, causes: [{ cause, count: 1, area: 9.3, shareRatio: 1 }],
    spikes: [{
      start: 101.2, end: 107.2, isOver: true, peak: 3, quiet: 0.2, area: 9.3, cause, confidence: 'sure', evidence: '',
      evidenceParts: [],
    }],
  }, model.x.values, high).map((fill) => ({ ...fill, low, high }));
  expect(hoverAt({ ...model, fills }, 102.8, 0.1).events)
    .toEqual(['CPU spike 6 s, compaction, 9.3 core-s above quiet', 'compaction, 1.5 s']);
  expect(hoverAt({ ...model, fills }, 100.5, 0.1).events).toEqual([]);
});
