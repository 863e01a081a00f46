import { describe, expect, test } from 'vitest';
import { refreshMs, shifted, windowOf, zoomed } from './panelWindow.ts';

const live = { state: 'up' as const, recorded: { start: 1_000, end: 99_999 } };
const recording = { state: 'recorded' as const, recorded: { start: 5_000, end: 11_000 } };
const came = {
  start: 5_500, end: 9_000, exportedTime: 20_000, exportedBy: '1', name: 'prom', state: 'up' as const, redacted: [],
  leftOut: [], profileIds: [],
};

describe('windowOf', () => {
  const cases: [string, ReturnType<typeof windowOf>, { start: number; end: number }][] = [
    [
      'an absolute range is itself, whatever the target',
      windowOf({ kind: 'absolute', start: 1, end: 2 }, recording, 100_000), { start: 1, end: 2 },
    ],
    [
      'a relative range of a live target ends now', windowOf({ kind: 'relative', seconds: 900 }, live, 100_000),
      { start: 99_100, end: 100_000 },
    ],
    [
      'a relative range of a recording ends with its last scrape',
      windowOf({ kind: 'relative', seconds: 900 }, recording, 100_000), { start: 10_101, end: 11_001 },
    ],
    [
      'nothing chosen shows the whole of a recording', windowOf(null, recording, 100_000),
      { start: 5_000, end: 11_001 },
    ],
    [
      'nothing chosen shows the last hour of a live target', windowOf(null, live, 100_000),
      { start: 96_400, end: 100_000 },
    ],
    [
      'nothing chosen and recorded for ten minutes shows ten minutes',
      windowOf(null, { state: 'up', recorded: { start: 99_400, end: 100_000 } }, 100_000),
      { start: 99_400, end: 100_000 },
    ],
    [
      'nothing chosen and recorded for a moment shows a minute',
      windowOf(null, { state: 'up', recorded: { start: 99_999, end: 100_000 } }, 100_000),
      { start: 99_940, end: 100_000 },
    ],
    [
      'its own history counts as being there',
      windowOf(
        null,
        {
          state: 'up', recorded: { start: 99_990, end: 100_000 },
          history: { state: 'read', since: 98_000, reason: null },
        },
        100_000
      ),
      { start: 98_000, end: 100_000 },
    ],
    [
      'a day of its own history still shows an hour',
      windowOf(
        null,
        {
          state: 'up', recorded: { start: 99_990, end: 100_000 },
          history: { state: 'reading', since: 13_600, reason: null },
        },
        100_000
      ),
      { start: 96_400, end: 100_000 },
    ],
    [
      'nothing chosen shows what was exported of an opened incident, to the millisecond',
      windowOf(null, { ...recording, incident: came }, 100_000), { start: 5_500, end: 9_000 },
    ],
    [
      'a relative range of an opened incident ends with it',
      windowOf({ kind: 'relative', seconds: 900 }, { ...recording, incident: came }, 100_000),
      { start: 8_100, end: 9_000 },
    ],
    ['no target yet', windowOf(null, null, 100_000), { start: 96_400, end: 100_000 }],
  ];
  test.each(cases)('%s', (_name, window, expected) => expect(window).toEqual(expected));
});

test('a wide window is read less often than a narrow one, within 2 to 30 s', () => {
  expect([refreshMs(60), refreshMs(3_600), refreshMs(21_600), refreshMs(864_000)])
    .toEqual([2_000, 2_000, 9_000, 30_000]);
});

test('shifting keeps the width and zooming keeps the middle', () => {
  expect(shifted({ start: 100, end: 200 }, -0.5)).toEqual({ start: 50, end: 150 });
  expect(zoomed({ start: 100, end: 200 }, 2)).toEqual({ start: 50, end: 250 });
  expect(zoomed({ start: 100, end: 101 }, 0.5)).toEqual({ start: 98, end: 103 });
});
