/** Reads one JSON document from its own file. */
import { readFile, stat } from 'node:fs/promises';
import { fail, firstLine, type Result } from '../../../core/result.ts';
import { isMissing } from './wholeFile.ts';

export interface JsonKind<T> {
  /** Larger files are not read. */
  maxBytes: number;
  /**
   * Returns the document, or why it is invalid, as the end of a sentence: "its id is another". `id`: from the file
   * name.
   */
  check: (value: unknown, id: string) => Result<T>;
}

/**
 * Returns null if there is no file. `bad_data` or `too_large` for a damaged one, `internal` for an unreadable one; the
 * message is the end of a sentence.
 */
export async function readJson<T>(path: string, { maxBytes, check }: JsonKind<T>, id = ''): Promise<Result<T> | null> {
  let text: string;
  try {
    const found = await stat(path);
    if (!found.isFile()) return fail('bad_data', 'it is not a file');
    if (found.size > maxBytes) return fail('too_large', 'it is too large');
    text = await readFile(path, 'utf8');
  } catch (error) {
    return isMissing(error) ? null : fail('internal', firstLine(error));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail('bad_data', text === '' ? 'it is empty' : firstLine(error));
  }
  return check(value, id);
}
