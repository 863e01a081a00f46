/** Tests how long a trace says that GC stops the program. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const gc = (number: number, sweep: number, term: number, live = 90): string => `gc ${number} @${number * 10}.000s 0%: ${
  sweep}+20+${term} ms clock, 0.2+1/2/3+0.5 ms cpu, 180->182->${live} MB, 190 MB goal, 4 P`;
const whatOf = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));

it('long stops in every cycle lead', () => {
  const said = whatOf(gc(7, 0.1, 12), gc(8, 0.2, 13), gc(9, 2.1, 12)).interest ?? '';
  expect(said).toMatch(/^Each of its 3 cycles stops the program for 12\.1 ms to 14\.1 ms, of which mark termination/);
  expect(said).toContain('mark termination takes 12 ms to 13 ms; less than 1 ms is usual');
  expect(said).toContain('% of 4 P, which is little. ');
});

it('a single long one is reported with its cycle', () => {
  const said = whatOf(gc(7, 0.1, 0.2), gc(8, 0.2, 13), gc(9, 0.1, 0.1)).interest ?? '';
  expect(said).toContain('The longest stop of the program is 13.2 ms (gc 8).');
  expect(said).not.toContain('Each of its');
});

it('short ones are not told', () => {
  expect(whatOf(gc(7, 0.1, 0.2), gc(8, 0.2, 0.3)).interest).not.toMatch(/\bstop/);
});

it('the least live heap is the lower end of one that rises', () => {
  expect(whatOf(gc(7, 0.1, 0.2, 91), gc(8, 0.1, 0.2, 90), gc(9, 0.1, 0.2, 95)).interest)
    .toContain('The live heap is 90 MiB to 95 MiB');
});

it('the program is that of the unit in front of each line', () => {
  const line = (number: number): string => `Mar 04 05:06:0${number} host etcd-a[77]: ${gc(number, 0.1, 0.2)}`;
  expect(whatOf(line(7), line(8)).program).toBe('etcd');
});
