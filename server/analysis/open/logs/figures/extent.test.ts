import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { extentOf, isSameForm } from './extent.ts';

it('equal lines have their number, their span and the sum of what they count', () => {
  const lines = [3, 4, 5].map((minute) => `2026-01-02 03:0${minute}:00 push refused, num_dropped=${minute}0`);
  expect(extentOf(lines, 'push refused'))
    .toBe(' in 3 lines from 2026-01-02 03:03:00 to 2026-01-02 03:05:00 (num_dropped=120 in all)');
  expect(extentOf(lines, 'push refused', true)).toMatch(/^ in at least 3 lines /);
  expect(extentOf(lines.slice(1), 'push refused')).toBe('');
  expect(isSameForm(lines[0] ?? '', lines[1] ?? '')).toBe(true);
});

it('a known message that a text without a log repeats has its extent', () => {
  const said = recognize(new TextEncoder().encode([1, 2, 3, 4].map((i) =>
    `{"error":"partial write: max-series-per-database limit exceeded: (1000) dropped=${i}"}`).join('\n'))).interest;
  expect(said).toContain(' of InfluxDB in 4 lines.');
  expect(said).toContain('By the 4 lines with a partial write, 10 points were dropped');
  expect(said).not.toContain('dropped=10');
});
