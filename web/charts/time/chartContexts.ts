/** Contexts that a page provides to all its time charts. */
import { createContext } from 'react';
import type { Note } from '../../../core/contract/contract.ts';
import type { ChartProfilesValue } from '../../../core/views/charts/profileLane.ts';

export interface ChartNotesValue {
  /** Notes of the page's target, earliest first. */
  notes: readonly Note[];
  /** Selected note. */
  selected: string | null;
  onPick: (id: string) => void;
  /** Opens the form for a note at this moment, Unix seconds. */
  onAdd: (time: number) => void;
  /** Returns true once, for the first chart that asks after a note was chosen elsewhere; it scrolls into view. */
  takeScroll: (id: string) => boolean;
}

/** Null on a page without notes. */
export const ChartNotes = createContext<ChartNotesValue | null>(null);

/** Cursor position of the page's time charts, Unix seconds; null if it is in none. */
export const chartCursor: { time: number | null } = { time: null };

/** Null on a page without profiles. */
export const ChartProfiles = createContext<ChartProfilesValue | null>(null);
