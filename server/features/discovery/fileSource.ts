import { watch, type FSWatcher } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Cancel, Clock } from '../../../core/time/clock.ts';
import { readTargetGroups } from '../../kernel/relabel/targetGroups.ts';
import type { LabelMap } from '../../kernel/relabel/relabel.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { SourceAnswer, SourceReader } from './sourceReader.ts';

const MAX_FILE_BYTES = 4 * 2 ** 20;
const MAX_FILES = 1000;
/** Delay after a change, because an editor writes a file in several steps. */
const SETTLE_MS = 200;

/**
 * `file_sd_configs`: read when one of the folders changes, and at every refresh. An unreadable file keeps its previous
 * targets; a deleted one has none.
 */
export class FileSource implements SourceReader {
  readonly where: string;
  readonly #patterns: readonly string[];
  #known = new Map<string, LabelMap[]>();
  #watchers: FSWatcher[] = [];
  readonly #clock: Pick<Clock, 'background'>;
  #cancel: Cancel | null = null;

  constructor(patterns: readonly string[], clock: Pick<Clock, 'background'>) {
    this.#clock = clock;
    this.#patterns = patterns;
    this.where = patterns.join(', ');
  }

  async read(): Promise<SourceAnswer> {
    const problems: string[] = [];
    const listed = await Promise.all(this.#patterns.map((pattern) => filesOf(pattern)));
    for (const one of listed) if (!one.ok) problems.push(one.error.message);
    const files = [...new Set(listed.flatMap((one) => (one.ok ? one.value : [])))].sort();
    if (files.length > MAX_FILES)
      problems.push(`More than ${MAX_FILES} files match ${this.where}; the rest is not read: match fewer.`);
    const known = new Map<string, LabelMap[]>();
    for (const file of files.slice(0, MAX_FILES)) {
      const groups = await readFile(file);
      if (!groups.ok) problems.push(`${file}: ${groups.error.message}. Its previous targets stay; correct the file.`);
      known.set(file, groups.ok ? groups.value : this.#known.get(file) ?? []);
    }
    // Files of a folder that could not be listed count as existing.
    if (listed.some((one) => !one.ok))
      for (const [file, groups] of this.#known) if (!known.has(file)) known.set(file, groups);
    this.#known = known;
    return { found: [...known.values()].flat(), problems };
  }

  watch(changed: () => void): void {
    const soon = (): void => {
      this.#cancel?.();
      this.#cancel = this.#clock.background.after(SETTLE_MS, changed);
    };
    for (const folder of new Set(this.#patterns.map((pattern) => dirname(pattern)))) {
      try {
        const watcher = watch(folder, { persistent: false }, soon);
        // If the folder is gone or watches are exhausted, the refresh finds changes.
        watcher.on('error', () => { watcher.close(); });
        this.#watchers.push(watcher);
      } catch (error) {
        // Same as above; `read` reports the problem of the folder.
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      }
    }
  }

  close(): void {
    this.#cancel?.();
    for (const watcher of this.#watchers) watcher.close();
  }
}

/** Returns the existing files of a pattern with `*` in its last part. */
async function filesOf(pattern: string): Promise<Result<string[]>> {
  const folder = dirname(pattern);
  const parts = basename(pattern).split('*');
  try {
    const names = await readdir(folder);
    return ok(names.filter((name) => matches(name, parts)).map((name) => join(folder, name)));
  } catch (error) {
    return fail('bad_data', `The folder ${folder} cannot be read (${codeOf(error)}); create it, or correct "files".`);
  }
}

function matches(name: string, [first = '', ...rest]: string[]): boolean {
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? '';
  // As in a shell, a star does not match a name that begins with a dot.
  if (!name.startsWith(first) || (first === '' && name.startsWith('.'))) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

async function readFile(file: string): Promise<Result<LabelMap[]>> {
  try {
    const handle = await open(file);
    try {
      // Reads one byte more than allowed to detect a larger file, because its size may change meanwhile.
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_FILE_BYTES + 1), 0, MAX_FILE_BYTES + 1, 0);
      if (bytesRead > MAX_FILE_BYTES) return fail('too_large', `it is larger than ${MAX_FILE_BYTES / 2 ** 20} MiB`);
      const format = /\.json$/i.test(file) ? 'json' : 'yaml';
      return readTargetGroups(buffer.toString('utf8', 0, bytesRead), format, { __meta_filepath: file });
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail('bad_data', `it cannot be read (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code;
}
