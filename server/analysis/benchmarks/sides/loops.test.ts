/** Tests outputs of `time` in loops, whose commands name the sides. */
import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { reportOf } from '../../../../testdata/benchmarks/reports.ts';

const outputs = (...seconds: readonly number[]): string => seconds
  .map((each) => `\nreal\t0m${each.toFixed(3)}s\nuser\t0m${(each * 2).toFixed(3)}s\nsys\t0m0.200s\n`).join('');
const said = (text: string): string => statements(reportOf([{ name: 'paste', text }]).finding).join(' ');

it('runs of a loop are of one side, and the first run of each that takes longest is reported', () => {
  const text = `for i in {1..3}; do tool1 clean; time tool1 build; done\n${outputs(9.5, 7.3, 7)}\n`
    + `for i in {1..3}; do tool2 clean; time tool2 build; done\n${outputs(10.8, 8.3, 8.2)}`;
  expect(reportOf([{ name: 'paste', text }]).columns).toEqual(['tool1 build', 'tool2 build']);
  expect(said(text)).toContain('tool2 build against tool1 build: +13.7 % (7.3 s to 8.3 s)');
  expect(said(text)).not.toContain('Every run');
  expect(said(text)).toContain('The first run of each side takes longest (9.5 s, 10.8 s)');
});

it('no first run is told where another is slower', () => {
  const text = `$ for i in 1 2 3; do time ./old; done\n${outputs(7, 9, 7.3)}\n$ for i in 1 2 3; do time ./new; done\n`
    + outputs(9.2, 9.3, 10);
  expect(reportOf([{ name: 'paste', text }]).columns).toEqual(['./old', './new']);
  expect(said(text)).not.toContain('The first run');
  expect(said(text)).toContain('Every run of the second side takes more CPU than every run of the first.');
});
