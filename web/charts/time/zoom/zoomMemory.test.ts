import { expect, test } from 'vitest';
import type { TimeRange } from '../../../../core/url/urlState.ts';
import { unzoomed, zoomTo } from './zoomMemory.ts';

const six: TimeRange = { kind: 'relative', seconds: 21_600 };

test('leaving consecutive zooms restores the window before the first', () => {
  const once = zoomTo(six, { kind: 'absolute', start: 100.00049, end: 200 });
  expect(once).toEqual({ kind: 'absolute', start: 100, end: 200 });
  const twice = zoomTo(once, { kind: 'absolute', start: 120, end: 150 });
  expect(unzoomed(twice)).toEqual(six);
});

test('leaving a window set by a link or the picker restores the default', () => {
  zoomTo(six, { kind: 'absolute', start: 100, end: 200 });
  expect(unzoomed({ kind: 'absolute', start: 7, end: 9 })).toBeNull();
});
