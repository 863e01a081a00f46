/** Hooks for further views of a profile or a diff, and their files: subsystems, callers, lines, labels, call graph. */
import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type {
  CallersTable, DiffCallersTable, DiffLinesTable, DiffSearchTotal, DiffSubsystemTable, DiffTagsTable, LinesTable,
  ProfileInfo, SearchTotal, SubsystemTable, TagsTable, TraceView,
} from '../../core/contract/contract.ts';
import type { FunctionTab, ProfileViewName } from '../../core/url/profileChoices.ts';
import type { Answer } from '../../core/client/apiClient.ts';
import { apiPath, get, getBlob, getText } from './client.ts';
import { keys, useUploadProfile, type DiffParams, type ProfileParams } from './queries.ts';

/** Subject of a view: one profile, or a diff, with filters and sample type. */
export type ProfileSubject = { kind: 'profile'; id: string; params: ProfileParams }
  | { kind: 'diff'; params: DiffParams };

type ViewName = 'subsystems' | 'callers' | 'lines' | 'tags' | 'search';
type ViewOf<V extends ViewName> = Answer<`/profiles/{id}/${V}`> | Answer<`/diff/${V}`>;
export type ViewFormat = 'csv' | 'json' | 'text' | 'svg' | 'png' | 'collapsed' | 'speedscope';

const fields: { [V in ViewName]: readonly (keyof ViewOf<V> & string)[] } = {
  subsystems: ['unit', 'rows', 'sum'],
  callers: ['unit', 'callers', 'callees'],
  lines: ['unit', 'files'],
  tags: ['unit', 'keys'],
  search: ['unit', 'functions', 'cum'],
};

type Endpoint = ViewName | 'top' | 'graph' | 'flamegraph' | 'traces' | 'flamegraph.png';
/** Parameters of a view besides the subject. */
interface Extra {
  function?: string | null; search?: string; limit?: number; base?: 'base'; drop_negative?: boolean; order?: 'time';
}

interface Look { format?: Exclude<ViewFormat, 'png'> | null; width?: number; scale?: number }

/** Returns the address with all parameters. */
function addressOf(subject: ProfileSubject, view: Endpoint, extra: Extra & Look = {}): string {
  const isPlain = !hasUnits(view, extra.format ?? null);
  if (subject.kind === 'diff') {
    const params = isPlain ? asRecorded(subject.params) : subject.params;
    return apiPath(`/diff/${view}`, { query: { ...params, ...extra } });
  }
  const params = isPlain ? asRecorded(subject.params) : subject.params;
  return apiPath(`/profiles/{id}/${view}`, { path: { id: subject.id }, query: { ...params, ...extra } });
}

function asRecorded<P extends ProfileParams>({ per: _, ...params }: P): Omit<P, 'per'> {
  return params;
}

/** Returns whether a view supports units; texts and pictures have the values of the profile. */
function hasUnits(view: Endpoint, format: ViewFormat | null): boolean {
  return view !== 'graph' && view !== 'flamegraph.png' && (format === null || format === 'csv' || format === 'json');
}

const PICTURE_WIDTH = 1200;

/** Returns the address of a view as a file. `extra`: parameters besides the subject, such as the function. */
export function viewHref(
  subject: ProfileSubject, view: Endpoint, format: ViewFormat | null, extra: Extra = {}
): string {
  // A picture has its own address; sharp and wide, because it is used outside the page.
  if (format === 'png') return addressOf(subject, 'flamegraph.png', { ...extra, width: PICTURE_WIDTH, scale: 2 });
  return addressOf(subject, view, { ...extra, format });
}

async function readView<V extends ViewName>(
  view: V, subject: ProfileSubject, extra: Extra, signal: AbortSignal
): Promise<ViewOf<V>> {
  const name: ViewName = view;
  // Typed as a field common to all, because only the caller knows the view.
  const needed = fields[view] as readonly 'unit'[];
  return await (subject.kind === 'diff'
    ? get(`/diff/${name}`, { query: { ...subject.params, ...extra }, signal }, needed)
    : get(
      `/profiles/{id}/${name}`, { path: { id: subject.id }, query: { ...subject.params, ...extra }, signal }, needed
    )) as ViewOf<V>;
}

/** Reads a view if `enabled`. A profile never changes, so an answer is never stale. */
function useProfileView<V extends ViewName>(
  view: V, subject: ProfileSubject, extra: Extra = {}, options: { enabled?: boolean; keepPrevious?: boolean } = {},
): UseQueryResult<ViewOf<V>> {
  return useQuery({
    queryKey: keys.profileView(addressOf(subject, view, extra)),
    enabled: options.enabled ?? true,
    staleTime: Infinity,
    placeholderData: (previous) => (options.keepPrevious === true ? previous : undefined),
    queryFn: ({ signal }) => readView(view, subject, extra, signal),
  });
}

