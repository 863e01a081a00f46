import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Note, Target } from '../../core/contract/contract.ts';
import { useNoteAction } from '../api/noteQueries.ts';
import { ApiError } from '../../core/client/apiClient.ts';
import { formatClock, formatDateTime, formatSeconds, zoneName } from '../../core/text/format.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { NoteForm } from './NoteForm.tsx';
import styles from './Notes.module.css';
import type { Draft } from './notesContext.ts';
import { PostmortemDialog } from './PostmortemDialog.tsx';

interface NotesAsideProps {
  target: Target;
  /** Notes of the window. */
  notes: readonly Note[];
  /** Whether the address names a note that does not exist. */
  isMissing: boolean;
  draft: Draft | null;
  onDraft: (draft: Draft | null) => void;
  onAddHere: () => void;
  onSelect: (id: string | null) => void;
  onClose: () => void;
}

function when(note: Note, zone: 'local' | 'utc'): string {
  const start = formatDateTime(note.time, zone);
  if (note.endTime === null) return start;
  return `${start} to ${formatClock(note.endTime, zone)} (${formatSeconds(note.endTime - note.time)})`;
}

/** Shown if another user edited the note in the meantime: their version and the choice. */
function Conflict({ theirs, onTake, onKeep }: { theirs: Note; onTake: () => void; onKeep: () => void }) {
  return (
    <div className={styles['theirs']} role="alert">
      <strong>This note was edited meanwhile{theirs.author === null ? '' : ` by ${theirs.author}`}. It now
        says:</strong>
      <p>{theirs.text}</p>
      <div className={styles['actions']}>
        <Button size="compact-xs" variant="default" onClick={onTake}>Keep this version</Button>
        <Button size="compact-xs" variant="default" onClick={onKeep}>Overwrite with mine</Button>
      </div>
    </div>
  );
}

interface RowProps {
  note: Note; isSelected: boolean; onSelect: () => void; onRemoved: (note: Note) => void; target: string
}

function NoteRow({ note, isSelected, onSelect, onRemoved, target }: RowProps) {
  const { zone } = useUrlState().state;
  const action = useNoteAction(target);
  // The revision that was edited: a save is rejected if the note has a newer one.
  const [editing, setEditing] =
    useState<
      { on: Note; mine: { text: string; time: number; endTime: number | null; author: string | null } | null } | null
    >(null);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => { if (isSelected) row.current?.scrollIntoView({ block: 'nearest' }); }, [isSelected]);
  const isConflict = editing?.mine !== null && editing !== null && action.error instanceof ApiError
    && action.error.errorType === 'busy' && note.revision !== editing.on.revision;
  const save = (mine: NonNullable<NonNullable<typeof editing>['mine']>, on: Note): void => {
    setEditing({ on, mine });
    action.mutate(
      { how: 'change', id: note.id, change: { ...mine, revision: on.revision } }, { onSuccess: () => setEditing(null) }
    );
  };
  const mine = editing?.mine ?? null;
  return (
    <li ref={row} className={styles['note']} data-selected={isSelected || undefined}>
      <button type="button" className={styles['time']} aria-current={isSelected || undefined} onClick={onSelect}
        title="Show on the charts">{when(note, zone)}</button>
      {editing === null
        ? (
          <>
            <p className={styles['text']}>{note.text}</p>
            <p className={styles['quiet']}>{
              [
                note.author,
                note.revision > 1
                  ? `edited ${formatDateTime(note.updatedAt, zone)}`
                    : `created ${formatDateTime(note.createdAt, zone)}`,
              ].filter((part) => part !== null).join(' · ')
            }</p>
            <div className={styles['actions']}>
              <Button size="compact-xs" variant="default"
                onClick={() => { action.reset(); setEditing({ on: note, mine: null }); }}
                aria-label={`Edit the note at ${formatClock(note.time, zone)}`}>Edit</Button>
              <Button size="compact-xs" variant="default" loading={action.isPending}
                aria-label={`Delete the note at ${formatClock(note.time, zone)}`}
                onClick={
                  () =>
                    action.mutate({ how: 'remove', id: note.id, revision: note.revision }, { onSuccess: onRemoved })
                }>Delete</Button>
            </div>
            {action.error !== null && <p role="alert" className={styles['error']}>{action.error.message}</p>}
          </>
        )
        : (
          <>
            <NoteForm from={editing.on} busy={action.isPending}
              refusal={isConflict ? null : (action.error?.message ?? null)} onCancel={() => setEditing(null)}
              onSave={(fields) => save(fields, editing.on)} />
            {isConflict && mine !== null && <Conflict theirs={note}
              onTake={() => { action.reset(); setEditing(null); }} onKeep={() => save(mine, note)} />}
          </>
        )}
    </li>
  );
}

/** The notes of the window, next to the page: add, edit, delete with undo, and the window's summary. */
export default function NotesAside(
  { target, notes, isMissing, draft, onDraft, onAddHere, onSelect, onClose }: NotesAsideProps
) {
  const { state } = useUrlState();
  const add = useNoteAction(target.name);
  const restore = useNoteAction(target.name);
  const [removed, setRemoved] = useState<Note | null>(null);
  const [isSummary, setSummary] = useState(false);
  return (
    <aside className={styles['aside']} aria-label="Notes">
      <div className={styles['head']}>
        <h2>Notes</h2>
        <span className={styles['quiet']}>{zoneName(state.zone, notes[0]?.time ?? target.recorded?.start ?? 0)}</span>
        <CloseButton size="sm" aria-label="Close notes" onClick={onClose} />
      </div>
      {draft === null
        ? (
          <div className={styles['actions']}>
            <Button size="xs" variant="default" onClick={onAddHere} title="Or press n with the cursor in a chart">Add a
              note</Button>
            <Button size="xs" variant="default" onClick={() => setSummary(true)}>Summary as Markdown</Button>
          </div>
        )
        : (
          <NoteForm key={`${draft.time} ${draft.endTime}`} from={draft} busy={add.isPending}
            refusal={add.error?.message ?? null} onCancel={() => { add.reset(); onDraft(null); }}
            onSave={
              (note) => add.mutate({ how: 'add', note }, { onSuccess: ({ id }) => { onDraft(null); onSelect(id); } })
            } />
        )}
      {isMissing && <p className={styles['quiet']} role="status">The note in this link does not exist. It may have been
        deleted.</p>}
      {removed !== null && (
        <div className={styles['undo']} role="status">
          <span>Deleted the note at {formatClock(removed.time, state.zone)}.</span>
          <Button size="compact-xs" variant="default" loading={restore.isPending} onClick={
            () => restore.mutate({ how: 'restore', id: removed.id }, { onSuccess: () => setRemoved(null) })
          }>Undo</Button>
        </div>
      )}
      {restore.error !== null && <p role="alert" className={styles['error']}>{restore.error.message}</p>}
      {notes.length === 0
        ? <p className={styles['quiet']}>No notes in this window. A note marks a moment or a span on every chart: what
          happened, who did what, what was tried.</p>
        : (
          <ul className={styles['list']} aria-label="Notes in this window">
            {notes.map((note) => (
              <NoteRow key={note.id} note={note} target={target.name} isSelected={note.id === state.note}
                onSelect={() => onSelect(note.id)}
                onRemoved={
                  (gone) => { restore.reset(); setRemoved(gone); if (gone.id === state.note) onSelect(null); }
                } />
            ))}
          </ul>
        )}
      {isSummary && <PostmortemDialog target={target} onClose={() => setSummary(false)} />}
    </aside>
  );
}
