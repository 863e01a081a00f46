/** The further views of a profile or of a diff: subsystems, callers, lines, labels, call graph; and each as a file. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type {
  CallersTable, DiffCallersTable, DiffLinesTable, DiffSearchTotal, DiffSubsystemTable, DiffTagsTable, LinesTable, SearchTotal, SubsystemTable, TagsTable,
} from '../../core/contract/contract.ts';
import type { ProfileViewName } from '../../core/url/urlState.ts';
import { apiPath, hasFields, request, requestText, type QueryValue } from './client.ts';
import { keys, type DiffParams, type ProfileParams } from './queries.ts';

/** What is looked at: one profile, or a diff; with filters and sample type. */
export type ProfileSubject = { kind: 'profile'; id: string; params: ProfileParams } | { kind: 'diff'; params: DiffParams };

interface ViewByName {
  subsystems: SubsystemTable | DiffSubsystemTable;
  callers: CallersTable | DiffCallersTable;
  lines: LinesTable | DiffLinesTable;
  tags: TagsTable | DiffTagsTable;
  search: SearchTotal | DiffSearchTotal;
}

export type ViewName = keyof ViewByName;
export type ViewFormat = 'csv' | 'json' | 'text' | 'svg' | 'png';

const checks: { [V in ViewName]: (data: unknown) => data is ViewByName[V] } = {
  subsystems: hasFields<SubsystemTable | DiffSubsystemTable>('unit', 'rows', 'sum'),
  callers: hasFields<CallersTable | DiffCallersTable>('unit', 'callers', 'callees'),
  lines: hasFields<LinesTable | DiffLinesTable>('unit', 'files'),
  tags: hasFields<TagsTable | DiffTagsTable>('unit', 'keys'),
  search: hasFields<SearchTotal | DiffSearchTotal>('unit', 'functions', 'cum'),
};

type Endpoint = ViewName | 'top' | 'graph' | 'flamegraph' | 'traces';

/** Below `/api/v1`, without the query. */
function viewPath(subject: ProfileSubject, view: Endpoint): string {
  return subject.kind === 'diff' ? `/diff/${view}` : `/profiles/${encodeURIComponent(subject.id)}/${view}`;
}

const PICTURE_WIDTH = 1200;

/** The address of a view as a file. `extra`: what is asked besides the subject, such as the function. */
export function viewHref(subject: ProfileSubject, view: Endpoint, format: ViewFormat | null, extra: Record<string, QueryValue> = {}): string {
  // A picture is an address of its own; sharp and wide, as it leaves the page.
  if (format === 'png') return apiPath(`${viewPath(subject, view)}.png`, { ...subject.params, ...extra, width: PICTURE_WIDTH, scale: 2 });
  return apiPath(viewPath(subject, view), { ...subject.params, ...extra, format });
}

/** The address of a view as a CSV file. */
export function csvHref(subject: ProfileSubject, view: Endpoint, extra: Record<string, QueryValue> = {}): string {
  return viewHref(subject, view, 'csv', extra);
}

/** Asked for only when `enabled`. A profile never changes, so an answer never grows old. */
function useProfileView<V extends ViewName>(
  view: V, subject: ProfileSubject, extra: Record<string, QueryValue> = {}, options: { enabled?: boolean; keepPrevious?: boolean } = {},
): UseQueryResult<ViewByName[V]> {
  const path = viewPath(subject, view);
  const query = { ...subject.params, ...extra };
  return useQuery({
    queryKey: keys.profileView(apiPath(path, query)),
    enabled: options.enabled ?? true,
    staleTime: Infinity,
    placeholderData: (previous) => (options.keepPrevious === true ? previous : undefined),
    queryFn: ({ signal }) => request<ViewByName[V]>(path, checks[view], { signal, query }),
  });
}

const SEARCH_PAUSE_MS = 250;

/**
 * What a search adds up to in the whole profile, for where only the larger frames were sent; asked for when one stops typing.
 * null until it is known, and for expressions that JavaScript reads and RE2 does not.
 */
export function useSearchTotal(subject: ProfileSubject, search: string, enabled: boolean): SearchTotal | DiffSearchTotal | null {
  const [settled] = useDebouncedValue(search, SEARCH_PAUSE_MS);
  // The rule of the page's own search: small letters match both cases.
  const pattern = /\p{Lu}/u.test(settled.replace(/\\./gu, '')) ? settled : `(?i)${settled}`;
  const { data } = useProfileView('search', subject, { search: pattern }, { enabled: enabled && settled !== '' });
  return enabled && settled === search ? data ?? null : null;
}

/** The call graph as SVG text: of strangers' names, to be shown by `graphPicture` only. */
function useCallGraph(subject: ProfileSubject, extra: Record<string, QueryValue>, enabled: boolean): UseQueryResult<string> {
  const path = viewPath(subject, 'graph');
  const query = { ...subject.params, ...extra };
  return useQuery({
    queryKey: keys.profileView(apiPath(path, query)), enabled, staleTime: Infinity,
    queryFn: ({ signal }) => requestText(path, { signal, query }),
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
  /** The selected function's card, under the flame graph, shows lines. */
  cardShowsLines: boolean;
  /** What is asked of the call graph besides the subject. */
  graphExtra?: Record<string, QueryValue>;
  /** False until the profile is known to be readable. */
  enabled: boolean;
}

/** What the shown view needs, and only that; the roll-up stands over every view. */
export function useViewQueries(subject: ProfileSubject, { view, function: name, cardShowsLines, graphExtra = {}, enabled }: ViewQuestion): ViewQueries {
  const hasFunction = enabled && name !== null;
  const isCard = view === 'flame';
  return {
    calls: useProfileView('callers', subject, { function: name }, { enabled: hasFunction && (view === 'sandwich' || view === 'peek' || (isCard && !cardShowsLines)) }),
    lines: useProfileView('lines', subject, { function: name }, { enabled: hasFunction && (view === 'lines' || (isCard && cardShowsLines)) }),
    tags: useProfileView('tags', subject, {}, { enabled: enabled && view === 'labels', keepPrevious: true }),
    subsystems: useProfileView('subsystems', subject, {}, { enabled, keepPrevious: true }),
    graph: useCallGraph(subject, graphExtra, enabled && view === 'graph'),
  };
}
