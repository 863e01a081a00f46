import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenLasting } from '../../kernel/files/lasting.ts';
import { NoteStore } from './noteStore.ts';

export interface OpenedNotes extends Opened { notes: NoteStore }

/** Notes on what a target did, kept in the data folder. */
export const notesFeature: Feature<{ openPart: OpenLasting }, OpenedNotes> = {
  name: 'notes',
  async open({ dataDir, faults }, { openPart }) {
    const notes = await NoteStore.open(dataDir, faults.notice, openPart);
    return { notes, stop: () => notes.settled() };
  },
};
