/** Notes of a target: read, added, changed, removed and brought back. */
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Note, Target } from '../../core/contract/contract.ts';
import type { NoteChange, NoteRequest } from '../../core/contract/questions/bodies.ts';
import { windowOf } from '../url/panelWindow.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { hasFields, isListOf, request, requestText } from './client.ts';

const isNote = hasFields<Note>('id', 'time', 'text', 'revision');
const isNotes = isListOf<Note>('id', 'time', 'text', 'revision');

const notesOf = (target: string) => ['notes', target] as const;
const path = (target: string, rest = ''): string => `/targets/${encodeURIComponent(target)}/notes${rest}`;

function windowQuery(target: Target, range: TimeRange | null): { start: string; end: string } {
  const { start, end } = windowOf(range, target, Date.now() / 1_000);
  return { start: start.toFixed(3), end: end.toFixed(3) };
}

/** Those of the window, earliest first; read again every 10 s, as others may add some. */
export function useNotes(target: Target | null, range: TimeRange | null): UseQueryResult<Note[]> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: [...notesOf(name), 'window', range],
    enabled: target !== null,
    queryFn: ({ signal }) => (target === null ? [] : request(path(name), isNotes, { signal, query: windowQuery(target, range) })),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
}

/** Every note of the target, asked for only when a link names one that the window does not hold. */
export function useAllNotes(target: Target | null, enabled: boolean): UseQueryResult<Note[]> {
  const name = target?.name ?? '';
  return useQuery({ queryKey: [...notesOf(name), 'all'], enabled: enabled && target !== null, queryFn: ({ signal }) => request(path(name), isNotes, { signal }) });
}

export type NoteAction =
  | { how: 'add'; note: NoteRequest }
  | { how: 'change'; id: string; change: NoteChange }
  | { how: 'remove'; id: string; revision: number }
  | { how: 'restore'; id: string };

/** One action on the target's notes; resolves to the note as it is then (of a removed one: as it was). All lists are read again. */
export function useNoteAction(target: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: NoteAction): Promise<Note> => {
      switch (action.how) {
        case 'add': return request(path(target), isNote, { method: 'POST', json: action.note });
        case 'change': return request(path(target, `/${action.id}`), isNote, { method: 'PATCH', json: action.change });
        case 'remove': return request(path(target, `/${action.id}`), isNote, { method: 'DELETE', query: { revision: action.revision } });
        case 'restore': return request(path(target, `/${action.id}/restore`), isNote, { method: 'POST' });
      }
    },
    // Also after a refusal: somebody else may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: notesOf(target) }),
  });
}

/** The window of the target as Markdown for a postmortem; `isFrozen`: with pictures that are kept as they are now. */
export function usePostmortem(target: Target, range: TimeRange | null, isFrozen: boolean): UseQueryResult<string> {
  return useQuery({
    queryKey: [...notesOf(target.name), 'postmortem', range, isFrozen],
    // Asked once: each time with kept pictures would keep them again.
    staleTime: isFrozen ? Infinity : 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => requestText(`/targets/${encodeURIComponent(target.name)}/postmortem.md`, { signal, query: windowQuery(target, range), method: isFrozen ? 'POST' : 'GET' }),
  });
}
