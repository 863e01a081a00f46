import { parseArgs } from 'node:util';
import { UsageError } from './usageError.ts';

export const BENCH_FORMATS = ['text', 'json', 'markdown', 'csv'] as const;

/** `tsdbscope bench`: compares outputs of go test -bench, the first the base, and ends. */
export interface BenchCommand {
  kind: 'bench';
  files: string[];
  format: (typeof BENCH_FORMATS)[number];
  /** A significant change for the worse by more than this ends with code 3. */
  thresholdRatio: number;
  ignore: string[];
}

const FORM = 'write tsdbscope bench OLD NEW [--format text|json|markdown|csv] [--threshold 5%] [--ignore cpu,pkg]';
const MAX_FILES = 8;

/** `args` after the word bench. Throws UsageError with one sentence. */
export function readBenchCommand(args: string[]): BenchCommand {
  let parsed: { values: { format?: string; threshold?: string; ignore?: string }; positionals: string[] };
  try {
    parsed = parseArgs({ args, options: { format: { type: 'string' }, threshold: { type: 'string' }, ignore: { type: 'string' } }, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`bench: ${(error as Error).message.split('. ')[0] ?? 'not understood'}; ${FORM}.`);
  }
  const { values: { format = 'text', threshold = '0', ignore = '' }, positionals: files } = parsed;
  const known = BENCH_FORMATS.find((one) => one === format);
  if (known === undefined) throw new UsageError(`bench: --format "${format}" is none of ${BENCH_FORMATS.join(', ')}.`);
  const percent = /^(\d{1,6}(?:\.\d{1,6})?)%?$/.exec(threshold)?.[1];
  if (percent === undefined) throw new UsageError(`bench: --threshold "${threshold}" is no percentage; write e.g. 5%.`);
  if (files.length < 2 || files.length > MAX_FILES) throw new UsageError(`bench: ${files.length} files named, not two to ${MAX_FILES}; ${FORM}.`);
  return { kind: 'bench', files, format: known, thresholdRatio: Number(percent) / 100, ignore: ignore.split(',').filter((key) => key !== '') };
}
