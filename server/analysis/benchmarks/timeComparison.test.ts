import { describe, expect, it } from 'vitest';
import { honestQuotient } from './timeComparison.ts';
import { render } from '../../../core/text/parts.ts';
import { benchText, pairOf, runs } from '../../../testdata/benchmarks/reports.ts';

describe('two outputs of GNU time', () => {
  const long = (user: string, elapsed: string): string =>
    `\tUser time (seconds): ${user}\n\tSystem time (seconds): 1.00\n`
      + `\tElapsed (wall clock) time (h:mm:ss or m:ss): ${elapsed}\n\tMaximum resident set size (kbytes): 2048\n`;

  it('are compared in the short form', () => {
    const { time, finding } = pairOf(benchText('before.time.txt'), benchText('after.time.txt'));
    expect(time?.rows.map(({ label, beforeText, afterText, factorText }) => [label, beforeText, afterText, factorText]))
      .toEqual([
      ['User CPU', '70.30 s', '49.27 s', '1.43'], ['System CPU', '4.88 s', '3.01 s', '1.62'],
      ['CPU, user and system', '75.18 s', '52.28 s', '1.44'],
      ['Wall clock', '50.69 s', '30.04 s', '1.69'], ['Cores kept busy', '1.48', '1.74', '0.85'],
      ['Largest resident memory', '3598 MiB', '2528 MiB', '1.42'], ['Read from disk', '19.15 MiB', '9.523 MiB', '2.01'],
      ['Written to disk', '60.00 KiB', '56.00 KiB', '1.07'], ['Page faults from disk', '1', '1', null],
      ['Page faults from memory', '1005685', '696956', '1.44'],
    ]);
    expect(finding).toMatchObject({ code: 'bench-time', confidence: 'too-early' });
  });

  it('are compared in the long form, also one with the other', () => {
    expect(
      pairOf(long('8.00', '0:10.00'), long('2.00', '1:00:05')).time?.rows.find(({ label }) => label === 'Wall clock')
    ).toMatchObject({ before: 10, after: 3605 });
    expect(pairOf(long('8.00', '0:10.00'), benchText('after.time.txt')).time?.rows[0]?.beforeText).toBe('8.00 s');
  });

  it('repeat the figures of the article: 6.23 times less CPU, 3.68 times less wall clock', () => {
    const line = (
      user: string, system: string, elapsed: string
    ): string => `${user}user ${system}system ${elapsed}elapsed 100%CPU (0avgtext+0avgdata 5962812maxresident)k`;
    const rows = pairOf(line('1727.50', '16.61', '4:01.12'), line('269.18', '10.69', '1:05.58')).time?.rows ?? [];
    expect(rows.filter(({ label }) => /CPU,|Wall/.test(label)).map(({ factorText }) => factorText))
      .toEqual(['6.23', '3.68']);
  });

  it('are read from a shell too, which tells no memory', () => {
    const { time } = pairOf('real\t1m10.500s\nuser\t2m1.000s\nsys\t0m4.880s\n', 'real 35.25\nuser 60.50\nsys 2.44\n');
    expect(time?.rows.map(({ label, factorText }) => [label, factorText])).toEqual([
      ['User CPU', '2.00'], ['System CPU', '2.00'], ['CPU, user and system', '2.00'], ['Wall clock', '2.00'],
      ['Cores kept busy', '1.00'],
    ]);
  });

  it('are told not to have ended well', () => {
    const failed = `Command exited with non-zero status 2\n${benchText('before.time.txt')}`;
    expect(pairOf(failed, benchText('after.time.txt')).notes).toEqual(
      ['old has a run that failed ("Command exited with non-zero status 2"): '
        + 'its figures may cover only part of the work.']
    );
    expect(pairOf(benchText('before.time.txt'), `${long('8.00', '0:10.00')}\tExit status: 137\n`).notes)
      .toEqual(['new has a run that failed ("Exit status: 137"): its figures may cover only part of the work. It was '
        + 'ended by signal 9 (SIGKILL, as by the OOM killer).']);
    expect(pairOf(benchText('before.time.txt'), `${long('8.00', '0:10.00')}\tExit status: 124\n`).notes[0])
      .toMatch(/ Status 124 is that of timeout: the time was over\.$/);
  });

  it('say how much was read: 23,625,165 blocks are the 12.1 GB of the article', () => {
    const text =
      '1727.50user 16.61system 4:01.12elapsed 723%CPU (0avgtext+0avgdata '
        + '5962812maxresident)k\n23625165inputs+95448outputs '
        + '(196major+2042817minor)pagefaults 0swaps\n';
    expect(pairOf(text, text).time?.rows.find(({ label }) => label === 'Read from disk'))
      .toMatchObject({ before: 12_096_084_480, beforeText: '11540 MiB', unit: 'bytes' });
  });

  it.each([
    [
      'zsh', 'go test ./...  5.21s user 1.02s system 312% cpu 1.994 total\n',
      'make  2.60s user 0.51s system 99% cpu 1:03.11 total\n',
      [['Wall clock', '1.99 s', '63.11 s'], ['User CPU', '5.21 s', '2.60 s']],
    ],
    [
      'macOS with -l',
      '        1.51 real         0.80 user         0.60 sys\n            5726208  maximum resident '
        + 'set size\n            1507712  peak memory footprint\n',
      '        3.02 real         0.40 user         0.60 sys\n           11452416  maximum '
        + 'resident set size\n  1  peak memory footprint\n',
      [['Wall clock', '1.51 s', '3.02 s'], ['Largest resident memory', '5.461 MiB', '10.92 MiB']],
    ],
  ])('are read as %s prints them', (_, before, after, rows) => {
    const told = pairOf(
      before, after
    ).time?.rows.map(({ label, beforeText, afterText }) => [label, beforeText, afterText]) ?? [];
    expect(told).toEqual(expect.arrayContaining(rows));
  });

  it('tell no memory of a BSD whose unit is not known', () => {
    const bsd = '        1.51 real         0.80 user         0.60 sys\n      5726  maximum resident set size\n';
    expect(pairOf(bsd, bsd).time?.rows.map(({ label }) => label))
      .toEqual(['User CPU', 'System CPU', 'CPU, user and system', 'Wall clock', 'Cores kept busy']);
  });

  it('are tested as benchmarks are where runs were repeated, with the largest memory and the reads', () => {
    const run = (user: number, elapsed: number, kib: number): string =>
      `${user}.50user 1.00system 0:${elapsed}.25elapsed 100%CPU (0avgtext+0avgdata ${kib}maxresident)k\n`
        + '10inputs+0outputs (0major+5minor)pagefaults 0swaps\n';
    const side = (user: number): string => runs(6, (i) => `some output of the run\n${run(user + i, 20 + i, 1000 + i)}`);
    const { time, units, finding, verdict } = pairOf(side(80), side(40));
    expect(time).toBeNull();
    expect(units.map(({ unit, rows }) => [unit, rows[0]?.before?.n, rows[0]?.after?.comparison?.deltaText])).toEqual([
      ['sec', 6, '~'], ['user+sys-sec', 6, '-47.62%'], ['peak-RSS-bytes', 6, '~'], ['user-sec', 6, '-48.19%'],
      ['sys-sec', 6, '~'], ['cores', 6, '-47.63%'], ['read-bytes', 6, '~'], ['written-bytes', 6, '~'],
      ['major-faults', 6, '~'], ['minor-faults', 6, '~'],
    ]);
    expect(units[1]?.rows[0]?.before?.center).toBe(84);
    expect(render(finding.claim))
      .toBe('Wall clock: no difference shown in 1. CPU −48 %, user CPU −48 %, cores −48 %.');
    expect(render(finding.evidence[0] ?? [])).toMatch(/^CPU: -47\.62%,/);
    expect(finding.evidence.map((statement) => render(statement)))
      .toContainEqual(expect.stringMatching(/^Wall clock: no change beyond noise/));
    expect(verdict).toBe('better');
    expect(pairOf(side(80), benchText('after.time.txt')).units[0]?.rows[0]?.after?.n).toBe(1);
  });

  it.each([
    ['minutes and hundredths', '0:00.00'], ['nothing took any time', '0:00.00'],
  ])('do not divide by nothing: %s', (_, elapsed) => {
    const { time } = pairOf(long('0.00', elapsed), long('0.00', elapsed));
    expect(time?.rows.every(({ factor, factorText }) => factor === null || factorText !== 'NaN')).toBe(true);
  });

  it.each(
    [[0.03, 0.01, null], [0.3, 0.1, '3'], [3, 1, '3.0'], [30, 10, '3.00']]
  )('claim no digit that rounding hides: %d s over %d s', (before, after, text) => {
    expect(honestQuotient({ value: before, half: 0.005 }, { value: after, half: 0.005 })).toBe(text);
  });
});
