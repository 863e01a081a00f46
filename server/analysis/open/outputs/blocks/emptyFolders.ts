/** Finds folders that a listing shows as empty, and tells what an empty checkpoint means. Pure; bounded. */

const MAX_CHARS = 256 * 1024;
const MAX_FOLDERS = 20;
/** The heading of a folder in `ls` of several, and its total. */
const HEADING = /^(\.{0,2}\/?[\w.@+-]{1,100}(?:\/[\w.@+:-]{1,100}){0,20}|\/):$/;
const TOTAL = /^total \d{1,9}[KMG]?$/;
/** Rows of the folder itself and the one above it. */
const ITSELF = /^(?:d[-rwxsStT]{9}[.+@]? .{1,200} \.{1,2}\/?|\.{1,2})$/;
const ENDS = /^$|^\S{0,80}[$#%>] /;

/** Returns the paths of the folders without an entry, each of a listing that has its heading and its total. */
export function emptyFolders(text: string): string[] {
  const found: string[] = [];
  const lines = text.slice(0, MAX_CHARS).split('\n');
  for (const [at, line] of lines.entries()) {
    const path = line.length > MAX_CHARS / 64 ? undefined : HEADING.exec(line.trimEnd())?.[1];
    if (path === undefined || !TOTAL.test((lines[at + 1] ?? '').trimEnd())) continue;
    let next = at + 2;
    while (ITSELF.test((lines[next] ?? '').trimEnd())) next += 1;
    if (ENDS.test((lines[next] ?? '').trimEnd()) && found.length < MAX_FOLDERS) found.push(path);
  }
  return found;
}

const CHECKPOINT = /(?:^|\/)(checkpoint\.\d{6,10})$/;

/** Returns the name of a checkpoint of a WAL that the listing shows as empty; null without one. */
export const emptyCheckpoint = (text: string): string | null =>
  emptyFolders(text).flatMap((path) => CHECKPOINT.exec(path)?.[1] ?? []).at(-1) ?? null;

/** Frames of the reader that panics on a checkpoint without a segment. */
export const READS_CHECKPOINT = /\bNewSegment(?:BufReader|sRangeReader)\b/;

/** What an empty checkpoint does, and what helps; a start without any checkpoint looks for segment 0. */
export const OF_EMPTY_CHECKPOINT = 'Prometheus before 2.32.0 panics on it at each start. Copy the data folder, then '
  + 'update; without an update, move the whole folder wal aside (the samples since the last block are missing then), '
  + 'because without a checkpoint alone a start looks for segment 0.';
