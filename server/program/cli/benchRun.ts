/** `tsdbscope bench old new` for CI: prints the comparison and reports a regression by its exit code. */
import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import { benchCsv } from '../../analysis/benchmarks/benchCsv.ts';
import { inert } from '../../analysis/benchmarks/benchMarkdown.ts';
import {
  benchmarkReport, regressions, type BenchRegression, type NamedText,
} from '../../analysis/benchmarks/report.ts';
import { benchText } from '../../analysis/benchmarks/benchTextTable.ts';
import { visible } from '../../analysis/benchmarks/textColumns.ts';
import { readCommandFile } from './commandFiles.ts';
import { REGRESSION_EXIT, type CommandResult } from './commandResult.ts';
import type { BenchCommand } from './benchCommand.ts';
import { render } from '../../../core/text/parts.ts';
import { InputError } from '../../kernel/config/usageError.ts';

/** Throws UsageError for a file that cannot be read, InputError for one with nothing to compare. */
export async function runBench(
  { files, format, thresholdRatio, ignore, exact, col, row, gate, subtractDrift }: BenchCommand
): Promise<CommandResult> {
  const texts: NamedText[] = [];
  for (const file of files) {
    const { name, bytes } = await readCommandFile('bench', file);
    texts.push({ name, text: new TextDecoder().decode(bytes) });
  }
  const report = benchmarkReport(texts, {
    ignore, exact, subtractDrift, ...(col === undefined ? {} : { col }), ...(row === undefined ? {} : { row }),
  });
  if (!report.ok) throw new InputError(`bench: ${report.error.message}`);
  const { value } = report;
  if (files.length === 1 && value.columns.length === 1) throw new InputError(
    `bench: ${texts[0]?.name ?? ''} holds one side; name a second file, or the key of its sides with --col.`
  );
  const worse = regressions(value, thresholdRatio, gate);
  const exitCode = worse.length > 0 ? REGRESSION_EXIT : 0;
  if (format === 'json')
    return { output: `${JSON.stringify({ ...value, gate, regressions: worse }, null, 1)}\n`, exitCode };
  if (format === 'csv') return { output: benchCsv(value.units, value.columns, value.columnValues), exitCode };
  const told = [...worse.map((one) => regressionWords(one, value)), ...byChance(value, thresholdRatio, worse.length)];
  const lines = (put: (line: string) => string): string =>
    (told.length === 0 ? '' : `\n${told.map((line) => `${put(line)}\n`).join('')}`);
  if (format === 'markdown') return { output: `${value.markdown}${lines((line) => `- ${inert(line)}`)}`, exitCode };
  const claim = visible(render(value.finding.claim));
  return { output: `${claim}\n\n${benchText(value)}${lines(visible)}`, exitCode };
}

/**
 * Describes a regression, with what distinguishes rows of one name: the package, other differences of the tables, and
 * the output if there are several.
 */
function regressionWords(
  { unit, name, config, column, before, after, deltaText, testText }: BenchRegression,
  { columns, units }: BenchmarkReport
): string {
  const apart = Object.entries(config).filter(
    ([key, text]) => units.some((other) => (other.config[key] ?? '') !== text)
  ).map(([key, text]) => `${key}: ${text}`);
  const where = [...apart, ...(columns.length > 2 ? [column] : [])];
  const change = deltaText === '?' ? `${before} to ${after}` : deltaText;
  return `regression: ${name} ${unit} ${change} (${testText})${where.length === 0 ? '' : ` in ${where.join(', ')}`}`;
}

/** Explains why rows that benchstat marks are not regressions. */
function byChance(report: BenchmarkReport, thresholdRatio: number, found: number): string[] {
  const more = regressions(report, thresholdRatio, 'each').length - found;
  if (more <= 0) return [];
  const [rows, self, them] = more === 1 ? ['row is', 'itself', 'it'] : ['rows are', 'themselves', 'them'];
  return [
    `${more} ${found > 0 ? 'more ' : ''}${rows} worse at p <= 0.05 by ${self}, `
      + `but not beyond what chance brings among so many benchmarks; --gate each counts ${them}.`,
  ];
}
