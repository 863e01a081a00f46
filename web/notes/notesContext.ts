import { createContext } from 'react';

/** Moment or span of a new note. */
export interface Draft { time: number; endTime: number | null }

/** State of the notes button in the bar; null on pages without a time axis. */
export const NotesButtonState = createContext<{ count: number; opened: boolean; toggle: () => void } | null>(null);
