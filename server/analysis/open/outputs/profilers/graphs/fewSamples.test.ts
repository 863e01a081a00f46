import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;

it('few samples that are mostly of the recording say to record longer, and only the program', () => {
  expect(told('shopd-?;main;serve;inflate 4', 'perf-?;main;run_builtin;cmd_record 6', 'sleep-?;_start;load 3'))
    .toBe('Of the 13, 9 are of the recording itself (perf 6, sleep 3); of others: shopd 4. Record for longer, and '
      + 'only the '
      + 'program: perf record -g -p PID -- sleep 60.');
});

it('nothing is said of many samples, or of a program alone', () => {
  expect(told('shopd-7;main;serve 400', 'perf-?;main;cmd_record 6')).toBeNull();
  expect(told('shopd-7;main;serve 4', 'shopd-7;main;read 6')).toBeNull();
});
