/**
 * The notes of one target on disk: `notes/<hash of its name>.ndjson`. The first line names the target; each other line
 * is a note as it was after a change, or the id of one that was removed; the last line of an id counts. Lines are
 * appended and synced, so that a crash loses at most the line being written; that one is skipped when the file is read
 * again.
 */
import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Note } from '../../../core/contract/contract.ts';
import { syncFolder, writeWhole } from '../../kernel/files/wholeFile.ts';
import { checkBody } from '../../../core/contract/questions/check.ts';
import { NOTE_REQUEST } from '../../../core/contract/questions/bodies.ts';
import { noteDraft } from './noteDraft.ts';

/** 2,000 notes of 4 kB each, four times over. */
const MAX_FILE_BYTES = 40 * 2 ** 20;

export type NoteLine = { note: Note } | { removed: string };

export interface NoteFile {
  target: string;
  notes: Map<string, Note>;
  /** Number of unreadable lines, without a truncated last one. */
  unreadable: number;
  /** Lines beyond one per note, or a truncated line: the file is rewritten before an append. */
  stale: number;
  cut: boolean;
}

export function noteFileName(target: string): string {
  return `${createHash('sha256').update(target).digest('hex').slice(0, 32)}.ndjson`;
}

/** Reads a file of notes. Throws if it is unreadable or does not name its target. */
export async function readNoteFile(path: string): Promise<NoteFile> {
  if ((await stat(path)).size > MAX_FILE_BYTES) throw new Error('it is far too large');
  const lines = (await readFile(path, 'utf8')).split('\n');
  const cut = lines.pop() !== '';
  const head = parsed(lines.shift() ?? '');
  if (typeof head?.['target'] !== 'string') throw new Error('its first line names no target');
  const file: NoteFile = { target: head['target'], notes: new Map(), unreadable: 0, stale: 0, cut };
  for (const line of lines) {
    const entry = parsed(line);
    const note = noteOf(entry?.['note']);
    if (note !== null) file.notes.set(note.id, note);
    else if (typeof entry?.['removed'] === 'string') file.notes.delete(entry['removed']);
    else file.unreadable += 1;
  }
  file.stale = lines.length - file.notes.size;
  return file;
}

export async function appendNotes(
  folder: string, target: string, lines: readonly NoteLine[], isNew: boolean
): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const file = await open(join(folder, noteFileName(target)), 'a', 0o600);
  try {
    await file.appendFile(isNew ? `${JSON.stringify({ target })}\n${text}` : text);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(folder);
}

export async function rewriteNotes(folder: string, target: string, notes: Iterable<Note>): Promise<void> {
  const lines = [JSON.stringify({ target }), ...[...notes].map((note) => JSON.stringify({ note } satisfies NoteLine))];
  await writeWhole(join(folder, noteFileName(target)), `${lines.join('\n')}\n`);
}

/** Returns a note from untrusted JSON, with the same validation as a new one; null if invalid. */
export function noteOf(value: unknown): Note | null {
  const checked = checkBody(NOTE_REQUEST, value);
  if ('mistake' in checked) return null;
  const draft = noteDraft(checked.value);
  const { id, createdAt, updatedAt, revision } = value as Partial<Record<keyof Note, unknown>>;
  if (!draft.ok || typeof id !== 'string' || !/^[0-9a-f]{16}$/.test(id)) return null;
  if (
    typeof createdAt !== 'number' || typeof updatedAt !== 'number' || !Number.isSafeInteger(revision)
      || Number(revision) < 1
  ) return null;
  return { id, ...draft.value, createdAt, updatedAt, revision: Number(revision) };
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value as Record<string, unknown> : null;
  } catch {
    // Not JSON; the caller counts it.
    return null;
  }
}
