import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('tables of oprofile', () => {
  it('idle CPUs are no hot function', () => {
    expect(told('vma      samples    %-age       symbol name', 'c0106ff4 45000  45.0   default_idle',
      'c01dbfd0  14000  14.0  __copy_to_user_ll', 'c01dc038   4000   4.0  schedule'))
      .toBe('Most of the samples: __copy_to_user_ll 14 %, schedule 4 %; 45 % are idle CPUs.');
  });

  it('with the columns of opreport, whose names of images are left out', () => {
    expect(told('CPU: Core 2, speed 2000 MHz (estimated)', 'samples  %        image name               symbol name',
      '450281   26.7   no-vmlinux               do_work', '8200      5.1   libc-2.7.so              memcpy'))
      .toBe('Most of the samples: do_work 26.7 %, memcpy 5.1 %.');
  });

  it('two tables: the shares that differ, a new row, and that counts do not compare', () => {
    const head = 'samples  %        symbol name';
    expect(told('before:', head, '4000 40.0 poll_idle', '1000 10.0 wait', '500 5.0 same', '', 'after:', head,
      '1000 20.0 poll_idle', '255 5.1 same', '150 3.0 wait', '200 4.0 fork_lock')).toBe(
      'Shares of the samples, before and after: poll_idle (idle CPUs) 40 % and 20 %, wait 10 % and 3 %. fork_lock has '
        + '4 % in after, and no row in before. The tables have about 10,000 and 5,000 samples in all: compare shares, '
        + 'not counts.'
    );
  });
});
