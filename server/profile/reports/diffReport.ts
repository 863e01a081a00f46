/** Input of both exported reports of a diff, and the command that verifies their figures. */
import type {
  DiffFlameGraph, DiffTopTable, Groups, Normalize, ProfileFilters, SideFilters,
} from '../../../core/contract/contract.ts';
import { shellWord, sideSteps } from '../../../core/views/profile/sideCommand.ts';

export interface DiffReport {
  table: DiffTopTable;
  before: ReportedProfile[];
  after: ReportedProfile[];
  normalize: Normalize;
  filters: ProfileFilters & SideFilters;
  /** Maximum of rows in the Markdown table; default 30. */
  maxRows?: number;
}

/** `file`: its path on the reader's machine; without one, the reader saves it under the start of its id. */
export interface ReportedProfile { id: string; name: string; file?: string }

export interface DrawnReport extends DiffReport { graph: DiffFlameGraph }

const PATTERNS = [
  'focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'tagroot', 'tagleaf', 'prune_from',
  'trim_path', 'source_path',
] as const;

/** Returns `<start of the id>.pb.gz`: the file name in the commands, unless the reader has the file already. */
export function reportFile({ id, file }: ReportedProfile): string {
  return file ?? `${id.slice(0, 12)}.pb.gz`;
}

/** Returns the `go tool pprof` command for the same top; null if it cannot: it sums groups, and lacks some filters. */
export function diffCommand({ table, before, after, normalize, filters }: DiffReport): string | null {
  const isSummed = table.groups === undefined || normalize === 'sum' || (normalize === 'total' && before.length === 1);
  if (!isSummed || !['none', 'sum', 'total'].includes(normalize)) return null;
  if (filters.subsystem !== undefined || filters.rename !== undefined) return null;
  const words = (side: readonly ReportedProfile[]): string[] => side.map((each) => shellWord(reportFile(each)));
  const { steps, sources } = sideSteps(filters, { before: words(before), after: words(after) });
  const last = [
    'go tool pprof -top', shellWord(`-sample_index=${table.sampleType}`),
    ...(normalize === 'total' ? ['-normalize'] : []),
    ...PATTERNS.flatMap((key) => (filters[key] === undefined ? [] : [shellWord(`-${key}=${filters[key]}`)])),
    ...(filters.granularity === undefined || filters.granularity === 'functions' ? [] : [`-${filters.granularity}`]),
    ...(filters.noinlines === true ? ['-noinlines'] : []),
    ...sources.before.map((word) => `-diff_base=${word}`), ...sources.after,
  ].join(' ');
  return [...steps, last].join(' && ');
}

export function normalizeWords(normalize: Normalize, groups?: Groups): string {
  const scaling = scalingWords(normalize);
  return groups?.countAs === 'mean' ? `mean of each side's profiles${scaling === '' ? '' : `, ${scaling}`}`
    : scaling === '' ? 'as recorded' : scaling;
}

function scalingWords(normalize: Normalize): string {
  switch (normalize) {
    case 'none': return '';
    case 'sum': return "sum of each side's profiles";
    case 'total': return 'after made equal in total';
    case 'duration': return 'per second of profile';
    case 'samples-ingested': return 'per ingested sample';
    default: return `${normalize.slice('function:'.length)} made equal`;
  }
}
