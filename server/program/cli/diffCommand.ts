import type { Normalize, ProfileFilters, SideFilters } from '../../../core/contract/contract.ts';
import { sideFilterKeys } from '../../../core/profile/sideFilters.ts';
import { readCommandFlags, readFormat, readThreshold, refuseTwoInputs, type CommandFlags } from './commandFlags.ts';
import { UsageError } from '../../kernel/config/usageError.ts';

const DIFF_FORMATS = ['text', 'json', 'markdown'] as const;
const DIFF_GATES = ['total', 'functions', 'any'] as const;

/** `tsdbscope diff`: compares two profiles or groups of them, and exits. */
export interface DiffCommand {
  kind: 'diff';
  /** As written: a file, or several separated by commas. `-` is the standard input. */
  before: string;
  after: string;
  format: (typeof DIFF_FORMATS)[number];
  sampleType?: string;
  /** null: as the page compares them at first. */
  normalize: Normalize | null;
  filters: ProfileFilters & SideFilters;
  /** Number of rows shown. */
  top: number;
  /** Share of the total before: exits with code 3 if something grew by more, beyond noise. */
  thresholdRatio: number;
  gate: (typeof DIFF_GATES)[number];
}

const FORM =
  'tsdbscope diff BEFORE AFTER [--sample-type T] [--normalize none|sum|total|duration|function:NAME] [--focus RE ...] '
    + '[--top N] [--threshold 5%] [--gate total|functions|any] [--format text|json|markdown]';
const DEFAULT_ROWS = 20;
const MAX_ROWS = 10_000;
const PATTERNS = [
  'focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'prune_from', 'tagroot', 'tagleaf',
  'trim_path', 'source_path', ...sideFilterKeys,
] as const;
const GRANULARITIES = ['functions', 'files', 'lines', 'filefunctions', 'addresses'] as const;

const DIFF_HELP = `Usage: ${FORM}

Compares pprof profiles before and after a change, as the Profile diff page does, and ends.

  BEFORE, AFTER     a file each, gzip or not, or a group: a.pb.gz,b.pb.gz (best with 4 or more per side); - is stdin
  --sample-type     e.g. cpu, alloc_space, inuse_space (default: the profile's own)
  --normalize       none (a group counts as the mean of its profiles), sum (as their sum, as in go tool pprof), total,
                    duration (per second; CPU: cores), function:NAME (made equal on both sides). Default: duration for
                    two CPU profiles of different set times, such as 30 s and 60 s, else none
  --focus, --ignore, --hide, --show, --show-from, --tagfocus, --tagignore, --prune-from
                    regular expressions, as in go tool pprof
  --tagroot, --tagleaf
                    keys of labels whose values become frames, as in go tool pprof
  --trim-path, --source-path
                    how source files are named, as in go tool pprof
  --rename old:new  a function under another name, repeated; /regular expression/:new with $1
  --before-tagfocus, --after-tagfocus ...
                    the same for one side alone, also with focus, ignore, hide, show, show-from, tagignore and
                    prune-from; the totals of a side are then those of what is left
  --granularity     ${GRANULARITIES.join(', ')};  --noinlines
  --top N           rows shown (default ${DEFAULT_ROWS})
  --threshold       growth beyond noise by more than this share of the total before is a regression (default 0)
  --gate            what can be one: total (default), any, functions (flat values; default with filters or
                    --normalize total)
  --format          text (default), json, markdown for a pull request

Exit codes: 0 no regression (or noise cannot be estimated, which is reported), 3 regression, 2 bad usage or an
unreadable file, 1 a file that is not a profile, or profiles that have nothing in common.`;

/** Reads `args` after the word diff. Throws UsageError with one sentence. */
export function readDiffCommand(args: string[]): DiffCommand | { kind: 'help'; text: string } {
  const string = { type: 'string' } as const;
  const flags = readCommandFlags('diff', args, {
    format: string, threshold: string, gate: string, top: string, normalize: string, 'sample-type': string,
      granularity: string, noinlines: { type: 'boolean' }, rename: { type: 'string', multiple: true },
    ...Object.fromEntries(PATTERNS.map((name) => [flagOf(name), string])),
  }, FORM);
  if (flags.isSet('help')) return { kind: 'help', text: DIFF_HELP };
  const [before, after, ...others] = flags.positionals;
  if (before === undefined || after === undefined || others.length > 0)
    throw new UsageError(`diff: ${flags.positionals.length} files named, not two; write ${FORM}.`);
  refuseTwoInputs('diff', [before, after]);
  const filters = readFilters(flags);
  const normalize = readNormalize(flags);
  const sampleType = flags.text('sample-type');
  return {
    kind: 'diff', before, after, filters, normalize, format: readFormat('diff', flags, DIFF_FORMATS, 'text'),
      top: readTop(flags), thresholdRatio: readThreshold('diff', flags),
    gate: readGate(flags, Object.keys(filters).length > 0 || normalize === 'total'),
      ...(sampleType === undefined ? {} : { sampleType }),
  };
}

function flagOf(name: string): string {
  return name.replaceAll('_', '-');
}

function readFilters(flags: CommandFlags): DiffCommand['filters'] {
  const filters: DiffCommand['filters'] = {};
  for (const name of PATTERNS) {
    const value = flags.text(flagOf(name));
    if (value !== undefined && value !== '') filters[name] = value;
  }
  const text = flags.text('granularity');
  const granularity = GRANULARITIES.find((one) => one === text);
  if (text !== undefined && granularity === undefined)
    throw new UsageError(`diff: --granularity "${text}" is none of ${GRANULARITIES.join(', ')}.`);
  if (granularity !== undefined) filters.granularity = granularity;
  if (flags.isSet('noinlines')) filters.noinlines = true;
  const renames = flags.texts('rename').join('\n');
  if (renames !== '') filters.rename = renames;
  return filters;
}

function readNormalize(flags: CommandFlags): Normalize | null {
  const text = flags.text('normalize');
  if (text === undefined) return null;
  if (text === 'none' || text === 'sum' || text === 'total' || text === 'duration') return text;
  if (text.startsWith('function:') && text.length > 'function:'.length) return text as `function:${string}`;
  throw new UsageError(`diff: --normalize "${text}" is none of none, sum, total, duration, function:NAME.`);
}

function readTop(flags: CommandFlags): number {
  const text = flags.text('top') ?? String(DEFAULT_ROWS);
  const rows = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (rows < 1 || rows > MAX_ROWS)
    throw new UsageError(`diff: --top "${text}" is not a whole number from 1 to ${MAX_ROWS}.`);
  return rows;
}

function readGate(flags: CommandFlags, byFunctions: boolean): DiffCommand['gate'] {
  const text = flags.text('gate') ?? (byFunctions ? 'functions' : 'total');
  const gate = DIFF_GATES.find((one) => one === text);
  if (gate === undefined) throw new UsageError(`diff: --gate "${text}" is none of ${DIFF_GATES.join(', ')}.`);
  return gate;
}
