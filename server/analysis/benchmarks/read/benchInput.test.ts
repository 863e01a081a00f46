import { describe, expect, it } from 'vitest';
import { pairOf, reportOf, runs } from '../../../../testdata/benchmarks/reports.ts';
import { plainOutput } from './benchInput.ts';

const LINE = 'BenchmarkSeal-8   \t  100\t 47155 ns/op\n';
const event = (output: string, pkg = 'a'): string => JSON.stringify({ Action: 'output', Package: pkg, Output: output });

describe('outputs as they come', () => {
  it('joins the events of go test -json package by package, where a line is in several of them', () => {
    const text = [
      '{"Action":"start","Package":"a"}', event('goos: linux\n'), event('BenchmarkSeal-8   \t'),
      event('goos: plan9\n', 'b'),
      event('  100\t 47155 ns/op\n'), event('BenchmarkOpen-8 \t 1\t 2 ns/op\n', 'b'), 'go: downloading x', '',
    ].join('\n');
    expect(plainOutput(text)).toContain(`goos: linux\n${LINE}`);
    expect(plainOutput(text)).toContain('goos: plan9\nBenchmarkOpen-8 \t 1\t 2 ns/op\n');
  });

  it.each([
    ['GitHub', '2026-04-14T16:03:10.1234567Z '], ['gh run view --log', 'bench\tRun go test\t2026-04-14T16:03:10.1Z '],
    ['Jenkins', '[2026-04-14T16:03:10.123Z] '], ['BuildKit', '#12 34.56 '], ['GitLab', '2026-04-14T16:03:10.12Z 00O '],
    ['the clock of Jenkins', '16:03:10  '], ['syslog', 'Apr 14 16:03:10 ci-1 runner[812]: '],
    ['docker compose', 'bench-1  | '], ['kubectl logs --prefix', '[pod/bench-x7/bench] '], ['a quote', '> '],
    ['colours', '\u001b[0;32m'], ['an indented paste', '    '],
  ])('removes the prefix of %s', (_, prefix) => {
    const { columns, units } = reportOf([{ name: 'one', text: `${prefix}goos: linux\n${prefix}${LINE}` }]);
    expect([columns, units[0]?.config, units[0]?.rows[0]?.name]).toEqual([['one'], { goos: 'linux' }, 'Seal-8']);
  });

  it('puts the numbers behind their name where the benchmark printed something in between', () => {
    expect(plainOutput('BenchmarkSeal-8   \t\nopened 3 files\n  100\t 47155 ns/op\n'))
      .toContain('BenchmarkSeal-8\t100\t 47155 ns/op\n');
    expect(plainOutput('BenchmarkSeal-8   \topened\n  100\t 47155 ns/op\n'))
      .toContain('BenchmarkSeal-8   \t100\t 47155 ns/op');
  });

  it('leaves a plain output as it is', () => {
    const text = `goos: linux\nBenchmarkSeal\n${LINE}PASS\nok  \ta\t1.2s\n`;
    expect(plainOutput(text)).toBe(text);
  });

  it('compares values that differ only in blanks', () => {
    const side = (cpu: string, ns: number): string =>
      `cpu: ${cpu}\n${runs(6, (run) => `BenchmarkA 1 ${ns + run} ns/op`)}`;
    expect(pairOf(side('AMD  Ryzen 9     ', 100), side('AMD Ryzen 9', 50)))
      .toMatchObject({ verdict: 'better', notes: [] });
  });
});
