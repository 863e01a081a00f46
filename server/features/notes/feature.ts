import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { noteRoutes, type NoteRouteDeps } from './noteRoutes.ts';
import { NoteStore } from './noteStore.ts';

export interface NotesNeeds extends Pick<NoteRouteDeps, 'find'> { openReplica: OpenReplicas }

export interface OpenedNotes extends Opened { notes: NoteStore }

/** Notes on what a target did, kept in the data folder. */
export const notesFeature: Feature<NotesNeeds, OpenedNotes> = {
  name: 'notes',
  async open({ dataDir, faults, clock }, { openReplica, find }) {
    const notes = await NoteStore.open(dataDir, faults.notice, openReplica);
    return { notes, routes: [noteRoutes({ notes, find, now: clock.nowMs })], stop: () => notes.settled() };
  },
};
