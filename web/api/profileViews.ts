/** The further views of a profile or of a diff: subsystems, callers, lines, labels, call graph; and each as a file. */
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

/** What is looked at: one profile, or a diff; with filters and sample type. */
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
/** What is asked of a view besides the subject. */
interface Extra {
  function?: string | null; search?: string; limit?: number; base?: 'base'; drop_negative?: boolean; order?: 'time';
}

interface Look { format?: Exclude<ViewFormat, 'png'> | null; width?: number; scale?: number }

/** Everything that is asked, as an address. */
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

/** Texts and pictures have the values of the profile. */
function hasUnits(view: Endpoint, format: ViewFormat | null): boolean {
  return view !== 'graph' && view !== 'flamegraph.png' && (format === null || format === 'csv' || format === 'json');
}

const PICTURE_WIDTH = 1200;

/** The address of a view as a file. `extra`: what is asked besides the subject, such as the function. */
export function viewHref(
  subject: ProfileSubject, view: Endpoint, format: ViewFormat | null, extra: Extra = {}
): string {
  // A picture is an address of its own; sharp and wide, as it leaves the page.
  if (format === 'png') return addressOf(subject, 'flamegraph.png', { ...extra, width: PICTURE_WIDTH, scale: 2 });
  return addressOf(subject, view, { ...extra, format });
}

async function readView<V extends ViewName>(
  view: V, subject: ProfileSubject, extra: Extra, signal: AbortSignal
): Promise<ViewOf<V>> {
  const name: ViewName = view;
  // As one that all have, since which view it is is known to the caller alone.
  const needed = fields[view] as readonly 'unit'[];
  return await (subject.kind === 'diff'
    ? get(`/diff/${name}`, { query: { ...subject.params, ...extra }, signal }, needed)
    : get(
      `/profiles/{id}/${name}`, { path: { id: subject.id }, query: { ...subject.params, ...extra }, signal }, needed
    )) as ViewOf<V>;
}

/** Asked for only when `enabled`. A profile never changes, so an answer never grows old. */
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
 * What a search adds up to in the whole profile, for where only the larger frames were sent; asked for when one stops
 * typing.
 * null until it is known, and for expressions that JavaScript reads and RE2 does not.
 */
export function useSearchTotal(subject: ProfileSubject, search: string, enabled: boolean): SearchTotal | DiffSearchTotal
  | null {
  const [settled] = useDebouncedValue(search, SEARCH_PAUSE_MS);
  // The rule of the page's own search: small letters match both cases.
  const pattern = /\p{Lu}/u.test(settled.replace(/\\./gu, '')) ? settled : `(?i)${settled}`;
  const { data } = useProfileView('search', subject, { search: pattern }, { enabled: enabled && settled !== '' });
  return enabled && settled === search ? data ?? null : null;
}

/** The call graph as SVG text: of strangers' names, to be shown by `graphPicture` only. */
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
  /** The selected function, null for none. */
  function: string | null;
  /** Of the selected function. */
  tab: FunctionTab;
  /** What is asked of the call graph besides the subject. */
  graphExtra?: Extra;
  /** False until the profile is known to be readable. */
  enabled: boolean;
}

/** The strip of subsystems stays whole while stacks are filtered by one of them; of a module it shows the packages. */
function wholeOf(subject: ProfileSubject): ProfileSubject {
  const { subsystem, ...rest } = subject.params;
  return subsystem?.startsWith('module:') === true ? subject
    : { ...subject, params: rest } as ProfileSubject;
}

/** What the shown view needs; the subsystems are above every view, and whether there are labels decides a tab. */
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

/** What an execution trace says; it never changes. null: nothing is asked. */
export function useExecutionTrace(id: string | null): UseQueryResult<TraceView> {
  return useQuery({
    queryKey: ['execution-trace', id], staleTime: Infinity, enabled: id !== null,
    queryFn: ({ signal }) => get(
      '/profiles/{id}/execution-trace', { path: { id: id ?? '' }, signal },
      ['finding', 'gcCores', 'cycles', 'pauseCauses', 'series']
    ),
  });
}

/** Stores the CPU samples of an execution trace as a profile of their own; the same ones are stored once. */
export function useStoreCpuSamples(): UseMutationResult<ProfileInfo | null, Error, Pick<ProfileInfo, 'id' | 'name'>> {
  const { mutateAsync: send } = useUploadProfile();
  return useMutation({
    mutationFn: async ({ id, name }) => {
      const bytes = await getBlob('/profiles/{id}/cpu-samples', { path: { id } });
      return (await send(new File([bytes], `${name}, CPU samples`)))[0] ?? null;
    },
  });
}
