import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../core/result.ts';

/** Names of uploads and exports in progress: `ID.upload`, `ID.ndjson.gz`, and folders of `mkdtemp`. */
const OURS =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:upload|ndjson\.gz)|(?:upload|incident|opening)-[A-Za-z0-9]{6})$/;

/**
 * Opens the folder in the data folder for uploads and exports in progress, and removes leftovers of an interrupted run.
 * Other files stay: the `uploads` there may belong to another program.
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
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    const remedy = 'make it writable, or choose another data folder with --data DIR.';
    return fail('internal', `The folder ${folder} cannot be used (${reason}); ${remedy}`);
  }
}
