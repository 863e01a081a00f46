/** The position up to which an engine has received the buffer: a JSON file, replaced with each batch. */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../kernel/files/wholeFile.ts';
import type { OutboxPlace } from '../../data/store/outbox/outboxReader.ts';

/** `samples`: number of samples in the whole buffer before it. */
export interface Mark extends OutboxPlace { samples: number }

export interface Cursor {
  next: Mark;
  /** End of what may have been received; null: nothing after `next` was sent. */
  uncertain: Mark | null;
  /** Starts of the last batches, which a crash of the engine may lose from its memory; ascending. */
  recent: Mark[];
}

const VERSION = 1;

export class CursorFile {
  private readonly path: string;

  constructor(folder: string, engine: string) {
    this.path = join(folder, cursorName(engine));
  }

  /** Reads the cursor. null: missing or unreadable; then the whole buffer is sent, some of it again. */
  async read(): Promise<Cursor | null> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return parseCursor(text);
  }

  /** Writes the cursor to an existing folder. Not synced: after a power loss some batches are sent again. */
  async write(cursor: Cursor): Promise<void> {
    const draft = `${this.path}.tmp`;
    await writeFile(draft, JSON.stringify({ version: VERSION, ...cursor }), { mode: 0o600 });
    await rename(draft, this.path);
  }
}

/** Returns the file name of an engine's cursor. */
export function cursorName(engine: string): string {
  return `sent-${createHash('sha256').update(engine).digest('hex').slice(0, 12)}.json`;
}

function parseCursor(text: string): Cursor | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Truncated by a power loss.
    return null;
  }
  const { version, next, uncertain, recent } = fieldsOf(value);
  if (version !== VERSION || !isMark(next) || (uncertain !== null && !isMark(uncertain)) || !Array.isArray(recent))
    return null;
  return { next, uncertain, recent: recent.filter(isMark) };
}

function isMark(value: unknown): value is Mark {
  const { file, offset, samples } = fieldsOf(value);
  return [file, offset, samples].every((one) => typeof one === 'number' && one >= 0);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? value as Record<string, unknown> : {};
}
