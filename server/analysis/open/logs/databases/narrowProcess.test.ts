/** Tests that a crash of a 32-bit process is reported by the numbers of its stack. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const crash = (...pointers: readonly [string, string]): string => [
  'level=info ts=2021-03-04T05:06:07.883Z caller=head.go:768 component=tsdb msg="WAL segment loaded" segment=7 '
    + 'maxSegment=9', 'panic: runtime error: invalid memory address or nil pointer dereference', '',
  'goroutine 59 [running]:', 'bufio.(*Writer).Available(...)', '\t/usr/local/go/src/bufio/bufio.go:624',
  'github.com/prometheus/prometheus/tsdb/chunks.(*ChunkDiskMapper).WriteChunk'
    + `(${pointers[0]}, 0x14, 0x0, ${pointers[1]}, 0x178, 0x0, ...)`, '\t/app/tsdb/chunks/head_chunks.go:291 +0x54c',
  `github.com/prometheus/prometheus/tsdb.(*memSeries).append(${pointers[0]}, ${pointers[1]}, 0x178, 0x0, 0x1)`,
  '\t/app/tsdb/head.go:2360 +0x3a8',
].join('\n');
const said = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';

it('of 32 bits', () => {
  expect(said(crash('0x49bf340', '0xcced3c4b'))).toContain('as those of a 32-bit process');
});

it('not of 64 bits', () => {
  expect(said(crash('0xc00042a000', '0xcced3c4b'))).not.toContain('32-bit');
});
