/** Which dropped files are recordings, and what they are called here; pure. */

const endings = /\.ndjson(\.gz)?$/i;

export function isRecordingFile(name: string): boolean {
  return endings.test(name);
}

/**
 * The file's name without its ending, at most 100 characters, with ` (2)`, ` (3)` … where a target of that name is
 * there already.
 */
export function recordingName(fileName: string, taken: readonly string[]): string {
  const plain = fileName.replace(endings, '').trim().slice(0, 100) || 'recording';
  let name = plain;
  for (let count = 2; taken.includes(name); count += 1) name = `${plain} (${count})`;
  return name;
}

const archiveEndings = /\.(tar\.gz|tgz|tar|zip)$/i;

/** Incident files, debug tarballs, zips of profiles; which of them it is shows inside. */
function isArchiveFile(name: string): boolean {
  return archiveEndings.test(name);
}

/** Dropped files by what is done with them. */
export function sortDropped<F extends { name: string }>(
  files: readonly F[]
): { recordings: F[]; archives: F[]; profiles: F[] } {
  const recordings = files.filter(({ name }) => isRecordingFile(name));
  const archives = files.filter(({ name }) => isArchiveFile(name));
  return {
    recordings, archives, profiles: files.filter((file) => !recordings.includes(file) && !archives.includes(file)),
  };
}
