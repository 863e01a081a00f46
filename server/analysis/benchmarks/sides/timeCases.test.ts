import { describe, expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { reportOf } from '../../../../testdata/benchmarks/reports.ts';
import { recognize } from '../../open/recognize.ts';
import { readTimeOutputs } from './timeOutput.ts';

const said = (...lines: string[]): string =>
  statements(reportOf([{ name: 'paste', text: lines.join('\n') }]).finding).join(' ');
const zsh = (command: string, seconds: string): string =>
  `${command}  0.07s user 0.03s system 96% cpu ${seconds} total`;
const csh = (seconds: string): string => `10.805u 0.136s ${seconds} 1561.4%\t0+0k 0+528io 0pf+0w`;
const bash = (seconds: number): string => `\nreal\t0m${seconds}.000s\nuser\t0m1.000s\nsys\t0m0.100s\n`;
const NOISE = 'One run each: how much of a difference is noise is unknown.';

describe('outputs of time that are cases', () => {
  it('are told by the arguments of one program, which zsh prints, without its files if they need not differ', () => {
    expect(said('To run it:', 'time ./nbody -t 10 < in > 10.out', 'time ./nbody -t 1000 < in > 1000.out', '',
      zsh('./nbody -t 10 < in > 10.out', '0.013'), '', zsh('./nbody -t 1000 < in > 1000.out', '1:31.21')))
      .toBe(`2 cases, from 13 ms to 91.2 s. ./nbody -t 10: 13 ms. ./nbody -t 1000: 91.2 s. ${NOISE}`);
    expect(said(zsh('./a in > 1.out', '0.5'), zsh('./a in > 2.out', '0.7'))).toContain('./a in > 2.out: 700 ms.');
  });

  it('are told by sizes as headings, each output by itself, also of csh', () => {
    expect(said(csh('0:00.02'), '1000:', csh('0:00.70'), csh('0:11.05'), '', '10000:', csh('7:05.26'))).toBe(
      `4 cases, from 20 ms to 7m 5s. no heading: 20 ms. 1000: 700 ms. 1000 (2): 11.1 s. 10000: 7m 5s. ${NOISE}`
    );
    expect(said('n = 100', bash(2), 'n = 1,000', bash(5))).toContain('n = 1,000: 5 s.');
  });

  it('are told by the commands listed before them, or only by their order', () => {
    expect(said('time ./run small', 'time ./run large', bash(2), bash(5)))
      .toContain('./run small: 2 s. ./run large: 5 s.');
    expect(said('time ./run a', 'time ./run b', 'time ./run c', bash(2), bash(5))).toContain('output 2: 5 s.');
  });

  it('are none if one command ran again, or if headings are sides or the program prints numbers', () => {
    expect(said(...['2.0', '3.0', '4.0'].map((seconds) => zsh('./run', seconds))))
      .toContain('The median of 3 runs is 3 s');
    expect(said('### Before', zsh('./run -n 1', '2.0'), '### After', zsh('./run -n 2', '3.0'))).not.toContain('cases');
    expect(said('Old:', '1000:', bash(2), '10000:', bash(3), 'New:', '1000:', bash(1), '10000:', bash(2)))
      .not.toContain('cases');
    expect(said('## Run with OpenMP', '1000:', bash(2), '10000:', bash(3))).toContain('2 cases');
    expect(said('102334155', bash(2), '165580141', bash(5))).not.toContain('cases');
  });

  it('are outputs of several forms, or with other commands, that cannot be told as sides', () => {
    const all = said('0.50user 0.01system 0:00.52elapsed 99%CPU (0avgtext+0avgdata 2048maxresident)k',
      '$ time -p ./x 10', bash(2), '$ time -p ./x 20', bash(5));
    expect(all).toContain('output 1: 520 ms. ./x 10: 2 s. ./x 20: 5 s.');
    expect(said('It ran:', bash(1), '$ time ./x 10', bash(2), '$ time ./x 20', bash(5))).toContain('output 1: 1 s.');
  });

  it('csh alone is known, with minutes', () => {
    expect(recognize(new TextEncoder().encode(csh('7:05.26'))).format).toBe('time-output');
    expect(readTimeOutputs(csh('7:05.26'))[0]?.elapsedSeconds.value).toBe(425.26);
  });
});
