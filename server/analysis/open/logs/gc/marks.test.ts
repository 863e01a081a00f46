/** Tests what is said of the mark phases of a trace: how long they are, their share of the time, and who helped. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

interface Cycle { mark: number; assist?: number; stop?: number; at: number; percent?: number }
const line = ({ mark, assist = 0, stop = 0.1, at, percent = 2 }: Cycle, number: number): string =>
  `gc ${number} @${at.toFixed(3)}s ${percent}%: ${stop}+${mark}+0.02 ms clock, 0.4+${assist}/${mark}/0+0.1 ms cpu, `
  + `800->${810 + number % 3}->${400 + number % 3} MB, 804 MB goal, 20 MB stacks, 0 MB globals, 8 P`;
const factsOf = (cycles: readonly Cycle[], first = 900): string => recognize(new TextEncoder().encode(
  cycles.map((cycle, i) => line(cycle, first + i)).join('\n'))).interest ?? '';

it('long mark phases are reported with their share of the time, and how little they stop the program', () => {
  expect(factsOf([{ mark: 1200, at: 50 }, { mark: 1500, at: 70 }, { mark: 900, at: 90 }])).toContain(
    ' A cycle marks for 900 ms to 1.5 s, 8.8 % of the time, beside the program, which it stops for 120 \u00b5s at '
      + 'most.');
});

it('cycles in which goroutines did much of the marking are named', () => {
  const cycles = [{ mark: 700, at: 50 }, { mark: 700, assist: 640, at: 70 }, { mark: 700, at: 90 }];
  expect(factsOf(cycles)).toContain(' In gc 901 goroutines that allocate had to help marking, with 640 ms of CPU: ');
  expect(factsOf(cycles.map((cycle) => ({ ...cycle, assist: 300 + cycle.at })))).toContain(
    ' In gc 900, 901 and 902 goroutines that allocate had to help marking, with up to 390 ms of CPU: ');
  expect(factsOf(cycles.map((cycle) => ({ ...cycle, assist: 90 })))).not.toContain('had to help');
});

it('a stated share that is not of this time is explained', () => {
  const at = (percent: number): Cycle[] => [0, 1, 2].map((i) => ({ mark: 800, at: 600 + 40 * i, percent }));
  expect(factsOf(at(9))).toMatch(/ The 9 % of its last line is the average since the start, not of this time\./);
  expect(factsOf(at(0))).not.toContain('of its last line');
});

it('short mark phases, and those of a cycle alone, are not', () => {
  expect(factsOf([{ mark: 40, at: 50 }, { mark: 60, at: 70 }])).not.toContain('marks for');
  expect(factsOf([{ mark: 2000, at: 50 }])).not.toContain('marks for');
  expect(factsOf([{ mark: 40, at: 50 }, { mark: 60, at: 50.7 }, { mark: 60, at: 55.2 }])).not.toContain('marks for');
});

it('long stops are reported by themselves', () => {
  const facts = factsOf([{ mark: 900, stop: 8, at: 50 }, { mark: 900, stop: 9, at: 70 }]);
  expect(facts).toContain('stops the program for 8.02 ms to 9.02 ms');
  expect(facts).toContain(' A cycle marks for 900 ms, 8.6 % of the time, beside the program.');
});

it('a live heap whose ends are no trend is reported with its least and its largest', () => {
  const live = (...mib: number[]): string => recognize(new TextEncoder().encode(mib.map((one, i) =>
    line({ mark: 40, at: 30 + 20 * i }, 50 + i).replace(/->4\d\d MB/, `->${one} MB`)).join('\n'))).interest ?? '';
  expect(live(410, 380, 440, 405)).toContain('The live heap is between 380 MiB and 440 MiB');
  expect(live(440, 420, 410, 380)).toContain('The live heap is 440 MiB to 380 MiB');
  expect(live(400, 400, 400)).toContain('The live heap is 400 MiB');
});
