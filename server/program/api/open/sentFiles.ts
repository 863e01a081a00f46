/** Saves the uploaded files of a request on disk. */
import { stat } from 'node:fs/promises';
import type { Request } from 'express';
import { isForm } from '../../../kernel/http/uploads.ts';
import { saveArchive, saveFolder } from '../../../features/targets/archiveUploads.ts';

export interface SentFile { name: string; file: string; sizeBytes: number }

/** Saves the files of a form, or the body as one file. Throws too_large, bad_data. */
export async function saveSent(
  req: Request, folder: string, name: string
): Promise<{ files: SentFile[]; skipped: { name: string; reason: string }[] }> {
  if (isForm(req)) return saveFolder(req, folder);
  const file = await saveArchive(req, folder);
  return { files: [{ name, file, sizeBytes: (await stat(file)).size }], skipped: [] };
}
