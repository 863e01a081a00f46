/** Tests outputs of `time` that the line directly before each of them names. */
import { describe, expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { reportOf } from '../../../../testdata/benchmarks/reports.ts';
import { textSides } from './textSides.ts';

const fish = (seconds: string): string => ['________', `Executed in   ${seconds} secs    fish           external`,
  `   usr time   ${seconds} secs    1.30 millis   ${seconds} secs`,
  '   sys time    0.05 secs    0.30 millis    0.05 secs'].join('\n');
const run = (label: string, seconds: string, result = '10/10 succeeded (0 fail)'): string =>
  `${label}\n\n\`\`\`\n$ ./test_all\n${result}\n${fish(seconds)}\n\`\`\`\n`;
const names = (text: string): string[] | undefined => textSides({ name: 'a', text })?.map(({ name }) => name);

describe('the line before each run', () => {
  const FAILED = '9/10 succeeded (1 fail)';
  const TEXT = ['# commit: aaa', '', 'build: `zig build-exe a.zig`', '',
    run('optimize = false    (slow path)', '52.02'), run('optimize = true', '2.54', FAILED),
    '# commit: bbb', '', 'Added a check.', '',
    run('No check (commit aaa)', '2.49', FAILED), run('With a check:', '2.74', FAILED)].join('\n');

  it('names its side, which is compared under its own heading', () => {
    expect(names(TEXT)).toEqual(['optimize = false (slow path)', 'optimize = true', 'No check (commit aaa)',
      'With a check']);
    const report = reportOf([{ name: 'paste', text: TEXT }]);
    const said = statements(report.finding).join(' ');
    expect(said).toContain('optimize = true against optimize = false (slow path): −95.1 % (52 s to 2.54 s)');
    expect(said).toContain('With a check against No check (commit aaa): +10 % (2.49 s to 2.74 s)');
    expect(report.notes).toContain('optimize = true, No check (commit aaa) and With a check have failures in their '
      + 'output ("9/10 succeeded (1 fail)"): their times are not those of good runs.');
  });

  it('names three sides without headings', () => {
    expect(names([run('one thread', '4.10'), run('two threads', '2.20'), run('four threads', '1.30')].join('\n')))
      .toEqual(['one thread', 'two threads', 'four threads']);
  });

  it('names no side if it tells a repetition', () => {
    expect(names(['# A', run('Run 1', '2.0'), run('Run 2', '2.1'), '# B', run('Run 1 of B', '4.0'),
      run('Run 2 of B', '4.1')].join('\n\n'))).toEqual(['A', 'B']);
  });

  it('names no side if it repeats or is a sentence', () => {
    expect(names([run('one thread', '4.10'), run('one thread', '2.20'), run('one thread', '1.30')].join('\n')))
      .toBeUndefined();
    expect(names([run('I ran it first.', '4.1'), run('Then again.', '2.2'), run('At last.', '1.3')].join('\n')))
      .toBeUndefined();
  });
});
