/** Stores the notes of all targets in the data folder. A note is on disk when the call that made it resolves. */
import { randomBytes } from 'node:crypto';
import { access, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Note } from '../../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import type { NoteChange, NoteRequest } from '../../../core/contract/questions/bodies.ts';
import { FolderIndex, goneNotice } from '../../kernel/files/folderIndex.ts';
import { LOCAL_ONLY, openLocal, type ReplicatedStore, type OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { isMissing, makeFolder, namesIn, removeFile, setAside } from '../../kernel/files/wholeFile.ts';
import { noteDraft } from './noteDraft.ts';
import { fullness, MAX_NOTES } from './noteLimits.ts';
import { noteName, notePart } from './notePart.ts';
import { appendNotes, noteFileName, noteOf, readNoteFile, rewriteNotes, type NoteLine } from './noteFile.ts';

/** Removed notes that can be restored until the program ends. */
const MAX_REMOVED = 100;
/** A file is rewritten when it has this many lines more than notes. */
const STALE_LINES = 200;

interface Kept { notes: Map<string, Note>; stale: number; cut: boolean; isNew: boolean }

export class NoteStore {
  private readonly targets = new Map<string, Kept>();
  private readonly removed = new Map<string, { target: string; note: Note }>();
  /** Serializes changes, so that the second of two changes on one revision is refused. */
  private readonly changes = new SerialQueue();

  private lasting: ReplicatedStore = LOCAL_ONLY;

  private constructor(
    private readonly folder: string, private readonly index: FolderIndex,
    private readonly tell: (problem: string) => void,
  ) {}

  /** Opens the store. Never fails: unreadable files are set aside and reported. */
  static async open(
    dataDir: string, tell: (problem: string) => void, openReplica: OpenReplicas = openLocal
  ): Promise<NoteStore> {
    const store = new NoteStore(join(dataDir, 'notes'), new FolderIndex(dataDir, 'notes'), tell);
    const isRead = await store.read();
    store.lasting = await openReplica(notePart({
      all: () => store.targets,
      follow: (target, line) => store.follow(target, line),
    }));
    if (isRead) await store.reportGone();
    return store;
  }

  /** Returns notes that overlap the window (Unix seconds, ends included; default all), by time, then by creation. */
  list(target: string, start = -Infinity, end = Infinity): Note[] {
    return [...this.targets.get(target)?.notes.values() ?? []]
      .filter((note) => note.time <= end && (note.endTime ?? note.time) >= start)
      .sort((a, b) => a.time - b.time || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  get(target: string, id: string): Note | undefined {
    return this.targets.get(target)?.notes.get(id);
  }

  /** Adds a note. bad_data or too_large: invalid note or too many; internal: it cannot be written. */
  add(target: string, sent: NoteRequest, nowMs: number): Promise<Result<Note>> {
    return this.changes.run(async () => {
      const draft = noteDraft(sent);
      if (!draft.ok) return draft;
      const createdAt = nowMs / 1000;
      return this.put(
        target, { id: randomBytes(8).toString('hex'), ...draft.value, createdAt, updatedAt: createdAt, revision: 1 }
      );
    });
  }

  /** Changes a note. busy if it has changed since `revision`, which the sentence says. */
  change(
    target: string, id: string, sent: Omit<NoteChange, 'revision'>,
    { revision, nowMs }: { revision: number; nowMs: number },
  ): Promise<Result<Note>> {
    return this.changes.run(async () => {
      const current = this.current(target, id, revision);
      if (!current.ok) return current;
      const draft = noteDraft({ ...current.value, ...sent });
      if (!draft.ok) return draft;
      return this.put(target, { ...current.value, ...draft.value, updatedAt: nowMs / 1000, revision: revision + 1 });
    });
  }

  /** Removes and returns a note; `restore` brings it back. */
  remove(target: string, id: string, revision: number): Promise<Result<Note>> {
    return this.changes.run(async () => {
      const current = this.current(target, id, revision);
      if (!current.ok) return current;
      const written = await this.write(target, [{ removed: id }]);
      if (!written.ok) return written;
      this.removed.set(id, { target, note: current.value });
      for (const oldest of [...this.removed.keys()].slice(0, -MAX_REMOVED)) this.removed.delete(oldest);
      return current;
    });
  }

  /** Restores a note removed since the program started, one of the last hundred. */
  restore(target: string, id: string, nowMs: number): Promise<Result<Note>> {
    return this.changes.run(async () => {
      const gone = this.removed.get(id);
      if (gone?.target !== target) return fail(
        'not_found', `No removed note "${id.slice(0, 32)}" of "${target.slice(0, 100)}" is remembered; write it anew.`
      );
      const back = await this.put(target, { ...gone.note, updatedAt: nowMs / 1000, revision: gone.note.revision + 1 });
      if (back.ok) this.removed.delete(id);
      return back;
    });
  }

  /**
   * Imports notes of another tsdbscope (an incident file), each id once; resolves to their number. Skips invalid notes.
   */
  takeOver(target: string, notes: readonly unknown[]): Promise<Result<number>> {
    return this.changes.run(async () => {
      const good = notes.slice(0, MAX_NOTES).map(noteOf).filter((note) => note !== null);
      const known = this.targets.get(target)?.notes;
      const full = this.fullness(target, good.filter(({ id }) => known?.has(id) !== true).length);
      if (full !== null) return fail('too_large', full);
      const written = await this.write(target, good.map((note) => ({ note })));
      if (!written.ok) return written;
      return ok(good.length);
    });
  }

  /** Removes a target's notes together with its recording, because nothing could show them. */
  removeTarget(target: string): Promise<Result<null>> {
    return this.changes.run(async () => {
      if (!this.targets.has(target)) return ok(null);
      try {
        await this.index.remove(noteFileName(target));
        await removeFile(join(this.folder, noteFileName(target)));
      } catch (error) {
        return fail('internal', `The notes of "${target}" cannot be removed (${firstLine(error)}).`);
      }
      this.targets.delete(target);
      return ok(null);
    });
  }

  /** Applies a change of another tsdbscope; its notes count towards the same limits. */
  private follow(target: string, line: NoteLine): Promise<void> {
    return this.changes.run(async () => {
      const known = this.targets.get(target)?.notes;
      const isNew = 'note' in line && known?.has(line.note.id) !== true;
      const full = isNew ? this.fullness(target, 1) : null;
      if (full !== null) throw new Error(full);
      const written = await this.writeHere(target, [line]);
      if (!written.ok) throw new Error(written.error.message);
      this.apply(target, [line]);
    });
  }

  /** Resolves once all changes so far are done. */
  async settled(): Promise<void> {
    await this.changes.settled();
  }

  private current(target: string, id: string, revision: number): Result<Note> {
    const note = this.get(target, id);
    if (note === undefined) return fail(
      'not_found', `There is no note "${id.slice(0, 32)}" of "${target.slice(0, 100)}"; somebody may have removed it.`
    );
    if (note.revision !== revision) return fail(
      'busy', `The note was changed meanwhile (it is at revision ${note.revision}, yours was made `
        + `on ${revision}); read it again, then change it.`
    );
    return ok(note);
  }

  private async put(target: string, note: Note): Promise<Result<Note>> {
    const full = this.targets.get(target)?.notes.has(note.id) === true ? null : this.fullness(target, 1);
    if (full !== null) return fail('too_large', full);
    const written = await this.write(target, [{ note }]);
    return written.ok ? ok(note) : written;
  }

  /** Returns why `more` notes do not fit; null if they do. */
  private fullness(target: string, more: number): string | null {
    return fullness([...this.targets].map(([name, { notes }]) => [name, notes.size]), target, more);
  }

  private kept(target: string): Kept {
    const known = this.targets.get(target);
    if (known !== undefined) return known;
    const fresh: Kept = { notes: new Map(), stale: 0, cut: false, isNew: true };
    this.targets.set(target, fresh);
    return fresh;
  }

  private async write(target: string, lines: NoteLine[]): Promise<Result<null>> {
    const names = lines.map((line) => noteName(target, 'note' in line ? line.note.id : line.removed));
    let written: Result<null> = ok(null);
    const how = lines.some((line) => 'removed' in line) ? 'remove' : 'put';
    try {
      await this.lasting.change(names, how, async () => {
        written = await this.writeHere(target, lines);
        if (written.ok) this.apply(target, lines);
      });
    } catch (error) {
      return fail(
        'internal', `The note cannot be kept in the data folder (${firstLine(error)}); make room or make it writable.`
      );
    }
    return written;
  }

  private apply(target: string, lines: NoteLine[]): void {
    const { notes } = this.kept(target);
    for (const line of lines) {
      if ('note' in line) notes.set(line.note.id, line.note);
      else notes.delete(line.removed);
    }
  }

  private async writeHere(target: string, lines: NoteLine[]): Promise<Result<null>> {
    const kept = this.kept(target);
    try {
      if (await makeFolder(this.folder)) await this.writeAll();
      // The file was deleted.
      if (!kept.isNew && !await isThere(join(this.folder, noteFileName(target)))) kept.cut = true;
      if (kept.cut || kept.stale > STALE_LINES) {
        await rewriteNotes(this.folder, target, kept.notes.values());
        Object.assign(kept, { cut: false, stale: 0, isNew: false });
      }
      await appendNotes(this.folder, target, lines, kept.isNew);
      kept.isNew = false;
      await this.index.add(noteFileName(target));
      for (const line of lines) kept.stale += 'removed' in line ? 2 : kept.notes.has(line.note.id) ? 1 : 0;
      return ok(null);
    } catch (error) {
      // The file may end with half a line now.
      kept.cut = true;
      return fail(
        'internal', `The note cannot be kept in the data folder (${firstLine(error)}); make room or make it writable.`
      );
    }
  }

  /** Rewrites all notes in memory after the folder was deleted or never existed. */
  private async writeAll(): Promise<void> {
    for (const [target, kept] of this.targets) {
      if (kept.notes.size === 0) continue;
      await rewriteNotes(this.folder, target, kept.notes.values());
      Object.assign(kept, { cut: false, stale: 0, isNew: false });
    }
  }

  /** Returns whether the folder could be read; one that is not there has no notes. */
  private async read(): Promise<boolean> {
    const names = await namesIn(this.folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      this.tell(`The notes cannot be read (${firstLine(error)}).`);
      return null;
    });
    for (const name of names ?? []) {
      if (name.endsWith('.ndjson')) await this.readOne(join(this.folder, name), name);
    }
    return names !== null;
  }

  /** Reports files that are gone; an object store has their notes. */
  private async reportGone(): Promise<void> {
    const gone = await this.index.take(() => true, [...this.targets.keys()].map(noteFileName));
    const sentence = this.lasting.isShared ? null : goneNotice('file of notes', gone);
    if (sentence !== null) this.tell(sentence);
  }

  private async readOne(path: string, name: string): Promise<void> {
    try {
      const { target, notes, unreadable, stale, cut } = await readNoteFile(path);
      if (noteFileName(target) !== name) throw new Error('it is not where the notes of its target belong');
      this.targets.set(target, { notes, stale, cut, isNew: false });
      if (unreadable === 0) return;
      await copyFile(path, `${path}.damaged`);
      this.tell(
        `${unreadable} lines of the notes of "${target}" are damaged; a copy was set aside as `
          + `notes/${name}.damaged, all other notes are there.`
      );
      await rewriteNotes(this.folder, target, notes.values());
    } catch (error) {
      const moved = await setAside(path).then((aside) => aside !== null, () => false);
      await this.index.remove(name);
      // Errors of system calls have a code, such as EACCES; other errors are about the content.
      const unreadable = error instanceof Error && 'code' in error && error.code !== 'EISDIR';
      this.tell(
        `The notes in notes/${name} ${unreadable ? 'cannot be read' : 'are damaged'} (${firstLine(error)})`
          + `${moved ? ` and were set aside as ${name}.damaged` : ''}; the others are not affected.`
      );
    }
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(() => true, () => false);
}
