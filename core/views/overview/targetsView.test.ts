import { expect, test } from 'vitest';
import { overlay, type TargetLine } from './targetsView.ts';

const window = { start: 100, end: 120 };
const words = { label: 'CPU', unit: 'cores' as const };
const target = (
  name: string, values: (number | null)[], stepSeconds = 1
): TargetLine => ({ name, values, stepSeconds, time: values.map((_, i) => 100 + i * stepSeconds) });

test('targets scraped at different times share cells, a spike stays, a gap stays open', () => {
  const model = overlay([target('a', [1, 9, 1, null, null, null, 2]), target('b', [3, null, 4], 2)], window, words);
  expect(model?.stepSeconds).toBe(4);
  expect(model?.x.values).toEqual([102, 106, 110, 114, 118]);
  expect(model?.lines.map(({ label, values }) => [label, values]))
    .toEqual([['a', [9, 2, null, null, null]], ['b', [3, 4, null, null, null]]]);
  expect(new Set(model?.lines.map(({ colour }) => colour)).size).toBe(2);
});

test('what is outside the window is skipped, a year of seconds makes no more than 600 cells', () => {
  const model = overlay([target('a', [1, 2]), { ...target('b', [5]), time: [99] }, target('c', [1])], window, words);
  expect(model?.lines.map(({ values }) => values.some((value) => value !== null))).toEqual([true, false, true]);
  expect(overlay([target('a', [1]), target('b', [1])], { start: 0, end: 31_536_000 }, words)?.x.values)
    .toHaveLength(600);
});

test('one target alone, or beside one without values, is no comparison; of many the first five are drawn', () => {
  expect(overlay([target('a', [1]), target('b', [null])], window, words)).toBeNull();
  expect(overlay('abcdefg'.split('').map((name) => target(name, [1])), window, words)?.lines).toHaveLength(5);
});
