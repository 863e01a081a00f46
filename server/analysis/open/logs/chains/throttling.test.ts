/** Tests the figures that Prometheus 1 logs when it skips scrapes and rules. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { rushedFact, throttlingFigures } from './throttling.ts';

const line = (rest: string): string => 'time="2017-01-02T03:04:05Z" level=error msg="Storage needs throttling. Scrapes '
  + `and rule evaluations will be skipped." ${rest} source="storage.go:1007"`;

it('are those of the line', () => {
  expect(throttlingFigures([line('chunksToPersist=71234 memoryChunks=400100'), line('urgencyScore=0.9')]))
    .toBe('At most, 71,234 chunks wait for the disk (chunksToPersist); 400,100 are in memory (memoryChunks); '
      + 'the urgency score is 0.9.');
  expect(throttlingFigures([line('urgencyScore=1')])).toBe('The urgency score is 1, the highest.');
  expect(throttlingFigures([line('chunksToPersist=7 memoryChunks=9 urgencyScore=1')]))
    .toMatch(/^7 chunks wait .*the urgency score is 1, the highest\.$/);
});

it('are left to the comparison with their limits, if the line has those', () => {
  expect(throttlingFigures([line('chunksToPersist=7 maxChunksToPersist=6')])).toBeNull();
  expect(throttlingFigures(['level=info chunksToPersist=7'])).toBeNull();
});

it('choose the step, with the setting that the version has', () => {
  const told = (...rest: string[]): string => recognize(new TextEncoder().encode([
    ...rest, 'time="2017-01-02T03:04:06Z" level=info msg="Checkpointing in-memory metrics..." source="a.go:1"',
  ].join('\n'))).interest ?? '';
  const over = (held: number, waiting: number): string => line(`chunksToPersist=${waiting} maxChunksToPersist=50 `
    + `memoryChunks=${held} maxToleratedMemChunks=100`);
  expect(told(over(101, 9))).toContain('too many chunks in memory: scrape less, or raise -storage.local.target-heap');
  expect(told(over(99, 51))).toContain('too many chunks waiting for the disk: scrape less, or get a faster disk.');
  expect(told(over(101, 51))).toContain('in memory or waiting for the disk: scrape less, get a faster disk, or raise');
  const started = (version: string): string => 'time="2017-01-02T03:04:01Z" level=info msg="Starting prometheus '
    + `(version=${version}, branch=master, revision=1)" source="main.go:1"`;
  expect(told(started('1.5.2'), over(101, 9))).toContain('or raise -storage.local.memory-chunks if there is memory');
  expect(told(started('1.7.0'), over(101, 9))).toContain('or raise -storage.local.target-heap-size if there is memory');
});

describe('in rushed mode, of lines that a terminal wrapped', () => {
  const rushed = (minute: number, held: number, waiting: number): string =>
    `time="2017-01-02T03:0${minute}:05Z" level=warning msg="Storage has entered rushed mode." chunksToPersist=${
      waiting} maxChunksToPersist=524288 maxMemoryChunks=1048576 memoryChunks=${held} source="storage.go:1660"`;
  /** Within the number behind maxMemoryChunks. */
  const WIDTH = 148;
  const wrapped = (indent: string, ...lines: string[]): string => recognize(new TextEncoder().encode(
    lines.flatMap((line) => [`${indent}${line.slice(0, WIDTH)}`, `${indent}${line.slice(WIDTH)}`]).join('\n'),
  )).interest ?? '';

  it.each(['', '  ', '    '])('the limit that is exceeded comes first, with indentation "%s"', (indent) => {
    const said = wrapped(indent, rushed(1, 1_139_421, 107_071), rushed(3, 1_268_143, 112_409));
    expect(said).toMatch(/^Prometheus 1 holds more chunks in memory than -storage\.local\.memory-chunks allows/);
    expect(said).toContain('(up to 1,268,143 of 1,048,576)');
    expect(said).toContain('memoryChunks 1,139,421 is over maxMemoryChunks 1,048,576; chunksToPersist 107,071 is not');
    expect(said).not.toContain('see which of the two it is');
  });

  it('it is the disk if more wait for that than may', () => {
    expect(wrapped('', rushed(1, 900_000, 530_000), rushed(3, 900_001, 530_002)))
      .toMatch(/^More chunks wait for the disk than -storage\.local\.max-chunks-to-persist .*530,002 of 524,288/);
  });
});

it('tell how long rushed mode lasted, and what it had when it began', () => {
  const rushed = (second: number, score: string, has = 'entered'): string => `time="2017-01-02T03:04:${second}Z" `
    + `level=warning msg="Storage has ${has} rushed mode." chunksToPersist=900 memoryChunks=5000 urgencyScore=${score}`;
  expect(rushedFact([rushed(10, '0.9'), rushed(15, '0.6', 'left'), rushed(20, '0.8'), rushed(40, '0.5', 'left')]))
    .toBe('Rushed mode lasted 5 s, 20 s. When it began, the urgency score was 0.8 to 0.9, chunksToPersist was 900, '
      + 'memoryChunks was 5,000. In it chunks are written to disk more eagerly; scrapes are not skipped.');
  expect(rushedFact([rushed(10, '0.9')])).toBeNull();
  expect(rushedFact([10, 20, 30, 40].flatMap((second) => [rushed(second, '0.9'), rushed(second + 5, '0.6', 'left')])))
    .toContain('Rushed mode took 20 s of 35 s (57 %), 4 times of 5 s to 5 s.');
});
