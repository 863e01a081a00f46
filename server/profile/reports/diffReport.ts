/** What both take-away reports of a diff are made of, and the commands that check their figures. */
import type { DiffFlameGraph, DiffTopTable, Normalize, ProfileFilters } from '../../../core/contract/contract.ts';

export interface DiffReport {
  table: DiffTopTable;
  before: ReportedProfile[];
  after: ReportedProfile[];
  normalize: Normalize;
  filters: ProfileFilters;
  /** Of the Markdown's table; nothing = 30. */
  maxRows?: number;
}

/** `file`: where the reader has it; without one it is to be saved under the start of its id. */
export interface ReportedProfile { id: string; name: string; file?: string }

export interface DrawnReport extends DiffReport { graph: DiffFlameGraph }

const PATTERNS = [
  'focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'prune_from', 'trim_path',
] as const;

/** One word of a POSIX shell command. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `<start of the id>.pb.gz`: what a profile is to be saved as for the commands, unless the reader has it as a file. */
export function reportFile({ id, file }: ReportedProfile): string {
  return file ?? `${id.slice(0, 12)}.pb.gz`;
}

/**
 * The top of the diff by `go tool pprof`; null when it has no such normalisation. It adds up the profiles of a side as
 * we do.
 */
export function diffCommand({ table, before, after, normalize, filters }: DiffReport): string | null {
  if (normalize !== 'none' && normalize !== 'total') return null;
  return [
    'go tool pprof -top', shellWord(`-sample_index=${table.sampleType}`),
      ...(normalize === 'total' ? ['-normalize'] : []),
    ...PATTERNS.flatMap((key) => (filters[key] === undefined ? [] : [shellWord(`-${key}=${filters[key]}`)])),
    ...(filters.granularity === undefined || filters.granularity === 'functions' ? [] : [`-${filters.granularity}`]),
    ...(filters.noinlines === true ? ['-noinlines'] : []),
    ...before.map((each) => shellWord(`-diff_base=${reportFile(each)}`)),
      ...after.map((each) => shellWord(reportFile(each))),
  ].join(' ');
}

export function normalizeWords(normalize: Normalize): string {
  switch (normalize) {
    case 'none': return 'as recorded';
    case 'total': return 'after made equal in total';
    case 'duration': return 'per second of profile';
    case 'samples-ingested': return 'per ingested sample';
    default: return `${normalize.slice('function:'.length)} made equal`;
  }
}
