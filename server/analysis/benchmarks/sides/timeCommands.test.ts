import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { pairOf } from '../../../../testdata/benchmarks/reports.ts';
import { commandChange } from './timeCommands.ts';

const timed = (command: string, elapsed: string, memory: number): string => [
  `\tCommand being timed: "${command}"`, `\tUser time (seconds): ${elapsed}`, '\tSystem time (seconds): 0.00',
  `\tElapsed (wall clock) time (h:mm:ss or m:ss): 0:${elapsed}`, `\tMaximum resident set size (kbytes): ${memory}`,
  '\tMajor (requiring I/O) page faults: 0', '\tFile system inputs: 0', '\tExit status: 0', '',
].join('\n');

it('the arguments that differ lead the comparison of two runs', () => {
  const { finding } = pairOf(timed('shop sum a.csv', '02.00', 2048), timed('shop sum a.csv --all', '08.00', 204_800));
  const said = statements(finding);
  expect(said[0]).toBe('The commands differ (only new has --all): new takes 4.0 times the wall clock of old (2.00 s to '
    + '8.00 s); new uses 4.0 times the CPU of old (2.00 s to 8.00 s).');
  expect(said[1]).toBe('So the difference is what --all costs, not a change of the program.');
  expect(said).toContain('Largest resident memory is 2.000 MiB in old and 200.0 MiB in new: 100 times as much.');
  expect(said).toContain('Neither run read from disk or waited for a page from it: the difference is not the '
    + 'disk’s.');
});

it('commands behind a prompt are compared without what the shell does with their output', () => {
  const of = (name: string, command: string) => ({ name, text: `[a@h tmp]$ ${command}\nreal 1.0\nuser 1.0\n` });
  expect(commandChange(of('a', 'time shop sum -j 4 > x'), of('b', 'time shop sum -j 8 > y'))?.lead)
    .toBe('the commands differ (only a has -j 4, only b has -j 8)');
  expect(commandChange(of('a', 'time shop sum > x'), of('b', 'time shop sum | wc'))).toBeNull();
});

it('another path or name of the program may be another version', () => {
  const of = (command: string) => ({ name: 'a', text: timed(command, '01.00', 9) });
  expect(commandChange(of('./old/shop sum'), of('./new/shop sum'))).toBeNull();
  expect(commandChange(of('shop sum'), { name: 'b', text: 'real 1.0\n' })).toBeNull();
});
