/** Detects dropped recordings, and names them; pure. */

const endings = /\.ndjson(\.gz)?$/i;

export function isRecordingFile(name: string): boolean {
  return endings.test(name);
}

/**
 * Returns the file's name without its extension, at most 100 characters, with ` (2)`, ` (3)` … if a target has that
 * name.
 */
export function recordingName(fileName: string, taken: readonly string[]): string {
  const plain = fileName.replace(endings, '').trim().slice(0, 100) || 'recording';
  let name = plain;
  for (let count = 2; taken.includes(name); count += 1) name = `${plain} (${count})`;
  return name;
}

const archiveEndings = /\.(tar\.gz|tgz|tar|zip)$/i;

/** Returns whether a file is an incident file, a debug tarball or a zip of profiles; its content decides which. */
function isArchiveFile(name: string): boolean {
  return archiveEndings.test(name);
}

/** Sorts dropped files by how they are handled. */
export function sortDropped<F extends { name: string }>(
  files: readonly F[]
): { recordings: F[]; archives: F[]; profiles: F[] } {
  const recordings = files.filter(({ name }) => isRecordingFile(name));
  const archives = files.filter(({ name }) => isArchiveFile(name));
  return {
    recordings, archives, profiles: files.filter((file) => !recordings.includes(file) && !archives.includes(file)),
  };
}
