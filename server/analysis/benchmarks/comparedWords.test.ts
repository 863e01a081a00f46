import { expect, it } from 'vitest';
import { statements } from '../../../core/finding.ts';
import { comparedWords } from './comparedWords.ts';
import { benchmarkReport } from './report.ts';

const side = (rows: Readonly<Record<string, readonly [ns: number, allocs: number]>>): string =>
  Object.entries(rows).flatMap(([name, [ns, allocs]]) => [0, 1, 2, 3, 4, 5]
    .map((i) => `Benchmark${name}-8 100 ${ns * (1 + i / 1000)} ns/op ${allocs} allocs/op`)).join('\n');
const words = (before: string, after: string): string[] => {
  const report = benchmarkReport([{ name: 'old', text: before }, { name: 'new', text: after }]);
  if (!report.ok) throw new Error(report.error.message);
  return comparedWords(report.value);
};

it('tells the worst first, and keeps a benchmark that does no work any more out of the mean', () => {
  expect(words(side({ Read: [100, 2], Copy: [3000, 40], Write: [50, 1], Same: [70, 1] }),
    side({ Read: [150, 2], Copy: [0.6, 0], Write: [200, 9], Same: [70, 1] }))).toEqual([
    'Time: 2 slower (+50 %, +300 %), 1 faster (−99.98 %), no difference shown in 1. Allocations up in 1, down in 1 '
      + 'of 4.',
    'Time, the worst first: Write-8 +300 % (50.1 ns/op to 201 ns/op, p=0.002 n=6; 1 to 9 allocs/op), Read-8 +50 % '
      + '(100 ns/op to 150 ns/op, p=0.002 n=6).',
    'Copy-8 (3.01 µs/op to 0.601 ns/op): one side is below 1 % of the other, so it does other work, or none; below 1 '
      + 'ns/op no work is measured. See whether the work was moved to another call, or whether the compiler removed '
      + 'it.',
    'Without it, the geometric mean is +82 %; with it, −81 %, which says nothing.',
  ]);
});

it('names the noise of a side, and what its finding says of too few runs', () => {
  const noisy = [100, 100, 101, 100, 180, 100].map((ns) => `BenchmarkA-8 1 ${ns} ns/op`).join('\n');
  expect(words(side({ A: [100, 1] }), noisy).at(-1)).toBe('Runs in new differ much: A-8 ±80 %.');
  expect(words('BenchmarkA-8 1 100 ns/op', 'BenchmarkA-8 1 90 ns/op')[0])
    .toBe('One run per side cannot show a difference from noise.');
});

it('changes of allocations that go both ways are counted, because their mean hides them', () => {
  const before = side({ Read: [100, 10], Scan: [200, 10], Same: [70, 5] });
  const mixed = words(before, side({ Read: [100, 4], Scan: [200, 25], Same: [70, 5] }));
  expect(mixed).toContain('Allocations: 1 more (+150 %), 1 less (\u221260 %), 1 same.');
  expect(mixed[0]).toBe('Time: no difference shown in 3. Allocations up in 1, down in 1 of 3.');
  expect(words(before, side({ Read: [100, 4], Scan: [200, 6], Same: [70, 5] })).join(' '))
    .not.toContain('Allocations: ');
});

it('a significant change with disturbed runs comes behind the clear ones, without a size', () => {
  const rows = (name: string, values: readonly number[]): string =>
    values.map((ns) => `Benchmark${name}-4 100 ${ns} ns/op 64 B/op 2 allocs/op`).join('\n');
  const told = words(
    [rows('Commit', [500, 505, 507, 510, 512, 515]), rows('Scan', [900, 902, 903, 905, 906, 908])].join('\n'),
    [rows('Commit', [511, 800, 1200, 1300, 1700, 2000]), rows('Scan', [980, 982, 984, 985, 988, 990])].join('\n')
  );
  expect(told[0]).toBe('Time: 1 slower (+8.9 %), 1 slower by an uncertain amount.');
  expect(told[1]).toContain('Time: Scan-4 +8.9 % (');
  expect(told.join(' ')).not.toContain('geometric mean');
  expect(told.slice(2)).toEqual([
    'Commit-4: significant (p=0.009 n=6), but its runs differ too far to say by how much: 500 ns/op to 515 ns/op in '
      + 'old, 511 ns/op to 2 µs/op in new.', 'Repeat both sides at least 10 times on a quiet machine.',
    'B/op and allocs/op are the same in all 2 benchmarks.',
  ]);
});

it('a mean names its unit, and how many rose and fell where it hides that', () => {
  const told = words(side({ Read: [100, 1], Scan: [200, 1], Sort: [300, 1] }),
    side({ Read: [150, 1], Scan: [100, 1], Sort: [450, 1] }));
  expect(told).toContain('The geometric mean of time is +4.0 %.');
  const report = benchmarkReport([
    { name: 'old', text: side({ Read: [100, 10], Scan: [200, 10], Sort: [300, 1] }) },
    { name: 'new', text: side({ Read: [150, 20], Scan: [100, 4], Sort: [450, 1] }) },
  ]);
  const evidence = report.ok ? statements(report.value.finding) : [];
  expect(evidence).toContainEqual(
    expect.stringMatching(/^Time: \+4\.00% in geometric mean \(of 2 that rose and 1 that fell\), 3 of 3 /)
  );
});

it('less time with more memory is one sentence, and a benchmark of one side is named', () => {
  const rows = (ns: number, bytes: number, name: string): string => [0, 1, 2, 3, 4, 5].flatMap((i) =>
    ['Get', name].map((own) => `Benchmark${own}-8 100 ${ns * (1 + i / 1000)} ns/op ${bytes} B/op`)).join('\n');
  const told = words(rows(100, 1000, 'Old'), rows(80, 1500, 'New'));
  expect(told).toContain('It trades memory for time: sec/op \u221220 %, B/op +50 %. Weigh that by whether CPU or '
    + 'memory is short.');
  expect(told.join(' ')).toContain('Only in old: Old-8 100 ns/op. Only in new: New-8 80.2 ns/op.');
});

it('a mean of times that changed much in both directions is no trade', () => {
  const rows = (get: number, put: number, bytes: number): string => [0, 1, 2, 3, 4, 5].flatMap((i) =>
    [['Get', get] as const, ['Put', put] as const]
      .map(([own, ns]) => `Benchmark${own}-8 100 ${ns * (1 + i / 1000)} ns/op ${bytes} B/op`)).join('\n');
  expect(words(rows(100, 100, 1000), rows(40, 70, 1500)).join(' ')).toContain('It trades memory for time');
  expect(words(rows(100, 100, 1000), rows(40, 120, 1500)).join(' ')).not.toContain('It trades');
});

it('the largest loss of time is named beside the largest relative change', () => {
  const told = words(side({ Tiny: [10, 1], Small: [900, 1], Long: [5_000_000, 1] }),
    side({ Tiny: [14, 1], Small: [990, 1], Long: [6_000_000, 1] }));
  expect(told.join(' ')).toContain('In absolute time Long-8 changes most: 5.01 ms to 6.01 ms (+20 %); the largest '
    + 'relative change, +40 %, is of a benchmark of 10 ns.');
});
