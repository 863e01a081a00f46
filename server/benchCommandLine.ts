/** `tsdbscope bench old new` for CI: prints the comparison, and tells a regression by its exit code. */
import { readFileSync, statSync } from 'node:fs';
import { benchCsv } from './benchmarks/benchCsv.ts';
import { benchmarkReport, regressions, type NamedText } from './benchmarks/report.ts';
import { benchText } from './benchmarks/benchTextTable.ts';
import type { BenchCommand } from './config/benchCommand.ts';
import { UsageError } from './config/usageError.ts';

export const REGRESSION_EXIT = 3;
const MAX_BYTES = 64 * 2 ** 20;

/** The text to print and the exit code: 0, or 3 on a significant regression over the threshold. Throws UsageError for a file it cannot use. */
export function runBench({ files, format, thresholdRatio, ignore }: BenchCommand): { output: string; exitCode: number } {
  const report = benchmarkReport(files.map(readText), ignore);
  if (!report.ok) throw new UsageError(`bench: ${report.error.message}`);
  const { value } = report;
  const worse = regressions(value.units, thresholdRatio);
  const exitCode = worse.length > 0 ? REGRESSION_EXIT : 0;
  if (format === 'json') return { output: `${JSON.stringify({ ...value, regressions: worse }, null, 1)}\n`, exitCode };
  if (format === 'csv') return { output: benchCsv(value.units, value.columns), exitCode };
  if (format === 'markdown') return { output: value.markdown, exitCode };
  const told = worse.map(({ unit, name, deltaText, testText }) => `regression: ${name} ${unit} ${deltaText} (${testText})\n`).join('');
  return { output: benchText(value) + told, exitCode };
}

function readText(name: string): NamedText {
  try {
    if (statSync(name).size > MAX_BYTES) throw new UsageError(`bench: ${name} is larger than 64 MiB.`);
    return { name, text: readFileSync(name, 'utf8') };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`bench: ${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
}
