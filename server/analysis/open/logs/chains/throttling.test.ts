/** Tests the figures that Prometheus 1 logs when it skips scrapes and rules. */
import { expect, it } from 'vitest';
import { throttlingFigures } from './throttling.ts';

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
