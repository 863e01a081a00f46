import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const trace = (cycles: number, { live = 500, every = 0.5, cpu = 300 }: { live?: number; every?: number; cpu?: number })
: string => recognize(new TextEncoder().encode(Array.from({ length: cycles }, (_, i) => `gc ${i + 1} @${
    (i * every).toFixed(3)}s 4%: 0.1+50+0.1 ms clock, 0.2+0/${cpu}/5+0.2 ms cpu, 900->950->${live + (i % 3)} MB, `
  + '1000 MB goal, 8 P').join('\n'))).interest ?? '';

it('a live heap that stays with frequent cycles: no leak, the allocation rate, and the step', () => {
  const said = trace(41, {});
  expect(said).toMatch(/^No leak shows: the live heap stays between 500 MiB and 502 MiB for 20 s\. A GC cycle begins /);
  expect(said).toContain('every 500 ms, because the program allocates at least 798 MiB/s. GC takes ');
  expect(said).toMatch(/ raise GOGC \(such as GOGC=200, .* GOMEMLIMIT alone saves no cycle\.$/);
});

it('not of rare or cheap cycles, or a small heap', () => {
  expect(trace(20, { every: 5 })).not.toContain('No leak');
  expect(trace(41, { cpu: 3 })).not.toContain('No leak');
  expect(trace(41, { live: 20 })).not.toContain('No leak');
});
