import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Note } from '../../core/contract/contract.ts';
import type { NoteRequest } from '../../core/contract/questions/bodies.ts';
import { zoneName } from '../../core/text/format.ts';
import { formatLocalInput } from '../ui/localTime.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { bytesOf, mostTextBytes, readFields, rememberAuthor, rememberedAuthor, type NoteFields } from './noteForm.ts';
import styles from './Notes.module.css';
import type { Draft } from './notesContext.ts';

interface NoteFormProps {
  /** The note to edit, or the draft of a new one. */
  from: Note | Draft;
  busy: boolean;
  /** The server's reason for rejecting the note. */
  refusal: string | null;
  onSave: (note: Required<NoteRequest>) => void;
  onCancel: () => void;
}

/** Text, moment or span, and author of a note. Ctrl+Enter saves, Escape cancels. */
export function NoteForm({ from, busy, refusal, onSave, onCancel }: NoteFormProps) {
  // The zone at opening: typed times keep their meaning if the page's zone changes in the meantime.
  const { state } = useUrlState();
  const [zone] = useState(state.zone);
  const [fields, setFields] = useState<NoteFields>(() => ({
    text: 'text' in from ? from.text : '',
    time: formatLocalInput(from.time, zone),
    endTime: from.endTime === null ? '' : formatLocalInput(from.endTime, zone),
    author: 'author' in from ? from.author ?? '' : rememberedAuthor(),
  }));
  const [error, setError] = useState<string | null>(null);
  const put = (key: keyof NoteFields) => (event: { currentTarget: { value: string } }): void => {
    const { value } = event.currentTarget;
    setFields((old) => ({ ...old, [key]: value }));
  };
  const save = (): void => {
    const read = readFields(fields, zone);
    if ('error' in read) {
      setError(read.error);
      return;
    }
    setError(null);
    rememberAuthor(fields.author.trim());
    // An unedited time keeps its milliseconds.
    const isSame = (text: string, time: number | null): boolean =>
      time !== null && text === formatLocalInput(time, zone);
    onSave({
      ...read.note,
      time: isSame(fields.time, from.time) ? from.time : read.note.time,
      endTime: isSame(fields.endTime, from.endTime) ? from.endTime : read.note.endTime,
    });
  };
  const bytes = bytesOf(fields.text);
  return (
    <form className={styles['form']} aria-label={'text' in from ? 'Edit note' : 'New note'}
      onSubmit={(event) => { event.preventDefault(); save(); }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') { event.stopPropagation(); onCancel(); }
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); save(); }
      }}>
      <Textarea size="xs" label="Note" autosize minRows={3} maxRows={12} value={fields.text} onChange={put('text')}
        data-autofocus autoFocus
        description={
          bytes > mostTextBytes * 0.8
            ? `${bytes.toLocaleString('en-US')} of ${mostTextBytes.toLocaleString('en-US')} bytes` : undefined
        } />
      <div className={styles['pair']}>
        <TextInput size="xs" label={`At (${zoneName(zone, from.time)})`} value={fields.time} onChange={put('time')} />
        <TextInput size="xs" label="Until (optional)" value={fields.endTime} onChange={put('endTime')} />
      </div>
      <TextInput size="xs" label="Author (optional)" maxLength={80} value={fields.author} onChange={put('author')} />
      {(error ?? refusal) !== null && <p role="alert" className={styles['error']}>{error ?? refusal}</p>}
      <div className={styles['actions']}>
        <Button size="xs" type="submit" loading={busy} title="Ctrl+Enter">Save</Button>
        <Button size="xs" variant="default" onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
