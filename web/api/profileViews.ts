/** The further views of a profile or of a diff: subsystems, callers, lines, labels. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type {
  CallersTable, DiffCallersTable, DiffLinesTable, DiffSubsystemTable, DiffTagsTable, LinesTable, SubsystemTable, TagsTable,
} from '../../server/api/contract.ts';
import { apiPath, hasFields, request, type QueryValue } from './client.ts';
import { keys, type DiffParams, type ProfileParams } from './queries.ts';

/** What is looked at: one profile, or a diff; with filters and sample type. */
export type ProfileSubject = { kind: 'profile'; id: string; params: ProfileParams } | { kind: 'diff'; params: DiffParams };

interface ViewByName {
  subsystems: SubsystemTable | DiffSubsystemTable;
  callers: CallersTable | DiffCallersTable;
  lines: LinesTable | DiffLinesTable;
  tags: TagsTable | DiffTagsTable;
}

export type ViewName = keyof ViewByName;

const checks: { [V in ViewName]: (data: unknown) => data is ViewByName[V] } = {
  subsystems: hasFields<SubsystemTable | DiffSubsystemTable>('unit', 'rows', 'sum'),
  callers: hasFields<CallersTable | DiffCallersTable>('unit', 'callers', 'callees'),
  lines: hasFields<LinesTable | DiffLinesTable>('unit', 'files'),
  tags: hasFields<TagsTable | DiffTagsTable>('unit', 'keys'),
};

/** Below `/api/v1`, without the query. */
function viewPath(subject: ProfileSubject, view: ViewName | 'top'): string {
  return subject.kind === 'diff' ? `/diff/${view}` : `/profiles/${encodeURIComponent(subject.id)}/${view}`;
}

/** The address of a view as a CSV file. `extra`: what is asked besides the subject, such as the function. */
export function csvHref(subject: ProfileSubject, view: ViewName | 'top', extra: Record<string, QueryValue> = {}): string {
  return apiPath(viewPath(subject, view), { ...subject.params, ...extra, format: 'csv' });
}

/** Asked for only when `enabled`. A profile never changes, so an answer never grows old. */
export function useProfileView<V extends ViewName>(
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
