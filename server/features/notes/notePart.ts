import { createHash } from 'node:crypto';
import type { Note } from '../../../core/contract/contract.ts';
import type { ReplicatedPart } from '../../kernel/files/replicatedStore.ts';
import { noteOf, type NoteLine } from './noteFile.ts';

const NAME = /^([0-9a-f]{32})\.([0-9a-f]{16})$/;

export interface SharedNotes {
  all: () => ReadonlyMap<string, { notes: ReadonlyMap<string, Note> }>;
  /** Applies a change of another tsdbscope; rejects if it cannot be stored. */
  follow: (target: string, line: NoteLine) => Promise<void>;
}

/** Replicates each note as a separate record, so that two tsdbscopes can write notes of one target at the same time. */
export function notePart({ all, follow }: SharedNotes): ReplicatedPart {
  const find = (name: string): { target: string; note: Note } | null => {
    const [, hash, id = ''] = NAME.exec(name) ?? [];
    for (const [target, { notes }] of all()) {
      const note = notes.get(id);
      if (note !== undefined && hashOf(target) === hash) return { target, note };
    }
    return null;
  };
  return {
    kind: 'notes',
    isName: (name) => NAME.test(name),
    names: () => Promise.resolve(
      [...all()].flatMap(([target, { notes }]) => [...notes.keys()].map((id) => noteName(target, id)))
    ),
    read: (name) => {
      const found = find(name);
      return Promise.resolve(found === null ? null : Buffer.from(JSON.stringify(found)));
    },
    write: async (name, bytes) => {
      const { target, note } = JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>;
      const checked = noteOf(note);
      if (typeof target !== 'string' || checked === null || noteName(target, checked.id) !== name)
        throw new Error('it is no note of this name');
      await follow(target, { note: checked });
    },
    remove: async (name) => {
      const found = find(name);
      if (found !== null) await follow(found.target, { removed: found.note.id });
    },
  };
}

export function noteName(target: string, id: string): string {
  return `${hashOf(target)}.${id}`;
}

function hashOf(target: string): string {
  return createHash('sha256').update(target).digest('hex').slice(0, 32);
}
