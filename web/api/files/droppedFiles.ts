/** Files and folders of a drop. */

export interface DroppedFolder {
  name: string;
  files: { path: string; file: File }[];
  /** Whether files beyond the limit were ignored. */
  cut: boolean;
  problem: string | null;
}

/** Maximum number of files that the server accepts in one form. */
export const mostFolderFiles = 2_000;

/**
 * Returns the dropped files that are not folders; browsers list folders among the files too. Call it while the event is
 * handled.
 */
export function plainFiles(transfer: DataTransfer | null): File[] {
  const files = [...(transfer?.files ?? [])];
  const folders = new Set(folderEntries(transfer).map(({ name }) => name));
  return folders.size === 0 ? files : files.filter(({ name }) => !folders.has(name));
}

/**
 * Reads the dropped folders completely. Call it while the event is handled, because the entries are not available
 * later.
 */
export async function droppedFolders(transfer: DataTransfer | null): Promise<DroppedFolder[]> {
  const folders: DroppedFolder[] = [];
  for (const entry of folderEntries(transfer)) {
    const folder: DroppedFolder = { name: entry.name, files: [], cut: false, problem: null };
    try {
      await collect(entry, '', folder);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      folder.problem = `The browser could not read this folder (${reason}); choose the files in it instead.`;
    }
    folders.push(folder);
  }
  return folders;
}

function folderEntries(transfer: DataTransfer | null): FileSystemDirectoryEntry[] {
  return [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
    .filter((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true);
}

async function collect(directory: FileSystemDirectoryEntry, path: string, folder: DroppedFolder): Promise<void> {
  const reader = directory.createReader();
  // A reader returns about a hundred entries at a time, and none at the end.
  for (let entries = await read(reader); entries.length > 0; entries = await read(reader)) {
    for (const entry of entries) {
      if (folder.files.length >= mostFolderFiles) {
        folder.cut = true;
        return;
      }
      if (entry.isDirectory) await collect(entry as FileSystemDirectoryEntry, `${path}${entry.name}/`, folder);
      else folder.files.push({ path: path + entry.name, file: await fileOf(entry as FileSystemFileEntry) });
    }
  }
}

function read(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => { entry.file(resolve, reject); });
}
