/** Tests tables whose rows are not significant, and the sides that a line above a table names. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const HEADER = 'name  old time/op  new time/op  delta';
const told = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const same = (name: string, old: number, current: number, runs = 20): string =>
  `${name}-4   334µs ±${old}%   336µs ±${current}%   ~     (p=0.365 n=${runs}+${runs})`;

it('rows that differ little exclude a change, rows that differ widely say nothing', () => {
  expect(told(HEADER, same('Push/calm', 3, 4), same('Push/none', 4, 5), same('Push/low', 17, 7),
    same('Push/high', 38, 41), same('Push/limit', 29, 35))).toBe('time/op of new against old: 5 not significant. Each '
    + 'value is of 20 runs. Not significant does not mean unchanged: the runs of 2 rows differ little (± 4 to 5 %), '
    + 'so a change of more than 9 % would show there; those of 2 rows differ by ± 35 to 41 % (most Push/high-4), '
    + 'which shows nothing either way; 1 is between. Judge by the rows that differ little; the others have to be '
    + 'repeated on a quiet machine.');
});

it('rows of one kind only, or of few runs, are not divided', () => {
  expect(told(HEADER, same('A', 3, 4), same('B', 2, 2))).not.toContain('does not mean unchanged');
  expect(told(HEADER, same('A', 3, 4), same('B', 38, 41, 5))).not.toContain('would show there');
  expect(told(HEADER, same('A', 33, 34), same('B', 38, 41))).toContain('has to be repeated on a quiet machine');
});

it('a side whose runs differ much more than those of the other one is named', () => {
  expect(told(HEADER, same('A', 18, 4), same('B', 15, 3), same('C', 12, 5))).toContain('The runs of the old side '
    + 'differ more, by ± 15 % in the middle row and ± 4 % on the new side: the machine was probably busy then');
  expect(told(HEADER, same('A', 18, 14), same('B', 15, 13), same('C', 12, 15))).not.toContain('differ more');
});

it('the name of the file names the sides, if it shows which is the base', () => {
  const named = (name: string): string => recognize(
    new TextEncoder().encode([HEADER, 'A-4   567ms ± 1%   420ms ± 1%  -25.94%  (p=0.000 n=10+10)'].join('\n')), name
  ).interest ?? '';
  expect(named('benchstat-main-1a2b3c4-vs-patch.txt')).toContain('time/op of patch (new) against main-1a2b3c4 (old)');
  expect(named('limits-vs-master.txt')).toContain('time/op of new against old: 1 faster');
  expect(named('table.txt')).toContain('time/op of new against old: 1 faster');
});

const once = 'A/x-4   567ms ± 0%   420ms ± 0%  -25.94%\nA/y-4   581ms ± 0%   432ms ± 0%  -25.57%';
const compared = (line: string): string => told(line, HEADER, once);

it('sides of a line that marks one of them are named, those of files named by their time by their folder', () => {
  const [old, current] = ['/a/results/before/2020-09-02T13-07.out', '/a/results/2.21-rc/2020-09-02T14-07.out'];
  const sentence = compared(`Comparing '${old}' with (new) '${current}'`);
  expect(sentence).toContain('time/op of 2.21-rc against before: 2 faster');
  expect(sentence).not.toContain('not in the text');
  expect(compared('Comparing (new) a/pr.txt with (old) a/main.txt')).toContain('time/op of pr.txt against main.txt:');
  expect(compared('Comparing a/main.txt with a/pr.txt')).toContain('is not in the text');
  expect(compared('Comparing apples with pears')).toContain('is not in the text');
});
