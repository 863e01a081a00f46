/** Tests which figures of a line are told with their limits. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { figuresOver } from './figures.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('figures with their limits', () => {
  it.each([
    ['queueLength=12 maxQueueLength=10 workers=3', 'queueLength 12 is over maxQueueLength 10.'],
    ['{"bytes": 5000, "bytes_limit": 4096}', 'bytes 5,000 is over bytes_limit 4,096.'],
    ['series refused limit=1500 current=1501 user=7', 'current 1,501 is over limit 1,500.'],
    ['openFiles=9 max_open_files=8 streams=1 maxStreams=5',
      'openFiles 9 is over max_open_files 8; streams 1 is not over maxStreams 5.'],
    ['msg="slow write" took=1m2.5s timeout=30s', 'took 1m2.5s is over timeout 30s.'],
    ['{"msg":"it is slow","took":"490.4ms","expected-duration":"100ms"}',
      'took 490.4ms is over expected-duration 100ms.'],
    ['bodySize=12MiB maxBodySize=10MiB', 'bodySize 12MiB is over maxBodySize 10MiB.'],
  ])('%s', (line, told) => { expect(figuresOver(line)).toBe(told); });

  it.each(['queueLength=9 maxQueueLength=10', 'took=20s timeout=30s', 'bytes=5s maxBytes=4', 'size=12 limit=10',
    'current=9 limit=10', 'rows=3 took=4s', 'conns=5 maxConns=0',
    `a=1 ${'maxA=0 '.repeat(5000)}`])('none: %.60s', (line) => {
    expect(figuresOver(line)).toBeNull();
  });

  it('name the limit that was hit, and how long each throttling lasted', () => {
    const line = (clock: string, level: string, text: string, chunks: number): string =>
      `time="2016-05-01T${clock}Z" level=${level} msg="${text}" chunksToPersist=100 maxChunksToPersist=400 `
      + `maxToleratedMemChunks=900 memoryChunks=${chunks} source="storage.go:900"`;
    const begins = 'Storage needs throttling. Scrapes and rule evaluations will be skipped.';
    const said = of(line('01:00:00', 'error', begins, 901),
      line('01:02:00', 'info', 'Storage does not need throttling anymore.', 890),
      line('01:40:00', 'error', begins, 903));
    expect(said).toContain('memoryChunks 901 is over maxToleratedMemChunks 900; chunksToPersist 100 is not over');
    expect(said).toContain('They were skipped for 2m, and again from 01:40:00Z on, still where the lines end.');
  });
});

describe('a repeated error', () => {
  const line = (clock: string): string => `level=error ts=2024-05-01T${clock}Z caller=a.go:1 msg="no answer from b"`;

  it('has a period only if its gaps agree', () => {
    expect(of(...['01:00:00', '01:10:00', '01:20:10'].map(line))).toContain('is repeated every 10m');
    expect(of(...['01:00:00', '01:10:00', '01:35:00'].map(line))).toContain('occurs 3 times');
  });
});
