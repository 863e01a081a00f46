import { expect, it } from 'vitest';
import type { LogErrors } from '../../contract/contract.ts';
import { logErrorsView } from './logErrorsView.ts';

const errors: LogErrors = {
  start: 1_700_000_000, end: 1_700_000_003.5, stepSeconds: 1, otherMessages: 2, otherCount: 5, isCut: false,
  rows: [
    { level: 'error', message: 'commit failed', count: 11, first: 1_700_000_000, last: 1_700_000_003,
      counts: [1, 0, 0, 10] },
    { level: 'warning', message: 'slow', count: 1, first: 1_700_000_002, last: 1_700_000_002, counts: [0, 0, 1, 0] },
  ],
};

it('errors of a log are lanes with a bar for each step that has lines', () => {
  const view = logErrorsView(errors, 'utc');
  expect(view?.lanes.map(({ extent }) => extent))
    .toEqual(['11 times, 22:13:20 to 22:13:23, at most 10 in 1 s', 'once, 22:13:22']);
  expect(view?.lanes[0]?.bars).toEqual([
    { step: 0, words: '1 line, 22:13:20 to 22:13:21', height: 0.2 + 0.08 },
    { step: 3, words: '10 lines, 22:13:23 to 22:13:24', height: 1 },
  ]);
  expect(view?.note).toContain('Not shown: 5 lines of 2 further messages.');
  expect([view?.from, view?.to]).toEqual(['22:13:20', '22:13:23 UTC']);
  expect(logErrorsView({ ...errors, isCut: true }, 'utc')?.note).toContain('of at least 2 further messages');
});

it('without errors, or without a duration, there is no picture', () => {
  expect(logErrorsView({ ...errors, rows: [] }, 'utc')).toBeNull();
  expect(logErrorsView({ ...errors, rows: errors.rows.map((row) => ({ ...row, counts: [1] })) }, 'utc')).toBeNull();
  expect(logErrorsView({ ...errors, start: null, end: null }, 'utc')).toBeNull();
});
