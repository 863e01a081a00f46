/**
 * The `go tool pprof` command that prints the content of a profile page. It reads the profile from this server by its
 * address.
 */
import type { Normalize } from '../../contract/contract.ts';
import { filterKeys } from '../../url/profileChoices.ts';
import type { PercentOf } from '../../url/urlState.ts';
import type { FunctionTab, PageFilters, ProfileViewName } from '../../url/profileChoices.ts';
import { shellWord, sideSteps } from './sideCommand.ts';

export type CommandSubject =
  | { kind: 'profile'; id: string }
  | { kind: 'diff'; before: readonly string[]; after: readonly string[]; normalize: Normalize; percentOf: PercentOf };

export interface PprofQuestion {
  /** `http://127.0.0.1:9797` */
  origin: string;
  sampleType: string;
  filters: PageFilters;
  subject: CommandSubject;
  /** Selected function by its printed name; null for none. */
  function: string | null;
}

/** Output forms of `go tool pprof`. `peek` and `list` are for the selected function. */
export type CommandForm = 'top' | 'tree' | 'peek' | 'list' | 'traces' | 'tags' | 'svg' | 'callgrind' | 'http';

export const commandForms: readonly { form: CommandForm; words: string }[] = [
  { form: 'top', words: 'table of functions' },
  { form: 'tree', words: 'every function with its callers and callees' },
  { form: 'peek', words: 'callers and callees of the selected function' },
  { form: 'list', words: 'source lines of the selected function' },
  { form: 'traces', words: 'every stack' },
  { form: 'tags', words: 'samples by label' },
  { form: 'svg', words: 'call graph, into a file' },
  { form: 'callgrind', words: 'for KCachegrind, into a file' },
  { form: 'http', words: 'its own page, with the flame graph' },
];

/** Returns the form that matches a view. */
export function formOfView(view: ProfileViewName, tab: FunctionTab): CommandForm {
  switch (view) {
    case 'flame': return 'http';
    case 'table': return 'top';
    case 'function': return tab === 'lines' ? 'list' : 'peek';
    case 'graph': return 'svg';
    case 'labels': return 'tags';
    case 'time': return 'traces';
  }
}

/** Returns a regular expression for exactly this name. */
function exactly(name: string): string {
  return `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
}

function formWords(form: CommandForm, name: string | null): string[] | null {
  switch (form) {
    case 'peek': case 'list': return name === null ? null : [shellWord(`-${form}=${exactly(name)}`)];
    case 'svg': return ['-svg', '-output=callgraph.svg'];
    case 'callgrind': return ['-callgrind', '-output=profile.callgrind'];
    case 'http': return ['-http=localhost:8081'];
    default: return [`-${form}`];
  }
}

function filterWords(filters: PageFilters): string[] {
  const words: string[] = [];
  for (const key of filterKeys) if (filters[key]) words.push(shellWord(`-${key}=${filters[key]}`));
  if (filters.granularity && filters.granularity !== 'functions') words.push(`-${filters.granularity}`);
  if (filters.noinlines) words.push('-noinlines');
  if (filters.drop_negative) words.push('-drop_negative');
  return words;
}

/** Returns the address of a profile, and the preceding arguments; null if pprof does not support it. */
function subjectWords(
  origin: string, subject: CommandSubject, filters: PageFilters
): { steps: string[]; flags: string[]; sources: string[] } | null {
  const url = (id: string): string => shellWord(`${origin}/api/v1/profiles/${id}/download`);
  if (subject.kind === 'profile') return { steps: [], flags: [], sources: [url(subject.id)] };
  const { before, after, normalize, percentOf } = subject;
  const [base] = before;
  if (base === undefined || before.length > 1 || after.length === 0) return null;
  // `go tool pprof` sums a group.
  if (normalize !== 'sum' && normalize !== 'total' && (normalize !== 'none' || after.length > 1)) return null;
  const { steps, sources } = sideSteps(filters, { before: [url(base)], after: after.map(url) });
  return {
    steps, flags: normalize === 'total' ? ['-normalize'] : [],
    sources: [
      ...sources.before.map((word) => `-${percentOf === 'changed' ? 'base' : 'diff_base'}=${word}`), ...sources.after,
    ],
  };
}

/**
 * Returns the command; null if `go tool pprof` has no such normalization (for a group only the sum), if before is a
 * group (it takes one base), for `peek` and `list` without a function, and with an unsupported filter.
 */
export function pprofCommand(form: CommandForm, question: PprofQuestion): string | null {
  const subject = subjectWords(question.origin, question.subject, question.filters);
  const words = formWords(form, question.function);
  if (subject === null || words === null || lacksInPprof(question) !== null) return null;
  const last = [
    'go tool pprof', ...words, shellWord(`-sample_index=${question.sampleType}`), ...subject.flags,
    ...filterWords(question.filters), ...subject.sources
  ].join(' ');
  return [...subject.steps, last].join(' && ');
}

/** Returns a sentence on a filter that pprof lacks; null if there is none. */
function lacksInPprof({ filters }: PprofQuestion): string | null {
  if ((filters.subsystem ?? '') !== '') return 'go tool pprof has no filter by subsystem; remove it first.';
  return (filters.rename ?? '') === '' ? null : 'go tool pprof renames no functions; remove the filter rename first.';
}

/** Returns why there is no command, in one sentence; `function` is missing only if pprof has the normalization. */
export function noCommandWords(question: PprofQuestion): string {
  const { origin, subject, filters } = question;
  const lacking = lacksInPprof(question);
  if (lacking !== null) return lacking;
  if (subjectWords(origin, subject, filters) !== null) return 'Choose a function first.';
  if (subject.kind !== 'diff') return 'go tool pprof has no such normalisation.';
  return subject.before.length > 1 ? 'go tool pprof takes one base, not a group.'
    : subject.normalize === 'none' ? 'go tool pprof sums a group; set normalize to the sum of each group.'
      : 'go tool pprof has no such normalisation.';
}
