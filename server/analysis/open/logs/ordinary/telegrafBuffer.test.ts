/** Tests that lines of writes answer whether the output of Telegraf fails. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const OVERFLOW = '2026-01-02T03:04:05Z W! [outputs.a] Metric buffer overflow; 71 metrics have been dropped';
const WROTE = '2026-01-02T03:04:06Z D! [outputs.a] Wrote batch of 100 metrics in 1.2s';

it('is asked only without them', () => {
  expect(of(OVERFLOW)).toContain('dropped metrics: see whether the output fails');
  expect(of(OVERFLOW, WROTE)).toContain('dropped metrics: metric_buffer_limit only puts it off. Its writes succeed');
});
