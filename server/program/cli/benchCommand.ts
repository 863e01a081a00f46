import { readCommandFlags, readFormat, readThreshold, refuseTwoInputs } from './commandFlags.ts';
import { COLUMN_KEY, ROW_KEY } from '../../../core/contract/questions/benchmarkBody.ts';
import { UsageError } from '../../kernel/config/usageError.ts';

export const BENCH_FORMATS = ['text', 'json', 'markdown', 'csv'] as const;
export const BENCH_GATES = ['together', 'each'] as const;

/** `tsdbscope bench`: compares outputs of go test -bench, the first as the base, and exits. */
export interface BenchCommand {
  kind: 'bench';
  /** Files; `-` is the standard input. */
  files: string[];
  format: (typeof BENCH_FORMATS)[number];
  /** Exits with code 3 if a significant change for the worse exceeds this ratio. */
  thresholdRatio: number;
  ignore: string[];
  /** Units treated as exact: every difference counts, whatever the number of runs. */
  exact: string[];
  /** Key of the names whose values are the columns; undefined: the files are. */
  col: string | undefined;
  /** Keys whose values are the rows; undefined: the keys other than `col`. */
  row: string | undefined;
  /** Tests a row together with all benchmarks of its unit, or on its own. */
  gate: (typeof BENCH_GATES)[number];
  /** Divides times by the factor by which most benchmarks changed. */
  subtractDrift: boolean;
}

const FORM =
  'tsdbscope bench OLD NEW [NEWER ...] [--format text|json|markdown|csv] [--threshold 5%] [--ignore cpu,pkg] '
    + '[--exact B/op,allocs/op] [--gate together|each] [--col KEY] [--row KEY] [--subtract-drift]';
const MAX_FILES = 8;

const BENCH_HELP = `Usage: ${FORM}

Compares outputs of go test -bench (or of time), the first the base, as benchstat does, and ends.

  OLD NEW ...       one to ${MAX_FILES} files (one: with both sides in it); - is the standard input
  --format          text (default), json, markdown for a pull request, csv as of benchstat
  --threshold       a significant change for the worse by more than this is a regression (default 0: by anything)
  --ignore KEYS     compare though these configuration lines, or keys of the names, differ, e.g. cpu,pkg,/size
  --exact UNITS     take these units as exact: each difference counts, also of a single run a side; e.g. B/op,allocs/op
  --col KEY         compare the values of a key of the names (BenchmarkX/format=json: /format; -8: /gomaxprocs) or of a
                    configuration line (note), or .config, .name, .file, or several with commas; one file is enough; as
                    -col of benchstat
  --row KEY         the rows are the values of these keys, such as .name or /size,.name; results that share them are
                    pooled; as -row of benchstat
  --gate            together (default): of a unit's benchmarks at most 5 % of those called worse may be so by chance;
                    each: p <= 0.05 per row, as in benchstat; 1 of 40 unchanged benchmarks is then called worse
  --subtract-drift  divide times by the factor by which most benchmarks changed (the machine, the build), and judge the
                    rest; needs 8 benchmarks

Exit codes: 0 no regression (or too few runs to decide), 3 regression, 2 bad usage or an unreadable file,
1 a file without benchmarks.`;

/** Reads `args` after the word bench. Throws UsageError with one sentence. */
export function readBenchCommand(args: string[]): BenchCommand | { kind: 'help'; text: string } {
  const flags = readCommandFlags(
    'bench', args,
    {
      format: { type: 'string' }, threshold: { type: 'string' }, ignore: { type: 'string' }, exact: { type: 'string' },
      gate: { type: 'string' }, col: { type: 'string' }, row: { type: 'string' }, 'subtract-drift': { type: 'boolean' },
    },
    FORM
  );
  if (flags.isSet('help')) return { kind: 'help', text: BENCH_HELP };
  const { positionals: files } = flags;
  const format = readFormat('bench', flags, BENCH_FORMATS, 'text');
  const thresholdRatio = readThreshold('bench', flags);
  const col = flags.text('col');
  if (col !== undefined && !new RegExp(COLUMN_KEY).test(col))
    throw new UsageError(`bench: --col "${col}" is not a key; write e.g. --col /format or --col note.`);
  const row = flags.text('row');
  if (row !== undefined && !new RegExp(ROW_KEY).test(row))
    throw new UsageError(`bench: --row "${row}" is no list of keys; write e.g. --row .name or --row /size,.name.`);
  if (files.length < 1 || files.length > MAX_FILES)
    throw new UsageError(`bench: ${files.length} files named, not one to ${MAX_FILES}; write ${FORM}.`);
  refuseTwoInputs('bench', files);
  const asked = flags.text('gate') ?? 'together';
  const gate = BENCH_GATES.find((one) => one === asked);
  if (gate === undefined) throw new UsageError(`bench: --gate "${asked}" is none of ${BENCH_GATES.join(', ')}.`);
  return {
    kind: 'bench', files, format, gate, col, row, thresholdRatio, subtractDrift: flags.isSet('subtract-drift'),
    ignore: listOf(flags.text('ignore')),
    exact: listOf(flags.text('exact')),
  };
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '');
}
