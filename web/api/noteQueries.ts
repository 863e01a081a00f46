/** Notes of a target: read, add, change, remove and restore. */
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { systemClock } from '../../core/time/clock.ts';
import type { Note, Target } from '../../core/contract/contract.ts';
import type { NoteChange, NoteRequest } from '../../core/contract/questions/bodies.ts';
import { judgedQuery, windowQuery } from '../../core/url/panelWindow.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { get, getText, patch, post, remove } from './client.ts';
import { usePollEvery } from './polling/polls.ts';

const FIELDS = ['id', 'time', 'text', 'revision'] as const;

const notesOf = (target: string) => ['notes', target] as const;

/** Reads the notes of the window, earliest first; reloaded every 10 s, because other users can add some. */
export function useNotes(target: Target | null, range: TimeRange | null): UseQueryResult<Note[]> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: [...notesOf(name), 'window', range],
    enabled: target !== null,
    queryFn: ({ signal }) => (target === null ? [] : get(
      '/targets/{target}/notes',
      { path: { target: name }, query: windowQuery(range, target, systemClock.nowMs() / 1_000), signal },
      [FIELDS]
    )),
    placeholderData: keepPreviousData,
    refetchInterval: usePollEvery(10_000),
  });
}

/** Reads every note of the target, only if a link names one outside the window. */
export function useAllNotes(target: Target | null, enabled: boolean): UseQueryResult<Note[]> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: [...notesOf(name), 'all'], enabled: enabled && target !== null,
    queryFn: ({ signal }) => get('/targets/{target}/notes', { path: { target: name }, signal }, [FIELDS]),
  });
}

export type NoteAction =
  | { how: 'add'; note: NoteRequest }
  | { how: 'change'; id: string; change: NoteChange }
  | { how: 'remove'; id: string; revision: number }
  | { how: 'restore'; id: string };

/**
 * Performs one action on the target's notes; resolves to the resulting note (for a removed one, the last state).
 * Reloads all lists.
 */
export function useNoteAction(target: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: NoteAction): Promise<Note> => {
      switch (action.how) {
        case 'add': return post('/targets/{target}/notes', { path: { target }, json: action.note }, FIELDS);
        case 'change': return patch(
          '/targets/{target}/notes/{id}', { path: { target, id: action.id }, json: action.change }, FIELDS
        );
        case 'remove': return remove(
          '/targets/{target}/notes/{id}', { path: { target, id: action.id }, query: { revision: action.revision } },
          FIELDS
        );
        case 'restore': return post(
          '/targets/{target}/notes/{id}/restore', { path: { target, id: action.id } }, FIELDS
        );
      }
    },
    // Also after a refusal, because another user may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: notesOf(target) }),
  });
}

/**
 * Reads the window of the target as Markdown for a postmortem; `isFrozen`: with pictures stored in their current state.
 */
export function usePostmortem(target: Target, range: TimeRange | null, isFrozen: boolean): UseQueryResult<string> {
  return useQuery({
    queryKey: [...notesOf(target.name), 'postmortem', range, isFrozen],
    // Requested only once, because each request with stored pictures stores them again.
    staleTime: isFrozen ? Infinity : 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => getText(
      '/targets/{target}/postmortem.md',
      { path: { target: target.name }, query: judgedQuery(range, target, systemClock.nowMs() / 1_000), signal },
      isFrozen ? 'post' : 'get',
    ),
  });
}
