import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { NoteStore } from './noteStore.ts';

export interface OpenedNotes extends Opened { notes: NoteStore }

/** Notes on what a target did, kept in the data folder. */
export const notesFeature: Feature<{ openReplica: OpenReplicas }, OpenedNotes> = {
  name: 'notes',
  async open({ dataDir, faults }, { openReplica }) {
    const notes = await NoteStore.open(dataDir, faults.notice, openReplica);
    return { notes, stop: () => notes.settled() };
  },
};
