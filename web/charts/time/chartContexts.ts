/** What every time chart of a page shows beside its own data; the page provides it. */
import { createContext } from 'react';
import type { Note } from '../../../core/contract/contract.ts';
import type { ChartProfilesValue } from '../../../core/views/charts/profileLane.ts';

export interface ChartNotesValue {
  /** Of the target the page is about, earliest first. */
  notes: readonly Note[];
  /** The note that is looked at. */
  selected: string | null;
  onPick: (id: string) => void;
  /** Opens the form for a note at this moment, Unix seconds. */
  onAdd: (time: number) => void;
  /** True once, for the first chart that asks after a note was chosen elsewhere: it comes into view. */
  takeScroll: (id: string) => boolean;
}

/** null where a page has no notes. */
export const ChartNotes = createContext<ChartNotesValue | null>(null);

/** Where the cursor of the page's time charts stands, Unix seconds; null when it is in none. */
export const chartCursor: { time: number | null } = { time: null };

/** null where a page has none. */
export const ChartProfiles = createContext<ChartProfilesValue | null>(null);
