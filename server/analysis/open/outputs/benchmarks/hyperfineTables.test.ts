/** Tests tables that hyperfine exports. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [name: string, interest: string | null] => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [name, interest];
};

it('two tables of other units, each under its heading', () => {
  expect(told(
    'We use it to compare.', '', '## All', '| Command | Mean [s] | Min [s] | Max [s] | Relative |',
    '|:---|---:|---:|---:|---:|', '| `./new update` | 2.200 ± 0.200 | 2.000 | 2.400 | 1.00 |',
    '| `./new --x update` | 2.500 ± 0.260 | 2.300 | 2.800 | 1.13 ± 0.16 |',
    '| `OFF=1 bin/old update` | 29.700 ± 2.300 | 27.100 | 31.700 | 13.37 ± 1.70 |', '', '## One file',
    '| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |', '|:---|---:|---:|---:|---:|',
    '| `./new a` | 580.0 ± 22.7 | 564.6 | 606.0 | 1.00 |', '| `./new --x a` | 1044.0 ± 10.6 | 1031 | 1052 | 1.80 |',
  )).toEqual(['the output of hyperfine', 'All: ./new takes 2.2 s; ./new --x 2.5 s (not distinguishable), OFF=1 bin/old '
    + '29.7 s (13.5 times), each against the first. The fastest is ./new, the slowest OFF=1 bin/old. One file: ./new a '
    + 'takes 580 ms; --x 1.04 s (+80 %), each against the first.']);
});

it('a table of one command, and one as CSV', () => {
  expect(told('| Command | Mean [µs] | Min [µs] | Max [µs] | Relative |', '|:---|---:|---:|---:|---:|',
    '| `a b` | 12.5 ± 0.1 | 12 | 13 | 1.00 |')[1]).toBe('It has one command, which takes 12.5 µs.');
  expect(told('command,mean,stddev,median,user,system,min,max', 'a,1.5,0.01,1.5,1,0.2,1.4,1.6',
    '"b, c",3.0,0.01,3.0,1,0.2,2.9,3.1')[1]).toBe('a takes 1.5 s; b, c 3 s (2 times), each against the first.');
});
