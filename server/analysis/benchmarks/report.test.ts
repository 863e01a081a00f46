import { describe, expect, it } from 'vitest';
import { benchmarkReport, regressions } from './report.ts';
import { readBenchText } from './read/benchText.ts';
import { render } from '../../../core/text/parts.ts';
import { benchText, pairOf, reportOf, runs } from '../../../testdata/benchmarks/reports.ts';
import { evidenceQuantities, quantities } from '../../../testdata/quantities.ts';

describe('a report of benchmarks', () => {
  it('gives the six sizes of the collector patch, significant or not', () => {
    const { units, columns } = pairOf(benchText('old.txt'), benchText('new.txt'));
    expect(columns).toEqual(['old', 'new']);
    expect(
      units.map(({ unit, rows, geomean }) =>
        [unit, rows.length, geomean.deltaRatio === null ? null : Math.round(geomean.deltaRatio * 1e4) / 100])
    ).toEqual([['sec/op', 6, -8.93], ['B/op', 6, -21.6], ['allocs/op', 6, -6.41]]);
    expect(units[0]?.rows.map(({ deltaRatio, pValue }) => [deltaRatio !== null, pValue?.toFixed(3)])).toEqual(
      [[false, '0.105'], [true, '0.015'], [false, '0.165'], [false, '0.796'], [false, '0.165'], [false, '0.684']]
    );
  });

  it('says that one run a side proves nothing, and that counted figures hardly vary', () => {
    const { finding, units } = pairOf('BenchmarkA 1 10 ns/op 100 B/op\n', 'BenchmarkA 1 5 ns/op 90 B/op\n');
    expect(finding).toMatchObject({ code: 'bench-one-run', severity: 'unknown' });
    // B/op fell in 1 of 1 by 10 %.
    expect(evidenceQuantities(finding.evidence)).toEqual([[1, 1, 0.1]]);
    expect(units[0]?.rows[0]).toMatchObject({ deltaRatio: null, pValue: 1 });
    expect(units[0]?.rows[0]?.note).toContain('need >= 4 samples to detect a difference at alpha level 0.05');
    expect(units[0]?.rows[0]?.note).toContain('need >= 6 samples for confidence interval at level 0.95');
  });

  it('repeats the first table of S2 from one run a side: what is counted, and that the times prove nothing', () => {
    const side = (rows: [number, number, number, number][]): string => rows.map(
      ([size, ns, bytes, allocs]) => `BenchmarkExtract/${size}-10 1 ${ns} ns/op ${bytes} B/op ${allocs} allocs/op`
    ).join('\n');
    const { finding, verdict, units } =
      pairOf(side([[5, 1000, 1000, 10], [20, 5000, 3040, 20]]), side([[5, 908, 935, 9], [20, 4240, 2000, 19]]));
    expect(verdict).toBe('untested');
    expect(finding.code).toBe('bench-one-run');
    expect(evidenceQuantities(finding.evidence)).toEqual([[2, 2, 0.065, 0.3421], [2, 2, 0.05, 0.1]]);
    expect(units.map(({ unit, rows }) => [unit, rows.map(({ after }) => after?.comparison?.countedText)]))
      .toEqual([['sec/op', [null, null]], ['B/op', ['-6.50%', '-34.21%']], ['allocs/op', ['-10.00%', '-5.00%']]]);
  });

  it('tells by counting only where the runs of the two sides do not overlap, or all are the same', () => {
    const side = (...bytes: number[]): string => bytes.map((each) => `BenchmarkA 1 5 ns/op ${each} B/op`).join('\n');
    const countedText = (before: string, after: string): string | null
      | undefined => pairOf(before, after).units[1]?.rows[0]?.after?.comparison?.countedText;
    expect(countedText(side(100, 101), side(90, 91))).toBe('-9.95%');
    expect(countedText(side(100, 104), side(102, 90))).toBeNull();
    expect(countedText(side(7, 7), side(7, 7))).toBe('same');
    expect(countedText(side(0), side(8))).toBeNull();
  });

  it.each([
    ['better', [100, 90], 'ok'], ['worse', [100, 110], 'warning'], ['same', [100, 100], 'ok'],
  ] as const)('gives the verdict %s', (verdict, [before, after], severity) => {
    const side = (base: number): string => runs(6, (run) => `BenchmarkA 1 ${base}.${run} ns/op`);
    expect(pairOf(side(before), side(after))).toMatchObject({ verdict, finding: { severity } });
  });

  it('is mixed where one unit is better and another worse, and same for units of unknown direction', () => {
    const side = (ns: number, bytes: number): string =>
      runs(6, (run) => `BenchmarkA 1 ${ns}.${run} ns/op ${bytes} B/op`);
    expect(pairOf(side(100, 50), side(90, 60))).toMatchObject({ verdict: 'mixed', finding: { severity: 'warning' } });
    const odd = (base: number): string => runs(6, (run) => `BenchmarkA 1 ${base + run} widgets`);
    expect(pairOf(odd(100), odd(200)).verdict).toBe('same');
  });

  it('names another GOMAXPROCS as what keeps all benchmarks apart', () => {
    const { finding } = pairOf('BenchmarkA-2 1 1 ns/op', 'BenchmarkA-8 1 1 ns/op');
    expect(finding.code).toBe('bench-nothing-compared');
    expect(finding.sentence).toContain('GOMAXPROCS');
  });

  it('takes units as exact when told to: then a single run is enough', () => {
    const report = benchmarkReport(
      [
        { name: 'old', text: 'BenchmarkA 1 10 ns/op 1 allocs/op' },
        { name: 'new', text: 'BenchmarkA 1 5 ns/op 2 allocs/op' },
      ],
      { exact: ['allocs/op'] }
    );
    expect(report).toMatchObject({ ok: true, value: { verdict: 'worse', finding: { code: 'bench-changed' } } });
    // The changed unit leads the evidence: allocations +100.00%, 1 of 1; the time did not change.
    const { sentence, evidence = [] } = report.ok ? report.value.finding : {};
    expect([sentence, render(evidence[0] ?? []).includes('+100.00%'), evidenceQuantities(evidence)])
      .toEqual(['Time: 1 not significant (−50 %). Allocations +100 %.', true, [[1, 1], [1]]]);
  });

  it('tells of each output by its name when there are more than two', () => {
    const side = (base: number): string => runs(6, (run) => `BenchmarkA 1 ${base + run} ns/op`);
    const claimsOf = (text: (base: number) => string): string[] => {
      const { claim, evidence } =
        reportOf([100, 200, 50].map((base) => ({ name: `b${base}`, text: text(base) }))).finding;
      return [claim, ...evidence].map((statement) => render(statement));
    };
    expect(claimsOf(side)).toEqual([
      'Time: 102.5 ns/op in b100, 202.5 ns/op in b200 (+97.56%), 52.5 ns/op in b50 (-48.78%); each against b100.',
    ]);
    expect(claimsOf((base) => `${side(base)}\n${side(base).replaceAll('BenchmarkA', 'BenchmarkB')}`)).toEqual([
      'Time in b200 against b100: +97.56% in geometric mean, 2 of 2 benchmarks changed significantly.',
      'Time in b50 against b100: -48.78% in geometric mean, 2 of 2 benchmarks changed significantly.',
    ]);
  });

  it.each([
    ['1 run against 2 equal ones, where its p is above 1', [18], [17, 17], 'p=1.333 n=1+2'],
    ['1 run against 3, two of them equal, where its p is 0', [18], [16, 16, 17], 'n=1+3'],
  ])('repeats the test of benchstat for %s, but calls nothing significant', (_, before, after, testText) => {
    const side = (values: number[]): string => values.map((value) => `BenchmarkA 1 ${value} B/op`).join('\n');
    const comparison = pairOf(side(before), side(after)).units[0]?.rows[0]?.after?.comparison;
    expect(comparison).toMatchObject({ testText, isSignificant: false });
    expect(regressions(pairOf(side(after), side(before)), 0)).toEqual([]);
  });

  it('says of three runs a side that no p below 0.10 is possible, and of four that one is', () => {
    const side = (count: number, base: number): string => runs(count, (run) => `BenchmarkA 1 ${base + run} ns/op`);
    const { finding } = pairOf(side(3, 100), side(3, 200));
    expect([
      finding.code, quantities(finding.claim),
      finding.evidence.some((statement) => render(statement).includes('0.10')),
    ]).toEqual(['bench-few-runs', [3], true]);
    expect(render(finding.evidence[0] ?? [])).toBe('Likely, but not tested: A +99 % (at least 44 '
      + 'times the standard deviation of the runs).');
    expect(pairOf(side(4, 100), side(4, 200)).units[0]?.rows[0]?.pValue).toBeCloseTo(0.0286, 4);
  });

  it('names equal samples as benchstat does', () => {
    const same = runs(5, () => 'BenchmarkA 1 7 ns/op');
    expect(pairOf(same, same).units[0]?.rows[0]).toMatchObject(
      { note: 'need >= 6 samples for confidence interval at level 0.95; all samples are equal', pValue: 1 }
    );
  });

  it('keeps a benchmark that is on one side only, with nothing beside it', () => {
    const both = runs(6, (run) => `BenchmarkA 1 ${100 + run} ns/op`);
    const { units } = pairOf(`${both}\nBenchmarkGone 1 5 ns/op`, both);
    expect(units[0]?.rows.map(({ name, before, after }) => [name, before?.n ?? null, after?.n ?? null]))
      .toEqual([['A', 6, 6], ['Gone', 1, null]]);
    expect(units[0]?.geomeans[1]?.notes)
      .toEqual(['benchmark set differs from baseline; geomeans may not be comparable']);
  });

  it('parts results of unlike machines and names the difference, unless told to ignore it', () => {
    const side = (cpu: string): string => `cpu: ${cpu}\n${runs(6, (run) => `BenchmarkA 1 ${100 + run} ns/op`)}`;
    const apart = pairOf(side('x'), side('y'));
    expect(apart.units).toHaveLength(2);
    expect(apart.finding.code).toBe('bench-nothing-compared');
    expect(apart.finding.sentence).toMatch(/\bcpu\.$/);
    expect(apart.config).toEqual([{ key: 'cpu', values: [['x'], ['y']], differs: true }]);
    expect(pairOf(side('x'), side('y'), ['cpu']).units[0]?.rows[0]?.pValue).toBe(1);
  });

  it('compares more than two files, each with the first', () => {
    const side = (base: number): string => runs(6, (run) => `BenchmarkA 1 ${base + run} ns/op`);
    const { units } = reportOf([100, 200, 50].map((base) => ({ name: String(base), text: side(base) })));
    expect(units[0]?.rows[0]?.cells.map((cell) => cell?.comparison?.deltaText ?? null))
      .toEqual([null, '+97.56%', '-48.78%']);
  });

  it('draws a curve over the number in the name', () => {
    const { curves } = pairOf(benchText('old.txt'), benchText('new.txt'));
    expect(curves.map(({ unit, name, points }) => [unit, name, points.map(({ size }) => size)])).toEqual(
      ['sec/op', 'B/op', 'allocs/op'].map((unit) => [unit, 'ExtractAttributes/*-2', [5, 20, 100, 500, 1000, 2000]])
    );
    expect(curves[1]?.points[1]?.cells.map((cell) => cell?.center)).toEqual([4584, 3016]);
  });

  it.each([
    ['size=10MB', '10 MB', 1e7, 'size', 'B'], ['64KiB', '64 KiB', 65_536, '', 'B'], ['1k', '1 k', 1000, '', ''],
    ['n:2000', '2 k', 2000, 'n', ''],
    ['1234567', '1234567', 1_234_567, '', ''], ['size-1500000', '1.5 M', 1_500_000, 'size', ''],
    ['512B', '512 B', 512, '', 'B'], ['0.5', '0.5', 0.5, '', ''],
  ])('reads the size %s as %s', (part, label, size, sizeName, sizeUnit) => {
    const side = [
      part, 'zero', part.replace(/[\d.]+/, '3'), part.replace(/[\d.]+/, '7'),
    ].map((each) => `BenchmarkA/${each}-2 1 1 ns/op`).join('\n');
    const [curve] = pairOf(side, side).curves;
    expect(curve).toMatchObject({ sizeName, sizeUnit });
    expect(curve?.points.find((point) => point.row === `A/${part}-2`)).toMatchObject({ label, size });
  });

  it('calls a regression only what is significant, worse and over the threshold', () => {
    const side = (base: number, bytes: number): string =>
      runs(6, (run) => `BenchmarkA 1 ${base + run} ns/op 5 MB/s ${bytes} B/op`);
    const report = pairOf(side(1000, 100), side(1100, 50));
    expect(
      regressions(report, 0.05).map(({ unit, name, column, before, after }) => [unit, name, column, before, after])
    ).toEqual([['sec/op', 'A', 'new', '1.003µ', '1.103µ']]);
    expect(regressions(report, 0.2)).toEqual([]);
    expect(regressions(pairOf(side(1100, 50), side(1000, 50)), 0)).toEqual([]);
  });

  it('does not cry wolf: of forty unchanged benchmarks some are significant, and none is a regression', () => {
    // Each row alone has p = 0.041.
    const of = (name: number, values: number[]): string => runs(6, (run) => `BenchmarkA${name} 1 ${values[run]} ns/op`);
    const [old, slower] = [[10, 20, 30, 40, 50, 60], [35, 45, 65, 66, 75, 85]] as const;
    const side = (isSlow: boolean): string => runs(40, (name) => of(name, isSlow && name < 2 ? [...slower] : [...old]));
    const report = pairOf(side(false), side(true));
    const [first] = report.units[0]?.rows ?? [];
    expect(first?.after?.comparison).toMatchObject({ isSignificant: true, pValue: expect.closeTo(0.041, 3) as number });
    expect(report.verdict).toBe('same');
    // 2 of 40 changed significantly, which is not beyond chance among 40 tested.
    expect([report.finding.severity, evidenceQuantities(report.finding.evidence)]).toEqual(['ok', [[2, 40], [40]]]);
    expect(report.finding.sentence).toMatch(/^Time: 2 slower by uncertain amounts, no difference shown in 38\.$/);
    expect(regressions(report, 0)).toEqual([]);
    expect(regressions(report, 0, 'each').map(({ name }) => name)).toEqual(['A0', 'A1']);
    // A single row is not corrected.
    expect(regressions(pairOf(of(0, [...old]), of(0, [...slower])), 0)).toHaveLength(1);
  });

  it('still finds one real regression among forty', () => {
    const side = (slow: number): string =>
      runs(40, (name) => runs(10, (run) => `BenchmarkA${name} 1 ${100 + run + (name === 7 ? slow : 0)} ns/op`));
    expect(regressions(pairOf(side(0), side(30)), 0.05).map(({ name }) => name)).toEqual(['A7']);
  });

  it('tells packages of one unit as one, and names a run that failed', () => {
    const side = (base: number): string =>
      ['a', 'b', 'c'].map((pkg) => `pkg: ${pkg}\n${runs(6, (run) => `BenchmarkA 1 ${base + run} ns/op`)}\n`).join('');
    const { finding, notes } = pairOf(side(100), `${side(50)}--- FAIL: BenchmarkB\nFAIL\n`);
    expect([finding.sentence, evidenceQuantities(finding.evidence)])
      .toEqual(['Time: 3 faster (−49 %, −49 %, −49 %).', [[3, 3], [3]]]);
    expect(notes).toContain(
      'new has a run that failed (line 22: "--- FAIL: BenchmarkB"): benchmarks may be missing or incomplete.'
    );
  });

  it.each([
    ['nothing in it', '', 'holds no line that starts with "Benchmark"'],
    ['only broken lines', 'BenchmarkA x 1 ns/op', 'line 1: the iteration count is not a number'],
    ['a measurement that is not a number', 'BenchmarkA 1 NaN ns/op', 'a measurement is not a finite number'],
  ])('says what is wrong with a text with %s', (_, text, reason) => {
    const report = benchmarkReport([{ name: 'old', text }, { name: 'new', text: 'BenchmarkA 1 1 ns/op' }]);
    expect(report).toMatchObject(
      { ok: false, error: { errorType: 'bad_data', message: expect.stringContaining(reason) as string } }
    );
  });

  it('refuses more measurements than it can test in a moment', () => {
    const text = 'BenchmarkA 1 1 ns/op\n'.repeat(50_001);
    expect(benchmarkReport([{ name: 'a', text }, { name: 'b', text }]))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
  });

  it.each([
    ['units', runs(300, (run) => `BenchmarkA 1 1 u${run}/op`)],
    ['configurations', runs(300, (run) => `run: ${run}\nBenchmarkA 1 1 ns/op`)],
  ])('refuses more tables than anybody reads, of %s', (_, text) => {
    expect(benchmarkReport([{ name: 'a', text }, { name: 'b', text }])).toMatchObject({
      ok: false, error: { errorType: 'too_large', message: expect.stringContaining('more than 200 units') as string },
    });
  });

  it('draws at most a hundred curves', () => {
    const text = runs(900, (run) => `BenchmarkA${Math.floor(run / 3)}/${run} 1 1 ns/op`);
    expect(pairOf(text, text).curves).toHaveLength(100);
  });

  it('shares one set of configuration lines among the results below it, whatever stands between', () => {
    const file = readBenchText(
      'cpu: a\nBenchmarkA 1 1 ns/op\ncpu: a\nBenchmarkB 1 1 ns/op\ncpu: b\nBenchmarkC '
        + '1 1 ns/op\ncpu:\nBenchmarkD 1 1 ns/op\n',
      new Map(), 100
    );
    expect(file?.lines[0]?.config).toBe(file?.lines[1]?.config);
    expect(file?.lines.map(({ config }) => config.get('cpu'))).toEqual(['a', 'a', 'b', undefined]);
  });

  it('lets no name become markup in the Markdown', () => {
    const text = runs(6, (run) => `BenchmarkA/<img>|[x](y) 1 ${run + 1} ns/op`);
    expect(pairOf(text, text).markdown).toContain('A/\\<img\\>\\|\\[x\\]\\(y\\)');
    const mention = runs(6, (run) => `BenchmarkA/@team://x 1 ${run + 1} ns/op`);
    expect(pairOf(mention, mention).markdown).toContain('A/&#64;team&#58;//x');
  });
});
