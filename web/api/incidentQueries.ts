/** Incident files and archives: opening one, and the address that exports one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { IncidentPart, OpenedArchive } from '../../core/contract/contract.ts';
import { apiPath, post } from './client.ts';
import type { DroppedFolder } from './files/droppedFiles.ts';
import { keys } from './queries.ts';

/** What to send: an archive under the title for its profiles, or a folder. An incident keeps its name. */
export type ArchiveToOpen = { file: File } | { folder: DroppedFolder };

/** Opens an incident file, a debug tarball, a zip or a folder; then reloads targets and profiles. */
export function useOpenArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: ArchiveToOpen) => post('/incidents', {
      query: { file: 'file' in sent ? sent.file.name : sent.folder.name },
      body: 'file' in sent ? sent.file : formOf(sent.folder),
    }, ['kind', 'profiles', 'skipped', 'remarks']),
    onSuccess: () => Promise.all(
      [client.invalidateQueries({ queryKey: keys.targets }), client.invalidateQueries({ queryKey: keys.profiles })]
    ),
  });
}

function formOf({ name, files }: DroppedFolder): FormData {
  const form = new FormData();
  for (const { path, file } of files) form.append('file', file, `${name}/${path}`);
  return form;
}

/** Returns the path of a window's incident file. */
export function incidentPath(
  target: string, window: { start: number; end: number; asOf?: number },
  options: { include: readonly IncidentPart[]; keepCommandLines: boolean }
): string {
  return apiPath('/targets/{target}/incident', {
    path: { target },
    query: {
      start: window.start.toFixed(3), end: window.end.toFixed(3), asOf: window.asOf?.toFixed(3),
      include: options.include.length === 0 ? ['none'] : options.include, redact: options.keepCommandLines ? 'false'
        : undefined,
    },
  });
}

/** Returns what was skipped of an archive, and other remarks; null if there are none. */
export function openedWords({ skipped, skippedCount, remarks }: OpenedArchive): string | null {
  const shown = skipped.slice(0, 3).map(({ name, reason }) => `“${name}”: ${reason}`);
  const more = skippedCount > shown.length ? `; and ${skippedCount - shown.length} more` : '';
  const left = shown.length === 0 ? [] : [`Skipped: ${shown.join('; ')}${more}.`];
  return [...left, ...remarks].join(' ') || null;
}
