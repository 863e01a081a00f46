/** `tsdbscope bench old new` for CI: prints the comparison, and tells a regression by its exit code. */
import { benchCsv } from './benchmarks/benchCsv.ts';
import { inert } from './benchmarks/benchMarkdown.ts';
import { benchmarkReport, regressions, type NamedText } from './benchmarks/report.ts';
import { benchText } from './benchmarks/benchTextTable.ts';
import { visible } from './benchmarks/textColumns.ts';
import { readCommandFile } from './commandFiles.ts';
import { REGRESSION_EXIT, type CommandResult } from './commandResult.ts';
import type { BenchCommand } from './config/benchCommand.ts';
import { InputError } from './config/usageError.ts';

/** Throws UsageError for a file that cannot be read, InputError for one with nothing to compare. */
export async function runBench({ files, format, thresholdRatio, ignore, exact }: BenchCommand): Promise<CommandResult> {
  const texts: NamedText[] = [];
  for (const file of files) {
    const { name, bytes } = await readCommandFile('bench', file);
    texts.push({ name, text: new TextDecoder().decode(bytes) });
  }
  const report = benchmarkReport(texts, ignore, exact);
  if (!report.ok) throw new InputError(`bench: ${report.error.message}`);
  const { value } = report;
  const worse = regressions(value.units, thresholdRatio);
  const exitCode = worse.length > 0 ? REGRESSION_EXIT : 0;
  if (format === 'json') return { output: `${JSON.stringify({ ...value, regressions: worse }, null, 1)}\n`, exitCode };
  if (format === 'csv') return { output: benchCsv(value.units, value.columns), exitCode };
  const told = worse.map(({ unit, name, deltaText, testText }) => `regression: ${name} ${unit} ${deltaText} (${testText})`);
  const lines = (put: (line: string) => string): string => (told.length === 0 ? '' : `\n${told.map((line) => `${put(line)}\n`).join('')}`);
  if (format === 'markdown') return { output: `${value.markdown}${lines((line) => `- ${inert(line)}`)}`, exitCode };
  return { output: `${benchText(value)}${lines(visible)}`, exitCode };
}
