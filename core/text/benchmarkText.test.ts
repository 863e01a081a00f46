import { describe, expect, it } from 'vitest';
import { isBenchmarkText } from './benchmarkText.ts';

describe('an output of a benchmark', () => {
  it.each([
    ['go test -bench', 'BenchmarkA-8 100 12.5 ns/op'], ['behind a time of a build server',
      '2026-01-02T03:04:05.6Z BenchmarkA-8 \t 100\t 12.5 ns/op'],
    ['events whose results are split', '{"Time":"2026-01-02T03:04:05Z","Action":"output","Package":"p",'
      + '"Output":"BenchmarkA-8   \\t"}\n{"Action":"output","Package":"p","Output":" 100\\t 12.5 ns/op\\n"}'],
    ['time of bash', 'real\t0m1.2s\nuser\t0m1.0s'],
  ])('%s', (_, text) => { expect(isBenchmarkText(text)).toBe(true); });

  it.each([
    ['events of tests', '{"Action":"output","Package":"p","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\\n"}'],
    ['a table of benchcmp', 'benchmark  old ns/op  new ns/op  delta\nBenchmarkA-8  103  86  -17.15%\n'],
    ['its speedups', 'BenchmarkA-8  79.00  93.43  1.18x'],
    ['prose', 'Benchmarks are slow, 100 of them.'], ['bytes', 'BenchmarkA-8 100 12.5 ns/op\0'],
  ])('is none: %s', (_, text) => { expect(isBenchmarkText(text)).toBe(false); });
});
