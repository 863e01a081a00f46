/** Tests what is told of the work of a program that crashed. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const logged = (rest: string): string =>
  `level=info ts=2026-01-02T03:04:05.1Z caller=compact.go:387 component=tsdb ${rest}`;
const PANIC = ['panic: runtime error: slice bounds out of range', '', 'goroutine 12 [running]:',
  'github.com/prometheus/tsdb/index.(*Reader).Series(0xc0, 0x1)', '\t/go/src/index.go:9 +0x1'];

describe('the last line before a crash', () => {
  it.each([
    ['msg="compact blocks" count=3 mint=1520380800000 maxt=1520402400000', 'That was while it compacted blocks, as its '
      + 'last line before shows.'],
    ['msg="compact blocks" count=3 mint=1520380800000 maxt=1520402400000 duration=3.1s', 'Its last line before that '
      + 'says that it had compacted blocks.'],
    ['msg="WAL segment loaded" segment=3 maxSegment=9', 'That was while it replayed its WAL, as its last line before '
      + 'shows.'],
    ['msg="Loading configuration file" filename=prometheus.yml', 'That was while it loaded its configuration, as its '
      + 'last line before shows.'],
  ])('%s', (rest, sentence) => {
    const interest = told(logged('msg="Found healthy block" mint=1 maxt=2'), logged(rest), ...PANIC);
    expect(interest).toMatch(/^It crashed with "panic: runtime error: slice bounds out of range"/);
    expect(interest).toContain(sentence);
  });

  it('is not told where it says no work, or that it failed', () => {
    for (const rest of ['msg="Server is ready to receive web requests."', 'msg="not done" err="compact blocks"'])
      expect(told(logged(rest), ...PANIC)).not.toContain('last line before');
    expect(told('It happens when it has to compact blocks.', '', ...PANIC)).not.toContain('last line before');
  });
});
