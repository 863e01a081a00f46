import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';

/**
 * What an upload or an export is called while it is under way: `ID.upload`, `ID.ndjson.gz`, and folders of `mkdtemp`.
 */
const OURS =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:upload|ndjson\.gz)|(?:upload|incident|opening)-[A-Za-z0-9]{6})$/;

/**
 * The folder below the data folder where files wait that come in or go out; what the last run was interrupted in is
 * removed. Anything else stays: the data folder may be one that somebody else keeps an `uploads` in.
 */
export function openUploadFolder(dataDir: string): Result<string> {
  const folder = join(dataDir, 'uploads');
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (OURS.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
    }
    return ok(folder);
  } catch (error) {
    return fail(
      'internal', `The folder ${folder} cannot be used ` + `(${(error as NodeJS.ErrnoException).code ?? String(error)}); ` + 'make it writable, or name another with --data DIR.'
    );
  }
}
