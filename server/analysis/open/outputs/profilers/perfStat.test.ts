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
