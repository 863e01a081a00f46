import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const factsOf = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;
const gc = (number: number, heap: string, end = ''): string => `gc ${number} @0.${number}00s 4%: 0.01+2.0+0.003 `
  + `ms clock, 0.02+0/0.1/0.3+0.006 ms cpu, ${heap} MB, 9 MB goal, 2 P${end}`;

describe('a line of the GC trace that other output was printed into', () => {
  const around = (...torn: string[]): string | null =>
    factsOf(gc(1, '4->4->1'), gc(2, '284->284->284'), ...torn, gc(4, '0->0->0', ' (forced)'));

  it('is put together from the hole in the numbers', () => {
    const rest = gc(3, '728->728->0').replace('gc 3 @0.300', '');
    const facts = around('gc 2026/01/02 03:04:05 loop ends', '3 @0.3002026/01/02 03:04:05 forces gc', rest,
      '2026/01/02 03:04:05 done');
    expect(facts).toContain('There are 4 GC cycles in ');
    expect(facts).toContain('The live heap is at most 284 MiB (gc 2), and less than 1 MiB after the last cycle, which '
      + 'was forced');
    expect(facts).toMatch(/1 cycle was forced\. The heap reached 728 MiB \(gc 3\)\.$/);
  });

  it('is counted by its rest where the beginning cannot be told from other words', () => {
    const facts = around('gc hello', '3 @0.3', gc(3, '728->728->0').replace('gc 3 @0.300s', 'world'));
    expect(facts).toContain('There are 4 GC cycles in ');
    expect(facts).toContain('The heap reached 728 MiB (gc 3).');
  });

  it('is counted as missing where it is not in the text, and no share is computed without it', () => {
    const facts = around('...');
    expect(facts).not.toContain('GOGC');
    expect(facts).toMatch(/^GC took 4 % of the CPU since the start, as the last line says\. The text has 3 of 4 GC c/);
  });
});

describe('the heap of a GC trace', () => {
  it('says the largest live heap and the peak, not only a last cycle that was forced', () => {
    expect(factsOf(gc(1, '90->95->90'), gc(2, '180->185->95'), gc(3, '170->170->1', ' (forced)')))
      .toMatch(/The live heap is 90 MiB to 1 MiB.*The heap reached 185 MiB \(gc 2\)\.$/);
  });

  it('says no GOGC of goals that were raised to the heap', () => {
    expect(factsOf(gc(1, '8->8->8'), gc(2, '8->8->8'))).not.toContain('GOGC about');
    expect(factsOf(gc(1, '7->8->8'), gc(2, '7->8->8'))).toContain('GOGC about');
  });

  const start = (number: number, heap: string, clock = '0.01+2.0+0.003'): string =>
    gc(number, heap).replace('0.01+2.0+0.003', clock);

  it('of the first moments of two processes is harmless, each with its own figures', () => {
    const facts = factsOf(...[start(1, '4->4->1'), start(2, '4->4->1'), start(1, '4->4->3'),
      start(2, '7->8->5', '3.5+2.0+1.5'), start(3, '9->9->6')].map((line) => `Jan 02 03:04:05 server[7]: ${line}`));
    expect(facts).toMatch(/^The trace has only the first 302 ms of 2 processes, with a heap of at most 9 MiB: GC is/);
    expect(facts).toContain('and no memory problem is seen in it. GC takes ');
    expect(facts).toContain(' The longest stop of the program is 5 ms (gc 2). The numbering begins again: ');
    expect(facts).toMatch(/The first has 2 cycles in 202 ms: GC takes .* 2 P, and its live heap is 1 MiB\./);
    expect(facts).toMatch(/ The journal names server\.$/);
  });

  it('says that GC needs little CPU and the live heap stays, only of a trace that is long enough', () => {
    const at = (number: number, heap: string): string => gc(number, heap).replace(/@\S+/, `@${number}0.000s`);
    const steady = [1, 2, 3, 4, 5].map((number) => at(number, '90->95->60'));
    expect(factsOf(...steady)).toContain(' GC needs little CPU in this time, and the live heap does not grow.');
    expect(factsOf(...steady.slice(0, 4), at(5, '120->125->90')))
      .toContain(' GC needs little CPU in this time.');
    expect(factsOf(gc(1, '90->95->60'), gc(2, '90->95->60'))).not.toContain('little CPU');
  });

  it('of a start with a large heap, or later, is judged as before', () => {
    expect(factsOf(start(1, '90->95->90'), start(2, '90->95->90'))).toMatch(/^GC takes /);
    expect(factsOf(start(2, '4->4->1'), start(3, '4->4->1'))).toMatch(/^GC takes /);
  });

  it('says the ends alone where they are the largest', () => {
    expect(factsOf(gc(1, '90->95->90'), gc(2, '180->185->95'))).not.toContain('The heap reached');
  });
});
