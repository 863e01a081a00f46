import { describe, expect, it } from 'vitest';
import { reportOf, runs } from '../../../testdata/benchmarks/reports.ts';
import { textSides } from './textSides.ts';

const bench = (ns: number): string => runs(6, (run) => `BenchmarkA-8 1 ${ns + run} ns/op`);
const verbose = (elapsed: string, inputs: number): string =>
  '\tUser time (seconds): 8.53\n\tSystem time (seconds): 0.13\n'
    + `\tElapsed (wall clock) time (h:mm:ss or m:ss): ${elapsed}\n`
    + `\tMaximum resident set size (kbytes): 3370252\n\tFile system inputs: ${inputs}\n`;
const one = (text: string): ReturnType<typeof reportOf> => reportOf([{ name: 'paste', text }]);

describe('one text with both sides', () => {
  it.each([
    ['headings', `## Before\n\n${bench(100)}\n\n## After\n\n${bench(50)}`, ['Before', 'After']],
    ['bold words', `**old**\n${bench(100)}\n**new:**\n${bench(50)}`, ['old', 'new']],
    ['a configuration line', `note: before\n${bench(100)}\nnote: after\n${bench(50)}`, ['before', 'after']],
    [
      'lines that change together',
      `commit: a\nwhen: 1\n${bench(100)}\ncommit: b\nwhen: 2\n${bench(50)}`, ['a', 'b'],
    ],
  ])('is told by %s', (_, text, columns) => {
    expect(one(text)).toMatchObject({ columns, verdict: 'better' });
  });

  const run = (ns: number): string => `goos: linux\npkg: a/b\n${bench(ns)}\nPASS\nok  \ta/b\t1.2s\n`;

  it.each([
    ['words before each', `-> found old bench\n${run(100)}-> creating new bench..\n${run(50)}`, ['old', 'new']],
    ['nothing but their order', `${run(100)}\n${run(50)}`, ['first run', 'second run']],
    ['packages, where the first lines are cut off', `pkg: a\n${bench(100)}\npkg: a\n${bench(50)}`,
      ['first run', 'second run']],
  ])('is told by two runs of the same benchmarks, named by %s', (_, text, columns) => {
    expect(one(text)).toMatchObject({ columns, verdict: 'better' });
  });

  it('is told by two outputs of time, of which one read from the disk', () => {
    const { columns, time, finding, notes } = one(`${verbose('0:42.95', 2541256)}\n${verbose('0:16.88', 0)}`);
    expect(columns).toEqual(['paste, first output', 'paste, second output']);
    expect(time?.rows.find(({ label }) => label === 'Wall clock')?.factorText).toBe('2.54');
    expect(JSON.stringify(finding.evidence)).toContain('cold page cache');
    expect(notes[0]).toContain('One text with two sides');
  });

  it.each([
    ['one side', bench(1)],
    ['results before the first heading', `${bench(1)}\n## Before\n${bench(2)}\n## After\n${bench(3)}`],
    ['three runs', `${run(1)}${run(2)}${run(3)}`],
    ['runs of other benchmarks', `${run(1)}${run(2).replaceAll('BenchmarkA', 'BenchmarkB')}`],
    ['three outputs of time', runs(3, () => verbose('0:01.00', 0))],
  ])('is not guessed of %s', (_, text) => { expect(textSides({ name: 'x', text })).toBeNull(); });

  it('is not told by the machine, which is offered', () => {
    expect(one(`cpu: a\n${bench(1)}\ncpu: b\n${bench(2)}`))
      .toMatchObject({ finding: { code: 'bench-one-output' }, columnKeys: ['cpu'] });
  });

  it('reads time with a decimal comma, and of BusyBox', () => {
    const rows = [
      'real\t0m1,500s\nuser\t0m1,000s\nsys\t0m0,100s\n', 'real\t0m 1.50s\nuser\t0m 1.00s\nsys\t0m 0.10s\n',
    ].flatMap((text) => reportOf([{ name: 'a', text }, { name: 'b', text }]).time?.rows ?? []);
    expect(rows.filter(({ label }) => label === 'Wall clock').map(({ before }) => before)).toEqual([1.5, 1.5]);
  });
});
