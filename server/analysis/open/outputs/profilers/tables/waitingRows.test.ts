import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const HEAD = '% time     seconds  usecs/call     calls    errors syscall';
const call = (percent: string, calls: number, name: string): string =>
  ` ${percent}    0.120000          12      ${calls}         3 ${name}`;

it('system calls in which threads wait are set apart', () => {
  expect(told(HEAD, call('70.00', 900, 'futex'), call('20.00', 90, 'epoll_wait'), call('6.00', 1, 'fsync'),
    call('100.00', 991, 'total'))).toBe('90 % of the time is in futex and epoll_wait, in which threads wait for locks, '
    + 'for work or for the network: that is waiting, as is usual for threads with nothing to do, not work. Of the '
    + 'others, fsync has most of the time: 6 %, in 1 call.');
  expect(told(HEAD, call('80.00', 900, 'fsync'), call('20.00', 90, 'futex')))
    .toBe('fsync has most of the time: 80 %, in 900 calls.');
});

it('a table of async-profiler that is mostly of waiting', () => {
  expect(told('--- Execution profile ---', 'Total samples       : 100', '', '          ns  percent  samples  top',
    '  ----------  -------  -------  ---', '   900   90.00%       90  epoll_wait', '   100   10.00%       10  '
      + 'shop.Cart.sum'))
    .toBe('90 % of the samples are in functions that wait, such as epoll_wait: that is waiting, as is usual for '
      + 'threads '
      + 'with nothing to do, not work. Of the others, shop.Cart.sum has the highest self share: 10 %. For code that '
      + 'works, record CPU time (-e cpu).');
});

it('a later summary of native memory says what grew', () => {
  const found = recognize(new TextEncoder().encode(['Total: reserved=9000000KB +90000KB, committed=4194304KB +102400KB',
    '-    Thread (reserved=4194304KB +90000KB, committed=4194304KB +102400KB)', '     (thread #4000 +90)'].join('\n')));
  expect(found.interest).toContain('100 MiB more are committed than at the baseline: 100 MiB in Thread. 4 GiB are '
    + 'committed, that is backed by memory');
  expect(found.interest).toContain('It has 4,000 threads, each with a stack');
  expect(found.remedy).toBeNull();
});
