/** Tests what the memory limiter of a Collector leaves over several collections. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (ts: number, msg: string, mib: number): string =>
  JSON.stringify({ level: 'info', ts, caller: 'memorylimiter/memorylimiter.go:1', msg, cur_mem_mib: mib });
const factsOf = (...left: number[]): string => recognize(new TextEncoder().encode(left.flatMap((mib, i) => [
  line(1_700_000_000 + 60 * i, 'Memory usage is above soft limit. Forcing a GC.', 2700),
  line(1_700_000_001 + 60 * i, 'Memory usage after GC.', mib),
]).join('\n'))).interest ?? '';

it('that it grows with each, that it does not, and neither', () => {
  expect(factsOf(2542, 2600, 2657, 2680)).toContain('and what is left grows with each (2542 to 2680 MiB)');
  expect(factsOf(2600, 2590, 2610)).toContain('and what is left does not grow over them');
  expect(factsOf(2300, 2650, 2600)).not.toContain('what is left');
});

it('the share that is garbage, of the collections alone whose heap is known before and after', () => {
  expect(factsOf(2160, 2160, 2160)).toContain(' 20 % of it is garbage');
});
