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

it('stands still while writes fail', () => {
  const failed = '2026-01-02T03:04:06Z E! [outputs.a] When writing to [http://db.test]: 403 Site Disabled';
  const held = (second: number, count: number, output = 'a'): string =>
    `2026-01-02T03:04:1${second}Z D! [outputs.${output}] Buffer fullness: ${count} / 1000 metrics`;
  const STILL = 'so no more comes in: look at the inputs';
  expect(of(failed, held(1, 90), held(2, 100), held(3, 100), held(4, 100))).toContain(STILL);
  for (const others of [
    [held(2, 100), held(3, 100)], [held(2, 100), held(3, 101), held(4, 102)],
    [held(2, 100), held(3, 100, 'b'), held(4, 100)], [held(2, 1000), held(3, 1000), held(4, 1000)],
  ]) expect(of(failed, ...others)).not.toContain(STILL);
  expect(of(held(2, 100), held(3, 100), held(4, 100))).not.toContain(STILL);
});
