/** Tests the screen and a dump of py-spy within a list of a document, and the place of the peak of ms_print. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};
const SCREEN = ['Collecting samples from \'python a.py\' (python v3.6.9)', 'Total Samples 1118',
  'GIL: 0.00%, Active: 0.00%, Threads: 1', '', '  %Own   %Total  OwnTime  TotalTime  Function (filename:line)',
  '  0.00%   0.00%   0.010s    0.010s   add_timeout (ioloop.py:580)',
  '  0.00%   0.00%   0.000s    0.010s   run (a.py:1)'];
const DUMP = ['Process 1: python a.py', 'Python v3.6.9 (/usr/bin/python3.6)', '', 'Thread 1 (idle): "MainThread"',
  '\tselect (selectors.py:445)', '\t\tArguments::', '\t\t\ttimeout: 0.998', '\t_run_once (base_events.py:1415)'];
const IDLE = 'It was idle at that moment: 0 % active, with 1 thread, after 1,118 samples. add_timeout (ioloop.py:580) '
  + 'has most time itself: 0.010 s.';

it('py-spy top of an idle process', () => { expect(told(...SCREEN)).toEqual(['py-spy-top', IDLE]); });

it('py-spy dump with the variables of its frames', () => {
  expect(told(...DUMP)).toEqual(['py-spy-dump', 'Its thread is idle, in select (selectors.py:445).']);
});

it('both, indented in a list', () => {
  const block = (lines: string[]): string[] => ['\t```', ...lines.map((line) => `\t${line}`), '\t```'];
  const [, interest] = told('# Profiling', '', '1. `py-spy top`  ', 'This shows a live view.', ...block(SCREEN), '',
    '1. `py-spy dump`  ', 'This shows all threads.', ...block(DUMP));
  expect(interest).toContain('It was idle at that moment');
  expect(interest).toContain('its thread is idle, in select (selectors.py:445).');
});

it('ms_print whose list is cut, with the peak at the start', () => {
  const chart = ['    GB', '1.491^          :', '     |#:::::::::@', `   0 +${'-'.repeat(70)}>Gi`,
    `     0${' '.repeat(67)}46.92`, ''];
  const rows = ['Number of snapshots: 96', ' Detailed snapshots: [26 (peak), 31]', '',
    '  n        time(i)         total(B)   useful-heap(B) extra-heap(B)    stacks(B)',
    ' 25     11,587,256    1,356,065,008    1,355,726,018       338,990            0',
    ' 26     11,758,670    1,600,938,448    1,600,538,258       400,190            0'];
  const size = 'Its heap has at most 1,600,938,448 bytes, in 96 snapshots, 2 of which are in the text.';
  expect(told(...chart, ...rows)).toEqual(['ms-print', `${size} The peak is at the start of the run: after 11,758,670 `
    + 'instructions of 46.92 Gi.']);
  expect(told(...rows)).toEqual(['ms-print', size]);
});

it('py-spy top of a process that waits is not called busy', () => {
  const rows = (...own: string[]): string => told('GIL: 0.00%, Active: 7.00%, Threads: 1', '',
    '  %Own   %Total  OwnTime  TotalTime  Function (filename:line)', ...own)[1] ?? '';
  const WAIT = '  7.00%   7.00%   40.10s    40.10s   select (libc-2.31.so)';
  expect(rows(WAIT, '  0.00%   7.00%   0.020s    40.12s   serve (shop/loop.py:7)')).toBe('Most of the time listed is '
    + 'waiting: select (libc-2.31.so) has 40.10 s of 40.1 s, and uses no CPU; the GIL is held 0 % of the time. This '
    + 'process or thread is idle, not slow: see the one that works (--subprocesses for its children).');
  expect(rows(WAIT, '  0.00%   7.00%   0.020s    40.12s   sleep (gunicorn/arbiter.py:9)'))
    .toContain('This is the master of gunicorn');
  expect(rows(WAIT, ' 40.00%  40.00%   90.20s    90.20s   work (shop/a.py:7)'))
    .toContain('work (shop/a.py:7) has most');
});
