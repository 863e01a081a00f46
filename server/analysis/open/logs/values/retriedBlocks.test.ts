import { expect, it } from 'vitest';
import { retriedBlocks } from './retriedBlocks.ts';

const line = (seconds: number, size: number, retry: number): string => [
  new Date(Date.UTC(2024, 1, 2, 3) + 1000 * seconds).toISOString(), 'error',
  'VictoriaMetrics/app/vmagent/remotewrite/c.go:1',
  `unexpected status code received after sending a block with size ${size} bytes to "2:secret-url" during retry #${
    retry}: 500; response body="x"; re-sending the block in 60.000 seconds`,
].join('\t');

it('blocks that are refused again and again are the same ones, since long', () => {
  expect(retriedBlocks([
    line(0, 900, 65), line(1, 1000, 64), line(60, 900, 66), line(61, 1000, 65), line(120, 900, 67), line(121, 1000, 66),
  ])).toBe('It is always the same 2 blocks, sent again every 60 s: by the number of the retry (up to 67), this goes on '
    + 'for about 1h 2m.');
});

it('first retries, other blocks each time, and other lines say nothing', () => {
  expect(retriedBlocks([line(0, 900, 2), line(4, 900, 3)])).toBeNull();
  expect(retriedBlocks([line(0, 900, 65), line(60, 901, 66)])).toBeNull();
  expect(retriedBlocks(['2024-02-02T03:00:00Z\tinfo\tx.go:1\tok'])).toBeNull();
});
