/**
 * Reads source code of a profiled program from configured folders. File names come from profiles, which any user may
 * upload: reads only source code within a root, and follows no link out of it.
 */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import type { SourceText } from '../../../profile/views/lines.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PATH_LENGTH = 1000;
const NO_ROOTS = 'no source code is configured on the server; add its folders to the --config file, such as '
  + 'source_roots: [/home/me/src/prometheus], and restart';

/** Configuration files and keys in a checkout are not source code. */
const EXTENSIONS = new Set([
  '.go', '.s', '.c', '.h', '.cc', '.cpp', '.cxx', '.hpp', '.hh', '.rs', '.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx',
  '.java', '.kt', '.scala', '.py', '.rb', '.php', '.cs', '.swift', '.zig', '.y', '.l',
]);

export class SourceFiles {
  constructor(private readonly roots: string[]) {}

  /**
   * Reads the file whose path in a root is the longest suffix of `path`: for `/home/build/prometheus/tsdb/head.go`
   * first `home/build/prometheus/tsdb/head.go`, then `build/...`, down to `tsdb/head.go`; `head.go` alone only in a
   * root named `tsdb`. Never rejects: `note` holds the reason if a file is missing or not allowed.
   */
  async read(path: string): Promise<SourceText> {
    if (this.roots.length === 0) return { lines: null, note: NO_ROOTS };
    const parts = partsOf(path);
    if (parts === null) return {
      lines: null, note: path === '' ? 'the profile names no file' : 'the file name is not one of source code',
    };
    for (let from = 0; from < parts.length; from++) {
      for (const root of this.roots) {
        const rest = parts.slice(from);
        if (rest.length === 1 && basename(root) !== parts.at(-2)) continue;
        const text = await readInside(root, rest.join(sep));
        if (text !== null) return text;
      }
    }
    return { lines: null, note: `${parts.at(-1) ?? ''} is in none of the source_roots` };
  }
}

function partsOf(path: string): string[] | null {
  if (path.length > MAX_PATH_LENGTH || path.includes('\0')) return null;
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..')) return null;
  return EXTENSIONS.has(extname(parts.at(-1) ?? '').toLowerCase()) ? parts : null;
}

/** Returns null if the root has no such file. */
async function readInside(root: string, path: string): Promise<SourceText | null> {
  let real: string;
  try {
    const realRoot = await realpath(root);
    real = await realpath(join(realRoot, path));
    if (
      !real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)
        || !EXTENSIONS.has(extname(real).toLowerCase())
    ) return null;
  } catch (error) {
    return isAbsent(error) ? null : { lines: null, note: `${path} cannot be read (${codeOf(error)})` };
  }
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return null;
      if (stat.size > MAX_BYTES) return { lines: null, note: `${path} is larger than 2 MiB` };
      const buffer = Buffer.alloc(stat.size + 1);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      if (bytesRead > stat.size) return { lines: null, note: `${path} is being written to; ask again` };
      const lines = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
      if (lines.at(-1) === '') lines.pop();
      return { lines, note: path };
    } finally {
      await file.close();
    }
  } catch (error) {
    return isAbsent(error) ? null : { lines: null, note: `${path} cannot be read (${codeOf(error)})` };
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
