import { expect, test } from 'vitest';
import { noon, scrapesPanel } from '../../../web/testdata/panels.ts';
import { linkWord, pText, scrapesView, timeoutIsDrawn, whatToTry } from './scrapesView.ts';

const view = scrapesView(scrapesPanel(), 'utc', noon + 600);

test('a failed try is no point of the line but a mark of its kind', () => {
  expect(view.duration.lines[0]?.values.slice(199, 206).map((value) => value === null))
    .toEqual([false, true, true, true, true, true, false]);
  const failures = view.duration.marks.filter((mark) => mark.values !== undefined)
    .map(({ key, shape, times, values }) => [key, shape, times.length, values?.[0]]);
  expect(failures).toEqual([['refused', 'cross', 3, null], ['timeout', 'cross', 1, 10], ['skipped', 'dot', 1, null]]);
});

test('the context counts failures with their share', () => {
  expect(view.context).toBe('12:00:00 to 12:10:00 UTC · 595 scrapes · 5 failed (0.833 %), 1 timed out · 1 skipped');
});

test('a far timeout is said, a near one is drawn', () => {
  expect(view.timeoutNote).toBe('The timeout of 10 s is far above this axis.');
  expect([timeoutIsDrawn(10, [1, null, 2.6]), timeoutIsDrawn(10, [1, 2.4]), timeoutIsDrawn(null, [9])])
    .toEqual([true, false, false]);
  const slow = scrapesPanel();
  slow.points.durationSeconds[10] = 9;
  expect(scrapesView(slow, 'utc', noon))
    .toMatchObject({ timeoutNote: null, duration: { lines: [{ key: 'duration' }, { key: 'timeout' }] } });
});

test('what to try comes from links beyond chance only, most often met first', () => {
  const [gc] = scrapesPanel().overlapTests;
  if (gc === undefined) throw new Error('the panel has no test');
  expect(whatToTry([gc])).toMatch(/^To try: make GC cycles less frequent/);
  expect(whatToTry([gc, { ...gc, cause: 'cpu', overlapping: 30 }]))
    .toMatch(/^To try: raise the CPU limit .*; then make GC cycles less frequent/);
  expect(whatToTry([{ ...gc, pValue: 0.04 }])).toBeNull();
  expect([null, 0.002, 0.04, 0.4].map((pValue) => linkWord({ ...gc, pValue })))
    .toEqual(['too few', 'significant', 'weakly significant', 'noise']);
  expect([null, 0.0002, 0.0025, 0.19].map(pText)).toEqual(['–', '< 0.001', '0.003', '0.19']);
});

test('the time at the CPU limit is a band of its own', () => {
  const panel = scrapesPanel();
  panel.cpuCeiling = {
    cores: 0.36, basis: 'a plateau', isPlateau: true, spans: [{ start: noon + 10, end: noon + 20 }],
  };
  expect(scrapesView(panel, 'utc', noon).duration.spans.filter(({ label }) => label === 'CPU-limited'))
    .toMatchObject([{ start: noon + 10, end: noon + 20, detail: 'CPU-limited at 0.36 cores' }]);
});
