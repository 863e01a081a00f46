import { describe, expect, it } from 'vitest';
import { render } from '../../../core/text/parts.ts';
import { reportOf, runs } from '../../../testdata/benchmarks/reports.ts';
import { textSides } from './sides/textSides.ts';

const bench = (ns: number): string => runs(6, (run) => `BenchmarkA-8 1 ${ns + run} ns/op`);
const verbose = (elapsed: string, inputs: number): string =>
  '\tUser time (seconds): 8.53\n\tSystem time (seconds): 0.13\n'
    + `\tElapsed (wall clock) time (h:mm:ss or m:ss): ${elapsed}\n`
    + `\tMaximum resident set size (kbytes): 3370252\n\tFile system inputs: ${inputs}\n`;
const one = (text: string): ReturnType<typeof reportOf> => reportOf([{ name: 'paste', text }]);

it('two packages with a benchmark of one name are no two sides', () => {
  const run = (pkg: string, ns: number): string => `goos: linux\npkg: example.com/web/${pkg}\n${bench(ns)}\nPASS\n`;
  expect(textSides({ name: 'paste', text: run('cache', 100) + run('csrf', 50) })).toBeNull();
  expect(textSides({ name: 'paste', text: run('cache', 100) + run('cache', 50) })).not.toBeNull();
  expect(render(one(run('cache', 100) + run('csrf', 50)).finding.claim)).toContain('2 benchmarks');
});

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
    expect(columns).toEqual(['first output', 'second output']);
    expect(time?.rows.find(({ label }) => label === 'Wall clock')?.factorText).toBe('2.54');
    expect(JSON.stringify(finding.evidence)).toContain('cold page cache');
    expect(notes[0]).toContain('One text with two sides');
  });

  const shell = (seconds: number): string =>
    `\nreal\t0m${seconds}.000s\nuser\t0m${seconds}.000s\nsys\t0m0.100s\n`;
  const bsd = (seconds: number): string =>
    `        ${seconds}.00 real         ${seconds}.00 user         0.10 sys\n   5726208  maximum resident set size\n`;
  const gnu = (seconds: number): string => verbose(`0:0${seconds}.00`, 0).replace('8.53', `${seconds}.00`);

  it.each([
    ['Markdown headings', `### main\n\n${gnu(8)}\n### This PR\n\n${gnu(4)}`, ['main', 'This PR']],
    ['other headings', `## v2.45.0\n\`\`\`\n${gnu(8)}\`\`\`\n## v2.46.0\n\`\`\`\n${gnu(4)}\`\`\`\n`,
      ['v2.45.0', 'v2.46.0']],
    ['short lines with a colon', `Without stringlabels:\n${shell(8)}\nWith stringlabels:\n${shell(4)}`,
      ['Without stringlabels', 'With stringlabels']],
    ['commands', `$ time ./promtool-old tsdb list\nBLOCK ULID\n${shell(8)}`
      + `$ time ./promtool-new tsdb list\nResult:\n${shell(4)}`,
      ['./promtool-old tsdb list', './promtool-new tsdb list']],
    ['settings before the command', `$ GOGC=50 time -l ./run\n${bsd(8)}$ GOGC=100 time -l ./run\n${bsd(4)}`,
      ['GOGC=50 ./run', 'GOGC=100 ./run']],
    ['the command that time prints',
      `\tCommand being timed: "./a x"\n${gnu(8)}\tCommand being timed: "./b x"\n${gnu(4)}`, ['./a x', './b x']],
    ['words of sentences', `This is what I get before:\nok, so\n${shell(8)}\nand this is after it\n${shell(4)}`,
      ['before', 'after']],
    ['two forms of time', `**before**\n${shell(8)}\n**after**\n${gnu(4)}`, ['before', 'after']],
  ])('is told by %s before outputs of time', (_, text, columns) => {
    const report = one(text);
    expect(report.columns).toEqual(columns);
    expect(report.time?.rows.find(({ label }) => label === 'User CPU')).toMatchObject({ before: 8, after: 4 });
    expect(report.notes[0]).toBe(`One text with two sides: ${columns.join(' and ')}; the first is the base.`);
  });

  it('says the change of two sides with their values, in its direction and with two digits', () => {
    expect(render(one(`C:\n${shell(1)}\nPython:\n${shell(6)}`).finding.claim)).toBe('Python takes 6.0 times the wall '
      + 'clock of C (1.00 s to 6.00 s); Python uses 5.5 times the CPU of C (1.10 s to 6.10 s).');
    expect(render(one(`main:\n${shell(4)}\nPR:\n${shell(5)}`).finding.claim)).toBe('PR takes 25 % more wall clock '
      + 'than main (4.00 s to 5.00 s); PR uses 24 % more CPU than main (4.10 s to 5.10 s).');
  });

  it('is told of two jobs with two sides each, which are compared job by job', () => {
    const { columns, units, finding } = one(`### a.1\n$ time ./clone x\n${gnu(4)}\n$ time ./pull\n${gnu(8)}\n`
      + `### a.2\n$ time ./clone x\n${gnu(5)}\n$ time ./pull\n${gnu(6)}`);
    expect(columns).toEqual(['a.1', 'a.2']);
    expect(units[0]?.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.center)]))
      .toEqual([['./clone x', 4, 5], ['./pull', 8, 6]]);
    expect(render(finding.evidence[0] ?? []))
      .toBe('Wall clock, a.2 against a.1: ./clone x +25 % (4 s to 5 s), ./pull −25 % (8 s to 6 s).');
  });

  it('is told of chapters with the same two words in each, in another language too', () => {
    const stats = (seconds: number): string => `   elapsed:     ${seconds}.100 s\n`
      + `   process: user: ${seconds}.500 s, system: 1.000 s, faults: 6, rss: 24${seconds}.5 MiB, commit: 3.0 GiB\n`;
    const report = one(['one', 'many'].map((job, i) => `## ${job}\n修改前：\n${stats(4)}./run  4.50s user 1.00s `
      + `system 90% cpu 4.200 total\n修改后：\n${stats(5 + i)}`).join('\n'));
    expect(report.columns).toEqual(['修改前', '修改后']);
    expect(report.units[0]?.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.center)]))
      .toEqual([['one', 4.1, 5.1], ['many', 4.1, 6.1]]);
    expect(report.units.find(({ unit }) => unit === 'peak-RSS-bytes')?.rows[0]?.cells[0]?.center)
      .toBe(244.5 * 2 ** 20);
  });

  it('never compares what another host or a quotation measured', () => {
    const zsh = (seconds: number): string => `${seconds}.00s user 1.00s system 90% cpu ${seconds}.50 total`;
    const { columns, units, notes } = one(`> 2.6: ${zsh(7)}\n>\n> 2.4: ${zsh(8)}\n\nHere:\n\n2.5:\n$ time ./run\n`
      + `${shell(4)}\n2.6:\n$ time ./run\n${shell(5)}`);
    expect(columns).toEqual(['2.6', '2.4', '2.5', '2.6 (part 2)']);
    expect(units.filter(({ unit }) => unit === 'sec')
      .map(({ rows }) => rows[0]?.cells.map((cell) => cell?.comparison?.measuredRatio ?? cell?.center ?? null)))
      .toEqual([[7.5, 8.5 / 7.5 - 1, null, null], [null, null, 4, 0.25]]);
    expect(notes[0]).toContain('compared only within a machine and a part');
  });

  it('is told of repeated runs under two headings, which are tested', () => {
    const side = (seconds: number): string => runs(5, (i) => shell(seconds + i));
    const report = one(`Before:\n${side(50)}\nAfter:\n${side(20)}`);
    expect(report).toMatchObject({ columns: ['Before', 'After'], time: null, verdict: 'better' });
    expect(report.units[0]?.rows[0]?.cells.map((cell) => cell?.n)).toEqual([5, 5]);
  });

  it('has as many columns as headings before outputs of time, the first as base', () => {
    const report = one(`main:\n${gnu(8)}\nPR #1:\n${gnu(4)}\nPR #2:\n${gnu(9)}`);
    expect(report).toMatchObject({ columns: ['main', 'PR #1', 'PR #2'], verdict: 'untested', time: null });
    expect(report.notes).toContain('One text with 3 sides: main, PR #1 and PR #2; the first is the base.');
    expect(report.units.find(({ unit }) => unit === 'user-sec')?.rows[0]?.cells.map((cell) => cell?.center))
      .toEqual([8, 4, 9]);
    expect(render(report.finding.claim)).toBe('CPU is least in PR #1: 4.13 s; most in PR #2: 9.13 s.');
    expect(report.finding.evidence.map((each) => render(each))[0]).toBe('PR #1 against main: CPU −49 % (8.13 s to '
      + '4.13 s), wall clock −50 % (8.00 s to 4.00 s), largest resident memory the same (3291 MiB).');
  });

  it.each([
    ['one heading for two outputs', `Results:\n${shell(8)}${shell(4)}`],
    ['the same command twice', `$ time ./run\n${shell(8)}$ time ./run\n${shell(4)}`],
  ])('names outputs of time by their order after %s', (_, text) => {
    expect(one(text).columns).toEqual(['first output', 'second output']);
  });

  const fence = (ns: number): string => `\`\`\`go\n${bench(ns)}\nPASS\n\`\`\`\n`;

  it.each([
    ['headings', `#### 1.9\n${fence(90)}\n#### 1.11\n${fence(70)}\n#### 1.14\n${fence(40)}`, ['1.9', '1.11', '1.14']],
    ['headings under others', `# Go 1.9\n## amd64\n${bench(90)}\n## arm64\n${bench(70)}\n# Go 1.14\n## amd64\n`
      + `${bench(40)}`, ['Go 1.9, amd64', 'Go 1.9, arm64', 'Go 1.14, amd64']],
    ['sentences before fences', `On main:\n${fence(90)}With a map_of_ints:\n${fence(70)}With an array:\n${fence(40)}`,
      ['On main', 'With a map_of_ints', 'With an array']],
    ['fences alone', `${fence(90)}\n${fence(70)}\n${fence(40)}`, ['run 1', 'run 2', 'run 3']],
    ['commands', `$ git checkout main && make bench\n${bench(90)}\n$ git checkout a && make bench\n${bench(70)}\n`
      + `$ git checkout b && make bench\n${bench(40)}`,
      ['main', 'a', 'b'].map((branch) => `git checkout ${branch} && make bench`)],
    ['commands behind the prompt of zsh', ['go test', 'git checkout simd', 'GOAMD64=v3 go test'].map((command, i) =>
      `\u279c  app git:(main) \u2717 ${command}\n${command.startsWith('git') ? '\u279c  app git:(simd) go test\n' : ''}`
      + `${bench(90 - 20 * i)}\nPASS\n`).join(''), ['go test', 'git checkout simd && go test', 'GOAMD64=v3 go test']],
  ])('has three sides, told by %s, each against the first', (_, text, columns) => {
    const report = one(text);
    expect(report).toMatchObject({ columns, verdict: 'better' });
    expect(report.units[0]?.rows[0]?.cells.map((cell) => cell?.n)).toEqual([6, 6, 6]);
    const [base, second, third] = columns;
    expect(render(report.finding.claim).replaceAll(/[\d.]+ ns\/op|-[\d.]+%/g, '#'))
      .toBe(`Time: # in ${base}, # in ${second} (#), # in ${third} (#); each against ${base}.`);
  });

  it('compares a side whose first lines a copy left out', () => {
    const head = 'goos: linux\ngoarch: amd64\npkg: a/b\n';
    const report = one(`## a\n${head}${bench(90)}\n## b\n${head}${bench(70)}\n## c\n${bench(40)}`);
    expect(report).toMatchObject({ columns: ['a', 'b', 'c'], verdict: 'better' });
    expect(report.units).toHaveLength(1);
  });

  it.each([
    ['other benchmarks under each', `## a\n${fence(1)}## b\n${fence(2).replaceAll('BenchmarkA', 'BenchmarkB')}`
      + `## c\n${fence(3).replaceAll('BenchmarkA', 'BenchmarkC')}`],
    ['two starts in three parts', `## a\ngoos: linux\n${bench(1)}\n## b\ngoos: linux\n${bench(2)}\n## c\n${
      bench(3).replaceAll('BenchmarkA', 'BenchmarkB')}`],
  ])('has no sides in %s', (_, text) => { expect(textSides({ name: 'x', text })).toBeNull(); });

  it.each([
    ['./run_array', './run_map'], ['./a_b_c --x=_y', './_d'], ['./cat *.c', './cat *.h'],
  ])('keeps the names %s and %s as they are', (first, second) => {
    expect(one(`time ${first}\n${shell(8)}\ntime ${second}\n${shell(4)}`).columns).toEqual([first, second]);
  });

  it.each([
    ['one side', bench(1)],
    ['three runs of one command', runs(3, (i) => `$ time ./run\ntime taken ${i} s\n${shell(i + 2)}`)],
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
