import { expect, test } from 'vitest';
import { answerOf } from '../../../testdata/answers.ts';
import { linkWord, pText, scrapesView, timeoutIsDrawn, whatToTry } from './scrapesView.ts';

const panel = answerOf('limited');
const view = scrapesView(panel, 'utc', panel.range.end);

test('a failed try is no point of the line but a mark of its kind', () => {
  const { time, durationSeconds, error } = panel.points;
  expect(view.duration.lines[0]?.values)
    .toEqual(durationSeconds.map((duration, i) => (error[i] === null ? duration : null)));
  const failures = view.duration.marks.filter((mark) => mark.values !== undefined)
    .map(({ key, shape, times, values }) => [key, shape, times, values]);
  const at = (kind: string): number[] => error.flatMap((one, i) => (one === kind ? [i] : []));
  const tried = (kind: string): unknown[] =>
    [at(kind).map((i) => time[i]), at(kind).map((i) => durationSeconds[i])];
  expect(failures).toEqual([
    ['refused', 'cross', ...tried('refused')], ['timeout', 'cross', ...tried('timeout')],
    ['skipped', 'dot', ...tried('skipped')],
  ]);
  expect(failures.map(([, , times, values]) => [times, values].map((of) => (of as unknown[]).length)))
    .toEqual([[2, 2], [1, 1], [1, 1]]);
  expect([failures[1]?.[3], failures[2]?.[3]]).toEqual([[1.00396], [null]]);
});

test('cycles, gaps and compactions stand where they were found', () => {
  expect(view.duration.marks[0]).toMatchObject({ key: 'cycles', times: panel.cycles.map(({ time }) => time) });
  const spans = (label: string) => view.duration.spans.filter((span) => span.label === label)
    .map(({ start, end }) => ({ start, end }));
  expect(spans('not scraped')).toEqual(panel.gapSpans);
  expect(spans('compaction')).toEqual(panel.compactions.map(({ start, end }) => ({ start, end })));
  expect([panel.cycles, panel.gapSpans, panel.compactions].map(({ length }) => length > 0)).toEqual([true, true, true]);
});

test('the context counts failures with their share', () => {
  expect(view.context).toBe('16:54:54 to 17:01:33 UTC · 400 scrapes · 3 failed (0.75 %), 1 timed out · 1 skipped');
});

test('a far timeout is said, a near one is drawn', () => {
  expect(view).toMatchObject({ timeoutNote: null, duration: { lines: [{ key: 'duration' }, { key: 'timeout' }] } });
  const quick = answerOf('scrapes');
  expect(scrapesView(quick, 'utc', 0)).toMatchObject({ timeoutNote: 'The timeout of 1 s is far above this axis.' });
  expect([timeoutIsDrawn(10, [1, null, 2.6]), timeoutIsDrawn(10, [1, 2.4]), timeoutIsDrawn(null, [9])])
    .toEqual([true, false, false]);
  quick.points.durationSeconds[10] = 0.9;
  expect(scrapesView(quick, 'utc', 0))
    .toMatchObject({ timeoutNote: null, duration: { lines: [{ key: 'duration' }, { key: 'timeout' }] } });
});

test('what to try comes from the causes that explain slow scrapes, in their order', () => {
  expect(panel.overlapTests.map((one) => `${one.cause}: ${linkWord(one)}`))
    .toEqual(['compaction: noise', 'gc: significant', 'cpu: significant', 'start: noise']);
  expect(whatToTry(panel.causes)).toMatch(/^To try: raise the CPU limit .*; then make GC cycles less frequent/);
  expect(whatToTry(panel.causes.toReversed())).toMatch(/^To try: make GC cycles less frequent/);
  expect(whatToTry([])).toBeNull();
  const gc = panel.overlapTests.find(({ cause }) => cause === 'gc');
  if (gc === undefined) throw new Error('the stored answer has no test of GC');
  expect([null, 0.002, 0.04, 0.4].map((pValue) => linkWord({ ...gc, pValue })))
    .toEqual(['too few', 'significant', 'weakly significant', 'noise']);
  expect(linkWord({ ...gc, pValue: null, windowRatio: 1 })).toBe('all of the window');
  expect([null, 0.0002, 0.0025, 0.19].map(pText)).toEqual(['–', '< 0.001', '0.003', '0.19']);
});

test('the time at the CPU limit is a band of its own', () => {
  const bands = view.duration.spans.filter(({ label }) => label === 'CPU-limited');
  expect(bands.map(({ start, end }) => ({ start, end }))).toEqual(panel.cpuCeiling?.spans);
  expect(bands[0]).toMatchObject({ detail: 'CPU-limited at 0.359 cores' });
  expect(scrapesView({ ...panel, cpuCeiling: null }, 'utc', 0).duration.spans.map(({ label }) => label))
    .not.toContain('CPU-limited');
});
