import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

it('perf stat with decimal commas and dots between thousands, indented, beside perf report', () => {
  const { interest } = recognize(new TextEncoder().encode([
    '\tme@h:~$ perf stat ./app', '', '\t Performance counter stats for \'./app\':', '',
    '\t      56397,171142 task-clock                #    3,576 CPUs utilized',
    '\t   186.462.389.466 cycles                    #    3,306 GHz                     [83,25%]',
    '\t   144.686.178.873 stalled-cycles-frontend   #   77,60% frontend cycles idle    [83,57%]',
    '\t    84.877.715.262 instructions              #    0,46  insns per cycle', '',
    '\t      15,771390852 seconds time elapsed', '', '\tme@h:~$ perf report --stdio', '\t# nrcpus online : 8',
    '\t# Samples: 249K of event \'cycles\'', '\t#', '\t     4.68%   app  libc-2.15.so         [.] _int_malloc',
    '\t     3.94%   app  libc-2.15.so         [.] _int_free', '\t     3.20%   app  [kernel.kallsyms]    [k] lock',
  ].join('\n')));
  expect(interest).toContain('Those of malloc and free have 8.62 % in all.');
  expect(interest).toContain('15.8 s elapsed, 3.58 of 8 CPUs in use, 0.46 instructions per cycle, 77.60 % of the '
    + 'cycles idle in the front end');
});

it('perf stat with context switches', () => {
  expect(recognize(new TextEncoder().encode([' Performance counter stats for process id \'4112\':', '',
    '         40,112.22 msec task-clock                #    4.001 CPUs utilized',
    '         1,901,221      context-switches          #   47.397 K/sec', '',
    '      10.025112201 seconds time elapsed'].join('\n'))).interest)
    .toBe('It says: 10 s elapsed, 4 CPUs in use, 47.397 K context switches per second of CPU time.');
});

const stat = (scope: string, ...rows: string[]): string | null => recognize(new TextEncoder().encode([
  '$ perf stat -a -- sleep 5', '', ` Performance counter stats for '${scope}':`, '', ...rows, '',
  '       5.002013441 seconds time elapsed', '',
].join('\n'))).interest;

it('perf stat of all CPUs: no share of CPU in use, context switches of the whole machine, few instructions', () => {
  expect(stat('system wide',
    '         40,016.11 msec cpu-clock                 #    8.000 CPUs utilized',
    '           250,100      context-switches          #    6.250 K/sec',
    '    84,033,830,000      cycles                    #    2.100 GHz',
    '    50,420,298,000      instructions              #    0.60  insn per cycle',
    '       101,201,000      branch-misses             #    1.10% of all branches'))
    .toBe('It counts the whole machine (system wide) for 5 s, not one program. "8.000 CPUs utilized" only says that '
      + '8 CPUs were counted: in this mode the clock also runs for idle CPUs. 2.100 GHz per CPU in the mean, '
      + '1.10 % of branches mispredicted. 0.6 instructions per cycle are few: in most cycles '
      + 'the CPUs wait, often for memory (perf stat --topdown, or its cache events, show for what). 250,100 context '
      + 'switches are 50,000 per second in all, 6,250 per CPU. Whether that is much shows only in comparison '
      + 'with another run. See with mpstat -P ALL 1 how much of the CPUs is idle, and count one program with perf '
      + 'stat -p PID.');
});

it('perf stat of some CPUs, and of a program, of which CPUs in use are said', () => {
  expect(stat('CPU(s) 2-3', '         10,004.00 msec cpu-clock     #    2.000 CPUs utilized',
    '    30,000,000,000      instructions  #    1.90  insn per cycle'))
    .toMatch(/^It counts all that ran on CPU\(s\) 2-3 for 5 s, not one program\. .*2 CPUs were counted: .*1\.90 instr/);
  expect(stat('./load', '         10,004.00 msec task-clock    #    2.000 CPUs utilized',
    '    30,000,000,000      instructions  #    1.90  insn per cycle'))
    .toBe('It says: 5 s elapsed, 2 CPUs in use, 1.90 instructions per cycle.');
});
