import { createContext } from 'react';

/** Where a new note starts from. */
export interface Draft { time: number; endTime: number | null }

/** What the button of the bar shows and does; null on pages without a time axis. */
export const NotesButtonState = createContext<{ count: number; opened: boolean; toggle: () => void } | null>(null);
