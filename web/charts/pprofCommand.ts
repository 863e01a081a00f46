/** The `go tool pprof` command that prints what a profile page shows. It reads the profile from this server by its address. */
import type { Normalize, ProfileFilters } from '../../server/api/contract.ts';

export interface PprofView {
  /** `http://127.0.0.1:9797` */
  origin: string;
  sampleType: string;
  filters: ProfileFilters;
}

/** One word of a POSIX shell command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function filterWords(filters: ProfileFilters): string[] {
  const words: string[] = [];
  const patterns = ['focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore'] as const;
  for (const key of patterns) if (filters[key]) words.push(shellWord(`-${key}=${filters[key]}`));
  if (filters.granularity && filters.granularity !== 'functions') words.push(`-${filters.granularity}`);
  if (filters.noinlines) words.push('-noinlines');
  return words;
}

function profileUrl(origin: string, id: string): string {
  return shellWord(`${origin}/api/v1/profiles/${id}/download`);
}

export function topCommand(view: PprofView, id: string): string {
  return ['go tool pprof -top', shellWord(`-sample_index=${view.sampleType}`), ...filterWords(view.filters), profileUrl(view.origin, id)].join(' ');
}

/** null when `go tool pprof` has no such normalisation, or a side is a group (it takes one base). */
export function diffCommand(view: PprofView, before: readonly string[], after: readonly string[], normalize: Normalize): string | null {
  const [base] = before;
  if (base === undefined || before.length > 1 || after.length === 0 || (normalize !== 'none' && normalize !== 'total')) return null;
  return [
    'go tool pprof -top', shellWord(`-sample_index=${view.sampleType}`), ...(normalize === 'total' ? ['-normalize'] : []), ...filterWords(view.filters),
    `-diff_base=${profileUrl(view.origin, base)}`, ...after.map((id) => profileUrl(view.origin, id)),
  ].join(' ');
}
