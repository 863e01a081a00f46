import { ActionIcon } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useContext } from 'react';
import styles from './Notes.module.css';
import { NotesButtonState } from './notesContext.ts';

/** Opens and closes the list of notes; shows how many are in the window. */
export function NotesButton() {
  const state = useContext(NotesButtonState);
  if (state === null) return null;
  const { count, opened, toggle } = state;
  return (
    <ActionIcon variant="default" size={30} onClick={toggle} aria-expanded={opened}
      data-tip={opened ? 'Close notes' : 'Notes and postmortem (n adds a note)'}
      aria-label={`Notes, ${count} in this window`} className={styles['button']}>
      <IconFlag size={16} aria-hidden="true" />
      {count > 0 && <span className={styles['count']} aria-hidden="true">{count > 99 ? '99+' : count}</span>}
    </ActionIcon>
  );
}
