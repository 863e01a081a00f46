/** Benchmark texts of this folder, and reports of texts that must be readable. */
import { readFileSync } from 'node:fs';
import type { BenchmarkReport } from '../../core/contract/contract.ts';
import { benchmarkReport, type CompareBy, type NamedText } from '../../server/analysis/benchmarks/report.ts';

export const benchText = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

export function reportOf(texts: readonly NamedText[], by: CompareBy = {}): BenchmarkReport {
  const report = benchmarkReport(texts, by);
  if (!report.ok) throw new Error(report.error.message);
  return report.value;
}

/** Of two texts, `old` and `new`; keys in `ignore` may differ. */
export function pairOf(before: string, after: string, ignore: string[] = []): BenchmarkReport {
  return reportOf([{ name: 'old', text: before }, { name: 'new', text: after }], { ignore });
}

/** Lines of so many runs. */
export const runs = (count: number, line: (run: number) => string): string =>
  Array.from({ length: count }, (_, run) => line(run)).join('\n');
