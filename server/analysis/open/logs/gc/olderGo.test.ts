import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const factsOf = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;

/** A line of Go 1.5. */
const five = (number: number, at: string, clock: string, heap: string, end = ''): string =>
  `gc ${number} @${at}s 2%: ${clock} ms clock, 8.0+3.0+0+2.0/1.0/9.0+4.0 ms cpu, ${heap} MB, 60 MB goal, 4 P${end}`;
const THREE_CYCLES = [
  five(7, '1.000', '2.0+3.0+0.5+1.0+0.5', '50->52->30'), five(8, '1.500', '5.5+3.0+0.5+1.0+0.4', '55->56->41'),
  five(9, '2.000', '0.1+0+0+0+7.1', '41->41->35', ' (forced)'),
];

describe('gctrace of Go 1.5, with five phases', () => {
  it('is read like that of later versions, and tells how long the program was stopped', () => {
    const { format, interest } = recognize(new TextEncoder().encode(THREE_CYCLES.join('\n')));
    expect(format).toBe('gctrace');
    // 18 ms a cycle: sweep 8, scan 3, assist 2, background 1, termination 4; the forced one has only 8 and 4.
    expect(interest).toContain('There are 3 GC cycles, from number 7 on; those before the last took 36 ms of CPU');
    expect(interest).toContain('stop the program, here for 5.5 ms at most (sweep termination of gc 8); a forced cycle '
      + 'stops it as a whole, for 7.2 ms at most (gc 9).');
    expect(interest).toContain('Over its cycles the live heap is between 30 and 41 MiB.');
  });

  it.each([
    ['a cut last line', [...THREE_CYCLES, 'gc 10 @2.500s 2%: 0.1+2.9+1.2+10+0.8 ms clock, 0.5+2.9+0+2']],
    ['JSON', [JSON.stringify({ log: `${THREE_CYCLES[0]}\n` }), JSON.stringify({ log: `${THREE_CYCLES[1]}\n` }),
      JSON.stringify({ log: `${THREE_CYCLES[2]}\n` })].map((line) => line.replaceAll('>', '\\u003e'))],
    ['a web page', THREE_CYCLES.map((line) => line.replaceAll('>', '&gt;'))],
    ['numbers with #', THREE_CYCLES.map((line) => line.replace('gc ', 'gc #'))],
    ['a quotation', THREE_CYCLES.map((line) => `> ${line}`)],
  ])('in %s', (_, lines) => {
    expect(factsOf(...lines)).toContain('There are 3 GC cycles, from number 7 on; those before the last took 36 ms of '
      + 'CPU');
    expect(factsOf(...lines)).toContain('(sweep termination of gc 8)');
  });

  it('says nothing of five phases where there are three', () => {
    expect(factsOf('gc 1 @1.000s 1%: 0.1+10+0.1 ms clock, 10+20/60/5+10 ms cpu, 90->95->90 MB, 100 MB goal, 4 P'))
      .not.toContain('five phases');
  });
});

const four = (number: number, phases: string, heap: string): string => `gc${number}(2): ${phases} us, ${heap} MB, 1086 `
  + '(5939-4853) objects, 4825/3620/0 sweeps, 0(0) handoff, 6(91) steal, 16/1/0 yields';
const three = (number: number, phases: string, heap: string): string =>
  `gc${number}(1): ${phases} ms, ${heap} MB 16 -> 18 (19-1) objects, 0(0) handoff, 0(0) steal, 0/0/0 yields`;

describe('gctrace before Go 1.5, when a collection stopped the program', () => {
  it('Go 1.3 and 1.4: microseconds, and the live heap after the cycle before', () => {
    expect(factsOf(four(9, '12+1+744+8', '2 -> 10'), four(10, '12+6769+767+3', '3 -> 12'), 'listening')).toBe(
      'The text has 2 GC cycles between gc9 and gc10, with up to 2 workers, as Go 1.3 and 1.4 print them; such a line '
        + 'has no time of day. Each of them stops the program as a whole: for 7.55 ms at most (gc10, most of it '
        + 'sweeping), for 8.32 ms in all. Before a collection the heap, with its garbage, has 12 MiB at most (gc10); '
        + 'what is left after each is 2 MiB first and 3 MiB last.'
    );
  });

  it('Go 1.2 and earlier: whole milliseconds, and the heap before and after', () => {
    const facts = factsOf(three(1, '0+0+0', '0 -> 0'), three(2, '30+4+1', '40 -> 8'), three(3, '20+4+1', '33 -> 9'));
    expect(facts).toContain('as Go 1.2 and earlier print them');
    expect(facts).toContain('for about 35 ms at most (gc2, most of it marking), for about 60 ms in all.');
    expect(facts).toContain('has 40 MiB at most (gc2); what is left after each is less than 1 MiB first and 9 MiB '
      + 'last.');
  });

  it.each([
    ['without a comma behind ms', 'gc1(1): 0+0+0 ms 0 -> 0 MB 403 -> 158 (404-246) objects 0 handoff'],
    ['cut behind the objects', 'gc607(1): 0+0+0 ms, 0 -> 0 MB 50 -> 45 (3070-3025) objects'],
    ['with goroutines', 'gc1(1): 1+0+97+0 us, 0 -> 0 MB, 21 (21-0) objects, 2 goroutines, 15/0/0 sweeps, 0(0) handoff'],
    ['in a web page', 'gc1(1): 1+0+97+0 us, 0 -&gt; 0 MB, 21 (21-0) objects'],
    ['in a journal', 'Jan 02 03:04:05 h app[7]: gc1(1): 1+0+97+0 us, 0 -> 0 MB, 21 (21-0) objects'],
  ])('one line %s', (_, line) => {
    const { format, interest } = recognize(new TextEncoder().encode(line));
    expect(format).toBe('gctrace');
    expect(interest).toContain('The text has one GC cycle (gc');
  });

  it('tells two processes apart', () => {
    expect(factsOf(four(1, '1+1+1+1', '0 -> 1'), four(2, '1+1+1+1', '1 -> 2'), four(1, '9+9+9+9', '0 -> 9')))
      .toMatch(/^The text has 2 GC cycles between gc1 and gc2, .*the lines are of 2 processes, of which this has most/);
  });
});