const SEARCH_PAUSE_MS = 250;

/**
 * Reads a search's total in the whole profile, if only the larger frames were sent; requested when typing stops. Null
 * until known, and for expressions that JavaScript accepts and RE2 does not.
 */
export function useSearchTotal(subject: ProfileSubject, search: string, enabled: boolean): SearchTotal | DiffSearchTotal
  | null {
  const [settled] = useDebouncedValue(search, SEARCH_PAUSE_MS);
  // Same rule as the page's own search: lower case matches both cases.
  const pattern = /\p{Lu}/u.test(settled.replace(/\\./gu, '')) ? settled : `(?i)${settled}`;
  const { data } = useProfileView('search', subject, { search: pattern }, { enabled: enabled && settled !== '' });
  return enabled && settled === search ? data ?? null : null;
}

/** Reads the call graph as SVG text; it contains untrusted names, so show it only through `graphPicture`. */
function useCallGraph(subject: ProfileSubject, extra: Extra, enabled: boolean): UseQueryResult<string> {
  return useQuery({
    queryKey: keys.profileView(addressOf(subject, 'graph', extra)), enabled, staleTime: Infinity,
    queryFn: ({ signal }) => (subject.kind === 'diff'
      ? getText('/diff/graph', { query: { ...asRecorded(subject.params), ...extra }, signal })
      : getText(
        '/profiles/{id}/graph', { path: { id: subject.id }, query: { ...asRecorded(subject.params), ...extra }, signal }
      )),
  });
}

export interface ViewQueries {
  calls: UseQueryResult<CallersTable | DiffCallersTable>;
  lines: UseQueryResult<LinesTable | DiffLinesTable>;
  tags: UseQueryResult<TagsTable | DiffTagsTable>;
  subsystems: UseQueryResult<SubsystemTable | DiffSubsystemTable>;
  graph: UseQueryResult<string>;
}

interface ViewQuestion {
  view: ProfileViewName;
  /** Selected function; null for none. */
  function: string | null;
  /** Tab of the selected function. */
  tab: FunctionTab;
  /** Parameters of the call graph besides the subject. */
  graphExtra?: Extra;
  /** Whether the profile is known to be readable. */
  enabled: boolean;
}

/**
 * Returns the subject without its subsystem filter, so that the strip stays whole; for a module it shows the packages.
 */
function wholeOf(subject: ProfileSubject): ProfileSubject {
  const { subsystem, ...rest } = subject.params;
  return subsystem?.startsWith('module:') === true ? subject
    : { ...subject, params: rest } as ProfileSubject;
}

/** Reads what the current view needs; all views show the subsystems, and whether labels exist determines a tab. */
export function useViewQueries(
  subject: ProfileSubject, { view, function: name, tab, graphExtra = {}, enabled }: ViewQuestion
): ViewQueries {
  const hasFunction = enabled && name !== null;
  const isOfLines = tab === 'lines' || tab === 'assembly';
  return {
    calls: useProfileView('callers', subject, { function: name }, { enabled: hasFunction && !isOfLines }),
    lines: useProfileView('lines', subject, { function: name }, { enabled: hasFunction && tab === 'lines' }),
    tags: useProfileView('tags', subject, {}, { enabled, keepPrevious: true }),
    subsystems: useProfileView('subsystems', wholeOf(subject), {}, { enabled, keepPrevious: true }),
    graph: useCallGraph(subject, graphExtra, enabled && view === 'graph'),
  };
}

/** Reads an execution trace; it never changes. No request for null. */
export function useExecutionTrace(id: string | null): UseQueryResult<TraceView> {
  return useQuery({
    queryKey: ['execution-trace', id], staleTime: Infinity, enabled: id !== null,
    queryFn: ({ signal }) => get(
      '/profiles/{id}/execution-trace', { path: { id: id ?? '' }, signal },
      ['finding', 'gcCores', 'cycles', 'pauseCauses', 'series']
    ),
  });
}

/** Stores the CPU samples of an execution trace as a separate profile; identical ones are stored once. */
export function useStoreCpuSamples(): UseMutationResult<ProfileInfo | null, Error, Pick<ProfileInfo, 'id' | 'name'>> {
  const { mutateAsync: send } = useUploadProfile();
  return useMutation({
    mutationFn: async ({ id, name }) => {
      const bytes = await getBlob('/profiles/{id}/cpu-samples', { path: { id } });
      return (await send(new File([bytes], `${name}, CPU samples`)))[0] ?? null;
    },
  });
}
