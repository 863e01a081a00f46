/** Tests outputs of `time` of several shells, also with the comma of a locale. */
import { describe, expect, it } from 'vitest';
import { isBenchmarkText } from '../../../../core/text/benchmarkText.ts';
import { textSides } from './textSides.ts';
import { readTimeOutputs } from './timeOutput.ts';

describe('time of a shell', () => {
  it.each([
    ['zsh', 'host:dir$ time xz -k a\nxz -k a  75,24s user 1,07s system 96% cpu 1:19,04 total', [75.24, 1.07, 79.04]],
    ['zsh with a point', 'xz -k a  5.21s user 1.02s system 312% cpu 1.994 total', [5.21, 1.02, 1.994]],
    ['bash', '$ time ./a\n\nreal\t1m2,345s\nuser\t0m1,500s\nsys\t0m0,250s', [1.5, 0.25, 62.345]],
    ['bash in an indented block', '    real    0m2.5s\n    user    0m1.5s\n    sys     0m0.5s', [1.5, 0.5, 2.5]],
    ['GNU', '0,42user 0,03system 0:00,61elapsed 74%CPU (0avgtext+0avgdata 2048maxresident)k', [0.42, 0.03, 0.61]],
    ['macOS', '% time -l a\n        0,53 real         0,41 user         0,08 sys', [0.41, 0.08, 0.53]],
    ['csh', '% time ./a 100\n3.118u 0.031s 0:03.20 98.4%\t0+0k 0+8io 0pf+0w', [3.118, 0.031, 3.2]],
    ['csh, of minutes', '> time a\n425.2u 1.5s 7:05.90 100% 0+0k 0+0io 0pf+0w', [425.2, 1.5, 425.9]],
    ['fish', '~> time a\n\n________\nExecuted in    1.02 secs      fish           external\n'
      + '   usr time  544.00 millis    0.48 millis    4.96 millis\n'
      + '   sys time  335.00 micros    1.97 micros    1.38 micros', [0.544, 0.000335, 1.02]],
  ])('%s', (_, text, [user = 0, system = 0, elapsed = 0]) => {
    expect(isBenchmarkText(text)).toBe(true);
    const [only, ...others] = readTimeOutputs(text);
    expect(others).toEqual([]);
    expect(only?.userSeconds.value).toBeCloseTo(user, 9);
    expect(only?.systemSeconds.value).toBeCloseTo(system, 9);
    expect(only?.elapsedSeconds.value).toBeCloseTo(elapsed, 9);
  });

  it.each(['Executed in 5 steps', 'It took 3u 4s', 'real 5 things'])('none: %s', (text) => {
    expect(isBenchmarkText(` ${text}`)).toBe(false);
  });
});

it('two commands after a prompt are two sides', () => {
  const run = (command: string, figures: string): string => `Max:dir$ time ${command}\n${command}  ${figures}\n`;
  const sides = textSides({
    name: 'a', text: `### tar\n\n\`\`\`bash\n${run('xz -k a.tar', '75,24s user 1,07s system 96% cpu 1:19,04 total')}${
      run('../ben a.tar', '471,09s user 297,99s system 76% cpu 16:50,79 total')}\`\`\`\n`,
  });
  expect(sides?.map(({ name }) => name)).toEqual(['xz -k a.tar', '../ben a.tar']);
});

it('csh beside another shell is no side of one comparison', () => {
  const sides = textSides({
    name: 'a', text: '## One\n\n./a  5.21s user 1.02s system 99% cpu 6.23 total\n\n## Two\n\n'
      + '8.561u 0.120s 0:00.56 1550.0% 0+0k 0+528io 0pf+0w\n',
  });
  expect(sides).toBeNull();
});
