import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { systemClock } from '../../core/time/clock.ts';
import type { Note } from '../../core/contract/contract.ts';
import { useAllNotes, useNotes } from '../api/noteQueries.ts';
import { windowOf } from '../../core/url/panelWindow.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { NOTES_LIST } from '../../core/url/urlState.ts';
import { useOpenPart } from '../url/useOpenPart.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { NotesButtonState, type Draft } from './notesContext.ts';
import styles from './Notes.module.css';
import { chartCursor, ChartNotes, type ChartNotesValue } from '../charts/time/chartContexts.ts';

const NotesAside = lazy(() => import('./NotesAside.tsx'));
const none: Note[] = [];

/** Moves the window, once, to the note that the address names. */
function useNamedNote(notes: readonly Note[] | undefined): { isMissing: boolean } {
  const { target, range } = useCurrentTarget();
  const { state, set } = useUrlState();
  const isOutside = state.note !== null && notes !== undefined && !notes.some(({ id }) => id === state.note);
  const all = useAllNotes(target, isOutside);
  const found = isOutside ? all.data?.find(({ id }) => id === state.note) : undefined;
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (found === undefined || target === null || moved.current === found.id) return;
    moved.current = found.id;
    const { start, end } = windowOf(range, target, systemClock.nowMs() / 1_000);
    const half = (end - start) / 2;
    set({ range: { kind: 'absolute', start: found.time - half, end: found.time + half } }, 'replace');
  }, [found, range, set, target]);
  return { isMissing: isOutside && all.data !== undefined && found === undefined };
}

/** Provides the target's notes to all charts inside, the key `n`, and the list next to the page. */
export function NotesProvider(
  { enabled, children, page }: {
    enabled: boolean; children: ReactNode;
    page: (content: ReactNode) => ReactNode
  }
) {
  const { target, range } = useCurrentTarget();
  const { state, set } = useUrlState();
  const { isOpen: isOpened, setOpen: setOpened } = useOpenPart(NOTES_LIST);
  const [draft, setDraft] = useState<Draft | null>(null);
  const shown = enabled ? target : null;
  const { data } = useNotes(shown, range);
  const notes = shown === null ? none : (data ?? none);
  const { isMissing } = useNamedNote(shown === null ? undefined : data);
  const scrolled = useRef<string | null>(null);
  const select = useCallback((id: string | null) => {
    scrolled.current = null;
    // If only the address kept the list open, deselecting the note would close it.
    setOpened(true);
    set({ note: id }, 'replace');
  }, [set, setOpened]);
  const start = useCallback((from: Draft) => {
    setOpened(true);
    setDraft(from);
  }, [setOpened]);
  const startHere = (): void => {
    if (shown === null) return;
    const window = windowOf(range, shown, systemClock.nowMs() / 1_000);
    const at = chartCursor.time ?? state.at;
    if (at !== null) start({ time: at, endTime: null });
    // A note on a selected window covers the window.
    else if (range?.kind === 'absolute') start({ time: window.start, endTime: window.end });
    else start({ time: shown.state === 'recorded' ? window.start : window.end, endTime: null });
  };
  useShortcut('n', shown === null ? null : startHere);
  const charts = useMemo((): ChartNotesValue => ({
    notes, selected: state.note,
    onPick: (id) => { scrolled.current = id; setOpened(true); set({ note: id }, 'replace'); },
    onAdd: (time) => start({ time, endTime: null }),
    takeScroll: (id) => {
      const isFirst = scrolled.current !== id;
      scrolled.current = id;
      return isFirst;
    },
  }), [notes, state.note, set, setOpened, start]);
  const opened = shown !== null && (isOpened || state.note !== null);
  const toggle = useCallback(() => {
    if (opened) set({ note: null }, 'replace');
    setDraft(null);
    setOpened(!opened);
  }, [opened, set, setOpened]);
  const button = useMemo(
    () => (shown === null ? null : { count: notes.length, opened, toggle }), [shown, notes.length, opened, toggle]
  );
  const content = (
    <div className={styles['layout']} data-open={opened || undefined}>
      <div className={styles['main']}>{children}</div>
      {opened && (
        <Suspense fallback={null}>
          <NotesAside key={shown.name} target={shown} notes={notes} isMissing={isMissing} draft={draft}
            onDraft={setDraft} onAddHere={startHere} onSelect={select} onClose={toggle} />
        </Suspense>
      )}
    </div>
  );
  return <NotesButtonState value={button}><ChartNotes value={shown === null ? null : charts}>{page(content)}
    </ChartNotes></NotesButtonState>;
}
